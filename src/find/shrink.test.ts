import { expect, it } from 'vitest';
import { runToEnd } from '../sim/engine.ts';
import { SECOND } from '../sim/index.ts';
import type { Question } from './question.ts';
import { showing, shrink, type Shown } from './shrink.ts';
import { contenderById, policyOf } from './testing.ts';

/** Whether there are two requests, the first of them at 5 s. */
const question = (anyOrder: boolean): Question => ({
  contenders: [contenderById('sliding-log', policyOf(9, 10))],
  windows: [],
  keys: 1,
  anyOrder,
  costs: false,
  sought: 'two requests',
  shows: ({ requests: [first, second] }) =>
    first?.at === 5 * SECOND && second !== undefined ? { sequel: [], fact: 'There are two' } : null,
});

it.each([
  ['in order of time', false, [5, 5]],
  ['in any order', true, [5, 0]],
])('a traffic that is sought %s stays so when it is made smaller', (_, anyOrder, seconds) => {
  const traffic = [5, 9].map((second) => ({ at: second * SECOND, key: 0, cost: 1 }));
  const asked = question(anyOrder);
  const shown = runToEnd(shrink(asked, showing(asked, traffic) as Shown, [0]));
  expect(shown.traffic.map(({ at }) => at / SECOND)).toEqual(seconds);
});
