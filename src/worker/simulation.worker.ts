/** The worker: the simulator, wired to a thread of its own. */
import { WATCHDOG_MS } from './simulationClient.ts';
import { createSimulator } from './simulator.ts';
import type { MessageToWorker } from './protocol.ts';

const { port1: sender, port2: receiver } = new MessageChannel();
receiver.start();

const handleMessage = createSimulator({
  send: (message, transfer) => postMessage(message, { transfer }),
  // Unlike a timer, a message to oneself is not held back 4 ms.
  yieldToMessages: () =>
    new Promise((resolve) => {
      receiver.addEventListener('message', () => resolve(), { once: true });
      sender.postMessage(null);
    }),
  now: () => performance.now(),
  // A script is ended, at its line, before the page gives the whole worker up.
  loadSandbox: async () => (await import('../sandbox/index.ts')).loadSandbox(WATCHDOG_MS - 1_500),
});

addEventListener('message', ({ data }: MessageEvent<MessageToWorker>) => {
  void handleMessage(data);
});
