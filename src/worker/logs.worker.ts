/** The entry point of the worker that reads logs, in a thread of its own so that runs go on meanwhile. */
import { createLogsReader } from './logsReader.ts';
import type { MessageToLogsWorker } from './logsProtocol.ts';

const { port1: sender, port2: receiver } = new MessageChannel();
receiver.start();

const handleMessage = createLogsReader({
  send: (message) => postMessage(message),
  now: () => performance.now(),
  // Unlike a timer, a message to itself is not delayed by 4 ms.
  yieldToMessages: () =>
    new Promise((resolve) => {
      receiver.addEventListener('message', () => resolve(), { once: true });
      sender.postMessage(null);
    }),
});

addEventListener('message', ({ data }: MessageEvent<MessageToLogsWorker>) => {
  void handleMessage(data);
});
