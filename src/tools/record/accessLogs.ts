/**
 * Records access logs that a real nginx and a real Apache write of the same requests, with what was sent:
 *
 *   npm run record:logs
 *
 * The files in `src/logs/golden/recorded` are what `src/logs/recordedLogs.test.ts` reads; `sent.json` has the requests. It
 * needs both servers: apt-get install nginx-light apache2. Clocks are real, so each run writes other times.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeStream, nextBelow } from '../../sim/random.ts';
import { freePort } from '../port.mjs';
import { ExpectedError, root, runScript } from '../run.mjs';

/** A request as it was sent; instants in milliseconds since 1970. */
interface SentRequest {
  readonly address: string;
  readonly path: string;
  readonly agent: string;
  readonly status: number;
  readonly sent: number;
  readonly received: number;
}

const REQUESTS = 40;
const AGENTS = ['curl/8.5.0', 'Mozilla/5.0 (X11; "quoted")', String.raw`back\slash`, 'Käse/1.0'];
const PATHS = ['/', '/page?q=1', '/missing/page', '/page?a="b"', '/slow'];
const target = join(root, 'src/logs/golden/recorded');

interface ServerSetUp {
  readonly name: string;
  readonly program: string;
  /** Arguments for a folder with `server.conf`. */
  readonly args: (folder: string) => readonly string[];
  readonly config: (folder: string, port: number) => string;
}

const nginx: ServerSetUp = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  args: (folder) => ['-p', folder, '-c', 'server.conf'],
  config: (folder, port) => `
daemon off;
master_process off;
pid nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  log_format timed '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $msec $request_time';
  access_log ${folder}/combined.log combined;
  access_log ${folder}/timed.log timed;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/site;
    location = /slow { limit_rate 4k; try_files /slow =404; }
  }
}
`,
};

const MODULES = ['mpm_event', 'authz_core', 'dir'];

const apache: ServerSetUp = {
  name: 'apache',
  program: '/usr/sbin/apache2',
  args: (folder) => ['-d', folder, '-f', `${folder}/server.conf`, '-DFOREGROUND'],
  config: (folder, port) => `
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
User www-data
Group www-data
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
LogFormat "%h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" combined
LogFormat "%h %l %u %t \\"%r\\" %>s %b \\"%{Referer}i\\" \\"%{User-Agent}i\\" %{msec}t" timed
CustomLog ${folder}/combined.log combined
CustomLog ${folder}/timed.log timed
DocumentRoot ${folder}/site
DirectoryIndex page
`,
};

/** Sends a request from an address of its own on loopback. */
function send(port: number, address: string, path: string, agent: string): Promise<SentRequest> {
  const sent = Date.now();
  return new Promise((resolve, reject) => {
    const headers = { 'User-Agent': Buffer.from(agent).toString('latin1') };
    get({ host: '127.0.0.1', port, path, localAddress: address, headers, agent: false }, (response) => {
      response.resume().once('end', () => {
        resolve({ address, path, agent, status: response.statusCode ?? 0, sent, received: Date.now() });
      });
    }).once('error', reject);
  });
}

async function waitUntilServing(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const { status } = spawnSync('bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${port}`], { stdio: 'ignore' });
    if (status === 0) return;
    await sleep(100);
  }
  throw new Error('The server does not answer.');
}

async function record({ name, program, args, config }: ServerSetUp): Promise<void> {
  if (spawnSync(program, ['-v']).error !== undefined)
    throw new ExpectedError(`There is no ${program} on this machine: apt-get install nginx-light apache2.`);
  const folder = mkdtempSync(join(tmpdir(), 'spillway-logs-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  mkdirSync(join(folder, 'site'));
  for (const page of ['page', 'index.html']) writeFileSync(join(folder, 'site', page), 'A page.\n');
  writeFileSync(join(folder, 'site/slow'), 'x'.repeat(9_000));
  writeFileSync(join(folder, 'server.conf'), config(folder, port));
  const child = spawn(program, args(folder), { stdio: 'ignore' });
  try {
    await waitUntilServing(port, child);
    const random = makeStream(14, 0, 0);
    const pending: Promise<SentRequest>[] = [];
    for (let i = 0; i < REQUESTS; i++) {
      const address = `127.0.0.${2 + nextBelow(random, 5)}`;
      pending.push(
        send(port, address, PATHS[nextBelow(random, PATHS.length)]!, AGENTS[nextBelow(random, AGENTS.length)]!),
      );
      await sleep(nextBelow(random, 150));
    }
    const requests = await Promise.all(pending);
    child.kill('SIGTERM');
    await once(child, 'exit');
    mkdirSync(target, { recursive: true });
    for (const file of ['combined', 'timed'])
      writeFileSync(join(target, `${name}-${file}.log`), readFileSync(join(folder, `${file}.log`)));
    writeFileSync(join(target, `${name}-sent.json`), `${JSON.stringify(requests, null, 1)}\n`);
    console.log(`${name}: ${requests.length} requests`);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

await runScript(async () => {
  await record(nginx);
  await record(apache);
});
