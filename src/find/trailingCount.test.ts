/** Counts that are kept along a traffic, against their definitions, which look at all of it each time. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SECOND } from '../sim/index.ts';
import { searchRandom } from './randomTraffic.ts';
import { contenderById, policyOf } from './testing.ts';
import { mostAroundLast, StillClock } from './trailingCount.ts';

const contender = contenderById('leaky-queue', policyOf(9, 1));
const laneOf = (effects: readonly number[]) => ({ contender, verdicts: [], effects: [...effects] });

const T = 10;

it.each([
  ['exactly T earlier', 0, 1],
  ['less than T earlier', 1, 3],
])(
  'the most within any T around the last request, where two others take effect %s: %d µs, %d permits',
  (_, at, most) => {
    const effects = [at, at, T];
    const requests = effects.map((each) => ({ at: each, key: 0, cost: 1 }));
    expect(mostAroundLast(requests, laneOf(effects), T)).toBe(most);
  },
);

/** Requests in no order, each with the wait that it was told; null where it was refused. */
const traffic = fc.array(
  fc.record({
    at: fc.nat(40),
    cost: fc.integer({ min: 1, max: 3 }),
    wait: fc.option(fc.nat(15), { freq: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);
type Played = typeof traffic extends fc.Arbitrary<infer A> ? A : never;

const effectsOf = (played: Played) => played.map(({ at, wait }) => (wait === null ? Infinity : at + wait));
const requestsOf = (played: Played) => played.map(({ at, cost }) => ({ at, key: 0, cost }));

it('the most within any T around the last request is that of the fullest span that begins with a request', () => {
  fc.assert(
    fc.property(traffic, (played) => {
      const effects = effectsOf(played);
      const last = effects.at(-1) as number;
      const within = (from: number): number =>
        played.reduce((sum, { cost }, i) => sum + (effects[i]! >= from && effects[i]! < from + T ? cost : 0), 0);
      const spans = effects.filter((from) => from <= last && last < from + T).map(within);
      expect(mostAroundLast(requestsOf(played), laneOf(effects), T)).toBe(last === Infinity ? 0 : Math.max(...spans));
    }),
    { seed: 1 },
  );
});

it('a clock that stands still where time steps back runs from the earliest request to the last effect', () => {
  const byDefinition = (played: Played) => {
    const clock = played.map((_, i) => Math.max(...played.slice(0, i + 1).map(({ at }) => at)));
    const ends = played.flatMap(({ wait }, i) => (wait === null ? [] : [clock[i]! + wait]));
    const permits = played.reduce((sum, { cost, wait }) => sum + (wait === null ? 0 : cost), 0);
    return { span: Math.max(...clock, ...ends) - Math.min(...played.map(({ at }) => at)) + 1, permits };
  };
  fc.assert(
    fc.property(traffic, traffic, fc.nat(12), (first, second, kept) => {
      const clock = new StillClock();
      const play = (played: Played, from: number) => {
        for (let length = from + 1; length <= played.length; length++) {
          const some = played.slice(0, length);
          expect(clock.count(requestsOf(some), laneOf(effectsOf(some)))).toEqual(byDefinition(some));
        }
      };
      play(first, 0);
      // Some requests are taken back, and others come in their place.
      const left = first.slice(0, kept);
      play([...left, ...second], left.length);
    }),
    { seed: 1 },
  );
});

it('ends each slice of a search of long random traffics after some thousand requests', () => {
  let requests = 0;

  const question = {
    contenders: [contenderById('fixed-window', policyOf(1_000, 60))],
    windows: [],
    keys: 1,
    anyOrder: false,
    costs: true,
    sought: '',
    shows: () => (requests++, null),
  };
  const slices: number[] = [];
  for (const _ of searchRandom(question, { seed: 1, from: 0, to: 60, costsFrom: 60, latest: 3_600 * SECOND })) {
    slices.push(requests);
    requests = 0;
  }
  expect(slices.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(50_000);
  // A slice ends with a try, which has at most seven crowds of 2,000.
  expect(Math.max(...slices)).toBeLessThan(4_000 + 14_000);
});
