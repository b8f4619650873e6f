/** An HAProxy of our own on loopback, which denies by `http_req_rate` and answers with its clock and the rate. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MILLISECOND, type Duration, type Instant } from '../../sim/time.ts';
import { freePort } from '../port.mjs';
import { ExpectedError } from '../run.mjs';
import { stoppedClock } from './stoppedClock.ts';

const PROGRAM = '/usr/sbin/haproxy';

/**
 * The release of the HAProxy on this machine.
 * @throws {Error} when there is none
 */
export function haproxyVersion(): string {
  const { error, stdout } = spawnSync(PROGRAM, ['-v'], { encoding: 'utf8' });
  if (error !== undefined) throw new ExpectedError('There is no HAProxy on this machine: apt-get install haproxy.');
  return /version (\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? 'unknown';
}

/** HAProxy takes a jump of more than 100 ms for a clock that was set, and does not follow it. */
const LONGEST_STEP: Duration = 50 * MILLISECOND;

export interface RateSettings {
  readonly n: number;
  /** Milliseconds. */
  readonly period: number;
  /** Milliseconds. */
  readonly expire?: number;
}

export const stickTable = ({ period, expire }: RateSettings): string =>
  `stick-table type string len 8 size 1m ${expire === undefined ? '' : `expire ${expire}ms `}store http_req_rate(${period}ms)`;

export const denyRule = ({ n }: RateSettings): string =>
  `http-request deny deny_status 429 if { sc_http_req_rate(0) gt ${n} }`;

/** What HAProxy decides by is not the date but a clock of its own, and only Lua tells it. */
const LUA = `
core.register_fetches('clock', function()
  local now = core.now()
  return string.format('%d', now.sec * 1000 + now.usec // 1000)
end)
`;

/** Connections are kept for ever, so that no timer but the table's is near; one thread, so that there is one clock. */
function config(port: number, lua: string, settings: RateSettings): string {
  const told = 'content-type text/plain lf-string "%[lua.clock] %[sc_http_req_rate(0)]"';
  return `
global
  nbthread 1
  lua-load ${lua}
defaults
  mode http
  timeout client 24d
  timeout http-keep-alive 24d
  timeout http-request 24d
frontend limited
  bind 127.0.0.1:${port}
  ${stickTable(settings)}
  http-request track-sc0 url_param(key)
  ${denyRule(settings).replace('429', `429 ${told}`)}
  http-request return status 200 ${told}
`;
}

/** What HAProxy tells of one request. */
export interface ToldDecision {
  readonly refused: boolean;
  /** Its clock, in milliseconds since 1970. */
  readonly clock: number;
  /** The rate that it compared. */
  readonly rate: number;
}

export interface HaproxyServer {
  /** Moves the clock that stands still, in steps. */
  moveClock(instant: Instant): Promise<void>;
  decide(key: number): Promise<ToldDecision>;
  stop(): Promise<void>;
}

function ask(agent: Agent, port: number, path: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => void (body += text));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).once('error', reject);
  });
}

async function waitUntilServing(agent: Agent, port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}.`);
    try {
      await ask(agent, port, '/');
      return;
    } catch {
      await sleep(50); // it does not listen yet
    }
  }
  throw new Error('HAProxy does not answer.');
}

/** Starts HAProxy, on the machine's clock or on one that stands at 0. */
export async function startHaproxy(
  settings: RateSettings,
  which: 'own clock' | 'stopped clock',
): Promise<HaproxyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-record-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const lua = join(folder, 'clock.lua');
  writeFileSync(lua, LUA);
  writeFileSync(file, config(port, lua, settings));
  const clock = which === 'own clock' ? undefined : stoppedClock(folder);
  const child = spawn(PROGRAM, ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...clock?.env },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const stop = async (): Promise<void> => {
    agent.destroy();
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    clock?.close();
    rmSync(folder, { recursive: true });
  };
  try {
    await waitUntilServing(agent, port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  let shown: Instant = 0;
  return {
    async moveClock(instant) {
      while (shown < instant) {
        shown = Math.min(instant, shown + LONGEST_STEP);
        clock?.set(shown);
        await ask(agent, port, '/');
      }
    },
    async decide(key) {
      const { status, body } = await ask(agent, port, `/?key=${key}`);
      const told = /^(\d+) (\d+)$/.exec(body);
      if ((status !== 200 && status !== 429) || told === null) throw new Error(`HAProxy answered ${status}: ${body}`);
      return { refused: status === 429, clock: Number(told[1]), rate: Number(told[2]) };
    },
    stop,
  };
}
