/** The thread of a worker, as what runs in it sees it. */
import type { Sandbox } from '../sim/index.ts';
import type { SlicingThread } from './slicing.ts';

const { port1: sender, port2: receiver } = new MessageChannel();
receiver.start();

export const thread: SlicingThread = {
  // Unlike a timer, a message to itself is not delayed by 4 ms.
  yieldToMessages: () =>
    new Promise((resolve) => {
      receiver.addEventListener('message', () => resolve(), { once: true });
      sender.postMessage(null);
    }),
  now: () => performance.now(),
};

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
