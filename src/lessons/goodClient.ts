/** Lesson 10: what a client does with a refusal. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

/** Twenty clients with one job each, at the same instant, on one limit. */
const clientsThat = (retry: object, key = 'api') => ({
  kind: 'clients',
  count: 20,
  key,
  keys: 'shared',
  from: 2,
  to: 3,
  rate: 1,
  retry: { ...retry },
});

const window = { limiter: 'fixed-window', label: 'Window' };
const bucket = { limiter: 'token-bucket', label: 'Bucket' };

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'A refusal is an answer: “Too Many Requests”, and often a [Retry-After](term:Retry-After), the seconds until the ' +
      'same request would get in. At [2 s](time:2), 12 requests meet a limit of 10 per 10 s, in a ' +
      '[fixed window](lane:0) and in a [bucket](lane:1).',
    document: {
      duration: 20,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'burst', at: 2, count: 12 }],
      lanes: [window, bucket],
    },
    view: { at: 0, from: 0, to: 20 },
    bet: {
      kind: 'number',
      question: 'What does Retry-After say to the first request that the window refuses?',
      quantity: { of: 'retryAfter', lane: 0, request: 10 },
    },
    after:
      '8 s: the window ends at [10 s](time:10). The bucket says 1 s, when its next token comes. But it says 1 s to both ' +
      'requests that it refused, and there will be only 1 token: Retry-After speaks to each caller as if it were alone.',
    locks: WHILE_BETTING,
    claims: [
      { says: '8 s: the window', is: exactly('retryAfter', 0, 8, { request: 10 }) },
      { says: 'ends at 10 s', is: exactly('level', 0, 0, { at: 10 }) },
      { says: 'The bucket says 1 s', is: exactly('retryAfter', 1, 1, { request: 10 }) },
      { says: 'it says 1 s to both', is: exactly('retryAfter', 1, 1, { request: 11 }) },
      { says: 'there will be only 1 token', is: exactly('level', 1, 1, { at: 3 }) },
    ],
    given: ['At 2 s, 12 requests', '10 per 10 s'],
  },
  {
    text:
      'Now the callers are 20 clients with a [job](term:job) each, and they do not listen: whoever is refused asks again 10 times ' +
      'a second until it gets in.',
    document: {
      duration: 30,
      policy: { n: 10, T: 10 },
      traffic: [clientsThat({ strategy: 'retry-poll', every: 0.1 })],
      lanes: [window],
    },
    view: { at: 0, from: 0, to: 30 },
    bet: {
      kind: 'number',
      question: 'How many requests do they make for their 20 jobs?',
      quantity: { of: 'requests', lane: 0 },
      within: 150,
    },
    after:
      '820, and 800 of them are refused. The jobs are not done a moment sooner: the window opens at [10 s](time:10) ' +
      'whoever knocks. All the knocking is load for the server and nothing else.',
    locks: WHILE_BETTING,
    claims: [
      { says: '820', is: exactly('requests', 0, 820) },
      { says: '800 of them are refused', is: exactly('denied', 0, 800) },
      { says: 'the window opens at 10 s', is: exactly('firstAdmissionAt', 0, 10, { from: 3 }) },
      { says: 'a job each', is: exactly('jobsAdmitted', 0, 20) },
    ],
    given: ['20 clients', '20 jobs', '10 times a second'],
  },
  {
    text:
      'You write the client. Select [the clients](phase:0) to open their form, and choose another **Strategy**: retry-after ' +
      'waits as long as it is told, and backoff longer after each refusal.',
    task: {
      prompt: 'Get all 20 jobs done by 20 s with at most 50 requests.',
      until: [atLeast('jobsAdmitted', 0, 20, { from: 0, to: 20 }), atMost('requests', 0, 50)],
      solution: { traffic: [clientsThat({ strategy: 'retry-after' })] },
    },
    after:
      'With Retry-After it takes 30 requests: each client is refused at most once. The server knows when there is room; ' +
      'a backoff has to guess, and needs a few more.',
    lit: ['traffic'],
    locks: ['n', 'T', 'capacity', 'send', 'lanes', 'options'],
    claims: [
      { says: 'all 20 jobs done by 20 s', is: exactly('jobsAdmitted', 0, 20, { from: 0, to: 20 }), on: 'solution' },
      { says: 'at most 50 requests', is: atMost('requests', 0, 50), on: 'solution' },
      { says: 'it takes 30 requests', is: exactly('requests', 0, 30), on: 'solution' },
      { says: 'each client is refused at most once', is: exactly('denied', 0, 10), on: 'solution' },
    ],
  },
  {
    text:
      'So everyone does as told, here at a [window](lane:0) and at a [bucket](lane:1). Each is a good client, but ' +
      'together they form a [herd](term:herd): refused together, they come back together.',
    change: { traffic: [clientsThat({ strategy: 'retry-after' })], lanes: [window, bucket] },
    view: { at: 0, from: 0, to: 20 },
    bet: {
      kind: 'choice',
      question: 'At which limiter are more requests refused?',
      options: [
        {
          text: 'The window: it makes them wait longest',
          when: [atLeast('denied', 0, 20), atMost('denied', 1, 19)],
        },
        {
          text: 'The bucket: it promises the same token to all',
          when: [atLeast('denied', 1, 20), atMost('denied', 0, 19)],
        },
        { text: 'Equally many at both', when: [exactly('denied', 0, { of: 'denied', lane: 1 })] },
      ],
    },
    after:
      'The bucket refuses 55: each second 1 gets in, and the rest hear “in 1 s” again. The window refuses 10, once, and ' +
      'lets all of them in at [10 s](time:10): 20 within 8 s, where 10 per 10 s was the limit. It is up to the clients ' +
      'to spread out.',
    locks: WHILE_BETTING,
    claims: [
      { says: 'The bucket refuses 55', is: exactly('denied', 1, 55) },
      {
        says: 'each second 1 gets in, and the rest hear “in 1 s” again',
        is: [3, 4, 5, 6].map((from) => exactly('admitted', 1, 1, { from, to: from + 1 })),
      },
      { says: 'The window refuses 10', is: exactly('denied', 0, 10) },
      { says: 'lets all of them in at 10 s', is: exactly('admitted', 0, 10, { from: 10, to: 10.001 }) },
      { says: '20 within 8 s', is: exactly('admitted', 0, 20, { from: 2, to: 10.001 }) },
    ],
    given: ['10 per 10 s was the limit'],
  },
  {
    text:
      'Without Retry-After a client backs off: after each refusal it waits longer, 1, 2, 4, 8 s. Here [20 of them](phase:0) do ' +
      'that in lockstep, and [20 others](phase:1), with a limit of their own, add **jitter**: each ' +
      'wait is cut at random, to between half and all of it.',
    change: {
      traffic: [
        clientsThat({ strategy: 'backoff', base: 1, cap: 16, jitter: 'none' }, 'lockstep'),
        clientsThat({ strategy: 'backoff', base: 1, cap: 16, jitter: 'equal' }, 'jitter'),
      ],
      lanes: [window],
    },
    view: { at: 0, from: 0, to: 20 },
    bet: {
      kind: 'time',
      question: 'The window opens at 10 s. When do the refused clients in lockstep get in?',
      quantity: { of: 'firstAdmissionAt', lane: 0, phase: 0, from: 3 },
      within: 1,
    },
    after:
      'At [17 s](time:17), all 10 at one instant: at [9 s](time:9) they were too early, and the next wait is 8 s. With ' +
      'jitter they get in one by one, from 11.2 s to 15 s. ' +
      '**To try:** full jitter instead of equal.',
    locks: [...WHILE_BETTING, 'seed'],
    claims: [
      {
        says: 'it waits longer, 1, 2, 4, 8 s',
        is: [
          exactly('requests', 0, 10, { phase: 0, from: 2.001, to: 3.001 }),
          exactly('requests', 0, 10, { phase: 0, from: 3.001, to: 5.001 }),
          exactly('requests', 0, 10, { phase: 0, from: 5.001, to: 9.001 }),
          exactly('requests', 0, 10, { phase: 0, from: 9.001, to: 17.001 }),
        ],
      },
      { says: 'At 17 s, all 10 at one instant', is: exactly('admitted', 0, 10, { phase: 0, from: 17, to: 17.001 }) },
      {
        says: 'the next wait is 8 s',
        is: exactly('requests', 0, 10, { phase: 0, from: 9.001, to: 17.001 }),
      },
      { says: 'at 9 s they were too early', is: exactly('denied', 0, 10, { phase: 0, from: 9, to: 9.001 }) },
      {
        says: 'one by one, from 11.2 s to 15 s',
        is: [
          atLeast('firstAdmissionAt', 0, 11.2, { phase: 1, from: 3 }),
          atMost('firstAdmissionAt', 0, 11.25, { phase: 1, from: 3 }),
          atLeast('lastAdmissionAt', 0, 14.95, { phase: 1 }),
          atMost('lastAdmissionAt', 0, 15, { phase: 1 }),
          exactly('jobsAdmitted', 0, 20, { phase: 1 }),
          // Each at an instant of its own.
          ...[11.2, 12.2, 12.8, 13.2, 13.3, 14, 14.1, 14.6, 14.8, 14.9].map((from) =>
            exactly('admitted', 0, 1, { phase: 1, from, to: from + 0.1 }),
          ),
        ],
      },
      { says: 'to between half and all of it', is: exactly('requests', 0, 10, { phase: 1, from: 2.5, to: 3 }) },
      { says: 'The window opens at 10 s', is: exactly('level', 0, 0, { at: 10, key: 'lockstep' }) },
    ],
    given: ['20 of them', '20 others'],
  },
];
