/** Worked examples from the sources, and questions answered by a defect: windows, logs and counters. */
import { sources } from '../../sources.ts';
import type { Preset } from './preset.ts';
import { publishedAndCorrected } from './publishedAndCorrected.ts';

/** What the source of the weighted count prints. */
const printedByLi = `${sources.li.author} prints 9 × 0.75 + 5 = 14.75; the rule gives 11.75, as a reader’s comment there points out. Both are above 10.`;

export const windowsPresets: readonly Preset[] = [
  {
    id: 'evenly-twice-the-rate',
    title: 'A window that drifts',
    topic: 'pace',
    source: 'fu',
    description:
      'At 200 a minute, evenly spaced, the simple window serves half of each minute and starts 0.3 s later each time; the sliding counter spreads what it admits.',
    opensAt: 60,
    document: {
      duration: 180,
      policy: { n: 100, T: 60 },
      traffic: [{ kind: 'burst', at: 0, count: 600, spread: 180 }],
      lanes: [{ limiter: 'simple-window' }, { limiter: 'fixed-window' }, { limiter: 'sliding-counter' }],
    },
    expect: [
      { admitted: 300, denied: 300, peak: 100 },
      { admitted: 300, denied: 300, peak: 100 },
      { admitted: 298, denied: 302, peak: 100 },
    ],
  },
  {
    id: 'critical-mutation',
    title: 'Twice the threshold in twenty seconds',
    topic: 'bursts',
    source: 'fu',
    description:
      'One visit at 0, then ten a second from 50 s on: the simple window restarts just after a minute and admits 199 of 201, six sub-windows 101.',
    opensAt: 59.9,
    document: {
      duration: 120,
      policy: { n: 100, T: 60 },
      traffic: [
        { kind: 'times', at: [0] },
        { kind: 'burst', at: 50, count: 200, spread: 20 },
      ],
      lanes: [{ limiter: 'simple-window' }, { limiter: 'sub-window' }],
    },
    expect: [
      { admitted: 199, denied: 2, peak: 198 },
      { admitted: 101, denied: 100, peak: 100 },
    ],
    vectors: [{ name: 'critical mutation', lane: 0 }],
    sourceNote: `${sources.fu.author} says that 200 visits get in between 0:50 and 1:10; by the code it is 198, and with the visit at 0:00 199.`,
  },
  {
    id: 'sub-windows-not-precise',
    title: 'Six slices are not precise',
    topic: 'bursts',
    source: 'fu',
    description:
      'The first slice fills from 5 s on and expires as a whole at 60 s: 200 get in between 5 s and 65 s, where the log keeps to 100.',
    opensAt: 23.35,
    document: {
      duration: 70,
      policy: { n: 100, T: 60 },
      traffic: [{ kind: 'burst', at: 5, count: 1200, spread: 60 }],
      lanes: [{ limiter: 'sub-window', options: { slices: 6 } }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 200, denied: 1000, peak: 200 },
      { admitted: 100, denied: 1100, peak: 100 },
    ],
    vectors: [{ name: 'sub-windows are not precise', lane: 0 }],
  },
  {
    id: 'sentinel',
    title: 'Two slices of 500 ms',
    topic: 'pace',
    source: 'fu',
    description:
      'Sentinel’s default: permits return every half second, those of the first slice at 1 s, those of the second at 1.5 s; the log returns each after 1 s.',
    opensAt: 1,
    document: {
      duration: 3,
      policy: { n: 10, T: 1 },
      traffic: [{ kind: 'steady', from: 0.4, to: 3, rate: 50 }],
      lanes: [{ limiter: 'sub-window', options: { slices: 2 } }, { limiter: 'sliding-log' }],
    },
    expect: [
      { admitted: 30, denied: 100, peak: 15 },
      { admitted: 30, denied: 100, peak: 10 },
    ],
  },
  {
    id: 'burst-and-pause',
    title: 'Burst and pause',
    topic: 'clients',
    source: 'finch',
    description:
      'A client sends until it is refused, then waits as long as it must: the quota teaches it to burst and pause, the bucket to send one a second.',
    opensAt: 20.05,
    document: {
      duration: 60,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'clients', from: 3, retry: { strategy: 'careless', every: 0.05 } }],
      lanes: [{ limiter: 'quota-reset' }, { limiter: 'token-bucket' }],
    },
    expect: [
      { admitted: 60, denied: 6, peak: 10 },
      { admitted: 66, denied: 57, peak: 19 },
    ],
  },
  {
    id: 'weighted-count',
    title: 'A weighted count',
    topic: 'pace',
    source: 'li',
    description:
      'At 75 s, 6.75 of the first minute’s nine still count. Lane 1 adds all five since: 11.75, so it refuses. Lane 2 adds the two it admitted: 8.75, so it admits.',
    formerNotes: [
      'At 75 s three quarters of the nine in the first minute still count: 6.75, and with the five of this minute 11.75, above the limit of 10. 004 prints 9 × 0.75 + 5 = 14.75; the rule gives 11.75, as a reader corrects there. Both are above 10.',
      `At 75 s three quarters of the first minute’s nine still count: 6.75, which with this minute’s five makes 11.75, above the limit of 10. ${printedByLi}`,
    ],
    document: {
      duration: 120,
      policy: { n: 10, T: 60 },
      traffic: [{ kind: 'times', at: [0, 6, 12, 18, 24, 30, 36, 42, 48, 60, 63, 66, 69, 72, 75] }],
      lanes: publishedAndCorrected('sliding-counter'),
    },
    expect: [
      { admitted: 11, denied: 4, peak: 10, decisions: 'AAAAAAAAAAADDDD' },
      { admitted: 12, denied: 3, peak: 9, decisions: 'AAAAAAAAAADDADA' },
    ],
    vectors: [{ name: 'weighted count', lane: 0 }],
    opensAt: 75,
    selected: { lane: 0, request: 14 },
    sourceNote: printedByLi,
  },
  {
    id: 'sliding-counter-denials-counted',
    title: 'Why does the counter refuse for good?',
    topic: 'refusals',
    source: 'li',
    description:
      'The published counter counts what it refuses, so a client at twice the rate locks itself out for good; corrected, about half of it gets in.',
    opensAt: 13.5,
    document: {
      duration: 40,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', to: 40, rate: 2 }],
      lanes: publishedAndCorrected('sliding-counter'),
    },
    expect: [
      { admitted: 10, denied: 70, peak: 10 },
      { admitted: 37, denied: 43, peak: 10 },
    ],
  },
  {
    id: 'sliding-counter-cut-to-whole',
    title: 'Where does the fraction go?',
    topic: 'rounding',
    source: 'li',
    description:
      'One per 10 s: at 10.1 s the first still weighs 0.99, and the second makes it 1.99; the published edition cuts that to 1 ' +
      'and lets it in.',
    opensAt: 30.1,
    document: {
      duration: 40,
      policy: { n: 1, T: 10 },
      traffic: [{ kind: 'times', at: [9.9, 10.1, 20.1, 30.1] }],
      lanes: publishedAndCorrected('sliding-counter'),
    },
    expect: [
      { admitted: 4, denied: 0, peak: 2, decisions: 'AAAA' },
      { admitted: 2, denied: 2, peak: 1, decisions: 'ADAD' },
    ],
  },
  {
    id: 'sliding-counter-whole-milliseconds',
    title: 'What does a late clock weigh?',
    topic: 'rounding',
    source: 'li',
    description:
      'Twenty per 10 ms: at 14.9 ms the published clock shows 14 ms, so the first window weighs 12 instead of 10.2, and one request fewer gets in.',
    opensAt: 0.0149,
    document: {
      duration: 0.03,
      policy: { n: 20, T: 0.01 },
      traffic: [
        { kind: 'burst', at: 0.005, count: 20 },
        { kind: 'burst', at: 0.0149, count: 10 },
      ],
      lanes: publishedAndCorrected('sliding-counter'),
    },
    expect: [
      { admitted: 28, denied: 2, peak: 28 },
      { admitted: 29, denied: 1, peak: 29 },
    ],
  },
];
