/** Distributed presets: what teams meet in production, as runs that can be replayed. */
import type { Preset } from './preset.ts';

const fixedLatency = (mean: number) => ({ kind: 'fixed', mean });

export const processesPresets: readonly Preset[] = [
  {
    id: 'last-token',
    title: 'Two nodes take the last token',
    topic: 'nodes',
    description:
      'At 6 s one token is left, and both nodes read it before either writes: both admit their request. With one script, the second is refused.',
    document: {
      duration: 12,
      policy: { n: 5, T: 60 },
      traffic: [{ kind: 'times', at: [1, 2, 3, 4, 6, 6, 8, 10], key: 'user' }],
      cluster: { nodes: 2, latency: fixedLatency(0.01) },
      lanes: [
        { limiter: 'redis-token-bucket', label: 'Bucket, no guard', options: { concurrency: 'none' } },
        { limiter: 'redis-token-bucket', label: 'Bucket, one script' },
      ],
    },
    expect: [
      { admitted: 6, denied: 2, peak: 6 },
      { admitted: 5, denied: 3, peak: 5 },
    ],
    opensAt: 6,
    selected: { lane: 0, request: 5 },
  },
  {
    id: 'immortal-key',
    title: 'The key that never expires',
    topic: 'nodes',
    description:
      'N1 crashes at 0.004 s, between INCR and EXPIRE, so the key never expires. Four requests still get in, and none after that.',
    formerNotes: [
      'N1 dies at 0.004 s, between INCR and EXPIRE: the key never expires. Four more get in, and nobody after that.',
      'N1 crashes at 0.004 s, between INCR and EXPIRE, so the key never expires. Four more requests get in, and none after that.',
    ],
    document: {
      duration: 60,
      policy: { n: 4, T: 10 },
      traffic: [{ kind: 'steady', rate: 0.5, key: 'user' }],
      cluster: {
        nodes: 3,
        latency: fixedLatency(0.001),
        faults: [{ kind: 'crash-after', node: 0, command: 'INCR', at: 0 }],
      },
      lanes: [
        { limiter: 'redis-incr', label: 'INCR, then EXPIRE', options: { variant: 'incr-expire' } },
        { limiter: 'redis-incr', label: 'Both in one script' },
      ],
    },
    expect: [
      { admitted: 4, denied: 26, peak: 4 },
      { admitted: 24, denied: 6, peak: 4 },
    ],
    opensAt: 11,
    selected: { lane: 0, request: 0 },
  },
  {
    id: 'clock-skew',
    title: 'Ten milliseconds at the edge',
    topic: 'nodes',
    description:
      'N2’s clock is 10 ms ahead: in the last 10 ms of a second it already counts in the next one, and twice the limit gets in at the edge.',
    document: {
      duration: 2,
      policy: { n: 10, T: 1 },
      traffic: [
        { kind: 'steady', from: 0.99, to: 1, rate: 2000, key: 'user' },
        { kind: 'steady', from: 1.2, to: 1.8, rate: 10, key: 'user' },
      ],
      cluster: { nodes: 2, latency: fixedLatency(0.0005), skew: [{ node: 1, offset: 0.01 }] },
      lanes: [{ limiter: 'tair-incr', label: 'N2’s clock ahead' }, { limiter: 'fixed-window' }],
    },
    expect: [
      { admitted: 20, denied: 6, peak: 20 },
      { admitted: 16, denied: 10, peak: 16 },
    ],
    opensAt: 1.9,
    selected: { lane: 0, request: 1 },
  },
  {
    id: 'no-list-twice',
    title: 'Two nodes both see no list',
    topic: 'nodes',
    description:
      'At 1 s both nodes see no list, and both start one. EXPIRE runs twice, so the window ends 2 ms later, and a request at 11.009 s is still refused.',
    document: {
      duration: 24,
      policy: { n: 3, T: 10 },
      traffic: [{ kind: 'times', at: [1, 1.002, 2, 3, 4, 11.009, 12, 13, 14, 15], key: 'user' }],
      cluster: { nodes: 2, latency: fixedLatency(0.002) },
      lanes: [
        { limiter: 'redis-incr', label: 'A list', options: { variant: 'list' } },
        { limiter: 'redis-incr', label: 'One script' },
      ],
    },
    expect: [
      { admitted: 8, denied: 2, peak: 4 },
      { admitted: 6, denied: 4, peak: 3 },
    ],
    opensAt: 1.02,
    selected: { lane: 0, request: 1 },
  },
  {
    id: 'deploy-adds-two',
    title: 'A deploy adds two nodes',
    topic: 'nodes',
    description:
      'Each node applies the limit on its own: one node admits 10. At 20 s a deploy adds two nodes, and the limit silently becomes 30.',
    opensAt: 13.5,
    document: {
      duration: 40,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', rate: 4, key: 'user' }],
      cluster: {
        nodes: 1,
        latency: fixedLatency(0.001),
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
    expect: [
      { admitted: 80, denied: 80, peak: 30 },
      { admitted: 40, denied: 120, peak: 10 },
    ],
  },
  {
    id: 'sticky-split',
    title: 'Sticky routing starves a split',
    topic: 'nodes',
    description:
      'The limit of 9 is split among three nodes, and each user is always sent to the same one: in no fixed window does a user get more than 3.',
    formerNotes: [
      'The limit of 9 is split among three nodes, and each user is always sent to the same one: in no window of 10 s does a user get more than 3.',
      'The limit of 9 is split among three nodes, and each user is always sent to the same one: nobody gets more than 3.',
      'The limit of 9 is split among three nodes, and each user is always sent to the same one: no user gets more than 3 in 10 s.',
      'The limit of 9 is split among three nodes, and each user is always sent to the same one: no user gets more than 3.',
    ],
    opensAt: 10.333333,
    document: {
      duration: 30,
      policy: { n: 9, T: 10 },
      traffic: [{ kind: 'steady', rate: 3, keys: { count: 3, share: 'even' } }],
      cluster: { nodes: 3, routing: 'sticky', latency: fixedLatency(0.001) },
      lanes: [
        { limiter: 'local-split', label: 'A third in each node', options: { limiter: 'fixed-window' } },
        { limiter: 'redis-incr', label: 'In the store' },
      ],
    },
    expect: [
      { admitted: 27, denied: 63, peak: 5 },
      { admitted: 74, denied: 16, peak: 15 },
    ],
  },
  {
    id: 'server-away',
    title: 'The token server goes away',
    topic: 'nodes',
    description:
      'From 10 s to 20 s the server does not answer: one lane denies all, one admits all, and in one each node decides on its own half.',
    opensAt: 13.666667,
    document: {
      duration: 40,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', rate: 3, key: 'user' }],
      cluster: {
        nodes: 2,
        latency: fixedLatency(0.001),
        faults: [{ kind: 'store-down', at: 10, until: 20 }],
      },
      lanes: ['deny', 'allow', 'local'].map((fallback) => ({
        limiter: 'token-server',
        label: `While away: ${fallback === 'local' ? 'own half' : fallback}`,
        options: { fallback },
      })),
    },
    expect: [
      { admitted: 48, denied: 72, peak: 19 },
      { admitted: 78, denied: 42, peak: 31 },
      { admitted: 66, denied: 54, peak: 20 },
    ],
  },
  {
    id: 'lease',
    title: 'Leases, or asking every time',
    topic: 'nodes',
    description:
      'Leases need 0.29 messages a request, asking every time needs one; both admit 100 a window, and requests wait only when their node must ask.',
    opensAt: 18.783427,
    document: {
      duration: 30,
      policy: { n: 100, T: 10 },
      traffic: [{ kind: 'poisson', rate: 12, key: 'user' }],
      cluster: { nodes: 4, routing: { weights: [4, 2, 1, 1] }, latency: fixedLatency(0.002) },
      lanes: [
        { limiter: 'quota-lease', label: 'Leases' },
        { limiter: 'token-server', label: 'Ask every time', options: { limiter: 'fixed-window' } },
      ],
    },
    expect: [
      { admitted: 300, denied: 71, peak: 113 },
      { admitted: 300, denied: 71, peak: 113 },
    ],
  },
  {
    id: 'two-layers',
    title: 'Outer nginx, inner bucket',
    topic: 'nodes',
    description:
      'Twenty arrive at 12 s: nginx on each node refuses half of them and spaces out the rest before the shared bucket is asked.',
    opensAt: 12,
    document: {
      duration: 30,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'steady', rate: 0.8, key: 'user' },
        { kind: 'burst', at: 12, count: 20, key: 'user' },
      ],
      cluster: { nodes: 2, latency: fixedLatency(0.001) },
      lanes: [
        {
          limiter: 'layered',
          label: 'nginx, then bucket',
          options: {
            outer: { limiter: 'nginx-limit-req', policy: { n: 20 }, options: { burst: 4 } },
            inner: 'token-bucket',
          },
        },
        { limiter: 'token-server', label: 'The bucket alone' },
      ],
    },
    expect: [
      { admitted: 33, denied: 11, delayed: 10, peak: 18 },
      { admitted: 33, denied: 11, peak: 17 },
    ],
  },
  {
    id: 'skewed-refill',
    title: 'A script whose time steps back',
    topic: 'nodes',
    description:
      'N2’s clock is 2 s behind: the published script writes its time back, and N1 refills the same 2 s again, each time. Corrected, time never moves back.',
    opensAt: 10.25,
    document: {
      duration: 30,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', rate: 4, key: 'user' }],
      cluster: { nodes: 2, latency: fixedLatency(0.001), skew: [{ node: 1, offset: -2 }] },
      lanes: [{ limiter: 'redis-token-bucket', edition: 'published' }, { limiter: 'redis-token-bucket' }],
    },
    expect: [
      { admitted: 120, denied: 0, peak: 40 },
      { admitted: 39, denied: 81, peak: 19 },
    ],
  },
  {
    id: 'lifetime-of-0',
    title: 'A bucket that the store will not keep',
    topic: 'nodes',
    description:
      'The bucket fills in 0.25 s. Twice that in whole seconds is 0: the store rejects such a lifetime, and lane 1 refuses everything by its fallback.',
    opensAt: 1.01,
    document: {
      duration: 3,
      policy: { n: 20, T: 1, capacity: 5 },
      traffic: [{ kind: 'steady', rate: 10, key: 'user' }],
      cluster: { nodes: 2, latency: fixedLatency(0.001) },
      lanes: [{ limiter: 'redis-token-bucket', edition: 'published' }, { limiter: 'redis-token-bucket' }],
    },
    expect: [
      { admitted: 0, denied: 30, peak: 0 },
      { admitted: 30, denied: 0, peak: 10 },
    ],
  },
  {
    id: 'retry-after-whole-tokens',
    title: 'A Retry-After in whole tokens',
    topic: 'nodes',
    description:
      'At 5 s the next token is 1 s away. The published script’s reply is cut to whole tokens, 0 of 0.83, so lane 1 sends the client away for 6 s.',
    opensAt: 5.01,
    document: {
      duration: 45,
      policy: { n: 10, T: 60, capacity: 1 },
      traffic: [{ kind: 'clients', phases: [{ jobs: 5, rate: 0.2 }], retry: { strategy: 'retry-after' } }],
      cluster: { nodes: 2, latency: fixedLatency(0.001) },
      lanes: [{ limiter: 'redis-token-bucket', edition: 'published' }, { limiter: 'redis-token-bucket' }],
    },
    expect: [
      { admitted: 5, denied: 6, peak: 5, decisions: 'ADADDADDADA' },
      { admitted: 5, denied: 4, peak: 5, decisions: 'ADADADADA' },
    ],
  },
];
