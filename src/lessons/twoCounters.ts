/** Lesson 4: two counters in place of a log, and the edge that they do not remove. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

/** The requests of a window, which the next one counts ever less of. */
const firstEight = { kind: 'times', at: [0, 1, 2, 3, 4, 5, 6, 7] };
const fades = {
  is: [exactly('level', 0, 8, { at: 10 }), exactly('level', 0, 4, { at: 15 })],
  on: { change: { traffic: [firstEight] } },
};
const eightAndTwo = [exactly('requests', 0, 8, { to: 10 }), exactly('requests', 0, 2, { from: 10 })];

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'Instead of a log, the [sliding counter](lane:0) keeps two counts: of this window and of the one before. It ' +
      'assumes that the older requests came **evenly**, so when half of this window is over, only half of them still ' +
      'count.',
    document: {
      title: 'A count that fades',
      duration: 20,
      policy: { n: 10, T: 10 },
      traffic: [firstEight, { kind: 'times', at: [11, 12] }],
      lanes: [{ limiter: 'sliding-counter' }],
    },
    view: { at: 12, from: 0, to: 20 },
    lit: ['state:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: '8 requests came before 10 s, and 2 since. How many does it count at 15 s?',
      quantity: { of: 'level', lane: 0, at: 15 },
    },
    after:
      '**6**: 2 came in this window, and of the 8 before them 4 still count. 24 bytes are enough for any n, ' +
      'where the log keeps an instant for each request. And the sum falls smoothly: at the [edge](time:10) there ' +
      'is nothing to see.',
    given: ['before 10 s'],
    claims: [
      { says: 'two counts', is: eightAndTwo },
      { says: '8 requests came before 10 s, and 2 since', is: eightAndTwo },
      { says: 'when half of this window is over, only half of them still count', ...fades },
      { says: 'at 15 s', is: exactly('level', 0, 6, { at: 15 }) },
      { says: '6: 2 came', is: [exactly('level', 0, 6, { at: 15 }), exactly('level', 0, 2, { at: 20 })] },
      { says: 'of the 8 before them 4 still count', ...fades },
      { says: '24 bytes', is: exactly('bytesPerKey', 0, 3 * 8) },
    ],
  },
  {
    text:
      'Back to the edge that fooled the [fixed window](lane:0): 10 requests just before 10 s, and 10 more just ' +
      'after it. The limit is 10 per 10 s.',
    document: {
      title: 'The edge again',
      duration: 24,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'steady', from: 9, to: 9.95, rate: 10 },
        { kind: 'steady', from: 10.05, to: 11, rate: 10 },
      ],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-counter' }],
    },
    view: { at: 10, from: 6, to: 20 },
    lit: ['lane:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'How many of the second ten does the [counter](lane:1) admit?',
      options: [
        { text: 'All 10, like the fixed window', when: [exactly('admitted', 1, 10, { phase: 1 })] },
        { text: 'Half of them', when: [exactly('admitted', 1, 5, { phase: 1 })] },
        { text: 'None, like the log', when: [exactly('admitted', 1, 0, { phase: 1 })] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**None.** At [10.05 s](time:10.05) the first ten still weigh 9.95, and one more would make too many. So is ' +
      'the edge gone? Many say so. Do not believe it yet.',
    given: ['before 10 s', '10 per 10 s'],
    claims: [
      { says: '10 requests just before', is: exactly('requests', 1, 10, { phase: 0, to: 10 }) },
      { says: '10 more just after', is: exactly('requests', 1, 10, { phase: 1, from: 10 }) },
      { says: 'second ten', is: exactly('requests', 1, 10, { phase: 1 }) },
      { says: 'None.', is: exactly('admitted', 1, 0, { phase: 1 }) },
      { says: 'At 10.05 s the first ten still weigh 9.95', is: exactly('level', 1, 9.95, { at: 10.05 }) },
    ],
  },
  {
    text:
      'Now the limit is 100 per 10 s, and two bursts of 100 come: one at [9.999 s](time:9.999), at the very end of ' +
      'a window, one at [19.998 s](time:19.998), at the very end of the next. Less than 10 s lie between them.',
    document: {
      title: 'At the very end of a window',
      duration: 24,
      policy: { n: 100, T: 10 },
      traffic: [
        { kind: 'burst', at: 9.999, count: 100 },
        { kind: 'burst', at: 19.998, count: 100 },
      ],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-counter' }, { limiter: 'sliding-log' }],
    },
    view: { at: 15, from: 6, to: 24 },
    lit: ['lane:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: 'How many of the 200 does the [counter](lane:1) admit within those 10 s?',
      quantity: { of: 'peak', lane: 1 },
      within: 5,
    },
    after:
      '**199.** The second window is as good as over, so the first burst weighs next to nothing: 0.02. The fixed ' +
      'window admits 200, the log 100. The edge is not gone, it has moved.',
    given: ['100 per 10 s', 'two bursts of 100', '9.999 s', '19.998 s', 'Less than 10 s', 'those 10 s'],
    claims: [
      { says: 'Less than 10 s lie between', is: atMost('firstAdmissionAt', 1, 9.999 + 10, { from: 10 }) },
      { says: 'of the 200', is: exactly('requests', 1, 200) },
      { says: '199.', is: exactly('peak', 1, 199) },
      {
        says: 'weighs next to nothing: 0.02',
        is: exactly('level', 1, 0.02, { at: 19.998 }),
        on: { change: { traffic: [{ kind: 'burst', at: 9.999, count: 100 }] } },
      },
      { says: 'The fixed window admits 200, the log 100', is: [exactly('peak', 0, 200), exactly('peak', 2, 100)] },
    ],
  },
  {
    text:
      'See for yourself where it has gone. The limit is [10 per 10 s](policy) again, and of the [second ' +
      'burst](phase:1) the counter admits a single request.',
    document: {
      title: 'Eighteen through a limit of ten',
      duration: 24,
      policy: { n: 10, T: 10 },
      traffic: burstsAt(9, 11),
      lanes: [{ limiter: 'sliding-counter' }, { limiter: 'sliding-log' }],
    },
    view: { at: 11, from: 6, to: 24 },
    lit: ['phase:1'],
    locks: ['n', 'T', 'capacity', 'send', 'lanes', 'options'],
    task: {
      prompt: 'Get 18 requests through this limit of 10 within one T: drag the [second burst](phase:1).',
      until: [atLeast('peak', 0, 18), exactly('requests', 0, 20)],
      solution: { traffic: burstsAt(9, 18.5) },
    },
    after:
      'From 18 s to just before 19 s it works: late enough for the first ten to have faded, and still within 10 s ' +
      'of them. The log never admits more than 10. **To try:** 19, by moving both.',
    given: ['10 per 10 s', 'limit of 10', 'within 10 s'],
    claims: [
      { says: 'admits a single request', is: exactly('admitted', 0, 1, { phase: 1 }) },
      { says: 'Get 18 requests through', is: exactly('peak', 0, 18), on: 'solution' },
      { says: 'From 18 s to', is: exactly('peak', 0, 18), on: { change: { traffic: burstsAt(9, 18) } } },
      { says: 'just before 19 s', is: exactly('peak', 0, 18), on: { change: { traffic: burstsAt(9, 18.999) } } },
      { says: 'the first ten', is: exactly('requests', 0, 10, { phase: 0 }) },
      { says: 'never admits more than 10', is: exactly('peak', 1, 10), on: 'solution' },
      { says: '19, by moving both', is: exactly('peak', 0, 19), on: { change: { traffic: burstsAt(9.5, 19.2) } } },
    ],
  },
  {
    text:
      'It errs the other way, too. 100 requests come [at 0 s](time:0), so at 10 s they are 10 s old and the ' +
      '[log](lane:1) has forgotten them. From 10 s to 11 s another 100 arrive.',
    document: {
      title: 'A count that lingers',
      duration: 14,
      policy: { n: 100, T: 10 },
      traffic: [
        { kind: 'burst', at: 0, count: 100 },
        { kind: 'burst', at: 10, count: 100, spread: 1 },
      ],
      lanes: [{ limiter: 'sliding-counter' }, { limiter: 'sliding-log' }],
    },
    view: { at: 9, from: 0, to: 14 },
    lit: ['phase:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: 'The log admits all of the second 100. How many does the [counter](lane:0) admit?',
      quantity: { of: 'admitted', lane: 0, phase: 1 },
      within: 3,
    },
    after:
      '**9 of 100.** It believes that the first 100 were spread over their window, so that 90 of them still count ' +
      'at [11 s](time:11). They came early, and it is too strict; when they come late, it is too generous.',
    given: ['100 requests come at 0 s', 'at 10 s', '10 s old', 'From 10 s', 'another 100', 'the first 100'],
    claims: [
      { says: 'to 11 s', is: exactly('requests', 0, 100, { from: 10, to: 11 }) },
      { says: 'The log admits all of the second 100', is: exactly('admitted', 1, 100, { phase: 1 }) },
      { says: '9 of 100', is: [exactly('admitted', 0, 9, { phase: 1 }), exactly('requests', 0, 100, { phase: 1 })] },
      {
        says: '90 of them still count at 11 s',
        is: exactly('level', 0, 90, { at: 11 }),
        on: { change: { traffic: [{ kind: 'burst', at: 0, count: 100 }] } },
      },
    ],
  },
  {
    text:
      'Then why do so many use it? Nobody aims at this one: its requests come at random, on average as many as the ' +
      'limit of [100 per 10 s](policy) allows.',
    document: {
      title: 'Traffic without intent',
      seed: 1,
      duration: 120,
      policy: { n: 100, T: 10 },
      traffic: [{ kind: 'poisson', rate: 10 }],
      lanes: [{ limiter: 'sliding-log' }, { limiter: 'sliding-counter' }, { limiter: 'fixed-window' }],
    },
    view: { at: 0, from: 0, to: 120 },
    lit: ['lane:1'],
    locks: [...WHILE_BETTING, 'seed'],
    bet: {
      kind: 'choice',
      question: 'The log admits 1,121 of the 1,211 requests. And the [counter](lane:1)?',
      options: [
        { text: 'Fewer than 1,050', when: [atMost('admitted', 1, 1049)] },
        { text: 'From 1,100 to 1,140', when: [atLeast('admitted', 1, 1100), atMost('admitted', 1, 1140)] },
        { text: 'More than 1,190', when: [atLeast('admitted', 1, 1191)] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**1,133**, and at most 105 within 10 s; the fixed window admits 1,170, and up to 114. On traffic without ' +
      'intent two counts are nearly a log. They are a good choice where nobody gains by aiming, and a poor one for ' +
      'logins. **To try:** add a lane with sub-windows, which keep a few counts more.',
    given: ['100 per 10 s', 'within 10 s'],
    claims: [
      { says: 'The log admits 1,121 of the 1,211', is: [exactly('admitted', 0, 1121), exactly('requests', 0, 1211)] },
      { says: '1,133, and at most 105', is: [exactly('admitted', 1, 1133), exactly('peak', 1, 105)] },
      { says: 'admits 1,170, and up to 114', is: [exactly('admitted', 2, 1170), exactly('peak', 2, 114)] },
      { says: 'two counts are nearly a log', is: atMost('admitted', 1, 1121 * 1.011) },
    ],
  },
];

/** Two bursts of ten, at those seconds. */
function burstsAt(...seconds: readonly number[]) {
  return seconds.map((at) => ({ kind: 'burst', at, count: 10 }));
}
