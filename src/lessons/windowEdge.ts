/** Lesson 2: what a fixed window forgets at its edge. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

const firstBurst = { kind: 'steady', from: 9, to: 9.95, rate: 10 };
const secondBurst = { kind: 'steady', from: 10.05, to: 11, rate: 10 };
const tail = { kind: 'steady', from: 12, to: 23.5, rate: 1 };

export const steps: readonly BuiltInStep[] = [
  {
    document: {
      duration: 24,
      policy: { n: 10, T: 10 },
      traffic: [firstBurst],
      lanes: [{ limiter: 'fixed-window' }],
    },
    view: { at: 9.95, from: 6, to: 24 },
    text:
      'A [fixed window](lane:0) counts the requests it lets in, and starts over at each edge: at [10 s](time:10), ' +
      'and every ten seconds after. The limit is 10 requests per 10 s, and the [ten](phase:0) that came just before the edge are all in.',
    lit: ['lane:0'],
    claims: [{ says: 'the ten that came', is: [exactly('requests', 0, 10, { to: 10 }), exactly('admitted', 0, 10)] }],
    given: ['at 10 s', 'every ten seconds', '10 requests per 10 s'],
  },
  {
    change: { traffic: [firstBurst, secondBurst] },
    view: { at: 9, from: 6, to: 24 },
    text:
      'Ten requests come just before [10 s](time:10), and [ten more](phase:1) just after. The limit is ten in any ten ' +
      'seconds.',
    bet: {
      kind: 'choice',
      question: '**Before you look:** how many of the twenty does the [fixed window](lane:0) let in?',
      options: [
        { text: '10: it keeps to its limit', when: [exactly('admitted', 0, 10)] },
        { text: '15: the second ten must share', when: [exactly('admitted', 0, 15)] },
        { text: '20: the count starts again at the edge', when: [exactly('admitted', 0, 20)] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**20 of 20.** At 10 s the count starts again at 0, and nothing remembers the ten before. The busiest ten seconds saw ' +
      '**twice the limit**.',
    locks: WHILE_BETTING,
    claims: [
      { says: 'Ten requests come just before', is: exactly('requests', 0, 10, { to: 10 }) },
      { says: 'ten more', is: exactly('requests', 0, 10, { phase: 1 }) },
      { says: 'of the twenty', is: exactly('requests', 0, 20) },
      { says: '20 of 20.', is: exactly('admitted', 0, 20) },
      { says: 'the count starts again at 0', is: exactly('level', 0, 0, { at: 10 }) },
      { says: 'the ten before', is: exactly('admitted', 0, 10, { to: 10 }) },
      { says: 'twice the limit', is: exactly('peak', 0, 20) },
    ],
    given: ['10 s', 'ten in any ten seconds', 'busiest ten seconds'],
  },
  {
    view: { at: 11, from: 6, to: 24 },
    text: 'The edge is all that matters. The same second burst, a little earlier, is not all let in.',
    task: {
      prompt: 'Drag the [second burst](phase:1) to the left until the fixed window refuses a request.',
      until: [exactly('requests', 0, 10, { phase: 1 }), atLeast('denied', 0, 1, { phase: 1 })],
      solution: { traffic: [firstBurst, { ...secondBurst, from: 9.85, to: 10.8 }] },
    },
    after: 'What falls before the edge belongs to the old count, and that is full: ten are in.',
    lit: ['phase:1'],
    locks: ['n', 'T', 'capacity', 'send', 'lanes', 'options'],
    claims: [{ says: 'ten are in', is: exactly('admitted', 0, 10, { to: 10 }), on: 'solution' }],
    given: ['same second burst'],
  },
  {
    document: {
      title: 'Logins',
      duration: 120,
      policy: { n: 100, T: 60 },
      traffic: [
        { kind: 'burst', at: 59.9, count: 100 },
        { kind: 'burst', at: 60, count: 100 },
      ],
      lanes: [{ limiter: 'fixed-window' }],
    },
    view: { at: 59, from: 50, to: 70 },
    text:
      'A login page allows 100 tries a minute, counted in fixed windows. Someone has noticed where the edge is, and sends ' +
      '100 guesses [just before it](time:59.9) and 100 at [the edge itself](time:60).',
    bet: {
      kind: 'number',
      question: 'How many guesses get in, in the worst minute?',
      quantity: { of: 'peak', lane: 0 },
    },
    after:
      '200, within a tenth of a second. No traffic does worse: a minute touches at most two windows, so a fixed window lets ' +
      'in at most 2n in any T, whatever n is.',
    lit: ['policy'],
    locks: WHILE_BETTING,
    claims: [
      { says: 'sends 100 guesses', is: exactly('requests', 0, 100, { phase: 0 }) },
      { says: 'and 100 at', is: exactly('requests', 0, 100, { phase: 1 }) },
      { says: '200, within a tenth', is: exactly('admitted', 0, 200, { from: 59.9, to: 60.000001 }) },
      { says: 'two windows', is: [exactly('level', 0, 100, { at: 59.95 }), exactly('peak', 0, 200)] },
      { says: 'at most 2n', is: exactly('peak', 0, 200) },
    ],
    given: ['100 tries a minute'],
  },
  {
    document: {
      duration: 24,
      policy: { n: 10, T: 10 },
      traffic: [firstBurst, secondBurst, tail],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
    },
    view: { at: 11, from: 6, to: 24 },
    text:
      'A [sliding log](lane:1) has no edge: it remembers when each request came, and looks back ten seconds from now. The ' +
      'first burst fills it from [9 s](time:9) on, and the second is refused entirely; then a request comes each second.',
    bet: {
      kind: 'time',
      question: 'When does the [sliding log](lane:1) let in its next request, after the first ten?',
      quantity: { of: 'firstAdmissionAt', lane: 1, from: 10 },
      within: 0.5,
    },
    after:
      'At [19 s](time:19): ten seconds after the request of 9 s, which leaves the log just then. No ten seconds hold more ' +
      'than ten.',
    lit: ['lane:1'],
    locks: WHILE_BETTING,
    claims: [
      { says: 'from 9 s on', is: exactly('firstAdmissionAt', 1, 9) },
      { says: 'the second is refused entirely', is: exactly('denied', 1, 10, { phase: 1 }) },
      { says: 'after the first ten', is: exactly('admitted', 1, 10, { to: 19 }) },
      { says: 'At 19 s', is: exactly('firstAdmissionAt', 1, 19, { from: 10 }) },
      { says: 'the request of 9 s', is: exactly('firstAdmissionAt', 1, 9) },
      { says: 'hold more than ten', is: exactly('peak', 1, 10) },
    ],
    given: ['ten seconds from now', 'ten seconds after', 'No ten seconds'],
  },
  {
    change: { lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }] },
    view: { at: 24, from: 6, to: 24 },
    text:
      'Three limiters, one limit: of the same 32 requests the fixed window lets in 24, the sliding log 15, the ' +
      'token bucket 23. Only the log keeps to ten in any ten seconds.',
    task: {
      prompt: 'Lower [n](n) until the busiest ten seconds of the [fixed window](figures:0) hold exactly ten requests.',
      until: [exactly('peak', 0, 10)],
      solution: { policy: { n: 5 } },
    },
    after:
      '5, half of what was promised. That is the price of an edge: strict at the edge means half as much everywhere else. ' +
      '**To try:** put both bursts inside one window.',
    locks: ['T', 'capacity', 'traffic', 'send', 'lanes', 'options'],
    claims: [
      { says: 'Three limiters', is: [atLeast('requests', 2, 1)] },
      { says: 'same 32 requests', is: exactly('requests', 0, 32) },
      { says: 'lets in 24', is: exactly('admitted', 0, 24) },
      { says: 'the sliding log 15', is: exactly('admitted', 1, 15) },
      { says: 'the token bucket 23', is: exactly('admitted', 2, 23) },
      {
        says: 'Only the log keeps to ten in any ten seconds',
        is: [exactly('peak', 1, 10), atLeast('peak', 0, 11), atLeast('peak', 2, 11)],
      },
      {
        says: 'busiest ten seconds of the fixed window hold exactly ten',
        is: exactly('peak', 0, 10),
        on: 'solution',
      },
      { says: '5, half of what was promised', is: exactly('peak', 0, 10), on: { change: { policy: { n: 5 } } } },
      { says: 'half as much everywhere else', is: exactly('admitted', 0, 5, { from: 10, to: 20 }), on: 'solution' },
    ],
  },
  {
    document: {
      duration: 30,
      policy: { n: 3, T: 10 },
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
    },
    view: { at: 5, from: 0, to: 30 },
    text:
      'Now look for the gap yourself. The limit is 3 requests per 10 s, and nobody has sent one yet: so far the ' +
      '[window](lane:0) and the [log](lane:1) agree.',
    task: {
      prompt:
        'With at most four requests, make the log refuse one that the window lets ' +
        'in. Move the playhead, and press [Send](dock).',
      until: [atMost('requests', 0, 4), exactly('denied', 0, 0), atLeast('denied', 1, 1)],
      solution: { traffic: [{ kind: 'times', at: [7, 7, 7, 10] }] },
    },
    after:
      'Three before the edge, one after: the log remembers the three, the window does not. Four is the least: a search of ' +
      'all shorter traffic finds none. **To try:** the same search for your own lanes, in Details under Test.',
    lit: ['dock'],
    locks: ['n', 'T', 'capacity', 'lanes', 'options'],
    claims: [
      { says: 'at most four requests', is: exactly('requests', 0, 4), on: 'solution' },
      { says: 'Four is the least', is: exactly('requests', 0, 4), on: 'solution' },
      { says: 'Three before the edge, one after', is: exactly('requests', 0, 3, { to: 10 }), on: 'solution' },
      {
        says: 'the log remembers the three',
        is: [exactly('windowCount', 1, 3, { at: 10 }), exactly('denied', 1, 1, { from: 10 })],
        on: 'solution',
      },
    ],
    given: ['3 requests per 10 s'],
  },
];
