/** Starts a worker's helpers. */
import type { MessageAboutHelpers, MessageToHelper } from './protocol.ts';

/** The part of a `Worker` that is used. */
interface HelpedWorker {
  postMessage(message: MessageAboutHelpers | MessageToHelper, transfer?: Transferable[]): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: { preventDefault?(): void }) => void): void;
  terminate(): void;
}

/**
 * Starts more workers of the same file, each of which the worker reaches over a port. Those that are lost are not started
 * again: it does without them.
 * @returns ends them
 */
export function startHelpers(worker: HelpedWorker, start: () => HelpedWorker, count: number): () => void {
  let helpers: readonly HelpedWorker[] = [];
  const end = (): void => {
    for (const helper of helpers) helper.terminate();
    helpers = [];
  };
  helpers = Array.from({ length: count }, () => {
    const helper = start();
    const { port1, port2 } = new MessageChannel();
    for (const type of ['error', 'messageerror'] as const) {
      helper.addEventListener(type, (event) => {
        event.preventDefault?.();
        if (!helpers.includes(helper)) return;
        end();
        worker.postMessage({ kind: 'helpers-lost' });
      });
    }
    helper.postMessage({ kind: 'serve', port: port1 }, [port1]);
    worker.postMessage({ kind: 'helper', port: port2 }, [port2]);
    return helper;
  });
  return end;
}
