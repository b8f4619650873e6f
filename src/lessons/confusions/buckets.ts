/** What confuses people about buckets: rate, burst, cost. */
import { exactly } from '../lesson.ts';
import { thread, type Confusion } from './confusion.ts';

export const bucketConfusions: readonly Confusion[] = [
  {
    id: 'first-period',
    question: 'The limit is 17 per 30 s. Why did far more get in within 30 s?',
    answer:
      'A bucket starts full and refills while it is emptied: 33 pass in the first 30 s, 17 that were saved up and those ' +
      'that came back meanwhile, and 17 in the next. A log keeps to 17.',
    document: {
      duration: 60,
      policy: { n: 17, T: 30 },
      traffic: [{ kind: 'steady', rate: 2 }],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'sliding-log' }],
    },
    claims: [
      {
        says: '33 pass in the first 30 s',
        is: exactly('admitted', 0, 33, { from: 0, to: 30 }),
      },
      { says: 'and 17 in the next', is: exactly('admitted', 0, 17, { from: 30, to: 60 }) },
      { says: 'A log keeps to 17', is: exactly('peak', 1, 17) },
    ],
    given: ['17 per 30 s', 'within 30 s', '17 that were saved up'],
    threads: [
      thread('go-redis/redis_rate', 24, 'Way too many events allowed when burst is not 1'),
      thread(
        'boinkor-net/governor',
        219,
        'Make it easier to configure rate limiter to never cross `max_burst` admitted cells in a specific period of time',
      ),
      thread('golang/go', 39970, 'x/time/rate: When limit higher burst, Allow() will return true higher burst'),
      thread('boinkor-net/governor', 39, '[QUESTION] Using governor for HTTP Rate Limiting weirdness'),
      thread('bucket4j/bucket4j', 128, 'I can request over maximum rate limit'),
    ],
  },
  {
    id: 'burst-or-rate',
    question: 'I want at most 2 per 10 minutes. What is burst for, if I have given a rate?',
    answer:
      'The rate is how fast tokens come back, burst is how many can be saved. With a burst of 1 the first 10 minutes admit 2, ' +
      '300 s apart; with 10 they admit 11. From then on both admit 2 per 10 minutes.',
    document: {
      duration: 1800,
      policy: { n: 2, T: 600 },
      traffic: [{ kind: 'steady', rate: 0.1 }],
      lanes: [
        { limiter: 'token-bucket', label: 'Burst 1', policy: { capacity: 1 } },
        { limiter: 'token-bucket', label: 'Burst 10', policy: { capacity: 10 } },
      ],
    },
    claims: [
      { says: 'the first 10 minutes admit 2', is: exactly('admitted', 0, 2, { from: 0, to: 600 }) },
      { says: '300 s apart', is: exactly('firstAdmissionAt', 0, 300, { from: 10 }) },
      { says: 'they admit 11', is: exactly('admitted', 1, 11, { from: 0, to: 600 }) },
      {
        says: 'both admit 2 per 10 minutes',
        is: [0, 1].flatMap((lane) => [600, 1200].map((from) => exactly('admitted', lane, 2, { from, to: from + 600 }))),
      },
    ],
    given: ['at most 2 per 10 minutes', 'burst of 1', 'with 10'],
    threads: [
      thread('go-redis/redis_rate', 92, 'Rate and Burst configurations are not clear'),
      thread('golang/go', 52618, 'x/time: "bursts" of the RateLimiter don\'t work as documented'),
      thread('boinkor-net/governor', 184, 'Burst documentation'),
      thread('thisandagain/micron-throttle', 1, 'What does burst mean in this context?'),
    ],
  },
  {
    id: 'greedy-or-interval',
    question: 'The limit is 2 a minute. Why is the next request let in after 30 s, and later only one more?',
    answer:
      'A greedy refill brings a token back every 30 s, so at 60 s there is only 1. A refill by interval refuses at 30 s, and ' +
      'brings both back at 60 s.',
    document: {
      duration: 90,
      policy: { n: 2, T: 60 },
      traffic: [{ kind: 'times', at: [0, 0, 30, 60, 60] }],
      lanes: [
        { limiter: 'token-bucket', label: 'Greedy' },
        { limiter: 'token-bucket-ticked', label: 'By interval', options: { refill: 'all' } },
      ],
    },
    claims: [
      { says: 'let in after 30 s', is: exactly('admitted', 0, 1, { from: 30, to: 31 }) },
      { says: 'brings a token back every 30 s', is: exactly('firstAdmissionAt', 0, 30, { from: 1 }) },
      { says: 'at 60 s there is only 1', is: exactly('admitted', 0, 1, { from: 60 }) },
      { says: 'refuses at 30 s', is: exactly('denied', 1, 1, { from: 30, to: 31 }) },
      { says: 'brings both back at 60 s', is: exactly('admitted', 1, 2, { from: 60 }) },
    ],
    given: ['2 a minute'],
    threads: [
      thread(
        'MarcGiffing/bucket4j-spring-boot-starter',
        75,
        'Request for documentation of fixed-refill-interval and fixed-refill-interval-unit properties.',
      ),
      thread('bucket4j/bucket4j', 39, 'Add support for fixed interval refill'),
      thread('bucket4j/bucket4j', 100, 'Add option to allow interval refill to happen on interval boundary'),
      thread('quarkiverse/quarkus-bucket4j', 123, 'Add the `refillIntervally` option'),
    ],
  },
  {
    id: 'burst-plus-one',
    question: 'I gave a max_burst of 15. Why is the limit 16?',
    answer:
      'There, burst counts what may come **on top of** the request that is always due: redis-cell’s 15 is a capacity of 16, ' +
      'and nginx with burst 15 lets 16 of 20 pass as well. In most libraries burst is the capacity itself, and 15 pass.',
    document: {
      duration: 10,
      policy: { n: 30, T: 60 },
      traffic: [{ kind: 'burst', at: 0, count: 20 }],
      lanes: [
        { limiter: 'gcra', label: 'max_burst 15', policy: { capacity: 16 } },
        { limiter: 'nginx-limit-req', label: 'nginx burst=15 nodelay', options: { burst: 15, delay: 'none' } },
        { limiter: 'token-bucket', label: 'Capacity 15', policy: { capacity: 15 } },
      ],
    },
    claims: [
      { says: 'Why is the limit 16', is: exactly('admitted', 0, 16) },
      { says: 'a capacity of 16', is: exactly('peak', 0, 16) },
      { says: 'lets 16 of 20 pass', is: [exactly('admitted', 1, 16), exactly('requests', 1, 20)] },
      { says: 'and 15 pass', is: exactly('admitted', 2, 15) },
    ],
    given: ['max_burst of 15', 'redis-cell’s 15', 'burst 15'],
    threads: [
      thread('brandur/redis-cell', 70, 'what mean doc say "The total limit of the key (max_burst + 1)."?'),
      thread('brandur/redis-cell', 12, 'Doubts about remaining value'),
      thread('brandur/redis-cell', 71, 'what diff about "tokens and burst"?'),
    ],
  },
  {
    id: 'cost-above-burst',
    question: 'The rate is 10 a second. Why does a call that costs 5 fail for ever?',
    answer:
      'Because the bucket holds only 1: no wait makes room for 5, so all 6 calls are refused, and there is no Retry-After. ' +
      'Burst has to be at least the largest cost; with 5 all 6 get in.',
    document: {
      duration: 6,
      policy: { n: 10, T: 1 },
      traffic: [{ kind: 'steady', rate: 1, cost: 5 }],
      lanes: [
        { limiter: 'token-bucket', label: 'Burst 1', policy: { capacity: 1 } },
        { limiter: 'token-bucket', label: 'Burst 5', policy: { capacity: 5 } },
      ],
    },
    claims: [
      { says: 'all 6 calls are refused', is: exactly('denied', 0, 6) },
      { says: 'all 6 get in', is: exactly('admitted', 1, 6) },
    ],
    given: ['10 a second', 'costs 5', 'holds only 1', 'room for 5', 'with 5'],
    threads: [
      thread('golang/go', 80698, 'x/time/rate: burst < max API cost is a pitfall'),
      thread('bucket4j/bucket4j', 20, 'consume method silently ignores amounts bigger than the total capacity'),
      thread('rwz/redis-gcra', 6, 'When cost > burst following calls are not rate limited'),
      thread('redis/redis', 15113, 'Fix GCRA oversize TOKENS reply consistency'),
    ],
  },
  {
    id: 'leaky-or-token',
    question: 'Is a leaky bucket different from a token bucket?',
    answer:
      'As a meter it is the same thing seen from the other side: water rises where tokens fall, and GCRA writes both as one ' +
      'number. Each of the three admits the same 68 of 129. As a **queue** it is different: it makes 68 of them wait.',
    document: {
      duration: 60,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'poisson', rate: 2 }],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'leaky-meter' }, { limiter: 'gcra' }, { limiter: 'leaky-queue' }],
    },
    claims: [
      {
        says: 'Each of the three admits the same 68 of 129',
        is: [exactly('requests', 0, 129), ...[0, 1, 2].map((lane) => exactly('admitted', lane, 68))],
      },
      { says: 'it makes 68 of them wait', is: exactly('delayed', 3, 68) },
    ],
    threads: [
      thread('go-redis/redis_rate', 48, 'Can you support token bucket in next version?'),
      thread('bharel/asynciolimiter', 4, 'Describe Leaky bucket algorithm'),
      thread(
        'marcosbarbero/spring-cloud-zuul-ratelimit',
        329,
        'RedisRateLimiter is a implementation of token-bucket algorithm ?',
      ),
    ],
  },
];
