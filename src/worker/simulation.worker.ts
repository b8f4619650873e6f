/** The worker: the simulator, wired to a thread of its own. */
import { SILENCE_MS } from './client.ts';
import { createSimulator } from './simulator.ts';
import type { Request } from './protocol.ts';

const { port1: doorbell, port2: porch } = new MessageChannel();
porch.start();

const hear = createSimulator({
  send: (reply, transfer) => postMessage(reply, { transfer }),
  // Unlike a timer, a message to oneself is not held back 4 ms.
  otherMessages: () =>
    new Promise((resolve) => {
      porch.addEventListener('message', () => resolve(), { once: true });
      doorbell.postMessage(null);
    }),
  now: () => performance.now(),
  // A script is ended, at its line, before the page gives the whole worker up.
  loadSandbox: async () => (await import('../sandbox/index.ts')).loadSandbox(SILENCE_MS - 1_500),
});

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  void hear(data);
});
