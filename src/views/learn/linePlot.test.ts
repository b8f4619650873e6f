import { expect, test } from 'vitest';
import { runToEnd, stepAnswers } from '../../sim/engine.ts';
import { answersFrom, handoutQuestions } from '../../store/learning/handout.ts';
import { openBuiltIn } from '../../store/learning/openLesson.ts';
import { curvePath, everyText, linePlot, lineTimes, type LineOf } from './linePlot.ts';

const BOX = { left: 40, right: 280, top: 0, bottom: 100 };

test('what comes at once and leaves at once is drawn as a step, at its own instant', async () => {
  const { steps } = (await openBuiltIn('every-request'))!;
  const answers = answersFrom(steps, runToEnd(stepAnswers(handoutQuestions(steps))));
  const index = steps.findIndex((step) => step.bet?.kind === 'line');
  const bet = steps[index]!.bet as LineOf;
  const { curve } = answers[index]!.bet!;
  const plot = linePlot(bet, 10, curve, BOX);
  // 10 px a second and 5 px an entry: from 0 to 10 entries at 2 s, and from 10 to 1 at 12 s.
  const path = curvePath(curve!, plot);
  expect(path).toContain('60,100 60,50 ');
  expect(path).toContain('159.99999,50 160,100 160,95 ');
  expect(plot.ticks.times.map(({ label }) => label)).toEqual(['0', '10', '20 s']);
  expect(plot.ticks.values.map(({ label }) => label)).toEqual(['0', 'n 10', '20']);
  expect(lineTimes(bet)).toHaveLength(bet.points);
  expect(everyText(bet)).toBe('every 2 s');
});
