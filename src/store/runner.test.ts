import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ChartQuery } from '../sim/index.ts';
import type { SimulateResult, SimulationClient } from '../worker/simulationClient.ts';
import { DROPPED } from '../worker/workerClient.ts';
import type { Recordings } from './recordings.ts';
import { scenarioOf } from '../sim/index.ts';
import { createRunner, type RunnerEvents, type SimulateQuestion } from './runner.ts';

const questionFor = (n: number): SimulateQuestion => ({
  scenario: scenarioOf({ policy: { n, T: 1 } }),
  query: {} as ChartQuery,
});

/** A worker that answers when it is told to, and drops what is replaced, as ours does. */
function heldWorker() {
  const asked: { n: number; answer: (result: SimulateResult | typeof DROPPED) => void }[] = [];
  const ask = (_: 'simulate', { scenario }: SimulateQuestion) =>
    new Promise<SimulateResult | typeof DROPPED>((answer) => {
      asked.at(-1)?.answer(DROPPED);
      asked.push({ n: scenario.policy.n, answer });
    });
  const finished = vi.fn<RunnerEvents['finished']>();
  let painted = (): void => undefined;
  const paint = new Promise<void>((resolve) => (painted = resolve));
  const runner = createRunner(
    { ask } as unknown as SimulationClient,
    {} as Recordings,
    {
      started: () => undefined,
      finished,
      failed: ({ message }) => expect.unreachable(message),
    },
    { painted: () => paint },
  );
  return {
    runner,
    paint: async () => {
      painted();
      await paint;
    },
    askedFor: () => asked.map(({ n }) => n),
    finish: async () => {
      asked.at(-1)?.answer({ ok: true } as SimulateResult);
      await vi.waitFor(() => expect(finished).toHaveBeenCalled());
      return finished.mock.lastCall?.[0].scenario.policy.n;
    },
  };
}

describe('a scenario that is newer than the run under way', () => {
  it('waits for it, so that the charts follow a drag, and only the newest does', async () => {
    const { runner, askedFor, finish } = heldWorker();
    for (const n of [1, 2, 3]) runner.run(questionFor(n));
    expect(askedFor()).toEqual([1]);
    expect(await finish()).toBe(1);
    expect(askedFor()).toEqual([1, 3]);
  });

  it('waits, while the hand is down, until what it waited for is painted', async () => {
    const { runner, askedFor, finish, paint } = heldWorker();
    runner.hold();
    for (const n of [1, 2]) runner.run(questionFor(n));
    await finish();
    runner.run(questionFor(3));
    expect(askedFor()).toEqual([1]);
    await paint();
    expect(askedFor()).toEqual([1, 3]);
  });

  it('waits for paint no longer than until the hand lets go', async () => {
    const { runner, askedFor, finish } = heldWorker();
    runner.hold();
    for (const n of [1, 2]) runner.run(questionFor(n));
    await finish();
    expect(askedFor()).toEqual([1]);
    runner.letGo();
    expect(askedFor()).toEqual([1, 2]);
  });

  it('waits for no paint after a second press, either, once that has been let go of', async () => {
    const { runner, askedFor, finish } = heldWorker();
    runner.hold();
    for (const n of [1, 2]) runner.run(questionFor(n));
    runner.letGo();
    runner.hold();
    runner.run(questionFor(3));
    expect(await finish()).toBe(2);
    expect(askedFor()).toEqual([1, 2]);
    runner.letGo();
    expect(askedFor()).toEqual([1, 2, 3]);
  });

  it('waits for paint no longer than for a run: a hidden page is not painted', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { runner, askedFor, finish } = heldWorker();
    runner.hold();
    for (const n of [1, 2]) runner.run(questionFor(n));
    await finish();
    expect(askedFor()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(250);
    expect(askedFor()).toEqual([1, 2]);
  });

  it('runs at once when the hand lets go, and the older one is never shown', async () => {
    const { runner, askedFor, finish } = heldWorker();
    for (const n of [1, 2, 3]) runner.run(questionFor(n));
    runner.letGo();
    expect(askedFor()).toEqual([1, 3]);
    expect(await finish()).toBe(3);
  });

  it('does not end a run that letting go has started: quick clicks would show nothing', async () => {
    const { runner, askedFor, finish } = heldWorker();
    for (const n of [1, 2, 3]) {
      runner.run(questionFor(n));
      runner.letGo();
    }
    expect(askedFor()).toEqual([1, 2]);
    expect(await finish()).toBe(2);
    expect(askedFor()).toEqual([1, 2, 3]);
  });

  it('is not run twice: where nothing waits, letting go does nothing', () => {
    const { runner, askedFor } = heldWorker();
    runner.letGo();
    runner.run(questionFor(1));
    runner.letGo();
    runner.run(questionFor(2));
    runner.letGo();
    runner.letGo();
    expect(askedFor()).toEqual([1, 2]);
  });
});
