import { expect, it } from 'vitest';
import { nextBelow } from '../sim/engine.ts';
import { makeStream } from '../sim/index.ts';
import { AloneByKey } from './aloneByKey.ts';
import { contenderById, policyOf } from './testing.ts';
import type { Request } from './trial.ts';

const lane = contenderById('sliding-log', policyOf(3, 1));

it('answers as the key alone does, whether requests come or are taken back', () => {
  const random = makeStream(1, 0, 0);
  const alone = new AloneByKey(lane);
  const requests: Request[] = [];
  for (let step = 0; step < 2_000; step++) {
    // As a search walks the tree of all traffics, and begins another.
    requests.length = nextBelow(random, 50) === 0 ? 0 : Math.max(0, requests.length - nextBelow(random, 3));
    const now = requests.at(-1)?.at ?? 0;
    requests.push({ at: now + nextBelow(random, 3) * 200_000, key: nextBelow(random, 2), cost: 1 });
    const { key } = requests.at(-1) as Request;
    const state = lane.init();
    const verdicts = requests.filter((one) => one.key === key).map(({ at, cost }) => lane.decide(state, key, at, cost));
    expect(alone.verdict(requests)).toBe(verdicts.at(-1));
  }
});

it('decides each request of a long traffic once', () => {
  let decisions = 0;
  const alone = new AloneByKey({ ...lane, decide: (...of) => (decisions++, lane.decide(...of)) });
  const requests: Request[] = [];
  for (let number = 0; number < 1_000; number++) {
    requests.push({ at: number, key: number % 2, cost: 1 });
    alone.verdict(requests);
  }
  expect(decisions).toBe(1_000);
});
