/** Presets for libraries: Guava's limiters and nginx. */
import type { Preset } from './preset.ts';

export const librariesPresets: readonly Preset[] = [
  {
    id: 'guava-next-caller-pays',
    title: 'Who pays for a large request?',
    topic: 'queues',
    description:
      'Guava lets 15 permits through at once and makes the next caller wait 2 s for them; the bucket of five never lets 15 through.',
    opensAt: 1.5,
    document: {
      duration: 6,
      policy: { n: 5, T: 1 },
      traffic: [
        { kind: 'times', at: [0], cost: 15 },
        { kind: 'times', at: [1, 1.5, 4] },
      ],
      lanes: [{ limiter: 'guava-bursty' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 4, denied: 0, delayed: 2, peak: 15, waits: [0, 2, 1.7, 0], levels: [0, 0, 0, 2] },
      { admitted: 3, denied: 1, peak: 2, decisions: 'DAAA', levels: [5, 4, 4, 4] },
    ],
  },
  {
    id: 'guava-cold-start',
    title: 'What does a cold start cost?',
    topic: 'queues',
    description:
      'Thirty at once after 10 s of idling: bursty has saved up a second’s permits; warming up has gone cold and needs 4 s for the first ten.',
    opensAt: 10,
    document: {
      duration: 20,
      policy: { n: 5, T: 1 },
      traffic: [{ kind: 'burst', at: 10, count: 30 }],
      lanes: [{ limiter: 'guava-bursty' }, { limiter: 'guava-warming-up', options: { warmup: 4 } }],
    },
    expect: [
      { admitted: 30, denied: 0, delayed: 24, peak: 10 },
      { admitted: 30, denied: 0, delayed: 29, peak: 5 },
    ],
  },
  {
    id: 'guava-wait-or-give-up',
    title: 'Wait, or give up?',
    topic: 'queues',
    description:
      'Ten a second where five are allowed: acquire makes the last one wait 1.9 s; a timeout of 0.5 s refuses seven of the twenty, no timeout every other one.',
    opensAt: 1.7,
    document: {
      duration: 5,
      policy: { n: 5, T: 1 },
      traffic: [{ kind: 'steady', to: 2, rate: 10 }],
      lanes: [
        { limiter: 'guava-bursty', label: 'acquire' },
        { limiter: 'guava-bursty', label: 'tryAcquire, 0.5 s', options: { mode: 'tryAcquire', timeout: 0.5 } },
        { limiter: 'guava-bursty', label: 'tryAcquire', options: { mode: 'tryAcquire' } },
      ],
    },
    expect: [
      {
        admitted: 20,
        denied: 0,
        delayed: 19,
        peak: 5,
        waits: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9],
      },
      { admitted: 13, denied: 7, delayed: 12, peak: 5, decisions: 'AWWWWWDWDWDWDWDWDWDW' },
      { admitted: 10, denied: 10, peak: 5, decisions: 'ADADADADADADADADADAD' },
    ],
  },
  {
    id: 'guava-never-warm',
    title: 'Why does it never warm up?',
    topic: 'queues',
    description:
      'A request every 0.12 s at ten a second: clients that wait warm the limiter up; those that give up leave it idle, and ' +
      'it stays cold for good.',
    opensAt: 2.04,
    document: {
      duration: 6,
      policy: { n: 10, T: 1 },
      traffic: [{ kind: 'burst', at: 0, count: 50, spread: 6 }],
      lanes: [
        { limiter: 'guava-warming-up', label: 'acquire', options: { warmup: 0.5 } },
        { limiter: 'guava-warming-up', label: 'tryAcquire', options: { warmup: 0.5, mode: 'tryAcquire' } },
      ],
    },
    expect: [
      { admitted: 50, denied: 0, delayed: 12, peak: 10 },
      { admitted: 17, denied: 33, peak: 3, decisions: `${'ADD'.repeat(16)}AD` },
    ],
  },
];
