/** Lesson 6: limiters that keep a single number: the cooldown score and GCRA. */
import { atLeast, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'Forget windows, logs and buckets. The [cooldown score](state:0) is one instant. Each request moves it 20 s ' +
      'forward ([3 a minute](policy): 60 s divided by 3), and is refused if that would put it more than 60 s ahead of ' +
      'now.',
    document: {
      title: 'One instant',
      duration: 90,
      policy: { n: 3, T: 60 },
      traffic: [
        { kind: 'burst', at: 0, count: 3 },
        { kind: 'steady', from: 5, rate: 0.2 },
      ],
      lanes: [{ limiter: 'cooldown-score' }],
    },
    view: { at: 0, from: 0, to: 90 },
    lit: ['state:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'time',
      question: '3 requests come at 0 s and are admitted; then one comes every 5 s. When is the next one admitted?',
      quantity: { of: 'firstAdmissionAt', lane: 0, phase: 1 },
      within: 2,
    },
    after:
      'At [20 s](time:20). The first 3 moved the score 60 s ahead, as far as it may be; now has to catch up by 20 ' +
      's before one more fits.',
    given: ['3 a minute', '60 s divided by 3', 'more than 60 s', '3 requests come at 0 s', 'every 5 s', 'The first 3'],
    claims: [
      {
        says: 'moves it 20 s forward',
        is: exactly('level', 0, 20, { at: 0 }),
        on: { change: { traffic: [{ kind: 'times', at: [0] }] } },
      },
      { says: '3 requests come at 0 s and are admitted', is: exactly('admitted', 0, 3, { to: 1 }) },
      { says: 'At 20 s', is: exactly('firstAdmissionAt', 0, 20, { phase: 1 }) },
      { says: 'moved the score 60 s ahead', is: exactly('level', 0, 60, { at: 0 }) },
      { says: 'catch up by 20 s', is: exactly('firstAdmissionAt', 0, 20, { from: 1 }) },
    ],
  },
  {
    text:
      'A limiter that knows an instant also knows a wait. The request at [5 s](time:5) was refused, when the score ' +
      'was 55 s ahead of it.',
    view: { at: 5, from: 0, to: 30 },
    lit: ['decisions:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question: 'After how many seconds would it have been admitted?',
      quantity: { of: 'retryAfter', lane: 0, request: 3 },
    },
    after:
      '**15 s**: one more permit would put the score 75 s ahead, and 60 s is as far as it may be. That is what a ' +
      'server says in [Retry-After](term:Retry-After), and here it costs one subtraction.',
    given: ['5 s', '60 s is as far'],
    claims: [
      { says: '55 s ahead', is: exactly('level', 0, 55, { at: 5 }) },
      { says: '15 s', is: exactly('retryAfter', 0, 15, { request: 3 }) },
      {
        says: 'would put the score 75 s ahead',
        is: exactly('level', 0, 75, { at: 5 }),
        on: { change: { policy: { n: 4, T: 80 } } },
      },
    ],
  },
  {
    text: 'Now be the client, and a patient one. 3 requests were admitted at 0 s; the rest is up to you.',
    change: { title: 'Your turn', traffic: [{ kind: 'times', at: [0, 0, 0], clicks: true }] },
    view: { at: 10, from: 0, to: 90 },
    lit: ['dock'],
    locks: ['n', 'T', 'capacity', 'lanes', 'options'],
    task: {
      prompt:
        'Get 2 more requests in before 45 s, and have none refused: put the [playhead](dock) where you want, and ' +
        'press Send.',
      until: [exactly('admitted', 0, 3, { to: 1 }), atLeast('admitted', 0, 5, { to: 45 }), exactly('denied', 0, 0)],
      solution: { traffic: [{ kind: 'times', at: [0, 0, 0, 20, 40], clicks: true }] },
    },
    after:
      'Any time from [20 s](time:20) on will do, and then again 20 s after that: once the burst is spent, permits ' +
      'come one every [20 s](term:emission interval), no matter how you ask.',
    given: ['3 requests were admitted at 0 s'],
    claims: [
      { says: '3 requests were admitted', is: exactly('admitted', 0, 3) },
      { says: 'Get 2 more requests in before 45 s', is: exactly('admitted', 0, 3 + 2, { to: 45 }), on: 'solution' },
      {
        says: 'from 20 s on',
        is: exactly('denied', 0, 0),
        on: { change: { traffic: [{ kind: 'times', at: [0, 0, 0, 20] }] } },
      },
      {
        says: 'again 20 s after that',
        is: exactly('retryAfter', 0, 20, { request: 4 }),
        on: { change: { traffic: [{ kind: 'times', at: [0, 0, 0, 20, 20] }] } },
      },
      { says: 'one every 20 s', is: exactly('admitted', 0, 5), on: 'solution' },
    ],
  },
  {
    text:
      'The [GCRA](lane:0) keeps one instant, too: the [theoretical arrival time](term:theoretical arrival time), ' +
      'when the next request would come if all came evenly. Beside it is a [token bucket](lane:1) of 3 tokens, ' +
      'which regains one in 20 s.',
    document: {
      title: 'One instant, and a bucket',
      duration: 90,
      policy: { n: 3, T: 60 },
      traffic: [
        { kind: 'burst', at: 0, count: 3 },
        { kind: 'steady', from: 5, rate: 0.2 },
      ],
      lanes: [{ limiter: 'gcra' }, { limiter: 'token-bucket' }],
    },
    view: { at: 34, from: 0, to: 90 },
    lit: ['level:0', 'level:1'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'number',
      question:
        'At [35 s](time:35) that instant is 45 s ahead of now; at 60 s ahead nothing more gets in. How many tokens does the ' +
        'bucket have?',
      quantity: { of: 'level', lane: 1, at: 35 },
      within: 0.01,
    },
    after:
      '**0.75**: a token takes 20 s, and 15 s have passed since the last one went. The two are one thing in other ' +
      'units, and so they admit the same 7 of the 20 requests. But the bucket keeps 16 bytes for a key, the GCRA 8.',
    given: ['of 3 tokens', 'at 60 s ahead'],
    claims: [
      {
        says: 'one in 20 s',
        is: [exactly('level', 1, 0, { at: 0 }), exactly('level', 1, 1, { at: 20 })],
        on: { change: { traffic: [{ kind: 'burst', at: 0, count: 3 }] } },
      },
      { says: 'At 35 s that instant is 45 s ahead of now', is: exactly('level', 0, 45, { at: 35 }) },
      { says: '0.75', is: exactly('level', 1, 0.75, { at: 35 }) },
      {
        says: 'a token takes 20 s, and 15 s have passed since the last one went',
        is: [exactly('lastAdmissionAt', 1, 20, { from: 20, to: 35 }), exactly('level', 1, 0, { at: 20 })],
      },
      { says: 'The two are one thing', is: exactly('admitted', 0, { of: 'admitted', lane: 1 }) },
      {
        says: 'the same 7 of the 20 requests',
        is: [exactly('admitted', 0, 7), exactly('admitted', 1, 7), exactly('requests', 0, 20)],
      },
      {
        says: 'the bucket keeps 16 bytes for a key, the GCRA 8',
        is: [exactly('bytesPerKey', 1, 16), exactly('bytesPerKey', 0, 8)],
      },
    ],
  },
  {
    text:
      'The page that proposed the [score](lane:0) promises at most 3 requests in any minute. Here is someone who ' +
      'does not take its word for it: one request at 0 s, five at [40 s](time:40), and then at 60, 80 and 99 s.',
    document: {
      title: 'At most three?',
      duration: 120,
      policy: { n: 3, T: 60 },
      traffic: [{ kind: 'times', at: [0, 40, 40, 40, 40, 40, 60, 80, 99] }],
      lanes: [{ limiter: 'cooldown-score' }, { limiter: 'gcra' }, { limiter: 'sliding-log' }],
    },
    view: { at: 39, from: 0, to: 120 },
    lit: ['lane:0'],
    locks: WHILE_BETTING,
    bet: {
      kind: 'choice',
      question: 'How many does the score admit in its busiest minute?',
      options: [
        { text: '3: it keeps its promise', when: [exactly('peak', 0, 3)] },
        { text: '4: one slips in', when: [exactly('peak', 0, 4)] },
        { text: '6: twice what it promised', when: [exactly('peak', 0, 6)] },
        { text: 'I cannot tell' },
      ],
    },
    after:
      '**6.** The [log](lane:2) admits 3, the GCRA 5. Both the score and the GCRA admit a full burst and then go ' +
      'on giving a permit every 20 s. The score gives one more. Once it is more than 20 s behind, it starts again from ' +
      'now; but [at 40 s](time:40) it was exactly 20 s behind, so the first of the five only brought it up to now, and ' +
      'three more fitted. Had they come a millisecond later, it would have been 5. **To try:** change a lane to a ' +
      'bucket of your choice.',
    given: ['at most 3 requests', 'one request at 0 s', 'at 40 s', '60, 80 and 99 s'],
    claims: [
      { says: 'five at 40 s', is: exactly('requests', 0, 5, { from: 40, to: 41 }) },
      { says: '6.', is: exactly('peak', 0, 6) },
      { says: 'The log admits 3, the GCRA 5', is: [exactly('peak', 2, 3), exactly('peak', 1, 5)] },
      {
        says: 'a permit every 20 s',
        is: [exactly('admitted', 1, 1, { from: 60, to: 80 }), exactly('admitted', 1, 1, { from: 80, to: 81 })],
      },
      {
        says: 'Once it is more than 20 s behind, it starts again from now',
        is: [exactly('level', 0, 20, { at: 0 }), exactly('level', 0, 20, { at: 41 })],
        on: { change: { traffic: [{ kind: 'times', at: [0, 41] }] } },
      },
      {
        says: 'at 40 s it was exactly 20 s behind',
        is: [exactly('level', 0, 20, { at: 0 }), exactly('level', 0, -20, { at: 40 })],
        on: { change: { traffic: [{ kind: 'times', at: [0] }] } },
      },
      {
        says: 'only brought it up to now',
        is: exactly('level', 0, 0, { at: 40 }),
        on: { change: { traffic: [{ kind: 'times', at: [0, 40] }] } },
      },
      { says: 'the first of the five', is: exactly('requests', 0, 5, { from: 40, to: 41 }) },
      {
        // The same run, with the first of them told apart.
        says: 'and three more fitted',
        is: exactly('admitted', 0, 3, { from: 40.000001, to: 41 }),
        on: {
          change: { traffic: [{ kind: 'times', at: [0, 40, 40.000001, 40.000001, 40.000001, 40.000001] }] },
        },
      },
      {
        says: 'Had they come a millisecond later, it would have been 5',
        is: exactly('peak', 0, 5),
        on: { change: { traffic: [{ kind: 'times', at: [0, 40.001, 40.001, 40.001, 40.001, 40.001, 60, 80, 99] }] } },
      },
    ],
  },
];
