/** Worked examples from the sources, and questions answered by a defect: buckets. */
import { sources } from '../../sources.ts';
import type { Preset } from './preset.ts';

const publishedAgainstTokenBucket = (limiter: string) => [
  { limiter, edition: 'published' },
  { limiter: 'token-bucket' },
];

export const bucketsPresets: readonly Preset[] = [
  {
    id: 'token-table',
    title: 'A token every ten seconds',
    topic: 'pace',
    source: 'strategies',
    description:
      'Eight of ten tokens are used at 58 s, and one is added at each multiple of 10 s: seven are there when four are taken at 109 s, which leaves three.',
    document: {
      duration: 120,
      policy: { n: 1, T: 10, capacity: 10 },
      traffic: [{ kind: 'times', at: [58, 58, 58, 58, 58, 58, 58, 58, 109, 109, 109, 109] }],
      lanes: [{ limiter: 'token-bucket-ticked' }],
    },
    expect: [
      { admitted: 12, denied: 0, peak: 8, decisions: 'AAAAAAAAAAAA', levels: [9, 8, 7, 6, 5, 4, 3, 2, 6, 5, 4, 3] },
    ],
    vectors: [{ name: 'token table', lane: 0 }],
    opensAt: 109,
    selected: { lane: 0, request: 11 },
    sourceNote:
      `The table of “${sources.strategies.name}” leaves out the token of 5:01:40, and prints 2 tokens after 5:01:49 and 3 at 5:01:50; the rule ` +
      'gives 3 and 4.',
  },
  {
    id: 'quota-first',
    title: 'A quota first, then a rate',
    topic: 'pace',
    source: 'finch',
    description:
      'A client sends at twice the rate: the hybrid admits ten, then waits for the minute to end; the bucket admits nineteen; then both admit every other one.',
    opensAt: 63,
    document: {
      duration: 180,
      policy: { n: 10, T: 60 },
      traffic: [{ kind: 'burst', at: 0, count: 60, spread: 180 }],
      lanes: [{ limiter: 'hybrid' }, { limiter: 'token-bucket' }],
    },
    expect: [
      {
        admitted: 30,
        denied: 30,
        peak: 10,
        decisions: 'AAAAAAAAAADDDDDDDDDDADADADADADADADADADADADADADADADADADADADAD',
      },
      {
        admitted: 39,
        denied: 21,
        peak: 19,
        decisions: 'AAAAAAAAAAAAAAAAAAADADADADADADADADADADADADADADADADADADADADAD',
      },
    ],
    vectors: [{ name: 'hybrid: at most q in the first window', lane: 0 }],
  },
  {
    id: 'hybrid-past-its-quota',
    title: 'Nineteen where ten is the quota',
    topic: 'bursts',
    source: 'finch',
    description:
      'Ten pass at 0. By 113 s nearly ten tokens are back: nine pass at once, ten more as they drip in. Here only lane 3 keeps to ten a minute.',
    formerNotes: [
      'Ten go at 0. By 113 s nearly ten tokens are back: nine go at once, ten more as they drip in. Only the third lane keeps to ten a minute.',
      'Ten are admitted at 0. By 113 s nearly ten tokens are back: nine pass at once, then ten more as tokens drip in. Only the third lane keeps to ten a minute.',
    ],
    opensAt: 120,
    document: {
      duration: 180,
      policy: { n: 10, T: 60 },
      traffic: [
        { kind: 'burst', at: 0, count: 10 },
        { kind: 'burst', at: 113, count: 9 },
        { kind: 'burst', at: 114, count: 10, spread: 60 },
      ],
      lanes: [{ limiter: 'hybrid' }, { limiter: 'token-bucket' }, { limiter: 'quota-and-linear' }],
    },
    expect: [
      { admitted: 29, denied: 0, peak: 19 },
      { admitted: 29, denied: 0, peak: 19 },
      { admitted: 20, denied: 9, peak: 10 },
    ],
  },
  {
    id: 'token-bucket-lazy-lost-fraction',
    title: 'What does a refill throw away?',
    topic: 'rounding',
    source: 'li',
    description:
      'The limit is nine a second and ten arrive: the lazy bucket adds only whole tokens, loses the fraction each time, and admits five.',
    opensAt: 6.7,
    document: {
      duration: 20,
      policy: { n: 9, T: 1 },
      traffic: [{ kind: 'steady', to: 20, rate: 10 }],
      lanes: publishedAgainstTokenBucket('token-bucket-lazy'),
    },
    expect: [
      { admitted: 108, denied: 92, peak: 10 },
      { admitted: 188, denied: 12, peak: 10 },
    ],
  },
  {
    id: 'token-bucket-throttler-double-refill',
    title: 'Does a refusal refill?',
    topic: 'refusals',
    source: 'fu',
    description:
      'Every request costs 8 of 10 tokens. When the published bucket refuses, it keeps the refill but not its time, so the next try adds it again.',
    opensAt: 10,
    document: {
      duration: 30,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'steady', to: 30, rate: 2, cost: 8 }],
      lanes: publishedAgainstTokenBucket('token-bucket-throttler'),
    },
    expect: [
      { admitted: 10, denied: 50, peak: 32 },
      { admitted: 4, denied: 56, peak: 16 },
    ],
  },
  {
    id: 'token-bucket-throttler-last-token',
    title: 'Who gets the last token?',
    topic: 'rounding',
    source: 'fu',
    description:
      'One request per 10 s is allowed, and one arrives: the published bucket always keeps its last token, which here is its only one.',
    opensAt: 20,
    document: {
      duration: 60,
      policy: { n: 1, T: 10 },
      traffic: [{ kind: 'steady', to: 60, rate: 0.1 }],
      lanes: publishedAgainstTokenBucket('token-bucket-throttler'),
    },
    expect: [
      { admitted: 0, denied: 6, peak: 0, decisions: 'DDDDDD' },
      { admitted: 6, denied: 0, peak: 1, decisions: 'AAAAAA' },
    ],
  },
  {
    id: 'token-bucket-throttler-whole-tokens',
    title: 'Is the allowed rate safe?',
    topic: 'rounding',
    source: 'fu',
    description:
      'Two every 2 s, half a second apart, match the limit of one a second: the published bucket loses half a token with each, and soon refuses every fourth.',
    opensAt: 16.5,
    document: {
      duration: 40,
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'steady', to: 40, rate: 0.5 },
        { kind: 'steady', from: 0.5, to: 40, rate: 0.5 },
      ],
      lanes: publishedAgainstTokenBucket('token-bucket-throttler'),
    },
    expect: [
      { admitted: 34, denied: 6, peak: 10 },
      { admitted: 40, denied: 0, peak: 10 },
    ],
  },
];
