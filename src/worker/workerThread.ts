/** The thread of a worker, as what runs in it sees it. */
import type { Sandbox } from '../sim/index.ts';

const { port1: sender, port2: receiver } = new MessageChannel();
receiver.start();

/** Resolves after messages that have arrived meanwhile have been handled. Unlike a timer, it does not wait for 4 ms. */
export function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    receiver.addEventListener('message', () => resolve(), { once: true });
    sender.postMessage(null);
  });
}

/** @param onWork called several times a second while a script runs, and once a second until the sandbox is there */
export async function loadSandbox(onWork: () => void): Promise<Sandbox> {
  const timer = setInterval(onWork, 1_000);
  try {
    const sandbox = await import('../sandbox/index.ts').catch(explainMissing);
    return await sandbox.loadSandbox(onWork);
  } finally {
    clearInterval(timer);
  }
}

function explainMissing(cause: unknown): never {
  throw new Error(
    'the sandbox for scripts could not be loaded: there is no network, or a new version of Spillway has taken its place',
    { cause },
  );
}
