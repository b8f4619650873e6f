/** Lesson 5: a bucket of tokens and a bucket of water are one bucket, seen from both sides. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

/** Two bursts, a rest, and then twice the rate that the bucket keeps up with. */
const mixed = [
  { kind: 'burst', at: 2, count: 6 },
  { kind: 'burst', at: 6, count: 10 },
  { kind: 'steady', from: 12, to: 20, rate: 2 },
];

/** Of each phase the two admit as many. */
const sameDecisions = [0, 1, 2].map((phase) => exactly('admitted', 0, { of: 'admitted', lane: 1, phase }, { phase }));

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'A [token bucket](state:0) holds at most 10 tokens and starts full. Each request takes one out, and they ' +
      'come back evenly: [10 in 10 s](policy), one each second.',
    document: {
      title: 'Ten tokens',
      duration: 20,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'burst', at: 2, count: 6 }],
      lanes: [{ limiter: 'token-bucket' }],
    },
    view: { at: 2, from: 0, to: 20 },
    lit: ['state:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: '6 requests come at [2 s](time:2). How many tokens are in the bucket at 5 s?',
      quantity: { of: 'level', lane: 0, at: 5 },
    },
    after:
      '**7**: 4 were left at 2 s, and since then one has come back each second. No clock ticks in there: the ' +
      'bucket keeps how many tokens it had and when, and works out the rest when somebody asks.',
    given: ['10 in 10 s', 'at 2 s'],
    claims: [
      { says: 'at most 10 tokens and starts full', is: exactly('level', 0, 10, { at: 0 }) },
      { says: '6 requests', is: exactly('requests', 0, 6) },
      { says: 'at 5 s', is: exactly('level', 0, 7, { at: 5 }) },
      { says: '7: 4 were left at 2 s', is: [exactly('level', 0, 4, { at: 2 }), exactly('level', 0, 7, { at: 5 })] },
    ],
  },
  {
    text: 'After that burst nobody asks for a long time. Then, [at 20 s](time:20), 20 requests come at once.',
    change: {
      title: 'Ten tokens, and a rest',
      duration: 30,
      traffic: [
        { kind: 'burst', at: 2, count: 6 },
        { kind: 'burst', at: 20, count: 20 },
      ],
    },
    view: { at: 12, from: 0, to: 30 },
    lit: ['level:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'How many of the 20 get in?',
      options: [
        { text: 'All 20: 4 tokens were left, and 18 came back', when: [exactly('admitted', 0, 20, { phase: 1 })] },
        { text: '18: as many as came back', when: [exactly('admitted', 0, 18, { phase: 1 })] },
        { text: '10: a full bucket gains nothing', when: [exactly('admitted', 0, 10, { phase: 1 })] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**10 of 20.** The bucket was full [at 8 s](time:8), and what dripped in after that ran over. Silence is ' +
      'saved up, but only as far as the [capacity](capacity).',
    given: ['20 requests', 'at 20 s', 'the 20'],
    claims: [
      { says: '10 of 20', is: [exactly('admitted', 0, 10, { phase: 1 }), exactly('requests', 0, 20, { phase: 1 })] },
      { says: 'full at 8 s', is: [exactly('level', 0, 10, { at: 8 }), atMost('level', 0, 9.99, { at: 7.99 })] },
    ],
  },
  {
    text:
      'Now turn the bucket over. The [leaky meter](state:0) starts **empty** and has room for 10 drops. Each ' +
      'request pours one in, one leaks out each second, and a request that would make it overflow is refused.',
    document: {
      title: 'Ten drops',
      duration: 20,
      policy: { n: 10, T: 10 },
      traffic: mixed.slice(0, 2),
      lanes: [{ limiter: 'leaky-meter' }],
    },
    view: { at: 1, from: 0, to: 20 },
    lit: ['level:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'line',
      question: '6 requests come at 2 s, and 10 at 6 s. Draw the water level.',
      lane: 0,
      curve: 'level',
      from: 0,
      to: 20,
      points: 11,
    },
    after:
      'At [6 s](time:6) 2 of the 6 drops are left; 8 more fill the bucket, and 2 requests are refused. Full here ' +
      'means what empty meant before: nothing gets in.',
    given: ['room for 10 drops', '6 requests come at 2 s', '10 at 6 s', 'the 6 drops'],
    claims: [
      { says: 'starts empty', is: exactly('level', 0, 0, { at: 0 }) },
      { says: 'At 6 s 2 of', is: exactly('level', 0, 2, { at: 6 }), on: { change: { traffic: mixed.slice(0, 1) } } },
      {
        says: '8 more fill the bucket',
        is: [exactly('admitted', 0, 8, { phase: 1 }), exactly('level', 0, 10, { at: 6 })],
      },
      { says: '2 requests are refused', is: exactly('denied', 0, 2) },
    ],
  },
  {
    text:
      'Both buckets get the same traffic: those two bursts, and then, after a rest, 2 requests a second: twice ' +
      'what comes back.',
    change: {
      title: 'Tokens and drops',
      duration: 24,
      traffic: mixed,
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'leaky-meter' }],
    },
    view: { at: 0, from: 0, to: 24 },
    lit: ['lane:0', 'lane:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'Which of the two admits more of the 32 requests?',
      options: [
        {
          text: 'The tokens: they start with a reserve',
          when: [atLeast('admitted', 0, 28), atMost('admitted', 1, 27)],
        },
        { text: 'The water: it always leaks', when: [atMost('admitted', 0, 26), atLeast('admitted', 1, 27)] },
        { text: 'Neither: they decide the same each time', when: sameDecisions },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**Neither**: 27 each, and the same 27. Tokens and water make 10 at every instant, 3 and 7 [at 14 ' +
      's](time:14): a token that is gone is a drop that is there. Turn one curve upside down and lay it on the other: they ' +
      'are the same.',
    given: ['two bursts', '2 requests a second', 'make 10'],
    claims: [
      { says: 'twice what comes back', is: exactly('requests', 0, 2, { from: 12, to: 13 }) },
      { says: 'the two', is: [atLeast('requests', 0, 1), atLeast('requests', 1, 1)] },
      { says: 'of the 32 requests', is: exactly('requests', 0, 32) },
      {
        says: '27 each, and the same 27',
        is: [exactly('admitted', 0, 27), exactly('admitted', 1, 27), ...sameDecisions],
      },
      { says: '3 and 7 at 14 s', is: [exactly('level', 0, 3, { at: 14 }), exactly('level', 1, 7, { at: 14 })] },
    ],
  },
  {
    text:
      'A mirror can be broken, though. There is one thing that the [token bucket](lane:0) lets you choose and the ' +
      'meter does not.',
    view: { at: 6, from: 0, to: 24 },
    lit: ['lane:0'],
    locks: ['n', 'T', 'capacity', 'traffic', 'send'],
    task: {
      prompt:
        'Make them disagree without touching the traffic: choose Options… in the menu of the [upper lane](lane:0), ' +
        'and look for one that takes its reserve away.',
      until: [atMost('admitted', 0, 26), exactly('admitted', 1, 27)],
      solution: {
        lanes: [{ limiter: 'token-bucket', options: { start: 'empty' } }, { limiter: 'leaky-meter' }],
      },
    },
    after:
      'Without its first tokens the bucket admits 19 where the meter admits 27. From [12 s](time:12) on they agree ' +
      'again: the start is the only thing they ever differed in, and a bucket forgets its start.',
    given: ['12 s'],
    claims: [
      {
        says: 'admits 19 where the meter admits 27',
        is: [exactly('admitted', 0, 19), exactly('admitted', 1, 27)],
        on: 'solution',
      },
      {
        says: 'From 12 s on they agree again',
        is: [
          exactly('admitted', 0, { of: 'admitted', lane: 1, from: 12 }, { from: 12 }),
          exactly('level', 0, 5, { at: 12 }),
          exactly('level', 1, 5, { at: 12 }),
        ],
        on: 'solution',
      },
    ],
  },
  {
    text:
      'One warning about the name. In the meter the water only **measures** the requests; in the [leaky ' +
      'queue](lane:1) the water is the requests, and they drip out one each second. Ten come at once.',
    document: {
      title: 'A meter and a queue',
      duration: 20,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'burst', at: 2, count: 10 }],
      lanes: [{ limiter: 'leaky-meter' }, { limiter: 'leaky-queue' }],
    },
    view: { at: 1, from: 0, to: 20 },
    lit: ['lane:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'What does the queue do with the 10?',
      options: [
        {
          text: 'It serves all at once, like the meter',
          when: [exactly('delayed', 1, 0), exactly('admitted', 1, 10)],
        },
        { text: 'It serves one and makes 9 wait', when: [exactly('delayed', 1, 9), exactly('admitted', 1, 10)] },
        { text: 'It serves one and refuses 9', when: [exactly('denied', 1, 9)] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**9 wait**, the last for 9 s. Both are called leaky bucket: ask which is meant. **To try:** add the GCRA, ' +
      'which is this bucket once more, in a single number; the next lesson is about it.',
    given: ['Ten come at once', 'the 10'],
    claims: [
      { says: '9 wait', is: [exactly('delayed', 1, 9), exactly('delayed', 0, 0)] },
      { says: 'the last for 9 s', is: exactly('waitMax', 1, 9) },
    ],
  },
];
