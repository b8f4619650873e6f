/** The other end of a helper's port: does the tasks that are dealt out to it, one after another, in slices. */
import type { HelperReply, PoolMessage, PortLike } from './helperPool.ts';
import { driveSlices, type SlicingThread } from './slicing.ts';
import { buffersIn } from './transferables.ts';

/** Prepares for a context; returns what does a task about it, and yields its progress. */
type Prepare = (context: never) => StartTask | Promise<StartTask>;
type StartTask = (task: never) => Generator<number, unknown>;

/** Results are handed over with their buffers: a task must not keep them. */
export function serveTasks(port: PortLike, thread: SlicingThread, prepare: Prepare): void {
  let cancelledThrough = 0;
  let prepared: Promise<StartTask> | null = null;
  let last = Promise.resolve();

  const send = (reply: HelperReply<unknown>): void => {
    port.postMessage(reply, reply.kind === 'result' ? buffersIn(reply.result) : []);
  };
  const run = async (id: number, start: () => Promise<Generator<number, unknown>>): Promise<void> => {
    const isWanted = (): boolean => id > cancelledThrough;
    if (!isWanted()) return;
    try {
      const result = await driveSlices(thread, await start(), (done) => send({ kind: 'progress', id, done }), isWanted);
      if (result !== undefined) send({ kind: 'result', id, result });
    } catch {
      send({ kind: 'failed', id });
    }
  };

  port.addEventListener('message', ({ data }) => {
    const message = data as PoolMessage<unknown, unknown>;
    if (message.kind === 'cancel') cancelledThrough = message.through;
    else if (message.kind === 'context') {
      const { context } = message;
      prepared = (async () => prepare(context as never))();
      prepared.catch(() => undefined); // each of its tasks fails with it
    } else {
      const { id, task } = message;
      const inContext = prepared;
      last = last.then(() =>
        run(id, async () => {
          if (inContext === null) throw new TypeError('a task came before its context');
          return (await inContext)(task as never);
        }),
      );
    }
  });
  port.start();
  send({ kind: 'ready' });
}
