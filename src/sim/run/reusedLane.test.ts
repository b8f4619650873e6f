/** What a run takes over from the one before it, and that it is the same as if it were computed again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runToEnd } from '../slices.ts';
import { planInSlices, type Plan } from './plan.ts';
import type { Run } from './runLanes.ts';
import { simulate, simulateToEnd } from './simulate.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { planOfDocument } from './testing.ts';

const OPEN = { kind: 'poisson', to: 20, rate: 8, keys: { count: 3, share: 'even' } };
const CLIENTS = { kind: 'clients', count: 3, rate: 1, retry: { strategy: 'backoff' }, maxTries: 4 };
const BASE = {
  policy: { n: 5, T: 4 },
  duration: 20,
  traffic: [OPEN],
  lanes: [
    { limiter: 'fixed-window' },
    { limiter: 'sliding-counter', policy: { n: 3 } },
    { limiter: 'leaky-queue', policy: { n: 4, T: 2 } },
    { limiter: 'redis-incr', policy: { n: 4, T: 2 } },
  ],
};

function planAfter(previous: Plan | null, document: object): Plan {
  const planResult = runToEnd(planInSlices(scenarioOf(document), null, previous));
  if (!planResult.ok) throw new TypeError('refused');
  return planResult.plan;
}

function runAfter(previous: Run | null, document: object): Run {
  return runToEnd(simulate(planAfter(previous?.plan ?? null, document), null, previous));
}

const reusedIn = (run: Run, previous: Run): readonly boolean[] =>
  run.lanes.map(({ verdicts }) => previous.lanes.some((lane) => lane.verdicts === verdicts));

it('takes over the arrivals while only the policy changes, and the lanes with a policy of their own', () => {
  const first = runAfter(null, BASE);
  const second = runAfter(first, { ...BASE, policy: { n: 6, T: 4 } });
  expect(second.plan.arrivals).toBe(first.plan.arrivals);
  expect(reusedIn(second, first)).toEqual([false, true, true, false]);
  // Found again in another place and under another name.
  const { lanes } = BASE;
  const third = runAfter(second, {
    ...BASE,
    policy: { n: 6, T: 4 },
    lanes: [{ ...lanes[2], label: 'Queue' }, lanes[0]],
  });
  expect(reusedIn(third, second)).toEqual([true, true]);
  expect(third.lanes.map(({ plan }) => [plan.label, plan.laneIndex])).toEqual([
    ['Queue', 0],
    ['Fixed window', 1],
  ]);
});

it('takes over nothing that may have changed', () => {
  const first = runAfter(null, BASE);
  const changes = [{ seed: 2 }, { duration: 21 }, { traffic: [{ ...OPEN, rate: 9 }] }, { traffic: [OPEN, CLIENTS] }];
  for (const change of changes) {
    const other = runAfter(first, { ...BASE, ...change });
    expect(other.plan.arrivals).not.toBe(first.plan.arrivals);
    expect(reusedIn(other, first)).toEqual([false, false, false, false]);
  }
  const edition = { ...BASE, lanes: [{ limiter: 'sliding-counter', edition: 'published', policy: { n: 3 } }] };
  expect(reusedIn(runAfter(first, edition), first)).toEqual([false]);
  expect(reusedIn(runAfter(first, { ...BASE, epoch: 7 }), first)).toEqual([false, false, false, false]);
});

it('takes over no lane of another limiter, or with other options, though the policy is the same', () => {
  const policy = { n: 4, T: 2 };
  const lane = { limiter: 'nginx-limit-req', policy, options: { burst: 2 } };
  const first = runAfter(null, { ...BASE, lanes: [lane] });
  for (const other of [
    { limiter: 'gcra', policy },
    { ...lane, options: { burst: 3 } },
  ])
    expect(reusedIn(runAfter(first, { ...BASE, lanes: [other] }), first)).toEqual([false]);
  expect(reusedIn(runAfter(first, { ...BASE, lanes: [lane] }), first)).toEqual([true]);
});

/** Without the plans of schemes, which hold functions. */
const resultsOf = ({ lanes }: Run) =>
  lanes.map(({ plan: { label, policy }, ...results }) => ({ label, policy, results }));

it('takes over no lane of a limiter that differs in nothing but its rule', () => {
  // Neither has options.
  const [window, counter] = ['fixed-window', 'sliding-counter'].map((limiter) => ({ limiter, policy: { n: 4, T: 2 } }));
  const first = runAfter(null, { ...BASE, lanes: [window] });
  const second = runAfter(first, { ...BASE, lanes: [counter] });
  expect(reusedIn(second, first)).toEqual([false]);
  expect(second.lanes[0]?.verdicts).not.toEqual(first.lanes[0]?.verdicts);
});

it('gives the same run as one that begins anew, whatever changes', () => {
  const documents = fc.record({
    policy: fc.record({ n: fc.constantFrom(3, 5), T: fc.constantFrom(2, 4) }),
    seed: fc.constantFrom(1, 1, 1, 2),
    traffic: fc.constantFrom([OPEN], [OPEN], [OPEN, CLIENTS]),
    lanes: fc.shuffledSubarray(BASE.lanes),
    duration: fc.constantFrom(20, 20, 30),
  });
  fc.assert(
    fc.property(fc.array(documents, { minLength: 2, maxLength: 6 }), (edits) => {
      let run: Run | null = null;
      for (const document of edits) {
        run = runAfter(run, document);
        expect(resultsOf(run)).toEqual(resultsOf(simulateToEnd(planOfDocument(document))));
      }
    }),
    { seed: 20_261_121, numRuns: 30 },
  );
});
