/** Worked examples from the sources, and questions answered by a defect: queues, pacing and rates. */
import { sources } from '../../sources.ts';
import type { Preset } from './preset.ts';

export const queuesPresets: readonly Preset[] = [
  {
    id: 'cooldown-twice-n',
    title: 'Six where three are promised',
    topic: 'bursts',
    source: 'cooldown',
    description:
      'A score that has just run out admits four at 40 s, and one every 20 s after that: six within a minute; the log keeps to three.',
    opensAt: 40,
    document: {
      duration: 120,
      policy: { n: 3, T: 60 },
      traffic: [{ kind: 'times', at: [0, 40, 40, 40, 40, 40, 60, 80, 99] }],
      lanes: [{ limiter: 'cooldown-score' }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 7, denied: 2, peak: 6, decisions: 'AAAAADAAD' },
      { admitted: 4, denied: 5, peak: 3, decisions: 'AAADDDADD' },
    ],
    sourceNote: `“${sources.cooldown.name}” says at most n within T; here it is 2n.`,
  },
  {
    id: 'queue-of-five',
    title: 'A queue of five',
    topic: 'queues',
    source: 'strategies',
    description:
      'Eight at once: the queue serves one, makes five wait, a second apart, and refuses two; the meter serves five at once.',
    opensAt: 2,
    document: {
      duration: 8,
      policy: { n: 1, T: 1, capacity: 5 },
      traffic: [{ kind: 'times', at: [0, 0, 0, 0, 0, 0, 0, 0] }],
      lanes: [{ limiter: 'leaky-queue' }, { limiter: 'leaky-meter' }],
    },
    expect: [
      {
        admitted: 6,
        denied: 2,
        delayed: 5,
        peak: 1,
        decisions: 'AWWWWWDD',
        waits: [0, 1, 2, 3, 4, 5, null, null],
      },
      { admitted: 5, denied: 3, peak: 5, decisions: 'AAAAADDD' },
    ],
    vectors: [{ name: 'queue of five', lane: 0 }],
    sourceNote: `“${sources.strategies.name}” says that a queue of five lets at most 5 in; the rule gives 6, since the one being served takes no place.`,
  },
  {
    id: 'sixty-in-line',
    title: 'Sixty in line',
    topic: 'queues',
    source: 'fu',
    description:
      'The queue accepts 60 at once, as the bucket does, but lets only one a second leave: the last one waits for 59 s.',
    opensAt: 60,
    document: {
      duration: 120,
      policy: { n: 60, T: 60 },
      traffic: [{ kind: 'burst', at: 60, count: 60 }],
      lanes: [{ limiter: 'leaky-queue' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 60, denied: 0, delayed: 59, peak: 60, waits: Array.from({ length: 60 }, (_, place) => place) },
      { admitted: 60, denied: 0, peak: 60 },
    ],
    vectors: [{ name: 'sixty at once, leaky queue', lane: 0 }],
  },
  {
    id: 'nginx-burst-and-delay',
    title: 'What do burst and delay do?',
    topic: 'queues',
    source: 'fu',
    description:
      'All four admit the same nine: with delay 0 one a second, like the queue; with delay 2 three at once and then one a second; with nodelay as they come.',
    opensAt: 3,
    document: {
      duration: 12,
      policy: { n: 1, T: 1, capacity: 5 },
      traffic: [
        { kind: 'burst', at: 0, count: 8 },
        { kind: 'burst', at: 3, count: 8 },
      ],
      lanes: [
        { limiter: 'leaky-queue' },
        { limiter: 'nginx-limit-req', label: 'nginx, burst 5', options: { burst: 5 } },
        { limiter: 'nginx-limit-req', label: 'nginx, delay 2', options: { burst: 5, delay: 2 } },
        { limiter: 'nginx-limit-req', label: 'nginx, nodelay', options: { burst: 5, delay: 'none' } },
      ],
    },
    expect: [
      { admitted: 9, denied: 7, delayed: 8, peak: 1, decisions: 'AWWWWWDDWWWDDDDD' },
      { admitted: 9, denied: 7, delayed: 8, peak: 1, decisions: 'AWWWWWDDWWWDDDDD' },
      { admitted: 9, denied: 7, delayed: 6, peak: 3, decisions: 'AAAWWWDDWWWDDDDD' },
      { admitted: 9, denied: 7, peak: 6, decisions: 'AAAAAADDAAADDDDD' },
    ],
  },
  {
    id: 'exponential-refusals-count',
    title: 'Do refusals count?',
    topic: 'refusals',
    source: 'finch',
    description:
      'At twice the rate lane 1, leaky, admits one a second. Lane 2, strict, counts refusals too, and admits none until well after the client slows down at 60 s.',
    formerNotes: [
      'At twice the rate leaky serves one a second; strict counts refusals too, and serves none until well after the client slows down at 60 s.',
      'At twice the rate leaky admits one a second; strict counts refusals too, and admits none until well after the client slows down at 60 s.',
    ],
    opensAt: 40,
    document: {
      duration: 120,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'steady', to: 60, rate: 2 },
        { kind: 'steady', from: 60, to: 120, rate: 0.8 },
      ],
      lanes: [{ limiter: 'exponential' }, { limiter: 'exponential', options: { update: 'strict' } }],
    },
    expect: [
      { admitted: 114, denied: 54, peak: 16 },
      { admitted: 46, denied: 122, peak: 13 },
    ],
  },
  {
    id: 'leaky-interval-cut',
    title: 'How long is a 600th of a second?',
    topic: 'rounding',
    source: 'li',
    description:
      'At 600 a second one may arrive every 1.67 ms: the published gate truncates that to 1 ms, and admits 1,000 a second.',
    opensAt: 0.335,
    document: {
      duration: 1,
      policy: { n: 600, T: 1 },
      traffic: [{ kind: 'steady', to: 1, rate: 1000 }],
      lanes: [{ limiter: 'leaky-interval', edition: 'published' }, { limiter: 'leaky-interval' }],
    },
    expect: [
      { admitted: 1000, denied: 0, peak: 1000 },
      { admitted: 500, denied: 500, peak: 500 },
    ],
  },
  {
    id: 'leaky-interval-no-limit',
    title: 'How short can an interval be?',
    topic: 'rounding',
    source: 'li',
    description:
      'The limit is 2,000 a second: the published gate truncates half a millisecond to 0, never closes, and admits all 10,000.',
    opensAt: 0.3334,
    document: {
      duration: 1,
      policy: { n: 2000, T: 1 },
      traffic: [{ kind: 'steady', to: 1, rate: 10000 }],
      lanes: [{ limiter: 'leaky-interval', edition: 'published' }, { limiter: 'leaky-interval' }],
    },
    expect: [
      { admitted: 10000, denied: 0, peak: 10000 },
      { admitted: 2000, denied: 8000, peak: 2000 },
    ],
  },
  {
    id: 'leaky-interval-whole-milliseconds',
    title: 'When are ten milliseconds over?',
    topic: 'rounding',
    source: 'li',
    description:
      'One request per 10 ms: the published clock shows only whole milliseconds, so the second request is admitted after 9.1 ms.',
    opensAt: 0.01,
    document: {
      duration: 0.03,
      policy: { n: 1, T: 0.01 },
      traffic: [{ kind: 'times', at: [0.0009, 0.01, 0.0109, 0.02, 0.0209] }],
      lanes: [{ limiter: 'leaky-interval', edition: 'published' }, { limiter: 'leaky-interval' }],
    },
    expect: [
      { admitted: 3, denied: 2, peak: 2, decisions: 'AADAD' },
      { admitted: 3, denied: 2, peak: 1, decisions: 'ADADA' },
    ],
  },
];
