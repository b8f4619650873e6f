/** Lesson 3: the sliding log remembers every request, and what that costs. */
import { atLeast, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'The [sliding log](lane:0) has no edge. It writes down when it admitted each request, forgets an entry when ' +
      'it is exactly 10 s old, and refuses while it holds [5](n).',
    document: {
      title: 'Five in a log',
      duration: 20,
      policy: { n: 5, T: 10 },
      traffic: [{ kind: 'times', at: [1, 2, 4, 5, 8, 9, 10, 12, 13] }],
      lanes: [{ limiter: 'sliding-log' }],
    },
    view: { at: 9, from: 0, to: 20 },
    lit: ['state:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question:
        'Requests came at 1 s, 2 s, 4 s, 5 s and 8 s, and the log is full. The one at [9 s](time:9) is refused: ' +
        'how many seconds later would it have been admitted?',
      quantity: { of: 'retryAfter', lane: 0, request: 5 },
    },
    after:
      '**2 s**: at [11 s](time:11) the entry of 1 s is 10 s old and makes room. A log can always say this exactly, ' +
      'for it knows when each entry leaves. It never admits more than 5 within 10 s, wherever you begin to count.',
    given: ['10 s old', 'holds 5', '1 s, 2 s, 4 s, 5 s and 8 s', 'at 9 s', 'entry of 1 s', 'within 10 s'],
    claims: [
      { says: 'the log is full', is: exactly('level', 0, 5, { at: 8 }) },
      { says: '2 s', is: exactly('retryAfter', 0, 2, { request: 5 }) },
      { says: 'at 11 s', is: exactly('level', 0, 4, { at: 11 }) },
      { says: 'never admits more than 5', is: exactly('peak', 0, 5) },
    ],
  },
  {
    text:
      'Now 10 are allowed in 10 s. Ten requests come at once, [at 2 s](time:2), and one more each second from 4 s ' +
      'on, admitted or not.',
    document: {
      title: 'What comes as a burst',
      duration: 26,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'burst', at: 2, count: 10 },
        { kind: 'steady', from: 4, to: 26, rate: 1 },
      ],
      lanes: [{ limiter: 'sliding-log' }],
    },
    view: { at: 1, from: 0, to: 26 },
    lit: ['level:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'line',
      question: 'Draw how many entries the log holds, from 0 to 24 s.',
      lane: 0,
      curve: 'level',
      from: 0,
      to: 24,
      points: 13,
    },
    after:
      'At [12 s](time:12) it falls from 10 to 1: what came at once leaves at once, and the request of that instant ' +
      'comes in. Then it gains one a second, until it is full at [21 s](time:21). A log keeps **the rhythm**, not ' +
      'only the number.',
    given: ['10 are allowed in 10 s', 'at 2 s', 'from 4 s on'],
    claims: [
      { says: 'Ten requests come at once', is: exactly('requests', 0, 10, { phase: 0 }) },
      { says: 'from 0 to 24 s', is: [exactly('level', 0, 0, { at: 0 }), exactly('level', 0, 10, { at: 24 })] },
      {
        says: 'At 12 s it falls from 10 to 1',
        is: [exactly('level', 0, 10, { at: 11.999 }), exactly('level', 0, 1, { at: 12 })],
      },
      { says: 'full at 21 s', is: [exactly('level', 0, 9, { at: 20.999 }), exactly('level', 0, 10, { at: 21 })] },
    ],
  },
  {
    text:
      'Such a memory has its price, and each [key](term:key) pays it anew. The log keeps an instant for every ' +
      'request that it admitted, 8 bytes apiece; the [fixed window](lane:1) keeps two numbers, whatever n is.',
    document: {
      title: 'A thousand in a log',
      duration: 26,
      policy: { n: 1000, T: 10 },
      traffic: [{ kind: 'steady', from: 0, to: 26, rate: 200 }],
      lanes: [{ limiter: 'sliding-log' }, { limiter: 'fixed-window' }],
    },
    view: { at: 0, from: 0, to: 26 },
    lit: ['state:0', 'state:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: 'At n = 1,000, how many bytes does the log keep for one busy client?',
      quantity: { of: 'bytesPerKey', lane: 0 },
      within: 1000,
    },
    after:
      '**8,016 bytes**: 8 for each entry, and a few more to find its way among them. The window keeps 16 in all. ' +
      'So before you choose a log, count your clients.',
    given: ['n = 1,000'],
    claims: [
      { says: '8 bytes apiece', is: exactly('bytesPerKey', 0, 1000 * 8 + 16) },
      { says: 'two numbers, whatever n is', is: exactly('bytesPerKey', 1, 2 * 8) },
      { says: 'one busy client', is: atLeast('admitted', 0, 1000) },
      { says: '8,016 bytes', is: exactly('bytesPerKey', 0, 8016) },
      { says: '8 for each entry', is: exactly('bytesPerKey', 0, 1000 * 8 + 16) },
      { says: 'keeps 16 in all', is: exactly('bytesPerKey', 1, 16) },
    ],
  },
  {
    text:
      'One published log writes down **every** request, also those that it refuses: the [lower lane](lane:1). A ' +
      'client asks 2 times a second for 40 s; 10 per 10 s are allowed.',
    document: {
      title: 'A log of refusals',
      duration: 40,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', rate: 2 }],
      lanes: [{ limiter: 'sliding-log' }, { limiter: 'sliding-log', edition: 'published' }],
    },
    view: { at: 0, from: 0, to: 40 },
    lit: ['lane:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: 'How many of the 80 requests does the lower lane admit?',
      quantity: { of: 'admitted', lane: 1 },
      within: 1,
    },
    after:
      '**10**, and none after [4.5 s](time:4.5). Each refusal is an entry too, so the client keeps itself out by ' +
      'asking. The upper lane, which writes down only what it admits, lets in 40.',
    given: ['2 times a second', '40 s', '10 per 10 s'],
    claims: [
      { says: 'the 80 requests', is: exactly('requests', 1, 80) },
      { says: '10, and none after 4.5 s', is: [exactly('admitted', 1, 10), exactly('lastAdmissionAt', 1, 4.5)] },
      { says: 'lets in 40', is: exactly('admitted', 0, 40) },
    ],
  },
  {
    text: 'There is a way back in, and it is in the client’s hands.',
    view: { at: 20, from: 0, to: 40 },
    lit: ['phase:0'],
    locks: ['n', 'T', 'capacity', 'send', 'lanes', 'options'],
    task: {
      prompt:
        'Slow the client down until the lower lane refuses nothing: drag the top edge of its [phase](phase:0), or ' +
        'type a lower rate.',
      until: [exactly('denied', 1, 0), atLeast('requests', 1, 20)],
      solution: { traffic: [{ kind: 'steady', rate: 1 }] },
    },
    after:
      'At one a second both lanes admit all 40: a client that keeps to a limit never learns how it treats those that do not. ' +
      '**To try:** a client that asks 2 times a second, but pauses for 10 s.',
    given: ['2 times a second'],
    claims: [
      {
        says: 'At one a second both lanes admit all 40',
        is: [exactly('admitted', 0, 40), exactly('admitted', 1, 40)],
        on: 'solution',
      },
      {
        says: 'pauses for 10 s',
        is: exactly('admitted', 1, 20),
        on: {
          change: {
            traffic: [
              { kind: 'steady', to: 10, rate: 2 },
              { kind: 'steady', from: 20, to: 40, rate: 2 },
            ],
          },
        },
      },
    ],
  },
];
