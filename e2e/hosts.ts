/** The hosts that hosting.md speaks of, each with the built page on a path of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../src/tools/port.mjs';
import { findServer } from '../src/tools/servers.mjs';
import { headersOf, parseHeadersFile } from './headersFile.ts';
import { serveFolder } from './staticSite.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist/');
const page = readFileSync(join(root, 'src/tools/hosting.md'), 'utf8');

export interface Host {
  /** Of the page's folder. */
  readonly address: string;
  stop(): Promise<void>;
}

export interface KnownHost {
  readonly name: string;
  readonly isHere: boolean;
  /** Whether it is the program itself, and no model of a host. */
  readonly isReal: boolean;
  start(): Promise<Host>;
}

export const HOSTS: readonly KnownHost[] = [
  { name: 'nginx', isHere: findServer('nginx') !== undefined, isReal: true, start: startNginx },
  { name: 'Caddy', isHere: findServer('caddy') !== undefined, isReal: true, start: startCaddy },
  { name: 'a host that reads _headers', isHere: true, isReal: false, start: startHeadersHost },
];

/** A block of code in hosting.md, by its language. */
export function hostingCode(language: string): string {
  const block = page.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0];
  if (block === undefined) throw new Error(`hosting.md has no code in ${language}.`);
  return block;
}

/** What is replaced has to be there. */
function replaced(text: string, found: string, by: string): string {
  if (!text.includes(found)) throw new Error(`The configuration in hosting.md has no ${found}`);
  return text.replace(found, by);
}

/** All that nginx writes is below its prefix. localhost counts as secure without a certificate. */
function startNginx(): Promise<Host> {
  return startServer(findServer('nginx') ?? '', (folder, port) => {
    const served = replaced(hostingCode('nginx'), '/srv/spillway/dist/', dist);
    const http = replaced(served, 'listen 443 ssl;', `listen 127.0.0.1:${port};`).replaceAll(/ssl_certificate.*;/g, '');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off;
      master_process off;
      pid nginx.pid;
      error_log stderr;
      events {}
      http { include /etc/nginx/mime.types; access_log off; ${paths.join(' ')} ${http} }`,
    );
    return ['-p', `${folder}/`, '-c', 'nginx.conf'];
  });
}

function startCaddy(): Promise<Host> {
  return startServer(findServer('caddy') ?? '', (folder, port) => {
    const served = replaced(hostingCode('caddy'), '/srv/spillway/dist', dist);
    const site = replaced(served, 'example.org {', `http://127.0.0.1:${port} {`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n  admin off\n  log {\n    level ERROR\n  }\n}\n${site}\n`);
    return ['run', '--config', file, '--adapter', 'caddyfile'];
  });
}

/** @param configure writes the configuration into a folder, and returns the program's arguments */
async function startServer(
  program: string,
  configure: (folder: string, port: number) => readonly string[],
): Promise<Host> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'spillway-host-'));
  mkdirSync(join(folder, 'home'));
  const home = { HOME: join(folder, 'home'), XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const server = spawn(program, configure(folder, port), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...home },
  });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return {
    address: `http://127.0.0.1:${port}/spillway/`,
    stop: async () => {
      const endedByItself = server.exitCode !== null;
      if (!endedByItself) {
        server.kill();
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true });
      if (endedByItself) throw new Error(`${program} ended by itself: ${said}`);
    },
  };
}

/** Serves what the build made, at a root, and sends what its `_headers` says. */
async function startHeadersHost(): Promise<Host> {
  const rules = parseHeadersFile(readFileSync(join(dist, '_headers'), 'utf8'));
  const site = await serveFolder(dist, { path: '/', headers: (path) => headersOf(rules, path) });
  return { address: site.address, stop: () => site.close() };
}
