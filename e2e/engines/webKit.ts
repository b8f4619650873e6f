/** WebKitGTK, by the requests of WebDriver: https://www.w3.org/TR/webdriver2/. It has no headless mode and gets a display. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { findWebKit } from '../../src/tools/engines.mjs';
import { VIEWPORT, type Browser, type NamedKey } from './browser.ts';
import { freePort } from '../../src/tools/port.mjs';

/** The characters that WebDriver gives to keys without one of their own. */
const KEYS: Readonly<Record<NamedKey, string>> = {
  Control: '\uE009',
  Home: '\uE011',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
};

type Send = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>;

export async function launchWebKit(): Promise<Browser> {
  const programs = findWebKit() as NonNullable<ReturnType<typeof findWebKit>>;
  const { display, name } = await startDisplay(programs.display);
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: name },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    for (const child of [driver, display]) await end(child);
  };
  try {
    const send = sender(`http://127.0.0.1:${port}`);
    await untilReady(send, driver);
    return await openSession(send, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openSession(send: Send, stop: () => Promise<void>): Promise<Browser> {
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  const post = <Result>(command: string, body: object): Promise<Result> => send('POST', `${session}/${command}`, body);
  const evaluate: Browser['evaluate'] = (body, ...args) =>
    post('execute/sync', { script: `return (${body.toString()})(...arguments)`, args });
  const pressKeys = async (actions: readonly object[]): Promise<void> => {
    await post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  };

  await post('timeouts', { script: null });
  await setViewport(send, session, evaluate);
  return {
    open: (url) => post('url', { url }),
    reload: () => post('refresh', {}),
    evaluate,
    async drag(...points) {
      const moves = points.map(({ x, y }) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) }));
      const actions = [
        moves[0],
        { type: 'pointerDown', button: 0 },
        ...moves.slice(1),
        { type: 'pointerUp', button: 0 },
      ];
      await post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    type: (text) =>
      pressKeys(
        Array.from(text).flatMap((character) => {
          const value = character === '\n' ? KEYS.Enter : character;
          return [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ];
        }),
      ),
    press: (...keys) =>
      pressKeys([
        ...keys.map((key) => ({ type: 'keyDown', value: KEYS[key] })),
        ...keys.toReversed().map((key) => ({ type: 'keyUp', value: KEYS[key] })),
      ]),
    screenshot: async () => Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await send('DELETE', session);
      await stop();
    },
  };
}

/** A window is set to its outer size; what its frame takes of that is measured. */
async function setViewport(send: Send, session: string, evaluate: Browser['evaluate']): Promise<void> {
  const outer = await send<{ width: number; height: number }>('GET', `${session}/window/rect`);
  const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await send('POST', `${session}/window/rect`, {
    width: VIEWPORT.width + outer.width - inner.width,
    height: VIEWPORT.height + outer.height - inner.height,
  });
}

/** @throws Error with what the driver says of a request that it refuses */
function sender(address: string): Send {
  return async <Result>(method: string, path: string, body?: object) => {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value as Result;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${path}: ${error}. ${message}`);
  };
}

async function untilReady(send: Send, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    try {
      await send('GET', '/status');
      return;
    } catch (error) {
      // It does not listen yet.
      if (!(error instanceof TypeError)) throw error;
      await delay(20);
    }
  }
  throw new Error(`The driver of WebKitGTK ended with exit code ${driver.exitCode}.`);
}

async function startDisplay(command: string): Promise<{ display: ChildProcess; name: string }> {
  const args = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1600x1200x24'];
  const display = spawn(command, args, { stdio: ['ignore', 'inherit', 'ignore', 'pipe'] });
  for await (const line of createInterface(display.stdio[3] as Readable)) return { display, name: `:${line}` };
  throw new Error(`${command} did not start.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
