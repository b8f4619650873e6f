/** Presets for libraries: resilience4j, Sentinel, Bucket4j, and packages of npm. */
import type { Preset } from '../preset.ts';

const DAY = 86_400;

export const librariesPresets: readonly Preset[] = [
  {
    id: 'resilience4j-lends',
    title: 'What does resilience4j’s default admit?',
    topic: 'systems',
    description:
      'At 100 a second all 600 at once are admitted, up to 5 s late: the next five cycles are sold, and one at 0.5 s is refused. With timeoutDuration 0, 100 are.',
    opensAt: 0.5,
    document: {
      duration: 8,
      policy: { n: 100, T: 1 },
      traffic: [
        { kind: 'burst', at: 0, count: 600 },
        { kind: 'times', at: [0.5] },
      ],
      lanes: [
        { limiter: 'resilience4j', label: 'resilience4j' },
        { limiter: 'resilience4j', label: 'timeoutDuration 0', options: { timeoutDuration: 0 } },
      ],
    },
    expect: [
      { admitted: 600, denied: 1, delayed: 500, peak: 100 },
      { admitted: 100, denied: 501, peak: 100 },
    ],
  },
  {
    id: 'sentinel-half-a-second',
    title: 'How long is Sentinel’s second?',
    topic: 'systems',
    description:
      'Half a second to one: it counts by half seconds. Ten at 0.99 s keep ten out at 1.49 s, but not at 1.5 s: 20 pass within 0.51 s.',
    opensAt: 1.5,
    document: {
      duration: 3,
      policy: { n: 10, T: 1 },
      traffic: [
        { kind: 'burst', at: 0.99, count: 10 },
        { kind: 'burst', at: 1.49, count: 10 },
        { kind: 'burst', at: 1.5, count: 10 },
      ],
      lanes: [{ limiter: 'sentinel' }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 20, denied: 10, peak: 20 },
      { admitted: 10, denied: 20, peak: 10 },
    ],
  },
  {
    id: 'sentinel-warm-up',
    title: 'What does a cold Sentinel refuse?',
    topic: 'systems',
    description:
      'Twenty a second come and are allowed: a cold Sentinel admits 6 in the first second, all only from 12 s on, and 278 of 400 in 20 s.',
    opensAt: 5,
    document: {
      duration: 20,
      policy: { n: 20, T: 1 },
      traffic: [{ kind: 'steady', from: 0, to: 20, rate: 20 }],
      lanes: [
        { limiter: 'sentinel', label: 'Sentinel, warm-up', options: { behavior: 'warm-up' } },
        { limiter: 'sentinel', label: 'Sentinel, default' },
      ],
    },
    expect: [
      { admitted: 278, denied: 122, peak: 20 },
      { admitted: 400, denied: 0, peak: 20 },
    ],
  },
  {
    id: 'bucket4j-intervally',
    title: 'Does Bucket4j keep to ten in 10 s?',
    topic: 'systems',
    description:
      'With refillIntervally all ten tokens come back at once, 10 s after the first request: 19 pass from 9.9 s to 10 s. With refillGreedy 10 do.',
    opensAt: 10,
    document: {
      duration: 20,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'times', at: [0] },
        { kind: 'burst', at: 9.9, count: 9 },
        { kind: 'burst', at: 10, count: 10 },
      ],
      lanes: [
        { limiter: 'bucket4j', label: 'Bucket4j, intervally', options: { refill: 'intervally' } },
        { limiter: 'bucket4j', label: 'Bucket4j, greedy' },
      ],
    },
    expect: [
      { admitted: 20, denied: 0, peak: 19 },
      { admitted: 11, denied: 9, peak: 10 },
    ],
  },
  {
    id: 'npm-limiter-starts-empty',
    title: 'Why are the first five refused?',
    topic: 'systems',
    description:
      'The TokenBucket of limiter (npm) starts empty: of five at 0 s none passes, of ten at 1 s all do. A token bucket that starts full admits all 15.',
    opensAt: 0,
    document: {
      duration: 2,
      policy: { n: 10, T: 1 },
      traffic: [
        { kind: 'burst', at: 0, count: 5 },
        { kind: 'burst', at: 1, count: 10 },
      ],
      lanes: [
        { limiter: 'npm-limiter', label: 'limiter (npm)', options: { class: 'TokenBucket' } },
        { limiter: 'token-bucket' },
      ],
    },
    expect: [
      { admitted: 10, denied: 5, peak: 10, decisions: 'DDDDDAAAAAAAAAA' },
      { admitted: 15, denied: 0, peak: 10, decisions: 'AAAAAAAAAAAAAAA' },
    ],
  },
  {
    id: 'rate-limiter-flexible-month',
    title: 'How long is 30 days in Node?',
    topic: 'systems',
    description:
      'A millisecond: its timer overflows past 24.9 days, and rate-limiter-flexible forgets. Two in 30 days let 500 through in 1 s; two in 24 days, two.',
    opensAt: 0.5,
    document: {
      duration: 1,
      policy: { n: 2, T: 30 * DAY },
      traffic: [{ kind: 'steady', from: 0, to: 1, rate: 500 }],
      lanes: [
        { limiter: 'rate-limiter-flexible', label: 'duration: 30 days' },
        { limiter: 'rate-limiter-flexible', label: 'duration: 24 days', policy: { T: 24 * DAY } },
      ],
    },
    expect: [
      { admitted: 500, denied: 0, peak: 500 },
      { admitted: 2, denied: 498, peak: 2 },
    ],
  },
  {
    id: 'processes-multiply',
    title: 'Ten a minute, in four processes?',
    topic: 'systems',
    description:
      'Each of four Express processes counts in its own memory, and 40 of 60 pass. Envoy’s service counts in Redis, once for all four: it admits ten.',
    opensAt: 30,
    document: {
      duration: 60,
      policy: { n: 10, T: 60 },
      traffic: [{ kind: 'steady', from: 0, to: 60, rate: 1, key: 'user' }],
      cluster: { nodes: 4, latency: { kind: 'fixed', mean: 0.001 } },
      lanes: [
        { limiter: 'express-rate-limit', label: 'Express in memory' },
        { limiter: 'envoy-ratelimit', label: 'Envoy in Redis' },
      ],
    },
    expect: [
      { admitted: 40, denied: 20, peak: 40 },
      { admitted: 10, denied: 50, peak: 10 },
    ],
  },
];
