/** Questions answered by a defect: the published and the corrected edition side by side, where they disagree. */
import type { Preset } from './preset.ts';
import { publishedAndCorrected } from './publishedAndCorrected.ts';

export const editionsPresets: readonly Preset[] = [
  {
    id: 'cooldown-score-2038',
    title: 'What happens in January 2038?',
    topic: 'rounding',
    source: 'cooldown',
    description:
      'At 48 s a 32-bit clock turns negative: the published score of key a is now 136 years ahead, and a is never admitted again; b, which arrives later, is.',
    opensAt: 60,
    document: {
      duration: 180,
      epoch: 2147483600,
      policy: { n: 3, T: 60 },
      traffic: [
        { kind: 'burst', at: 0, count: 9, spread: 180 },
        { kind: 'times', at: [70, 90, 110], key: 'b' },
      ],
      lanes: publishedAndCorrected('cooldown-score'),
    },
    expect: [
      { admitted: 6, denied: 6, peak: 3 },
      { admitted: 12, denied: 0, peak: 3 },
    ],
  },
  {
    id: 'cooldown-score-whole-seconds',
    title: 'When is a second over?',
    topic: 'rounding',
    source: 'cooldown',
    description:
      'One request per 10 s: the published clock shows only whole seconds, so the second request is admitted after 9.1 s.',
    opensAt: 10,
    document: {
      duration: 30,
      policy: { n: 1, T: 10 },
      traffic: [{ kind: 'times', at: [0.9, 10, 10.9, 20, 20.9] }],
      lanes: publishedAndCorrected('cooldown-score'),
    },
    expect: [
      { admitted: 3, denied: 2, peak: 2, decisions: 'AADAD' },
      { admitted: 3, denied: 2, peak: 1, decisions: 'ADADA' },
    ],
  },
  {
    id: 'cooldown-score-zero',
    title: 'What if the score is 0?',
    topic: 'rounding',
    source: 'cooldown',
    description:
      'In February 2106 the 32-bit clock reaches 0 from below; a score of exactly 0 counts as none, so each third request makes lane 1 forget all three.',
    formerNotes: [
      'In February 2106 the 32-bit clock reaches 0 from below; a score of exactly 0 counts as none, so the published edition forgets every third request.',
      'In February 2106 the clock of 32 bits comes up to 0 from below; a score that is exactly 0 counts as none, and the published edition forgets every third request.',
    ],
    opensAt: 10,
    document: {
      duration: 60,
      epoch: 4294967236,
      policy: { n: 3, T: 60 },
      traffic: [{ kind: 'times', at: [0, 0, 0, 0, 0, 0, 0, 0, 0] }],
      lanes: publishedAndCorrected('cooldown-score'),
    },
    expect: [
      { admitted: 9, denied: 0, peak: 9, decisions: 'AAAAAAAAA' },
      { admitted: 3, denied: 6, peak: 3, decisions: 'AAADDDDDD' },
    ],
  },
  {
    id: 'sliding-log-denials-recorded',
    title: 'Why is this client never let in again?',
    topic: 'refusals',
    source: 'li',
    description: 'The published log also records refused requests, so a client that keeps trying stays out for good.',
    opensAt: 1.67,
    document: {
      duration: 5,
      policy: { n: 10, T: 1 },
      traffic: [{ kind: 'steady', to: 5, rate: 100 }],
      lanes: publishedAndCorrected('sliding-log'),
    },
    expect: [
      { admitted: 10, denied: 490, peak: 10 },
      { admitted: 50, denied: 450, peak: 10 },
    ],
    vectors: [{ name: 'a client that never stops is never let in', lane: 0 }],
  },
  {
    id: 'sliding-log-whole-milliseconds',
    title: 'What is lost within a millisecond?',
    topic: 'rounding',
    source: 'li',
    description: 'Five per 10 ms: the published clock shows only whole milliseconds, and admits ten within 9.1 ms.',
    opensAt: 0.01,
    document: {
      duration: 0.03,
      policy: { n: 5, T: 0.01 },
      traffic: [
        { kind: 'burst', at: 0.0009, count: 5 },
        { kind: 'burst', at: 0.01, count: 5 },
      ],
      lanes: publishedAndCorrected('sliding-log'),
    },
    expect: [
      { admitted: 10, denied: 0, peak: 10, decisions: 'AAAAAAAAAA' },
      { admitted: 5, denied: 5, peak: 5, decisions: 'AAAAADDDDD' },
    ],
  },
  {
    id: 'leaky-meter-lost-leakage',
    title: 'Where does the leak go?',
    topic: 'rounding',
    source: 'fu',
    description:
      'Between hits 0.5 s apart half a drop leaks, which the published bucket throws away: it is full after 30 s, the corrected one after a minute.',
    opensAt: 30,
    document: {
      duration: 90,
      policy: { n: 60, T: 60 },
      traffic: [{ kind: 'steady', to: 90, rate: 2 }],
      lanes: publishedAndCorrected('leaky-meter'),
    },
    expect: [
      { admitted: 120, denied: 60, peak: 90 },
      { admitted: 149, denied: 31, peak: 119 },
    ],
  },
  {
    id: 'leaky-meter-double-drain',
    title: 'Does it pay to hammer?',
    topic: 'refusals',
    source: 'fu',
    description:
      'Every request costs 2. When the published bucket refuses, it keeps the leak but not its time, so the next try leaks the same second again.',
    opensAt: 3.4,
    document: {
      duration: 10,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'burst', at: 0, count: 5, cost: 2 },
        { kind: 'steady', from: 1, to: 10, rate: 10, cost: 2 },
      ],
      lanes: publishedAndCorrected('leaky-meter'),
    },
    expect: [
      { admitted: 14, denied: 81, peak: 28 },
      { admitted: 9, denied: 86, peak: 18 },
    ],
  },
  {
    id: 'leaky-meter-capacity-rate',
    title: 'Which rate does it keep?',
    topic: 'rounding',
    source: 'fu',
    description:
      'One request a second is allowed, with room for two: the published bucket leaks at a rate set by its capacity, and serves one in five.',
    opensAt: 10,
    document: {
      duration: 30,
      policy: { n: 10, T: 10, capacity: 2 },
      traffic: [{ kind: 'steady', to: 30, rate: 1 }],
      lanes: publishedAndCorrected('leaky-meter'),
    },
    expect: [
      { admitted: 7, denied: 23, peak: 3 },
      { admitted: 30, denied: 0, peak: 10 },
    ],
  },
];
