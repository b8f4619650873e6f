/** The lesson that has learners guess the shortest traffic says what the finder finds. */
import { expect, it } from 'vitest';
import { contenderAt, type Contender } from './find/index.ts';
import { find } from './find/finder.ts';
import { differ } from './find/question.ts';
import { steps } from './lessons/windowEdge.ts';
import { scenarioOf } from './sim/index.ts';

it('needs as few requests as its solution has, and not one less', () => {
  const { document, task } = steps.at(-1)!;
  const scenario = scenarioOf(document);
  const lanes = [0, 1].map((lane) => contenderAt(scenario, lane)) as [Contender, Contender];
  const { found, tried } = find(differ(...lanes), { requests: 4, tries: 0, seed: 1 });
  expect(found?.requests).toHaveLength(4);
  expect(tried.requests).toBe(4);
  expect(task?.solution).toMatchObject({ traffic: [{ at: { length: found?.requests.length } }] });
});
