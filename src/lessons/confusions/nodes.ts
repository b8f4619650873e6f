/** What confuses people about limits that several processes share. */
import { exactly } from '../lesson.ts';
import { documentOfPreset, thread, type Confusion } from './confusion.ts';

const fixedLatency = { kind: 'fixed', mean: 0.001 };

export const nodeConfusions: readonly Confusion[] = [
  {
    id: 'limit-times-nodes',
    question: 'The limit is 60 a minute and I run 3 pods. Is it 180 now?',
    answer:
      'If each pod counts on its own and the requests go round, yes: 180 in the first minute. If all of them count in one ' +
      'store, 60.',
    document: {
      duration: 60,
      policy: { n: 60, T: 60 },
      traffic: [{ kind: 'steady', rate: 5, key: 'user' }],
      cluster: { nodes: 3, latency: fixedLatency },
      lanes: [
        {
          limiter: 'local-split',
          label: '60 in each pod',
          policy: { n: 180 },
          options: { limiter: 'fixed-window' },
        },
        { limiter: 'redis-incr', label: '60 in the store' },
      ],
    },
    claims: [
      { says: 'Is it 180 now', is: exactly('peak', 0, 180) },
      { says: '180 in the first minute', is: exactly('admitted', 0, 180) },
      { says: 'store, 60', is: exactly('admitted', 1, 60) },
    ],
    given: ['60 a minute', '3 pods'],
    threads: [
      thread('Kong/kong', 6724, 'Questions about set rate-limiting-advanced plugin config.sync_rate config'),
      thread('Kong/kong', 2127, 'Rate-limiting: make the local threshold scale with the number of nodes'),
      thread('Kong/kong', 5954, 'Kong ratelimiting plugin expected behavior'),
      thread('wso2/k8s-api-operator', 178, 'Support distributed rate limiting'),
    ],
  },
  {
    id: 'read-then-write',
    question: 'I check the counter and then increment it. Why do parallel requests slip through?',
    answer:
      'Both read before either writes, and both find the last token: 6 get in where 5 were allowed. Check and increment in ' +
      'one script, and the second is refused.',
    document: documentOfPreset('last-token'),
    claims: [
      { says: '6 get in', is: exactly('admitted', 0, 6) },
      { says: 'the second is refused', is: exactly('admitted', 1, 5) },
    ],
    given: ['5 were allowed'],
    threads: [
      thread('go-chi/httprate', 2, 'Cache burst issue'),
      thread('Kong/kong', 2629, 'Kong rate limiting concurrent problem'),
    ],
  },
  {
    id: 'immortal-key',
    question: 'INCR, then EXPIRE. Why is this client blocked for ever?',
    answer:
      'The process died in between, so the key never expires: 4 get in, and nobody after that. In one script the key ' +
      'cannot be left behind, and 24 of 30 get in.',
    document: documentOfPreset('immortal-key'),
    claims: [
      { says: 'nobody after that', is: exactly('admitted', 0, 0, { from: 20 }) },
      { says: '4 get in', is: exactly('admitted', 0, 4) },
      { says: '24 of 30', is: [exactly('admitted', 1, 24), exactly('requests', 1, 30)] },
    ],
    threads: [
      thread('redis/redis', 4548, 'INCR Pattern: Rate limiter 2 is plain broken'),
      thread('alisaifee/limits', 14, 'redis hit has a race condition'),
      thread('Tabcorp/redis-rate-limiter', 1, 'Race condition that leads to a non-expiring redis key'),
      thread('marcosbarbero/spring-cloud-zuul-ratelimit', 162, 'Redis vulnerability with key expiration not being set'),
    ],
  },
  {
    id: 'clocks-differ',
    question: 'The script is atomic. Why does it hand out more tokens when the servers’ clocks differ?',
    answer:
      'It stores the time of whoever asked last. A node whose clock is 2 s behind sets that time back, and the next refills ' +
      'the same 2 s again: all 120 get in, where 39 should.',
    document: documentOfPreset('skewed-refill'),
    claims: [
      { says: 'all 120 get in', is: exactly('admitted', 0, 120) },
      { says: 'where 39 should', is: exactly('admitted', 1, 39) },
    ],
    given: ['2 s behind', 'the same 2 s'],
    threads: [
      thread(
        'spring-cloud/spring-cloud-gateway',
        2412,
        'the inaccurate rate limit in redis when the node time is different in the multi-node scenario',
      ),
      thread('spring-cloud/spring-cloud-gateway', 1688, 'use redis time instead of server time'),
      thread('zeromicro/go-zero', 4072, 'The tokenlimit with redis may work incorrectly due to network latency'),
    ],
  },
  {
    id: 'store-down',
    question: 'Redis is down. Does the limiter let everyone in, or no one?',
    answer:
      'Whatever you chose. Of the 30 requests in the outage, deny lets 0 in, allow 30, and a node that decides on its own ' +
      'share of the limit 18; the last one needs no store and still keeps a limit.',
    document: documentOfPreset('server-away'),
    claims: [
      { says: 'Of the 30 requests', is: exactly('requests', 0, 30, { from: 10, to: 20 }) },
      { says: 'deny lets 0 in', is: exactly('admitted', 0, 0, { from: 10, to: 20 }) },
      { says: 'allow 30', is: exactly('admitted', 1, 30, { from: 10, to: 20 }) },
      { says: 'share of the limit 18', is: exactly('admitted', 2, 18, { from: 10, to: 20 }) },
    ],
    threads: [
      thread('SweetSophia/noosphere', 242, 'B1: Rate limiter fails open when Redis is down'),
      thread('sethvargo/go-limiter', 9, 'Allow redisstore to fail open'),
      thread('frain-dev/convoy', 1950, 'Make rate limiter fail-open'),
      thread('langfuse/langfuse', 5001, 'fix: fail open on redis errors in ratelimitservice'),
    ],
  },
  {
    id: 'stacked-limits',
    question:
      'I allow 10 a minute and 30 in 30 minutes. Why is a client blocked for the rest of the 30 minutes after 20?',
    answer:
      'What the short limit refuses, the long one has already charged: of its 30, 10 are spent on refusals, and 20 get in. ' +
      'Ask the short limit first, and all 30 get in.',
    document: {
      duration: 1800,
      policy: { n: 30, T: 1800 },
      traffic: [{ kind: 'steady', rate: 0.25, key: 'user' }],
      cluster: { nodes: 1, latency: fixedLatency },
      lanes: [
        {
          limiter: 'layered',
          label: 'Long, then short',
          options: { outer: { limiter: 'quota-reset' }, inner: { limiter: 'quota-reset', policy: { n: 10, T: 60 } } },
        },
        {
          limiter: 'layered',
          label: 'Short, then long',
          options: { outer: { limiter: 'quota-reset', policy: { n: 10, T: 60 } }, inner: { limiter: 'quota-reset' } },
        },
      ],
    },
    claims: [
      { says: 'after 20', is: exactly('admitted', 0, 20) },
      { says: 'and 20 get in', is: exactly('admitted', 0, 20) },
      { says: '10 are spent on refusals', is: exactly('denied', 0, 10, { from: 0, to: 120 }) },
      { says: 'all 30 get in', is: exactly('admitted', 1, 30) },
      {
        says: 'blocked for the rest of the 30 minutes after 20',
        is: [exactly('admitted', 0, 20), exactly('admitted', 0, 0, { from: 120, to: 1800 })],
      },
    ],
    given: ['10 a minute and 30 in 30 minutes', 'of its 30'],
    threads: [
      thread(
        'ravangen/graphql-rate-limit',
        129,
        'Stacked rate limit gets exhausted while another rate is still in play',
      ),
      thread('envoyproxy/ratelimit', 190, 'Way to create different time units?'),
      thread(
        'kgateway-dev/kgateway',
        8699,
        'ratelimit ability to not count ratelimited requests for specific descriptors',
      ),
    ],
  },
];
