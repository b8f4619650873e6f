/** The words of a handout, from the runs of its steps to the paragraphs of its last page. */
import { describe, expect, it } from 'vitest';
import { runToEnd, stepAnswers } from '../../sim/engine.ts';
import { scenarioOf } from '../../sim/index.ts';
import { answersFrom, handoutQuestions } from '../../store/learning/handout.ts';
import { openBuiltIn, openOwn } from '../../store/learning/openLesson.ts';
import { answerParagraphs, blankLabel, paragraphsOf, setupItems } from './handoutText.ts';

const BURST = {
  policy: { n: 4, T: 10 },
  traffic: [{ kind: 'burst', at: 5, count: 10 }],
  lanes: [{ limiter: 'token-bucket' }],
  duration: 20,
};
const ADMITTED = { of: 'admitted', lane: 0 };
const is = (value: number): object => ({ quantity: ADMITTED, at: 'exactly', value });

/** Of a lesson over the burst with one step. */
function answerTo(step: object, document: object = BURST): readonly string[] {
  const { steps } = openOwn(scenarioOf({ ...document, lesson: { steps: [{ text: 'Ten come.', ...step }] } }))!;
  const answers = answersFrom(steps, runToEnd(stepAnswers(handoutQuestions(steps))));
  return answerParagraphs(steps[0]!, answers[0]!);
}

const bet = (rest: object): object => ({ bet: { question: 'How many?', ...rest } });

describe('an answer', () => {
  it.each<[string, object, readonly string[]]>([
    ['number', bet({ kind: 'number', quantity: ADMITTED }), ['The answer is 4.']],
    [
      'number that need not be exact',
      bet({ kind: 'number', quantity: ADMITTED, within: 2 }),
      ['The answer is 4. An answer within 2 is right.'],
    ],
    ['time', bet({ kind: 'time', quantity: { of: 'firstDenialAt', lane: 0 } }), ['The answer is 5 s.']],
    [
      'time that never comes',
      bet({ kind: 'time', quantity: { of: 'firstDenialAt', lane: 0, from: 6 } }),
      ['The answer is never.'],
    ],
    [
      'choice',
      bet({
        kind: 'choice',
        options: [
          { text: 'Three', when: [is(3)] },
          { text: 'Four', when: [is(4)] },
        ],
      }),
      ['The answer is “Four”.'],
    ],
    [
      'choice of which none holds',
      bet({ kind: 'choice', options: [{ text: 'Three', when: [is(3)] }, { text: 'I cannot tell' }] }),
      ['None of these is right.'],
    ],
    [
      'line',
      bet({ kind: 'line', lane: 0, curve: 'windowCount', from: 0, to: 20, points: 3 }),
      ['It is 0 at 0 s, 4 at 10 s and 0 at 20 s.'],
    ],
    [
      'task',
      { task: { prompt: 'Let six pass.', until: [is(6)], solution: { policy: { n: 6, capacity: 6 } } } },
      ['One way to do it: set n to 6 and the capacity to 6.', 'Lane 1: exactly 6 admitted. Result: 6.'],
    ],
    [
      'task on traffic and lanes',
      {
        task: {
          prompt: 'Let two pass.',
          until: [is(2)],
          solution: {
            traffic: [{ kind: 'burst', at: 5, count: 2 }],
            lanes: [{ limiter: 'fixed-window', policy: { n: 3 } }],
          },
        },
      },
      [
        'One way to do it: traffic: burst, 2 at 5 s; lanes: 1 Fixed window (own n 3).',
        'Lane 1: exactly 2 admitted. Result: 2.',
      ],
    ],
  ])('to a %s is that of the run', (_, step, expected) => expect(answerTo(step)).toEqual(expected));

  it('ends with what the lesson says to it, without markup', () =>
    expect(
      answerTo({ ...bet({ kind: 'number', quantity: ADMITTED }), after: 'As **many**.\n\nSee [it](lane:0).' }),
    ).toEqual(['The answer is 4.', 'As many.', 'See it.']));

  it('is of the run of its own step, whatever the others change', () => {
    const scenario = scenarioOf({
      ...BURST,
      lesson: {
        steps: [2, 7].map((n) => ({
          text: 'Ten come.',
          change: { policy: { n } },
          ...bet({ kind: 'number', quantity: ADMITTED }),
        })),
      },
    });
    const { steps } = openOwn(scenario)!;
    const answers = answersFrom(steps, runToEnd(stepAnswers(handoutQuestions(steps))));
    expect(steps.map((step, index) => answerParagraphs(step, answers[index]!))).toEqual([
      ['The answer is 2.'],
      ['The answer is 7.'],
    ]);
  });

  it('is no line where its lane cannot run', () =>
    expect(
      answerTo(bet({ kind: 'line', lane: 0, curve: 'level', from: 0, to: 20, points: 3 }), {
        ...BURST,
        policy: { n: 999_983, T: 2_591_999.999_999 },
        lanes: [{ limiter: 'gcra' }],
      }),
    ).toEqual(['The lane did not run, so it has no line.']));

  it('says so where the step cannot be run: a script has no sandbox here', () =>
    expect(
      answerTo(bet({ kind: 'number', quantity: ADMITTED }), {
        ...BURST,
        traffic: [{ kind: 'script', code: 'at(1);' }],
      }),
    ).toEqual(['This step cannot be run for the handout.']));
});

it('of window-edge is there for every question of the lesson', async () => {
  const { steps } = (await openBuiltIn('window-edge'))!;
  const answers = answersFrom(steps, runToEnd(stepAnswers(handoutQuestions(steps))));
  const asked = steps.flatMap((step, index) =>
    step.bet === undefined && step.task === undefined ? [] : [answerParagraphs(step, answers[index]!)[0]],
  );
  expect(asked).toMatchInlineSnapshot(`
    [
      "The answer is “20: the count starts again at the edge”.",
      "One way to do it: traffic: steady, 10 a second, 9 s to 9.95 s | steady, 10 a second, 9.85 s to 10.8 s.",
      "The answer is 200.",
      "The answer is 19 s. An answer within 0.5 s is right.",
      "One way to do it: set n to 5.",
      "One way to do it: 4 requests at 7 s, 7 s, 7 s and 10 s.",
    ]
  `);
});

it('each step names its limit, traffic, lanes and cluster where they are new', () => {
  const step = { text: 'Ten come.' };
  const traffic = [...BURST.traffic, { kind: 'steady', from: 8, to: 12, rate: 1 }];
  const { steps } = openOwn(
    scenarioOf({
      ...BURST,
      cluster: { nodes: 2 },
      lesson: {
        steps: [
          step,
          step,
          { ...step, change: { traffic } },
          { ...step, change: { policy: { n: 6, T: 10, capacity: 8 }, traffic: [] } },
        ],
      },
    }),
  )!;
  expect(steps.map((one, index) => setupItems(one, steps[index - 1]))).toEqual([
    [
      'Limit: 4 requests per 10 s',
      'Traffic: burst, 10 at 5 s',
      'Lanes: 1 Token bucket',
      'Cluster: 2 nodes, 1 ms each way, requests to each in turn',
    ],
    [],
    ['Traffic: burst, 10 at 5 s; steady, 1 a second, 8 s to 12 s'],
    ['Limit: 6 requests per 10 s, capacity 8', 'Traffic: none'],
  ]);
});

it('blanks say what is to be written, and text stands without markup', () => {
  const question = 'How many?';
  expect(blankLabel({ kind: 'time', question, quantity: { of: 'firstDenialAt', lane: 0 } })).toBe('Your time, s');
  expect(blankLabel({ kind: 'number', question, quantity: { of: 'refused', lane: 0 } })).toBe('Your number, %');
  expect(blankLabel({ kind: 'number', question, quantity: { of: 'waitMax', lane: 0 } })).toBe('Your number, s');
  expect(blankLabel({ kind: 'number', question, quantity: { of: 'bytesPerKey', lane: 0 } })).toBe('Your number, bytes');
  expect(blankLabel({ kind: 'number', question, quantity: { of: 'admitted', lane: 0 } })).toBe('Your number');
  expect(paragraphsOf('A **limit** of [one lane](lane:0).\n\nThen.')).toEqual(['A limit of one lane.', 'Then.']);
});
