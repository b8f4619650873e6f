/** Lesson 9: a quota, a rate, and what combines the two. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

/** Evenly: 15 a minute, and 20. */
const aLittleTooFast = { kind: 'burst', at: 0, count: 45, spread: 180 };
const twiceTheRate = { kind: 'burst', at: 0, count: 60, spread: 180 };

/** What the hybrid lets through: a burst late in the second minute, then as fast as tokens come back. */
const afterARest = [
  { kind: 'burst', at: 0, count: 10 },
  { kind: 'burst', at: 113, count: 9 },
  { kind: 'burst', at: 114, count: 10, spread: 60 },
];

/** What both rules together let through: a burst at the end of a window, and the next window at once. */
const atAWindowsEnd = [
  { kind: 'burst', at: 0, count: 10 },
  { kind: 'burst', at: 120.9, count: 9 },
  { kind: 'burst', at: 121, count: 10, spread: 60 },
  { kind: 'times', at: [61], clicks: true },
];

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'A contract says 10 a minute. This client sends 15 a minute, evenly. [The bucket](lane:0) holds ' +
      '10 tokens and [gains](term:refill) 10 a minute.',
    document: {
      duration: 180,
      policy: { n: 10, T: 60 },
      traffic: [aLittleTooFast],
      lanes: [{ limiter: 'token-bucket', label: 'Bucket' }],
    },
    view: { at: 0, from: 0, to: 180 },
    bet: {
      kind: 'time',
      question: 'When does the bucket first refuse?',
      quantity: { of: 'firstDenialAt', lane: 0 },
      within: 5,
    },
    after:
      'Only at [112 s](time:112), when 28 are in. It starts full and gains tokens while they are spent, so all 15 of the first ' +
      'minute get in. A linear limiter keeps a **rate**; the less a client exceeds it, the later it notices.',
    locks: WHILE_BETTING,
    claims: [
      {
        says: 'Only at 112 s, when 28 are in',
        is: [exactly('firstDenialAt', 0, 112), exactly('admitted', 0, 28, { to: 112 })],
      },
      { says: 'all 15 of the first minute get in', is: exactly('admitted', 0, 15, { from: 0, to: 60 }) },
      {
        says: 'sends 15 a minute',
        is: [0, 60, 120].map((from) => exactly('requests', 0, 15, { from, to: from + 60 })),
      },
      {
        says: 'the less a client exceeds it, the later it notices',
        is: exactly('firstDenialAt', 0, 57),
        on: { change: { traffic: [twiceTheRate] } },
      },
    ],
    given: ['10 a minute', '10 tokens'],
  },
  {
    text:
      'If the contract counts, use a **quota**: [10 tokens](lane:1) at the first request, and none until that minute is ' +
      'over. Then 10 again.',
    change: {
      lanes: [
        { limiter: 'token-bucket', label: 'Bucket' },
        { limiter: 'quota-reset', label: 'Quota' },
      ],
    },
    view: { at: 0, from: 0, to: 180 },
    bet: {
      kind: 'line',
      question: 'Draw the tokens of the quota.',
      lane: 1,
      curve: 'level',
      from: 0,
      to: 90,
      points: 10,
    },
    after:
      'A staircase down, at 36 s nothing is left, and at [60 s](time:60) the whole quota comes back at once. In each minute it ' +
      'admits 10, to the letter, and refuses the other 5.',
    locks: WHILE_BETTING,
    claims: [
      {
        says: 'at 36 s nothing is left',
        is: [exactly('level', 1, 0, { at: 36 }), atLeast('level', 1, 1, { at: 35.9 })],
      },
      { says: 'at 60 s the whole quota comes back', is: exactly('level', 1, 9, { at: 60 }) },
      { says: 'it admits 10', is: [0, 60, 120].map((from) => exactly('admitted', 1, 10, { from, to: from + 60 })) },
      { says: 'refuses the other 5', is: [0, 60, 120].map((from) => exactly('denied', 1, 5, { from, to: from + 60 })) },
    ],
    given: ['10 tokens', 'Then 10 again'],
  },
  {
    text:
      'Clients learn from their limiter. This one sends a request every 0.05 s until it is refused, waits as long as it is told, ' +
      'and goes on. Both lanes stand for 10 per 10 s.',
    document: {
      duration: 60,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'clients', from: 3, retry: { strategy: 'careless', every: 0.05 } }],
      lanes: [
        { limiter: 'quota-reset', label: 'Quota' },
        { limiter: 'token-bucket', label: 'Bucket' },
      ],
    },
    view: { at: 0, from: 0, to: 60 },
    bet: {
      kind: 'choice',
      question: 'What does the quota teach it?',
      options: [
        {
          text: 'To send one a second',
          when: [atMost('admitted', 0, 2, { from: 20, to: 25 }), atLeast('admitted', 0, 1, { from: 20, to: 22 })],
        },
        {
          text: 'To burst, then to pause',
          when: [exactly('admitted', 0, 0, { from: 24, to: 33 }), exactly('admitted', 0, 10, { from: 33, to: 33.5 })],
        },
        { text: 'To give up', when: [exactly('admitted', 0, 0, { from: 20, to: 60 })] },
      ],
    },
    after:
      'To burst, then to pause: 10 within half a second, then silence for 9.5 s. [The bucket](lane:1) teaches the same ' +
      'client to send 1 a second, for its next token is never further away.',
    locks: WHILE_BETTING,
    claims: [
      { says: '10 within half a second', is: exactly('admitted', 0, 10, { from: 33, to: 33.5 }) },
      { says: 'silence for 9.5 s', is: exactly('retryAfter', 0, 9.5, { request: 10 }) },
      {
        says: 'to send 1 a second',
        is: [20, 30, 40].map((from) => exactly('admitted', 1, 1, { from, to: from + 1 })),
      },
    ],
    given: ['every 0.05 s', '10 per 10 s'],
  },
  {
    text:
      'The **hybrid** wants both: bursty at first, like a quota; once the last token is spent, smooth, like a bucket. To ' +
      'keep the minute to its 10, it goes into debt for the rest of it. Now 20 a minute come.',
    document: {
      duration: 180,
      policy: { n: 10, T: 60 },
      traffic: [twiceTheRate],
      lanes: [
        { limiter: 'hybrid', label: 'Hybrid' },
        { limiter: 'token-bucket', label: 'Bucket' },
      ],
    },
    view: { at: 0, from: 0, to: 180 },
    bet: {
      kind: 'time',
      question: 'The 10th request gets in at 27 s. When does the hybrid admit the next?',
      quantity: { of: 'firstAdmissionAt', lane: 0, from: 28 },
      within: 2,
    },
    after:
      'At [60 s](time:60), when the debt is paid. From there on it admits every other request, as the ' +
      'bucket does, without a pause: 10 in each minute.',
    lit: ['level:0'],
    locks: WHILE_BETTING,
    claims: [
      { says: 'Now 20 a minute come', is: exactly('requests', 0, 20, { from: 0, to: 60 }) },
      { says: 'At 60 s', is: exactly('firstAdmissionAt', 0, 60, { from: 28 }) },
      { says: 'The 10th request gets in at 27 s', is: exactly('admitted', 0, 10, { from: 0, to: 27.000001 }) },
      {
        says: 'when the debt is paid',
        is: [exactly('level', 0, -4.5, { at: 27 }), atMost('level', 0, 1, { at: 59.9 })],
      },
      {
        says: '10 in each minute',
        is: [0, 60, 120].map((from) => exactly('admitted', 0, 10, { from, to: from + 60 })),
      },
    ],
    given: ['to its 10'],
  },
  {
    text:
      'But there is a gap. In smooth mode the hybrid keeps the quota **on average**: a client that has slowed down may ' +
      'speed up again, as long as its bucket is not full. Here 10 requests came at 0 s.',
    change: {
      traffic: [
        { kind: 'burst', at: 0, count: 10 },
        { kind: 'times', at: [], clicks: true },
      ],
      lanes: [
        { limiter: 'hybrid', label: 'Hybrid' },
        { limiter: 'quota-and-linear', label: 'Both rules' },
      ],
    },
    view: { at: 100, from: 0, to: 180 },
    task: {
      prompt: 'Send requests so that the hybrid lets at least 15 in within one minute. Watch its tokens grow.',
      until: [atLeast('peak', 0, 15)],
      solution: { traffic: afterARest },
    },
    after:
      'Even 19 in a minute is possible: let nearly 10 tokens come back, spend them at once, and take each new one as it ' +
      'drips in. On such traffic [both rules together](lane:1), a quota and a bucket, keep to 10. They have a gap of their own: ' +
      'a client that waits for the end of its window gets 19 in a minute out of them, too.',
    lit: ['level:0', 'dock'],
    locks: ['n', 'T', 'capacity', 'lanes', 'options'],
    claims: [
      { says: 'at least 15 in within one minute', is: atLeast('peak', 0, 15), on: 'solution' },
      { says: '19 in a minute', is: exactly('peak', 0, 19), on: 'solution' },
      {
        says: 'nearly 10 tokens',
        is: [atLeast('level', 0, 8.5, { at: 112.9 }), atMost('level', 0, 10, { at: 112.9 })],
        on: 'solution',
      },
      { says: 'keep to 10', is: exactly('peak', 1, 10), on: 'solution' },
      {
        says: 'gets 19 in a minute out of them',
        is: [exactly('peak', 1, 19), exactly('peak', 0, 10)],
        on: { change: { traffic: atAWindowsEnd } },
      },
    ],
    given: ['10 requests came at 0 s'],
  },
  {
    text:
      'Running both rules side by side is the plain way: a request must satisfy the [quota and the bucket](lane:2), and is ' +
      'charged to both. Here is the traffic that fools the others.',
    document: {
      duration: 180,
      policy: { n: 10, T: 60 },
      traffic: afterARest,
      lanes: [
        { limiter: 'hybrid', label: 'Hybrid' },
        { limiter: 'token-bucket', label: 'Bucket' },
        { limiter: 'quota-and-linear', label: 'Both rules' },
      ],
    },
    view: { at: 0, from: 0, to: 180 },
    bet: {
      kind: 'number',
      question: 'Of the 29 requests, how many do both rules together refuse?',
      quantity: { of: 'denied', lane: 2 },
      within: 1,
    },
    after:
      '9, all those that would have broken the quota; the others refuse none. The price is state: 32 bytes a key, where the hybrid needs 24. ' +
      '**To try:** send one request at 61 s, and move the [burst of 9](phase:1) to 120.9 s and the [last 10](phase:2) to 121 s: ' +
      'now both rules admit 19 in a minute.',
    locks: WHILE_BETTING,
    claims: [
      { says: '9, all those', is: exactly('denied', 2, 9) },
      { says: 'the others refuse none', is: [exactly('denied', 0, 0), exactly('denied', 1, 0)] },
      { says: '32 bytes a key', is: exactly('bytesPerKey', 2, 32) },
      { says: 'the hybrid needs 24', is: exactly('bytesPerKey', 0, 24) },
      { says: 'Of the 29 requests', is: exactly('requests', 0, 29) },
      {
        says:
          'send one request at 61 s, and move the burst of 9 to 120.9 s and the last 10 to 121 s: now both rules admit 19 in a ' +
          'minute',
        is: [exactly('peak', 2, 19), exactly('peak', 0, 10)],
        on: { change: { traffic: atAWindowsEnd } },
      },
    ],
  },
];
