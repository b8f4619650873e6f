/** The worker's entry point: runs the simulator in its own thread. */
import type { PortLike } from './helperPool.ts';
import type { MessageAboutHelpers, MessageToHelper, MessageToWorker } from './protocol.ts';
import { loadSystems } from '../sim/index.ts';
import { createSimulator } from './simulator.ts';
import { loadSandbox, thread } from './workerThread.ts';

const handleMessage = createSimulator({
  ...thread,
  loadSandbox,
  send: (message, transfer) => postMessage(message, { transfer }),
});

addEventListener('message', ({ data }: MessageEvent<MessageToWorker | MessageAboutHelpers | MessageToHelper>) => {
  if (data.kind === 'serve') void serve(data.port);
  else void handleMessage(data);
});

/**
 * A helper plans what it is sent at once, and may be sent a lane of any limiter: it has all of them before it says it is
 * there. One that cannot load never says so, and the run goes on without it.
 */
async function serve(port: PortLike): Promise<void> {
  const [{ serveTasks }, { prepareLanes }] = await Promise.all([
    import('./helper.ts'),
    import('./laneTasks.ts'),
    loadSystems(),
  ]);
  serveTasks(port, thread, prepareLanes());
}
