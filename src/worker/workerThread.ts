/** The thread of a worker, as what runs in it sees it. */
import type { Sandbox } from '../sim/index.ts';
import { loadPart } from './loadPart.ts';
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
export function loadSandbox(onWork: () => void, withLua: boolean): Promise<Sandbox> {
  const load = () => import('../sandbox/index.ts');
  return loadPart('The sandbox for scripts', load, (sandbox) => sandbox.loadSandbox(onWork, withLua), onWork);
}
