/** Worked examples from the sources, grouped by source. Those about one family are in that family's file. */
import { sources } from '../../sources.ts';
import type { Preset } from './preset.ts';

export const sourcesPresets: readonly Preset[] = [
  {
    id: 'cooldown-console',
    title: 'Nine tries at the console',
    topic: 'bursts',
    source: 'cooldown',
    description: 'Three permits per minute: three pass at once, then one as soon as 20 s of the score have elapsed.',
    opensAt: 15,
    document: {
      duration: 40,
      policy: { n: 3, T: 60 },
      traffic: [{ kind: 'times', at: [0, 0, 0, 1, 5, 10, 15, 21, 22] }],
      lanes: [{ limiter: 'cooldown-score', edition: 'published' }],
    },
    expect: [{ admitted: 4, denied: 5, peak: 4, decisions: 'AAADDDDAD', levels: [20, 40, 60, 59, 55, 50, 45, 59, 58] }],
    vectors: [{ name: 'console session', lane: 0 }],
    sourceNote: `The console of “${sources.cooldown.name}” prints the score minus the time after each try: 20, 40, 60, 59, 55, 50, 45, 59, 58.`,
  },
  {
    id: 'cooldown-run-out',
    title: 'A score that has exactly run out',
    topic: 'bursts',
    source: 'cooldown',
    description:
      'A score more than 20 s behind starts again from now. At 40 s it is exactly 20 s behind, so four pass at once where the limit is three.',
    formerNotes: [
      'At 40 s the score lies exactly one permit behind the clock, and four pass at once where the limit is three.',
      'At 40 s the score is exactly one permit behind the clock, and four pass at once where the limit is three.',
    ],
    opensAt: 40,
    document: {
      duration: 60,
      policy: { n: 3, T: 60 },
      traffic: [{ kind: 'times', at: [0, 40, 40, 40, 40, 40] }],
      lanes: [{ limiter: 'cooldown-score' }, { limiter: 'gcra' }],
    },
    expect: [
      { admitted: 5, denied: 1, peak: 5, decisions: 'AAAAAD' },
      { admitted: 4, denied: 2, peak: 4, decisions: 'AAAADD' },
    ],
    vectors: [{ name: 'burst of n+1 when the score has exactly run out', lane: 0 }],
  },
  {
    id: 'cooldown-at-most-n',
    title: 'At most n per T?',
    topic: 'bursts',
    source: 'cooldown',
    description:
      'The promise is three per minute: under steady demand the score admits five within a minute, the log three.',
    opensAt: 61,
    document: {
      duration: 180,
      policy: { n: 3, T: 60 },
      traffic: [{ kind: 'steady', to: 180, rate: 1 }],
      lanes: [{ limiter: 'cooldown-score' }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 11, denied: 169, peak: 5 },
      { admitted: 9, denied: 171, peak: 3 },
    ],
    sourceNote: `“${sources.cooldown.name}” says at most n within T; the rule gives up to 2n.`,
  },
  {
    id: 'edge-spike',
    title: 'Two hours’ quota in twenty minutes',
    topic: 'bursts',
    source: 'strategies',
    description:
      'Around the turn of the hour a fixed window of 5,000 an hour admits 10,000 requests within 20 minutes.',
    opensAt: 3600,
    document: {
      duration: 5400,
      policy: { n: 5000, T: 3600 },
      traffic: [
        { kind: 'burst', at: 3000, count: 5000, spread: 600 },
        { kind: 'burst', at: 3600, count: 5000, spread: 600 },
      ],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 10000, denied: 0, peak: 10000 },
      { admitted: 5000, denied: 5000, peak: 5000 },
    ],
    vectors: [{ name: 'edge spike', lane: 0 }],
  },
  {
    id: 'idle-server',
    title: 'Refusing while idle',
    topic: 'pace',
    source: 'strategies',
    description:
      'The hour’s quota is gone after ten minutes: for the other fifty the window refuses everyone; the bucket keeps serving.',
    opensAt: 1200,
    document: {
      duration: 3600,
      policy: { n: 5000, T: 3600 },
      traffic: [
        { kind: 'burst', at: 0, count: 5000, spread: 600 },
        { kind: 'steady', from: 600, to: 3600, rate: 1 },
      ],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 5000, denied: 3000, peak: 5000 },
      { admitted: 8000, denied: 0, peak: 8000 },
    ],
  },
  {
    id: 'monthly-budget',
    title: 'A monthly budget',
    topic: 'pace',
    source: 'strategies',
    description:
      'Each request spends 40 of 10,000 a month: the window runs out on day 15; the bucket spends nearly twice as much.',
    opensAt: 1250000,
    document: {
      duration: 2592000,
      policy: { n: 10000, T: 2592000 },
      traffic: [{ kind: 'steady', to: 2592000, rate: 0.0002, cost: 40 }],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 250, denied: 269, peak: 10000 },
      { admitted: 499, denied: 20, peak: 19960 },
    ],
  },
  {
    id: 'twice-the-rate',
    title: 'Twice the rate, evenly',
    topic: 'pace',
    source: 'fu',
    description:
      'At 200 requests a minute, evenly spaced, a window of 100 serves half of every minute and refuses the other half.',
    opensAt: 60.3,
    document: {
      duration: 180,
      policy: { n: 100, T: 60 },
      traffic: [{ kind: 'burst', at: 0, count: 600, spread: 180 }],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 300, denied: 300, peak: 100 },
      { admitted: 399, denied: 201, peak: 199 },
    ],
  },
  {
    id: 'leaky-two-n',
    title: 'A flood into a leaky bucket',
    topic: 'bursts',
    source: 'fu',
    description: 'The bucket takes 60 at once and leaks one a second, so 119 get in within the first minute.',
    opensAt: 20,
    document: {
      duration: 60,
      policy: { n: 60, T: 60 },
      traffic: [{ kind: 'steady', to: 60, rate: 10 }],
      lanes: [{ limiter: 'leaky-meter' }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 119, denied: 481, peak: 119 },
      { admitted: 60, denied: 540, peak: 60 },
    ],
    vectors: [{ name: 'leaky: up to 2n in T', lane: 0 }],
  },
  {
    id: 'sixty-at-once',
    title: 'Sixty at once',
    topic: 'bursts',
    source: 'fu',
    description: 'After a silent minute the bucket is full, and all 60 pass at the same instant.',
    opensAt: 60,
    document: {
      duration: 120,
      policy: { n: 60, T: 60 },
      traffic: [{ kind: 'burst', at: 60, count: 60 }],
      lanes: [{ limiter: 'token-bucket' }],
    },
    expect: [{ admitted: 60, denied: 0, peak: 60 }],
    vectors: [{ name: 'sixty at once, token bucket', lane: 0 }],
  },
  {
    id: 'slow-to-react',
    title: 'Slow to react',
    topic: 'pace',
    source: 'finch',
    description:
      'A client sends at twice the rate from the start; nearly a minute and 19 requests pass before the first refusal.',
    opensAt: 63,
    document: {
      duration: 180,
      policy: { n: 10, T: 60 },
      traffic: [{ kind: 'burst', at: 0, count: 60, spread: 180 }],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'gcra' }],
    },
    expect: [
      {
        admitted: 39,
        denied: 21,
        peak: 19,
        decisions: 'AAAAAAAAAAAAAAAAAAADADADADADADADADADADADADADADADADADADADADAD',
      },
      {
        admitted: 39,
        denied: 21,
        peak: 19,
        decisions: 'AAAAAAAAAAAAAAAAAAADADADADADADADADADADADADADADADADADADADADAD',
      },
    ],
    vectors: [{ name: 'linear: slow to react', lane: 0 }],
    sourceNote: `The fluid approximation of ${sources.finch.author}, q·a/(a − 1), gives 20; whole requests make it 19.`,
  },
  {
    id: 'two-a-minute',
    title: 'Two a minute',
    topic: 'bursts',
    source: 'li',
    description: 'The third request of the minute is refused; the first of the next is served.',
    opensAt: 49,
    document: {
      duration: 120,
      policy: { n: 2, T: 60 },
      traffic: [{ kind: 'times', at: [24, 36, 49, 72] }],
      lanes: [{ limiter: 'fixed-window' }],
    },
    expect: [{ admitted: 3, denied: 1, peak: 3, decisions: 'AADA' }],
    vectors: [{ name: 'two a minute', lane: 0 }],
  },
  {
    id: 'four-within-a-minute',
    title: 'Four within four seconds',
    topic: 'bursts',
    source: 'li',
    description:
      'Two just before the minute ends and two just after: the fixed window serves all four, the log only two.',
    opensAt: 61,
    document: {
      duration: 120,
      policy: { n: 2, T: 60 },
      traffic: [{ kind: 'times', at: [58, 59, 61, 62] }],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 4, denied: 0, peak: 4, decisions: 'AAAA' },
      { admitted: 2, denied: 2, peak: 2, decisions: 'AADD' },
    ],
    vectors: [
      { name: 'four within a minute', lane: 0 },
      { name: 'the same four, sliding log', lane: 1 },
    ],
  },
  {
    id: 'bytes-per-second',
    title: 'A megabyte a second',
    topic: 'pace',
    source: 'li',
    description:
      'Permits are bytes here: a packet passes when the bucket holds enough for all of it, so small ones slip past large ones.',
    opensAt: 1.5,
    document: {
      duration: 4,
      policy: { n: 1000000, T: 1, capacity: 500000 },
      traffic: [
        { kind: 'steady', to: 4, rate: 8, cost: 200000 },
        { kind: 'steady', from: 0.05, to: 4, rate: 10, cost: 1500 },
      ],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'fixed-window' }],
    },
    expect: [
      { admitted: 61, denied: 11, peak: 1215000 },
      { admitted: 56, denied: 16, peak: 815000 },
    ],
  },
];
