/** The worker's entry point: runs the simulator in its own thread. */
import type { MessageToWorker } from './protocol.ts';
import { createSimulator } from './simulator.ts';

const { port1: sender, port2: receiver } = new MessageChannel();
receiver.start();

const handleMessage = createSimulator({
  send: (message, transfer) => postMessage(message, { transfer }),
  // Unlike a timer, a message to itself is not delayed by 4 ms.
  yieldToMessages: () =>
    new Promise((resolve) => {
      receiver.addEventListener('message', () => resolve(), { once: true });
      sender.postMessage(null);
    }),
  now: () => performance.now(),
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

addEventListener('message', ({ data }: MessageEvent<MessageToWorker>) => {
  void handleMessage(data);
});
