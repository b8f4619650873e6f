/** The worker's entry point: runs the simulator in its own thread. */
import type { MessageAboutHelpers, MessageToHelper, MessageToWorker } from './protocol.ts';
import { loadSystems } from '../sim/index.ts';
import { serveTasks } from './helper.ts';
import type { PortLike } from './helperPool.ts';
import { prepareLanes } from './laneTasks.ts';
import { createSimulator } from './simulator.ts';
import { loadSandbox, thread } from './workerThread.ts';

const handleMessage = createSimulator({
  ...thread,
  loadSandbox,
  send: (message, transfer) => postMessage(message, { transfer }),
});

addEventListener('message', ({ data }: MessageEvent<MessageToWorker | MessageAboutHelpers | MessageToHelper>) => {
  if (data.kind === 'serve') void serveLanes(data.port);
  else void handleMessage(data);
});

/** A helper plans what it is sent at once, and may be sent a lane of any limiter: it has all of them before it says it is there. */
async function serveLanes(port: PortLike): Promise<void> {
  // Without the real systems, only a lane that needs one fails, and says so.
  await loadSystems().catch(() => undefined);
  serveTasks(port, thread, prepareLanes());
}
