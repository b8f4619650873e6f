import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WATCHDOG_MS } from './protocol.ts';
import { createSimulationClient, type WorkerLike } from './simulationClient.ts';
import { DROPPED } from './workerClient.ts';
import type { MessageToPage, MessageToWorker } from './protocol.ts';
import { buffersIn } from './transferables.ts';

/** A worker controlled by the test. */
function fakeWorkers() {
  const all: {
    readonly heard: MessageToWorker[];
    say(reply: MessageToPage): void;
    crash(message?: string): void;
    sayUnreadable(): void;
    ended: boolean;
  }[] = [];
  const start = (): WorkerLike => {
    const listeners = new Map<string, (event: never) => void>();
    const mine = {
      heard: [] as MessageToWorker[],
      ended: false,
      say: (reply: MessageToPage) => listeners.get('message')?.({ data: reply } as never),
      crash: (message?: string) => listeners.get('error')?.({ message } as never),
      sayUnreadable: () => listeners.get('messageerror')?.({} as never),
    };
    all.push(mine);
    return {
      postMessage: (message) => mine.heard.push(message as MessageToWorker),
      addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
      terminate: () => {
        mine.ended = true;
      },
    };
  };
  return { all, start };
}

const STEP = { lane: 0, at: 0, selected: null, by: 1 } as const;
const MOMENT = { at: 0, through: null, key: null };
const RUN = {} as never;
const CHART_QUERY = {} as never;

describe('the client', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('starts a worker with the first question and resolves with its answer', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    expect(all).toHaveLength(0);
    const answer = client.ask('step', STEP);
    const [worker] = all;
    expect(worker?.heard).toEqual([{ kind: 'step', id: 1, ...STEP }]);
    worker?.say({ kind: 'answer', to: 'step', id: 1, answer: { request: 3, at: 9 } });
    expect(await answer).toEqual({ request: 3, at: 9 });
  });

  it('keeps one question of a kind pending and one queued: those in between are dropped', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const first = client.ask('snapshot', { ...MOMENT, at: 1 });
    const second = client.ask('snapshot', { ...MOMENT, at: 2 });
    const third = client.ask('snapshot', { ...MOMENT, at: 3 });
    const worker = all[0]!;
    expect(await second).toBe(DROPPED);
    expect(worker.heard).toHaveLength(1);
    worker.say({ kind: 'answer', to: 'snapshot', id: 1, answer: [] });
    expect(await first).toEqual([]);
    expect(worker.heard.map((message) => 'at' in message && message.at)).toEqual([1, 3]);
    worker.say({ kind: 'answer', to: 'snapshot', id: 3, answer: [] });
    expect(await third).toEqual([]);
  });

  it('cancels a charts query for a newer one, once, and lets its replacement finish', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const first = client.ask('charts', CHART_QUERY);
    const second = client.ask('charts', CHART_QUERY);
    const third = client.ask('charts', CHART_QUERY);
    const worker = all[0]!;
    const heard = () => worker.heard.map(({ kind, id }) => `${kind} ${id}`);
    expect(heard()).toEqual(['charts 1', 'cancel 1']);
    worker.say({ kind: 'dropped', id: 1 });
    expect(await first).toBe(DROPPED);
    expect(await second).toBe(DROPPED);
    expect(heard().slice(2)).toEqual(['charts 3']);
    // Other dropped questions have no effect.
    const moments = [client.ask('snapshot', MOMENT), client.ask('snapshot', MOMENT)];
    worker.say({ kind: 'dropped', id: 4 });
    // While the range is dragged there is always a newer one: this one is shown nevertheless.
    const fourth = client.ask('charts', CHART_QUERY);
    const fifth = client.ask('charts', CHART_QUERY);
    expect(heard().slice(3)).toEqual(['snapshot 4', 'snapshot 5']);
    worker.say({ kind: 'answer', to: 'charts', id: 3, answer: 'third' });
    expect(await third).toBe('third');
    expect(await fourth).toBe(DROPPED);
    // The next may be cancelled again.
    const sixth = client.ask('charts', CHART_QUERY);
    expect(heard().slice(5)).toEqual(['charts 7', 'cancel 7']);
    worker.say({ kind: 'dropped', id: 7 });
    worker.say({ kind: 'answer', to: 'charts', id: 8, answer: 'sixth' });
    expect(await fifth).toBe(DROPPED);
    expect(await sixth).toBe('sixth');
    worker.say({ kind: 'answer', to: 'snapshot', id: 5, answer: [] });
    expect(await Promise.all(moments)).toEqual([DROPPED, []]);
  });

  it('may cancel a charts query that has already ended', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const first = client.ask('charts', CHART_QUERY);
    const second = client.ask('charts', CHART_QUERY);
    all[0]?.say({ kind: 'answer', to: 'charts', id: 1, answer: 'first' });
    all[0]?.say({ kind: 'answer', to: 'charts', id: 2, answer: 'second' });
    expect([await first, await second]).toEqual(['first', 'second']);
  });

  it('cancels a difference for a newer one, every time', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const other = { limiter: 'gcra', edition: 'corrected', policy: {}, options: {} } as const;
    const answers = [0, 1, 2].map((lane) => client.ask('difference', { lane, other }));
    const worker = all[0]!;
    worker.say({ kind: 'dropped', id: 1 });
    worker.say({ kind: 'answer', to: 'difference', id: 3, answer: null });
    expect(await Promise.all(answers)).toEqual([DROPPED, DROPPED, null]);
    expect(worker.heard.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'difference 1',
      'cancel 1',
      'cancel 1',
      'difference 3',
    ]);
  });

  it('sends a new run immediately, so that it cancels the old one', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const old = client.ask('simulate', RUN);
    void client.ask('simulate', RUN);
    expect(all[0]?.heard.map(({ id }) => id)).toEqual([1, 2]);
    all[0]?.say({ kind: 'dropped', id: 1 });
    expect(await old).toBe(DROPPED);
  });

  it('rejects with the message of the worker’s error', async () => {
    const { all, start } = fakeWorkers();
    const answer = createSimulationClient(start).ask('step', STEP);
    all[0]?.say({ kind: 'failed', id: 1, message: 'it broke' });
    await expect(answer).rejects.toThrow('it broke');
  });

  it('replaces a worker that is silent for five seconds, drops its questions and sends the next to a new one', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const replaced = vi.fn();
    client.listen({ onProgress: vi.fn(), onWorkerReplaced: replaced });
    const lost = client.ask('simulate', RUN);
    const waiting = [client.ask('step', STEP), client.ask('step', STEP)];
    vi.advanceTimersByTime(WATCHDOG_MS - 1);
    expect(replaced).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(replaced).toHaveBeenCalledExactlyOnceWith('silent', 'no answer for 5 s');
    expect(await lost).toBe(DROPPED);
    expect(await Promise.all(waiting)).toEqual([DROPPED, DROPPED]);
    expect(all[0]?.ended).toBe(true);

    const again = client.ask('step', STEP);
    expect(all).toHaveLength(2);
    // A late message of the old worker is ignored.
    all[0]?.say({ kind: 'answer', to: 'step', id: 4, answer: 'stale' });
    all[1]?.say({ kind: 'answer', to: 'step', id: 4, answer: null });
    expect(await again).toBeNull();
  });

  it('waits no longer for a silent worker because it is asked again', () => {
    const { start } = fakeWorkers();
    const client = createSimulationClient(start);
    const replaced = vi.fn();
    client.listen({ onProgress: vi.fn(), onWorkerReplaced: replaced });
    void client.ask('simulate', RUN);
    vi.advanceTimersByTime(WATCHDOG_MS - 1);
    void client.ask('step', STEP);
    vi.advanceTimersByTime(1);
    expect(replaced).toHaveBeenCalledOnce();
  });

  it('keeps waiting as long as there is progress, and does not watch an idle worker', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const progress = vi.fn();
    const replaced = vi.fn();
    client.listen({ onProgress: progress, onWorkerReplaced: replaced });
    const answer = client.ask('simulate', RUN);
    for (let second = 0; second < 20; second += 4) {
      vi.advanceTimersByTime(4_000);
      all[0]?.say({ kind: 'progress', id: 1, done: second, total: 20 });
    }
    expect(progress).toHaveBeenLastCalledWith(16, 20);
    all[0]?.say({ kind: 'answer', to: 'simulate', id: 1, answer: { ok: false, problems: [] } });
    await answer;
    // A charts query sends only heartbeats.
    const look = client.ask('charts', CHART_QUERY);
    for (let second = 0; second < 20; second += 4) {
      vi.advanceTimersByTime(4_000);
      all[0]?.say({ kind: 'heartbeat', id: 2 });
    }
    expect(progress).toHaveBeenCalledTimes(5);
    all[0]?.say({ kind: 'answer', to: 'charts', id: 2, answer: null });
    expect(await look).toBeNull();
    vi.advanceTimersByTime(10 * WATCHDOG_MS);
    expect(replaced).not.toHaveBeenCalled();
  });

  it('replaces a worker that crashes, and reports its message', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const replaced = vi.fn();
    client.listen({ onProgress: vi.fn(), onWorkerReplaced: replaced });
    const lost = client.ask('step', STEP);
    all[0]?.crash('out of memory');
    expect(replaced).toHaveBeenCalledExactlyOnceWith('crashed', 'out of memory');
    expect(await lost).toBe(DROPPED);
  });

  it('tells a worker whose file did not come from one that crashed, or whose answer cannot be read', () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const replaced = vi.fn();
    client.listen({ onProgress: vi.fn(), onWorkerReplaced: replaced });
    void client.ask('step', STEP);
    all[0]?.crash();
    void client.ask('step', STEP);
    all[1]?.sayUnreadable();
    expect(replaced.mock.calls).toEqual([
      ['unloaded', 'its file could not be loaded'],
      ['crashed', 'its answer could not be read'],
    ]);
  });

  it('can be stopped', async () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start);
    const lost = client.ask('simulate', RUN);
    client.stop();
    expect(await lost).toBe(DROPPED);
    expect(all[0]?.ended).toBe(true);
  });
});

describe('the transferables of a message', () => {
  it('are all of its buffers, once each', () => {
    const shared = new Float64Array(4);
    const other = new Uint8Array(2);
    const found = buffersIn({ a: [shared, shared.subarray(1)], b: { c: other }, d: null, e: 'text' });
    expect(found).toEqual([shared.buffer, other.buffer]);
  });
});

describe('the client’s helpers', () => {
  const helped = () => {
    const { all, start } = fakeWorkers();
    const client = createSimulationClient(start, 2);
    const events = { onProgress: vi.fn(), onWorkerReplaced: vi.fn() };
    client.listen(events);
    void client.ask('step', STEP);
    all[0]?.say({ kind: 'help-wanted', id: 1 });
    return {
      all,
      client,
      events,
      kinds: () => all.map(({ heard }) => heard.map(({ kind }: { kind: string }) => kind)),
    };
  };

  it('start when the worker asks, each with a port to it', () => {
    expect(helped().kinds()).toEqual([['step', 'helper', 'helper'], ['serve'], ['serve']]);
  });

  it('do not start where none are allowed', () => {
    const { all, start } = fakeWorkers();
    void createSimulationClient(start).ask('step', STEP);
    all[0]?.say({ kind: 'help-wanted', id: 1 });
    expect(all).toHaveLength(1);
  });

  it('all end when one is lost, which the worker is told and the user is not', () => {
    const { all, kinds, events } = helped();
    all[2]?.crash('out of memory');
    expect(all.map(({ ended }) => ended)).toEqual([false, true, true]);
    expect(kinds()[0]).toEqual(['step', 'helper', 'helper', 'helpers-lost']);
    all[1]?.crash();
    expect(kinds()[0]).toHaveLength(4);
    expect(events.onWorkerReplaced).not.toHaveBeenCalled();
  });

  it('end with their worker', () => {
    const { all, client } = helped();
    client.stop();
    expect(all.map(({ ended }) => ended)).toEqual([true, true, true]);
  });
});
