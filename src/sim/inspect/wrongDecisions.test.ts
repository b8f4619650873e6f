import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planOfDocument } from '../run/testing.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { isDenied } from '../verdict.ts';
import { openSession } from './session.ts';

const LANES = [{ limiter: 'fixed-window' }, { limiter: 'leaky-queue' }];

it('goes through all wrong decisions of a label, in order, from anywhere, and begins again', () => {
  const instants = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(
      instants,
      instants,
      instants,
      fc.constantFrom('good' as const, 'bad' as const),
      fc.integer({ min: 0, max: 21 }),
      (good, bad, other, label, second) => {
        const traffic = [
          { kind: 'times', at: good, key: 'shop', label: 'good' },
          { kind: 'times', at: bad, key: 'crawler', label: 'bad' },
          { kind: 'times', at: other, key: 'unknown' },
        ];
        const run = simulateToEnd(planOfDocument({ policy: { n: 2, T: 10 }, duration: 21, traffic, lanes: LANES }));
        const session = openSession(run);
        const { arrivals, verdicts } = run.lanes[0]!;
        const entry = label === 'good' ? 0 : 1;
        const wrong = [...verdicts.keys()].filter(
          (i) => arrivals.entry[i] === entry && isDenied(verdicts[i]!) === (label === 'good'),
        );
        const counts = runToEnd(session.fairness({ lane: 0, from: 0, to: 21e6, columns: 1, maxKeys: 1 })).lanes[0]!
          .byLabel!;
        expect(wrong).toHaveLength(label === 'good' ? counts.good.denied : counts.bad.admitted);
        // From the playhead, then from each to the next, once around.
        const at = second * 1e6;
        const found: number[] = [];
        let next = session.nextWrong({ lane: 0, label }, at, null);
        while (next !== null && found.length <= wrong.length) {
          expect(next.at).toBe(arrivals.at[next.request]);
          found.push(next.request);
          next = session.nextWrong({ lane: 0, label }, next.at, { lane: 0, request: next.request });
        }
        const isLater = (i: number): boolean => arrivals.at[i]! > at || (at === 0 && arrivals.at[i] === 0);
        const around = [...wrong.filter(isLater), ...wrong.filter((i) => !isLater(i))];
        expect(found).toEqual(wrong.length === 0 ? [] : [...around, around[0]]);
      },
    ),
    { seed: 20_261_127, numRuns: 200 },
  );
});

it('finds none where no traffic has a label', () => {
  const traffic = [{ kind: 'burst', at: 1, count: 5 }];
  const session = openSession(simulateToEnd(planOfDocument({ policy: { n: 2, T: 10 }, traffic, lanes: LANES })));
  expect(session.nextWrong({ lane: 0, label: 'good' }, 0, null)).toBeNull();
});

it('finds a key’s first refusal from an instant on, among requests of others at that instant', () => {
  const traffic = [
    { kind: 'times', at: [1, 1, 1, 5], key: 'shop' },
    { kind: 'times', at: [1, 1, 1, 5], key: 'crawler' },
  ];
  const session = openSession(simulateToEnd(planOfDocument({ policy: { n: 2, T: 10 }, traffic, lanes: LANES })));
  expect(session.nextRefusal(0, 'shop', 1e6)).toEqual({ request: 2, at: 1e6 });
  expect(session.nextRefusal(0, 'crawler', 1e6)).toEqual({ request: 5, at: 1e6 });
  expect(session.nextRefusal(0, 'crawler', 1e6 + 1)).toEqual({ request: 7, at: 5e6 });
  expect(session.nextRefusal(0, 'crawler', 5e6 + 1)).toBeNull();
  expect(session.nextRefusal(0, 'unknown', 0)).toBeNull();
});
