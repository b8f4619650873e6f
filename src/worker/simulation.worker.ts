/** The worker's entry point: runs the simulator in its own thread. */
import type { MessageAboutHelpers, MessageToHelper, MessageToWorker } from './protocol.ts';
import { serveTasks } from './helper.ts';
import { prepareLanes } from './laneTasks.ts';
import { createSimulator } from './simulator.ts';
import { loadSandbox, thread } from './workerThread.ts';

const handleMessage = createSimulator({
  ...thread,
  loadSandbox,
  send: (message, transfer) => postMessage(message, { transfer }),
});

addEventListener('message', ({ data }: MessageEvent<MessageToWorker | MessageAboutHelpers | MessageToHelper>) => {
  if (data.kind === 'serve') serveTasks(data.port, thread, prepareLanes());
  else void handleMessage(data);
});
