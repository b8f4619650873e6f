/** Lesson 8: queues, nginx's line, and Guava's debt and warm-up. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

const patientClients = {
  kind: 'clients',
  count: 10,
  keys: 'shared',
  rate: 0.15,
  timeout: 4,
  retry: { strategy: 'retry-poll', every: 1 },
};

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'So far a limiter said yes or no. [The queue](lane:0) knows another answer: [later](term:delay). It lets 1 request a ' +
      'second leave and has 5 places in line. [The meter](lane:1) has 5 places too, but makes nobody wait. Now 8 ' +
      'requests come at once.',
    document: {
      duration: 8,
      policy: { n: 1, T: 1, capacity: 5 },
      // After the playhead, or the figures say the answer.
      traffic: [{ kind: 'burst', at: 1, count: 8 }],
      lanes: [
        { limiter: 'leaky-queue', label: 'Queue' },
        { limiter: 'leaky-meter', label: 'Meter' },
      ],
    },
    view: { at: 0, from: 0, to: 8 },
    bet: {
      kind: 'number',
      question: 'How many of the 8 does the queue refuse?',
      quantity: { of: 'denied', lane: 0 },
    },
    after:
      'It refuses 2, and the meter 3. The first request is served at once and takes no place, so 5 more fit in the ' +
      'line. [Each tail](decisions:0) is a wait: the last request runs 5 s after it came.',
    locks: WHILE_BETTING,
    claims: [
      { says: 'It refuses 2', is: exactly('denied', 0, 2) },
      { says: 'the meter 3', is: exactly('denied', 1, 3) },
      { says: '5 more fit in the line', is: exactly('delayed', 0, 5) },
      { says: 'the last request runs 5 s after it came', is: exactly('waitMax', 0, 5) },
    ],
    given: ['1 request a second', '5 places', '8 requests', 'the 8'],
  },
  {
    text:
      'A place in line is a promise: with 1 request leaving a second, the last of k places waits k seconds. So the ' +
      '[capacity](capacity) of a queue is best chosen by the clock: how long will a caller wait before hanging up?',
    task: {
      prompt: 'Choose a capacity at which nobody waits longer than 2 s, and at least 3 requests still get in.',
      until: [atMost('waitMax', 0, 2), atLeast('admitted', 0, 3)],
      solution: { policy: { capacity: 2 } },
    },
    after: 'With 2 places 5 are refused, but they know it at once and can go elsewhere.',
    lit: ['capacity'],
    locks: ['n', 'T', 'traffic', 'send', 'lanes', 'options'],
    claims: [
      { says: 'longer than 2 s', is: atMost('waitMax', 0, 2), on: 'solution' },
      { says: 'at least 3 requests', is: atLeast('admitted', 0, 3), on: 'solution' },
      { says: '5 are refused', is: exactly('denied', 0, 5), on: 'solution' },
      { says: 'With 2 places', is: exactly('delayed', 0, 2), on: 'solution' },
    ],
    given: ['1 request leaving a second'],
  },
  {
    text:
      'Callers do hang up. These 10 clients leave after 4 s and ask again. [The line of 20](lane:0) looks kind: it ' +
      'refuses later than [the line of 3](lane:1).',
    document: {
      duration: 30,
      policy: { n: 1, T: 1 },
      traffic: [patientClients],
      lanes: [
        { limiter: 'leaky-queue', label: 'Line of 20', policy: { capacity: 20 } },
        { limiter: 'leaky-queue', label: 'Line of 3', policy: { capacity: 3 } },
      ],
    },
    view: { at: 0, from: 0, to: 30 },
    bet: {
      kind: 'number',
      question: 'How long is the longest wait in the line of 20?',
      quantity: { of: 'waitMax', lane: 0 },
      within: 3,
    },
    after:
      'It climbs to 20 s. By then everything it serves is for somebody who has left: work ' +
      'that helps no one. In the line of 3 no request waits longer than 3 s, so nobody has left when it runs. A line longer than its callers’ ' +
      'patience is worse than a refusal. [Compare](compare) has the longest wait, the [p99](term:p99) ' +
      'of the jobs that got done, and the [herd](term:herd): how many retry together.',
    locks: WHILE_BETTING,
    claims: [
      { says: 'refuses later', is: atLeast('firstDenialAt', 0, { of: 'firstDenialAt', lane: 1 }) },
      { says: 'It climbs to 20 s', is: exactly('waitMax', 0, 20) },
      { says: 'no request waits longer than 3 s', is: exactly('waitMax', 1, 3) },
    ],
    given: ['10 clients', 'after 4 s', 'line of 20', 'line of 3'],
  },
  {
    text:
      'nginx has this queue built in, as limit_req. **burst** is the length of the line; **delay** says how many of ' +
      'them go ahead without waiting, and **nodelay** lets all of them. Two bursts of 8 come, and the rate is 1 a second.',
    document: {
      duration: 12,
      policy: { n: 1, T: 1, capacity: 5 },
      // Not at 0 s, where the playhead is: the first burst alone would answer the bet.
      traffic: [
        { kind: 'burst', at: 1, count: 8 },
        { kind: 'burst', at: 4, count: 8 },
      ],
      lanes: [
        { limiter: 'leaky-queue', label: 'Queue' },
        { limiter: 'nginx-limit-req', label: 'burst=5', options: { burst: 5 } },
        { limiter: 'nginx-limit-req', label: 'delay=2', options: { burst: 5, delay: 2 } },
        { limiter: 'nginx-limit-req', label: 'nodelay', options: { burst: 5, delay: 'none' } },
      ],
    },
    view: { at: 0, from: 0, to: 12 },
    bet: {
      kind: 'choice',
      question: 'Which lane admits the most?',
      options: [
        { text: 'The queue: it is patient', when: [atLeast('admitted', 0, 10)] },
        { text: 'delay: it is a bit of both', when: [atLeast('admitted', 2, 10)] },
        { text: 'nodelay: nothing is in its way', when: [atLeast('admitted', 3, 10)] },
        {
          text: 'All admit the same',
          when: [1, 2, 3].map((lane) => exactly('admitted', lane, { of: 'admitted', lane: 0 })),
        },
      ],
    },
    after:
      'All admit 9 and refuse 7. The delay changes **when** they run, not how many: [with burst alone](decisions:1) never ' +
      'more than 1 a second, [with delay=2](decisions:2) it is 3 at the first instant, and [with nodelay](decisions:3) it is 6. The server behind nginx feels the bursts, the callers feel the waits.',
    locks: WHILE_BETTING,
    claims: [
      { says: 'All admit 9', is: [0, 1, 2, 3].map((lane) => exactly('admitted', lane, 9)) },
      { says: 'refuse 7', is: [0, 1, 2, 3].map((lane) => exactly('denied', lane, 7)) },
      { says: 'never more than 1 a second', is: exactly('peakSecond', 1, 1) },
      { says: 'it is 3 at the first instant', is: exactly('peakSecond', 2, 3) },
      { says: 'with nodelay it is 6', is: exactly('peakSecond', 3, 6) },
    ],
    given: ['Two bursts of 8', '1 a second', 'delay=2'],
  },
  {
    text:
      'Guava’s [acquire](lane:0) never refuses, and it never makes a large request wait for itself: **the next caller ' +
      'pays**. At 0 s a request takes 15 permits, at a rate of 5 a second. The next comes at [1 s](time:1).',
    document: {
      duration: 6,
      policy: { n: 5, T: 1 },
      traffic: [
        { kind: 'times', at: [0], cost: 15 },
        { kind: 'times', at: [1, 1.5, 4] },
      ],
      lanes: [
        { limiter: 'guava-bursty', label: 'Guava, acquire' },
        { limiter: 'token-bucket', label: 'Bucket of 5' },
      ],
    },
    view: { at: 0, from: 0, to: 6 },
    bet: {
      kind: 'number',
      question: 'How long does the request at 1 s wait?',
      quantity: { of: 'waitMax', lane: 0, from: 1, to: 1.4 },
      within: 0.25,
    },
    after:
      '2 s: it runs at [3 s](time:3), when the 15 permits are paid off. In [its level](level:0) the debt is the ' +
      'dashed line that runs down until nobody has to wait. [A bucket of 5](lane:1) refuses the large request for ever, and makes nobody wait.',
    locks: WHILE_BETTING,
    claims: [
      { says: '2 s: it runs', is: exactly('waitMax', 0, 2, { from: 1, to: 1.4 }) },
      {
        says: 'it runs at 3 s',
        is: [exactly('windowCount', 0, 0, { at: 2.999 }), exactly('windowCount', 0, 1, { at: 3 })],
      },
      { says: 'until nobody has to wait', is: exactly('waitMax', 0, 0, { from: 4 }) },
      { says: 'refuses the large request', is: exactly('denied', 1, 1, { from: 0, to: 1 }) },
    ],
    given: ['At 0 s', '15 permits', '5 a second', '1 s', 'bucket of 5'],
  },
  {
    text:
      'What does an idle limiter save up? [Bursty](lane:0) thinks the server is rested, and hands out a second’s worth ' +
      'of permits at once. [Warming up](lane:1) thinks its caches are **cold**, and makes the first permits expensive. ' +
      'After 10 s of rest 30 requests come.',
    document: {
      duration: 20,
      policy: { n: 5, T: 1 },
      traffic: [{ kind: 'burst', at: 10, count: 30 }],
      lanes: [
        { limiter: 'guava-bursty', label: 'Bursty' },
        { limiter: 'guava-warming-up', label: 'Warming up', options: { warmup: 4, coldFactor: 3 } },
      ],
    },
    view: { at: 9, from: 8, to: 20 },
    bet: {
      kind: 'number',
      question: 'In Bursty the last of them waits 4.8 s. How long does it wait in Warming up?',
      quantity: { of: 'waitMax', lane: 1 },
      within: 1,
    },
    after:
      '7.8 s; [Compare](compare) has both, under Wait max. Both lanes run at 5 a second in the end, but a cold permit takes up to ' +
      '3 times as long. The same rest, read in opposite ways: choose by what is behind the limiter. ' +
      '**To try:** a longer warm-up, in the options of [Warming up](lane:1).',
    locks: WHILE_BETTING,
    claims: [
      { says: 'the last of them waits 4.8 s', is: exactly('waitMax', 0, 4.8) },
      { says: '7.8 s', is: exactly('waitMax', 1, 7.8) },
    ],
    given: ['After 10 s', '30 requests', '5 a second', '3 times'],
  },
];
