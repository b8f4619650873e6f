/** The worker's entry point: runs the simulator in its own thread. */
import type { MessageAboutHelpers, MessageToHelper, MessageToWorker } from './protocol.ts';
import { serveTasks } from './helper.ts';
import { prepareLanes } from './laneTasks.ts';
import { createSimulator } from './simulator.ts';
import type { SlicingThread } from './slicing.ts';

const { port1: sender, port2: receiver } = new MessageChannel();
receiver.start();

const thread: SlicingThread = {
  // Unlike a timer, a message to itself is not delayed by 4 ms.
  yieldToMessages: () =>
    new Promise((resolve) => {
      receiver.addEventListener('message', () => resolve(), { once: true });
      sender.postMessage(null);
    }),
  now: () => performance.now(),
};

const handleMessage = createSimulator({
  ...thread,
  send: (message, transfer) => postMessage(message, { transfer }),
  async loadSandbox(onWork) {
    const timer = setInterval(onWork, 1_000);
    try {
      const sandbox = await import('../sandbox/index.ts').catch(explainMissing);
      return await sandbox.loadSandbox(onWork);
    } finally {
      clearInterval(timer);
    }
  },
});

function explainMissing(cause: unknown): never {
  throw new Error(
    'the sandbox for scripts could not be loaded: there is no network, or a new version of Spillway has taken its place',
    { cause },
  );
}

addEventListener('message', ({ data }: MessageEvent<MessageToWorker | MessageAboutHelpers | MessageToHelper>) => {
  if (data.kind === 'serve') serveTasks(data.port, thread, prepareLanes());
  else void handleMessage(data);
});
