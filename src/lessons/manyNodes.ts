/** Lesson 11: what a limit costs, and what it lets in, once several nodes decide. */
import { atLeast, atMost, exactly, type BuiltInStep } from './lesson.ts';
import { WHILE_BETTING } from './locks.ts';

const latency = (mean: number) => ({ kind: 'fixed', mean });

/** A bucket in the store, as the learner finds it or mends it, beside one that a script decides. */
const lanesWith = (concurrency: string) => [
  { limiter: 'redis-token-bucket', label: 'Read, write', options: { concurrency } },
  { limiter: 'redis-token-bucket', label: 'One script', options: { concurrency: 'lua' } },
];

export const steps: readonly BuiltInStep[] = [
  {
    text:
      'The limit is 10 per 10 s, and 4 requests a second come. In [lane 1](lane:0) each [node](term:node) counts on its ' +
      'own; in [lane 2](lane:1) all count in a [store](term:store) that they share. At first there is 1 node. At ' +
      '[20 s](time:20) a deploy adds 2.',
    document: {
      duration: 40,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', rate: 4, key: 'user' }],
      cluster: {
        nodes: 1,
        latency: latency(0.001),
        faults: [
          { kind: 'node-added', at: 20 },
          { kind: 'node-added', at: 20 },
        ],
      },
      lanes: [
        { limiter: 'local-split', label: 'In each node', options: { limiter: 'fixed-window' } },
        { limiter: 'redis-incr', label: 'In the store' },
      ],
    },
    view: { at: 0, from: 0, to: 40 },
    bet: {
      kind: 'number',
      question: 'How many requests does lane 1 admit in the 10 s after the deploy?',
      quantity: { of: 'admitted', lane: 0, from: 20, to: 30 },
    },
    after:
      '30: each node allows its 10. Nobody changed the limit, and yet it is 3 times as high. The shared count still admits 10.',
    locks: [...WHILE_BETTING, 'cluster'],
    claims: [
      { says: '30: each node', is: exactly('admitted', 0, 30, { from: 20, to: 30 }) },
      { says: 'allows its 10', is: exactly('admitted', 0, 10, { from: 10, to: 20 }) },
      { says: '3 times as high', is: exactly('peak', 0, 30) },
      { says: 'The shared count still admits 10', is: exactly('admitted', 1, 10, { from: 20, to: 30 }) },
    ],
    given: [
      '10 per 10 s',
      '4 requests a second',

      '1 node',
      'At 20 s a deploy adds 2',
      'in the 10 s after',
    ],
  },
  {
    text:
      'Then divide it: with 3 nodes, each gets a third of a limit of 9. But this load balancer is **sticky**, and sends ' +
      'each user to the same node every time.',
    document: {
      // So that the busiest user, whom the charts show, is also the busiest of the first 10 s.
      seed: 11,
      duration: 30,
      policy: { n: 9, T: 10 },
      traffic: [{ kind: 'steady', rate: 3, keys: { count: 3, share: 'even' } }],
      cluster: { nodes: 3, routing: 'sticky', latency: latency(0.001) },
      lanes: [
        { limiter: 'local-split', label: 'A third each', options: { limiter: 'fixed-window' } },
        { limiter: 'redis-incr', label: 'In the store' },
      ],
    },
    view: { at: 0, from: 0, to: 30 },
    bet: {
      kind: 'number',
      question: 'User a-1 makes the most requests. How many of them does lane 1 admit in the first 10 s?',
      quantity: { of: 'admitted', lane: 0, key: 'a-1', from: 0, to: 10 },
    },
    after:
      '3 of the 9 that it was promised; the shares that the other nodes hold for it go unused. In the ' +
      '[store](lane:1) it gets 9. A split works only as well as the load is spread.',
    locks: [...WHILE_BETTING, 'cluster'],
    claims: [
      { says: 'each gets a third', is: exactly('admitted', 0, 3, { key: 'a-1', from: 0, to: 10 }) },
      { says: '3 of the', is: exactly('admitted', 0, 3, { key: 'a-1', from: 0, to: 10 }) },
      { says: 'In the store it gets 9', is: exactly('admitted', 1, 9, { key: 'a-1', from: 0, to: 10 }) },
    ],
    given: ['3 nodes', 'limit of 9', 'the 9 that', 'first 10 s', 'User a-1'],
  },
  {
    text:
      'So share it. Sharing costs: each decision is a message to the store and its answer, here 10 ms each way. ' +
      'A [script](lane:1) needs one such trip. Without it, [a node](lane:0) reads the bucket, decides, writes it back, and ' +
      'sets when it expires.',
    document: {
      duration: 12,
      policy: { n: 5, T: 60 },
      traffic: [{ kind: 'times', at: [1, 2, 3, 4], key: 'user' }],
      cluster: { nodes: 2, latency: latency(0.01) },
      lanes: lanesWith('none'),
    },
    view: { at: 0, from: 0, to: 12 },
    bet: {
      kind: 'number',
      question: 'How long does a request wait for its decision in lane 1?',
      quantity: { of: 'waitMax', lane: 0 },
      within: 0.01,
    },
    after:
      '0.06 s: three trips, to read, to write and to set the expiry, each 10 ms there and 10 ms back. The script waits 0.02 s ' +
      'and needs 4 messages for the 4 requests, where lane 1 needs 12.',
    locks: [...WHILE_BETTING, 'cluster'],
    claims: [
      { says: '0.06 s: three trips', is: [exactly('waitMax', 0, 0.06), exactly('waitMax', 1, 0.02)] },
      { says: 'The script waits 0.02 s', is: exactly('waitMax', 1, 0.02) },
      { says: '4 messages', is: exactly('messages', 1, 4) },
      { says: 'the 4 requests', is: exactly('requests', 1, 4) },
      { says: 'lane 1 needs 12', is: exactly('messages', 0, 12) },
    ],
    given: ['10 ms each way', '10 ms there and 10 ms back'],
  },
  {
    text:
      'And between reading and writing, others read. At [6 s](time:6) the bucket holds a little more than 1 token, and ' +
      'both nodes are asked at once. The limit is 5.',
    change: { traffic: [{ kind: 'times', at: [1, 2, 3, 4, 6, 6, 8, 10], key: 'user' }] },
    view: { at: 5, from: 0, to: 12 },
    bet: {
      kind: 'number',
      question: 'How many of the 8 requests does lane 1 admit?',
      quantity: { of: 'admitted', lane: 0 },
    },
    after:
      '6: both nodes read the same token and both spend it. That is a [race](term:race), and it is rare, so tests miss ' +
      'it. Click one of the two requests at 6 s in [lane 1](decisions:0) to see their messages cross. The script admits 5.',
    locks: [...WHILE_BETTING, 'cluster'],
    claims: [
      {
        says: 'a little more than 1 token',
        is: [atLeast('level', 1, 1.2, { at: 5.99 }), atMost('level', 1, 1.5, { at: 5.99 })],
      },
      { says: '6: both nodes', is: exactly('admitted', 0, 6) },
      { says: 'The script admits 5', is: exactly('admitted', 1, 5) },
    ],
    given: ['The limit is 5', '8 requests', 'At 6 s', 'two requests at 6 s'],
  },
  {
    text:
      'Fix [lane 1](lane:0): open its options. Its **concurrency** is none; each of the other settings keeps the nodes ' +
      'apart, at a price.',
    task: {
      prompt: 'Choose a concurrency with which lane 1 admits 5.',
      until: [exactly('admitted', 0, 5)],
      solution: {
        lanes: lanesWith('watch'),
      },
    },
    after:
      '**watch** notices that somebody wrote, and starts over; **lock** makes the others queue; **lua** does all of it in one ' +
      'visit. Their price is 27, 44 and 8 messages.',
    lit: ['lane:0'],
    locks: ['n', 'T', 'capacity', 'traffic', 'send', 'cluster'],
    claims: [
      { says: 'lane 1 admits 5', is: exactly('admitted', 0, 5), on: 'solution' },
      { says: '27', is: exactly('messages', 0, 27), on: { change: { lanes: lanesWith('watch') } } },
      { says: '44', is: exactly('messages', 0, 44), on: { change: { lanes: lanesWith('lock') } } },
      { says: '8 messages', is: exactly('messages', 0, 8), on: { change: { lanes: lanesWith('lua') } } },
    ],
  },
  {
    text:
      'One more price: the store can go away. From [10 s](time:10) to [20 s](time:20) it does not answer, while 3 requests ' +
      'a second come. Then a node has to decide without it: [deny](lane:0), [allow](lane:1), or ' +
      'by itself, with [its own share](lane:2) of the limit.',
    document: {
      duration: 40,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', rate: 3, key: 'user' }],
      cluster: { nodes: 2, latency: latency(0.001), faults: [{ kind: 'store-down', at: 10, until: 20 }] },
      lanes: ['deny', 'allow', 'local'].map((fallback) => ({
        limiter: 'token-server',
        label: fallback === 'local' ? 'Own share' : fallback === 'deny' ? 'Deny' : 'Allow',
        options: { fallback },
      })),
    },
    view: { at: 0, from: 0, to: 40 },
    bet: {
      kind: 'number',
      question: 'Of the 30 requests in those 10 s, how many get in with Own share?',
      quantity: { of: 'admitted', lane: 2, from: 10, to: 20 },
      within: 2,
    },
    after:
      '18, where Deny lets 0 in and Allow all 30. Which is right depends on what the limit is for: a login is better refused, a read may as well pass. And each answer takes 0.1 s: that is how long a node waits for the store before it decides. ' +
      '**To try:** a store that is slow, not down.',
    locks: [...WHILE_BETTING, 'cluster'],
    claims: [
      { says: '18, where', is: exactly('admitted', 2, 18, { from: 10, to: 20 }) },
      { says: 'Deny lets 0 in', is: exactly('admitted', 0, 0, { from: 10, to: 20 }) },
      { says: 'Allow all 30', is: exactly('admitted', 1, 30, { from: 10, to: 20 }) },
      { says: 'Of the 30 requests', is: exactly('requests', 2, 30, { from: 10, to: 20 }) },
      { says: 'each answer takes 0.1 s', is: exactly('waitMax', 1, 0.1, { from: 10, to: 20 }) },
    ],
    given: ['From 10 s to 20 s', '3 requests a second', 'those 10 s'],
  },
];
