/** The worker's entry point: runs the simulator in its own thread. */
import { SCRIPT_LIMIT_MS, type MessageToWorker } from './protocol.ts';
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
  async loadSandbox(onWaiting) {
    const timer = setInterval(onWaiting, 1_000);
    try {
      const { loadSandbox } = await import('../sandbox/index.ts');
      return await loadSandbox(SCRIPT_LIMIT_MS);
    } finally {
      clearInterval(timer);
    }
  },
});

addEventListener('message', ({ data }: MessageEvent<MessageToWorker>) => {
  void handleMessage(data);
});
