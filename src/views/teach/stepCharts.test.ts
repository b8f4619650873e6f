import { expect, it } from 'vitest';
import { readLesson, type JsonObject, type LessonStep, type ReadStep } from '../../sim/index.ts';
import { stepCharts } from './stepCharts.ts';

const RUN: JsonObject = { lanes: [{ limiter: 'token-bucket' }, { limiter: 'sliding-log' }] };
const LINE = { kind: 'line', question: 'Draw it.', lane: 1, curve: 'windowCount', from: 0, to: 10, points: 5 } as const;

function chartsOf(step: LessonStep): unknown {
  const { steps } = readLesson({ steps: [step] } as unknown as JsonObject, RUN);
  const { charts, shown } = stepCharts(steps[0] as ReadStep);
  return { charts, lanes: shown === null ? 'all' : [...shown] };
}

it.each<[string, LessonStep, readonly string[], 'all' | readonly number[]]>([
  ['a step about nothing of a lane', { text: 'Look.', lit: ['policy'] }, ['decisions'], 'all'],
  ['a lane that is lit', { text: 'Look.', lit: ['lane:1'] }, ['decisions'], [1]],
  ['a chart that is lit', { text: 'Look.', lit: ['level:0'] }, ['level'], [0]],
  ['a line to draw', { text: 'Look.', bet: LINE }, ['count'], 'all'],
  ['a state that is lit', { text: 'Look.', lit: ['state:0'] }, ['level', 'decisions'], 'all'],
  ['a chart that the words name', { text: 'Look.', after: 'Its [level](level:0).' }, ['level', 'decisions'], 'all'],
  [
    'a level that is bet on',
    { text: 'Look.', bet: { kind: 'number', question: 'How many?', quantity: { of: 'level', lane: 0, at: 5 } } },
    ['level', 'decisions'],
    'all',
  ],
])('%s', (_, step, charts, lanes) => {
  expect(chartsOf(step)).toEqual({ charts, lanes });
});
