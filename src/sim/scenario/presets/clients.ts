/** Presets with clients that react to answers, and with several clients that share one limiter. */
import { sources } from '../../sources.ts';
import type { Preset } from './preset.ts';

/** The test driver of source `li`: each phase ends when its jobs are done. */
const DRIVER = {
  kind: 'clients',
  retry: { strategy: 'retry-poll', every: 0.01 },
  phases: [
    { jobs: 10, rate: 1 },
    { jobs: 20, rate: 2 },
    { jobs: 50, rate: 5 },
    { jobs: 100, rate: 10 },
    { jobs: 200, rate: 20 },
    { jobs: 250, rate: 25 },
    { jobs: 500, rate: 50 },
    { jobs: 1000, rate: 100 },
  ],
};

export const clientsPresets: readonly Preset[] = [
  {
    id: 'driver-table',
    title: 'A driver that polls',
    topic: 'clients',
    source: 'li',
    description:
      'Eight phases, each over when its jobs are done: the bucket keeps to 10 a second; the log admits nothing from 40 s on.',
    opensAt: 45,
    document: {
      duration: 240,
      policy: { n: 10, T: 1 },
      traffic: [DRIVER],
      lanes: [{ limiter: 'token-bucket-ticked' }, { limiter: 'sliding-log', edition: 'published' }],
    },
    expect: [
      { admitted: 2130, denied: 5_780_105, peak: 19 },
      { admitted: 181, denied: 3_880_500, peak: 10 },
    ],
    vectors: [{ name: 'driver table', lane: 0 }],
    sourceNote: `${sources.li.author} prints 1, 2, 4.9, 9.7, 10.2, 10, 10 and 10 jobs a second; here they are 1, 2, 5, 10, 10.5, 10, 10 and 10.`,
  },
  {
    id: 'abuser',
    title: 'Twice what is allowed',
    topic: 'pace',
    source: 'finch',
    description:
      'At twice the limit a bucket of 10 lasts for 19 requests and one of 5 for 9; after that every other request gets in.',
    opensAt: 10.5,
    document: {
      duration: 30,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'clients', retry: { strategy: 'abuser', a: 2 } }],
      lanes: [
        { limiter: 'token-bucket' },
        { limiter: 'token-bucket', label: 'Bucket of 5', policy: { capacity: 5 } },
        { limiter: 'gcra' },
      ],
    },
    expect: [
      { admitted: 39, denied: 21, peak: 19 },
      { admitted: 34, denied: 26, peak: 14 },
      { admitted: 39, denied: 21, peak: 19 },
    ],
    sourceNote: `The fluid approximation of ${sources.finch.author}, q·a/(a − 1), gives 20 and 10; whole requests give ⌊(q·a − 1)/(a − 1)⌋.`,
  },
  {
    id: 'herd',
    title: 'Who comes back at the reset?',
    topic: 'clients',
    description:
      'Twenty clients obey Retry-After: the window sends ten back at one instant; the bucket tells each to wait one second, and refuses 55 times.',
    opensAt: 10,
    document: {
      duration: 30,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'clients', count: 20, keys: 'shared', from: 2, to: 3, rate: 1, retry: { strategy: 'retry-after' } },
      ],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 20, denied: 10, peak: 20 },
      { admitted: 20, denied: 10, peak: 10 },
      { admitted: 20, denied: 55, peak: 19 },
    ],
  },
  {
    id: 'jitter',
    title: 'Does jitter help?',
    topic: 'clients',
    description:
      'Thirty clients back off without jitter, thirty with: it breaks a herd of twenty into fives, and jobs are done sooner. Compare shows both keys.',
    formerNotes: [
      'Thirty clients back off without jitter, thirty with: see Fairness for the two keys. Those without it come in one herd each time.',
      'Thirty clients back off without jitter, thirty with: compare the two keys under Fairness. Those without jitter return as one herd each time.',
    ],
    opensAt: 20.26584,
    document: {
      duration: 60,
      policy: { n: 10, T: 10 },
      traffic: ['none', 'full'].map((jitter) => ({
        kind: 'clients',
        count: 30,
        key: `${jitter === 'none' ? 'no' : jitter}-jitter`,
        keys: 'shared',
        to: 10,
        rate: 0.1,
        retry: { strategy: 'backoff', cap: 16, jitter },
      })),
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 60, denied: 195, peak: 11 },
      { admitted: 60, denied: 196, peak: 10 },
      { admitted: 60, denied: 162, peak: 19 },
    ],
  },
  {
    id: 'patience',
    title: 'How long a line is too long?',
    topic: 'queues',
    description:
      'Ten clients leave the line after 4 s and queue again: with 20 places nearly all work is done for clients that have left, with 3 hardly any.',
    opensAt: 10.666667,
    document: {
      duration: 30,
      policy: { n: 1, T: 1 },
      traffic: [
        {
          kind: 'clients',
          count: 10,
          keys: 'shared',
          rate: 0.15,
          timeout: 4,
          retry: { strategy: 'retry-poll', every: 1 },
        },
      ],
      lanes: [
        { limiter: 'leaky-queue', label: 'Line of 20', policy: { capacity: 20 } },
        { limiter: 'leaky-queue', label: 'Line of 3', policy: { capacity: 3 } },
      ],
    },
    expect: [
      { admitted: 50, denied: 485, delayed: 49, peak: 1 },
      { admitted: 33, denied: 295, delayed: 32, peak: 1 },
    ],
  },
  {
    id: 'noisy-neighbour',
    title: 'One noisy neighbour',
    topic: 'clients',
    description:
      'One of eight users sends half of all requests. Each has its own limit: Fairness shows the noisy one cut down.',
    opensAt: 20.038107,
    document: {
      duration: 60,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'poisson', rate: 8, key: 'user', keys: { count: 8, share: 'noisy' } }],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 298, denied: 193, peak: 18 },
      { admitted: 307, denied: 184, peak: 19 },
    ],
  },
  {
    id: 'good-and-bad',
    title: 'Who pays for a burst?',
    topic: 'clients',
    description:
      'Bursts from bad clients share a limit with good ones: Fairness counts the good requests refused, fewest with the bucket.',
    opensAt: 20.1,
    document: {
      duration: 60,
      policy: { n: 20, T: 10 },
      traffic: [
        { kind: 'clients', count: 10, keys: 'shared', rate: 0.1, arrivals: 'poisson', label: 'good' },
        { kind: 'on-off', from: 10, to: 50, rate: 20, on: 1, off: 4, label: 'bad' },
      ],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 111, denied: 106, peak: 38 },
      { admitted: 97, denied: 120, peak: 28 },
      { admitted: 93, denied: 124, peak: 20 },
    ],
  },
];
