/** An nginx of our own on loopback, in a folder of its own, and what its log tells of `limit_req`. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MILLISECOND, type Instant } from '../../sim/time.ts';
import { ExpectedError } from '../run.mjs';
import { freePort } from '../port.mjs';

const NEEDS = 'Recording nginx needs it and libfaketime: apt-get install nginx-light faketime.';

/** @throws {Error} when there is no nginx that logs what it decides */
export function findNginx(): { readonly program: string; readonly version: string } {
  for (const program of ['nginx', '/usr/sbin/nginx']) {
    const { error, stderr } = spawnSync(program, ['-V'], { encoding: 'utf8' });
    if (error !== undefined) continue;
    if (!stderr.includes('--with-debug'))
      throw new ExpectedError(`${program} was built without --with-debug. ${NEEDS}`);
    return { program, version: /nginx\/(\S+)/.exec(stderr)?.[1] ?? 'unknown' };
  }
  throw new ExpectedError(`There is no nginx on this machine. ${NEEDS}`);
}

/** @throws {Error} when libfaketime is not installed */
export function findFaketime(): string {
  const places = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime/libfaketime.so.1'));
  const library = places.find((place) => existsSync(place));
  if (library === undefined) throw new ExpectedError(`There is no libfaketime on this machine. ${NEEDS}`);
  return library;
}

const YEAR = '365d';

export interface LimitReqSettings {
  /** As in `limit_req_zone`, `10r/s`. */
  readonly rate: string;
  /** As in `limit_req`, after the zone: `burst=5 delay=2`, or nothing. */
  readonly limit: string;
}

/** Connections are kept for ever, so that no timer but ours is near; all that nginx writes is below its prefix. */
const nginxConfig = (port: number, { rate, limit }: LimitReqSettings): string => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr debug;
env TZ;
env FAKETIME_NO_CACHE;
env FAKETIME_TIMESTAMP_FILE;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  client_header_timeout ${YEAR};
  keepalive_timeout ${YEAR};
  keepalive_time ${YEAR};
  keepalive_requests 1000000;
  limit_req_zone $arg_key zone=one:1m rate=${rate};
  server {
    listen 127.0.0.1:${port};
    location = /limited { limit_req zone=one ${limit}; try_files /page =404; }
    location = /free { try_files /page =404; }
  }
}
`;

/** What nginx's log tells of one request. */
export interface LoggedDecision {
  readonly refused: boolean;
  /** Thousandths of a request. */
  readonly excess: number;
  readonly delayed: boolean;
  /** The timer set after the decision: how long, and when it fires, in milliseconds of nginx's clock. */
  readonly timerLength: number;
  readonly firesAt: number;
}

/** Decisions in the lines of nginx's log, in order: the lines of one are `compared`, perhaps `delayed`, and `timer`. */
function decisionReader(found: (decision: LoggedDecision) => void): (line: string) => void {
  let pending: (Pick<LoggedDecision, 'refused' | 'excess'> & { connection: string; delayed: boolean }) | undefined;
  return (line) => {
    const [, connection = '', rest = ''] = /: \*(\d+) (.*)$/.exec(line) ?? [];
    const compared = /^limit_req\[0\]: (0|-3) (\d+)\.(\d{3})$/.exec(rest);
    if (compared) {
      const excess = Number(compared[2]) * 1000 + Number(compared[3]);
      pending = { connection, refused: compared[1] !== '0', excess, delayed: false };
      return;
    }
    if (pending?.connection !== connection) return;
    if (rest.startsWith('delaying request')) pending.delayed = true;
    const timer = /^event timer add: \d+: (\d+):(\d+)$/.exec(rest);
    if (timer === null) return;
    const { refused, excess, delayed } = pending;
    pending = undefined;
    found({ refused, excess, delayed, timerLength: Number(timer[1]), firesAt: Number(timer[2]) });
  };
}

/** The instant 0 of the clock that stands still, in milliseconds since 1970, which is also how nginx then counts. */
export const CLOCK_ORIGIN = Date.UTC(2030, 0, 1);

/** The file that libfaketime reads, at each look at the clock. */
const CLOCK_FILE = 'now';

/** Lets a clock that stands still stand at an instant. Half a millisecond more keeps rounding away from the edge. */
function setClock(folder: string, instant: Instant): void {
  const text = new Date(CLOCK_ORIGIN + instant / MILLISECOND).toISOString().replace('T', ' ').replace('Z', '5');
  const file = join(folder, CLOCK_FILE);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file); // nginx may read at any time
}

export interface NginxServer {
  /** Moves the clock that stands still. */
  setClock(instant: Instant): void;
  /** Sends a request; resolves when nginx has decided it. */
  decide(key: number): Promise<LoggedDecision>;
  /** The statuses of all answers, in the order of the requests. Those still waiting go out when the clock lets them. */
  statuses(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** The status of an answer, when it comes. */
function statusOf(agent: Agent, port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}

/** Calls `each` with every line of the log; resolves when nginx waits for connections. */
function waitUntilListening(child: ChildProcess, each: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const errors: string[] = [];
    child.once('error', reject);
    child.once('exit', () => reject(new ExpectedError(`nginx ended. ${errors.join(' ')}`)));
    createInterface({ input: child.stderr! }).on('line', (line) => {
      if (line.includes('[emerg]')) errors.push(line);
      if (line.includes('epoll timer')) resolve();
      each(line);
    });
  });
}

/** Starts nginx; with libfaketime, on a clock that stands at 0. */
export async function startNginx(program: string, setting: LimitReqSettings, faketime?: string): Promise<NginxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-record-'));
  const port = await freePort();
  mkdirSync(join(folder, 'html'));
  writeFileSync(join(folder, 'html/page'), 'A page.\n');
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(port, setting));
  setClock(folder, 0);

  const preload = { LD_PRELOAD: faketime, FAKETIME_NO_CACHE: '1', FAKETIME_TIMESTAMP_FILE: join(folder, CLOCK_FILE) };
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], TZ: 'UTC', ...(faketime === undefined ? {} : preload) },
  });
  const agent = new Agent({ keepAlive: true });
  const waiting: ((decision: LoggedDecision) => void)[] = [];
  const answers: Promise<number>[] = [];
  const stop = async (): Promise<void> => {
    agent.destroy();
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  };
  try {
    await waitUntilListening(
      child,
      decisionReader((decision) => waiting.shift()?.(decision)),
    );
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    setClock: (instant) => setClock(folder, instant),
    async decide(key) {
      const decided = new Promise<LoggedDecision>((resolve) => void waiting.push(resolve));
      const answer = statusOf(agent, port, `/limited?key=${key}`);
      answers.push(answer);
      const decision = await Promise.race([decided, answer.then(() => decided)]); // the answer fails if nginx dies
      if (!decision.delayed) await answer;
      return decision;
    },
    async statuses() {
      await statusOf(agent, port, '/free'); // so that nginx looks at its clock
      return Promise.all(answers);
    },
    stop,
  };
}
