/** Invalid documents, and the exact sentences that explain them: traffic. */
import { describe, expect, it } from 'vitest';
import { problemMessages } from './testing.ts';

const entry = (fields: object) => ({ traffic: [fields] });
const steady = { kind: 'steady', rate: 1 };
const RATE = 'It may be a number above 0, at most 1,000,000,000.';
const PERMITS = 'It may be a whole number from 1 to 1,000,000.';
const SECONDS = 'It may be a number of seconds from 0 to 2,592,000.';
/** Of all kinds the first and the last: the format's README lists them, which `readmeFormat.test.ts` checks. */
const KINDS = /"times", "steady", .* or "recording"/;
const withKinds = (before: string, after: string): string =>
  expect.stringMatching(new RegExp(`^${before}${KINDS.source}${after}$`)) as string;

describe('traffic', () => {
  it.each<[object, readonly string[]]>([
    [{}, [withKinds('traffic\\[0\\]\\.kind is missing\\. It may be ', '\\.')]],
    [
      { kind: 'stedy', rate: 1 },
      [withKinds('traffic\\[0\\]\\.kind is "stedy"\\. It may be ', '\\. Did you mean "steady"\\?')],
    ],
    [{ kind: 'steady' }, [`traffic[0].rate is missing. ${RATE}`]],
    [
      { kind: 'steady', rat: 3 },
      [
        `traffic[0].rate is missing. ${RATE}`,
        'traffic[0].rat is not a known field. It may be kind, from, to, rate, key, keys, cost, label, timeout or stream. Did you mean rate?',
      ],
    ],
    [{ kind: 'steady', rate: 0 }, [`traffic[0].rate is 0. ${RATE}`]],
    [{ kind: 'poisson', rate: -1 }, [`traffic[0].rate is −1. ${RATE}`]],
    [{ ...steady, from: -1 }, [`traffic[0].from is −1. ${SECONDS}`]],
    [{ ...steady, to: 2_592_001 }, [`traffic[0].to is 2,592,001. ${SECONDS}`]],
    [
      { ...steady, from: 5, to: 4 },
      ['traffic[0].to is 4. It may be a number of seconds from 5, where it begins, to 2,592,000.'],
    ],
    [
      { ...steady, on: 2 },
      [
        'traffic[0].on is not a known field. It may be kind, from, to, rate, key, keys, cost, label, timeout or stream.',
      ],
    ],
    [{ ...steady, key: '' }, ['traffic[0].key is "". It may be text of 1 to 200 characters.']],
    [{ ...steady, key: ['a'] }, ['traffic[0].key is ["a"]. It may be text of 1 to 200 characters.']],
    [{ ...steady, keys: {} }, ['traffic[0].keys.count is missing. It may be a whole number from 1 to 1,000,000.']],
    [
      { ...steady, keys: { count: 1_000_001, share: 'zip' } },
      [
        'traffic[0].keys.count is 1,000,001. It may be a whole number from 1 to 1,000,000.',
        'traffic[0].keys.share is "zip". It may be "even", "zipf" or "noisy". Did you mean "zipf"?',
      ],
    ],
    [{ ...steady, keys: 'own' }, ['traffic[0].keys is "own". It may be an object with count and share.']],
    [
      { ...steady, cost: 0 },
      ['traffic[0].cost is 0. It may be a whole number from 1 to 1,000,000, or an object with of and weights.'],
    ],
    [
      { ...steady, cost: [1] },
      ['traffic[0].cost is [1]. It may be a whole number from 1 to 1,000,000, or an object with of and weights.'],
    ],
    [{ ...steady, cost: { of: [] } }, ['traffic[0].cost.of is a list of 0. It may be a list of 1 to 1,000 costs.']],
    [{ ...steady, cost: { of: [1, 0.5] } }, [`traffic[0].cost.of[1] is 0.5. ${PERMITS}`]],
    [
      { ...steady, cost: { of: [1, 5], weights: [9] } },
      ['traffic[0].cost.weights is a list of 1. It may be a list of 2, one for each of the costs.'],
    ],
    [
      { ...steady, cost: { of: [1, 5], weights: [0, 0] } },
      ['traffic[0].cost.weights is all 0. It may be a list of 2, one for each of the costs, at least one above 0.'],
    ],
    [
      { ...steady, cost: { of: [1], weights: [-1] } },
      ['traffic[0].cost.weights[0] is −1. It may be a number from 0 to 1,000,000,000.'],
    ],
    [{ ...steady, label: 'ugly' }, ['traffic[0].label is "ugly". It may be "good" or "bad".']],
    [{ ...steady, timeout: -0.1 }, [`traffic[0].timeout is −0.1. ${SECONDS}`]],
    [{ ...steady, stream: -1 }, ['traffic[0].stream is −1. It may be a whole number from 0 to 4,294,967,295.']],
    [
      { kind: 'times', at: [1, -2, 'x'] },
      [`traffic[0].at[1] is −2. ${SECONDS}`, `traffic[0].at[2] is "x". ${SECONDS}`],
    ],
    [{ kind: 'times', at: 1 }, ['traffic[0].at is 1. It may be a list of seconds.']],
    [
      { kind: 'times', at: [1, 2], key: ['a'] },
      ['traffic[0].key is a list of 1. It may be a list of 2, one for each instant in at.'],
    ],
    [
      { kind: 'times', at: [1, 2], cost: [1, 2, 3] },
      ['traffic[0].cost is a list of 3. It may be a list of 2, one for each instant in at.'],
    ],
    [{ kind: 'times', at: [1], cost: [0] }, [`traffic[0].cost[0] is 0. ${PERMITS}`]],
    [
      { kind: 'times', at: [1], cost: 0 },
      [
        'traffic[0].cost is 0. It may be a whole number from 1 to 1,000,000, a list of one for each instant, or an object with of and weights.',
      ],
    ],
    [
      { kind: 'times', at: [1], key: ['a'], keys: { count: 2 } },
      ['traffic[0].keys is given beside a list in key. It may be left out, or key be one text.'],
    ],
    [{ kind: 'times', at: [1], clicks: 'yes' }, ['traffic[0].clicks is "yes". It may be true or false.']],
    [{ kind: 'ramp', rate: 5 }, ['traffic[0].rate is 5. It may be two numbers from 0 to 1,000,000,000, not both 0.']],
    [
      { kind: 'ramp', rate: [1] },
      ['traffic[0].rate is a list of 1. It may be two numbers from 0 to 1,000,000,000, not both 0.'],
    ],
    [
      { kind: 'ramp', rate: [0, 0] },
      ['traffic[0].rate is [0,0]. It may be two numbers from 0 to 1,000,000,000, not both 0.'],
    ],
    [{ kind: 'ramp', rate: [1, -1] }, ['traffic[0].rate[1] is −1. It may be a number from 0 to 1,000,000,000.']],
    [
      { kind: 'burst', at: 1, count: 0.5 },
      ['traffic[0].count is 0.5. It may be a whole number from 1 to 1,000,000,000.'],
    ],
    [
      { kind: 'burst' },
      [
        `traffic[0].at is missing. ${SECONDS}`,
        'traffic[0].count is missing. It may be a whole number from 1 to 1,000,000,000.',
      ],
    ],
    [{ kind: 'burst', at: 1, count: 2, spread: -1 }, [`traffic[0].spread is −1. ${SECONDS}`]],
    [
      { kind: 'on-off', rate: 1, on: 0, off: -1 },
      [
        'traffic[0].on is 0. It may be a number of seconds from 0.000001 to 2,592,000.',
        `traffic[0].off is −1. ${SECONDS}`,
      ],
    ],
    [
      { kind: 'daily', mean: 5, peakAt: 86_401, swing: 2 },
      [
        'traffic[0].peakAt is 86,401. It may be a number of seconds from 0 to 86,400.',
        'traffic[0].swing is 2. It may be a number from 0 to 1.',
      ],
    ],
    [{ kind: 'script' }, ['traffic[0].code is missing. It may be text of at most 1,000,000 characters.']],
  ])('%o', (fields, sentences) => expect(problemMessages(entry(fields))).toEqual(sentences));

  it('is made of entries', () => {
    expect(problemMessages({ traffic: ['steady'] })).toEqual([
      withKinds('traffic\\[0\\] is "steady"\\. It may be an object whose kind is ', '\\.'),
    ]);
  });
});

describe('clients', () => {
  const clients = { kind: 'clients', rate: 1 };
  it.each<[object, readonly string[]]>([
    [
      { kind: 'clients' },
      ['traffic[0].rate is missing. It may be a number above 0, at most 1,000,000,000; or phases be given.'],
    ],
    [
      { ...clients, phases: [{ jobs: 1, rate: 1 }] },
      ['traffic[0].rate is 1. It may be left out: each of phases has its own.'],
    ],
    [{ kind: 'clients', phases: [] }, ['traffic[0].phases is a list of 0. It may be a list of 1 to 1,000 phases.']],
    [
      { kind: 'clients', phases: [{ jobs: 0 }, { jobs: 1, rate: 0 }] },
      [
        `traffic[0].phases[0].jobs is 0. ${PERMITS}`,
        `traffic[0].phases[0].rate is missing. ${RATE}`,
        `traffic[0].phases[1].rate is 0. ${RATE}`,
      ],
    ],
    [{ ...clients, count: 0 }, [`traffic[0].count is 0. ${PERMITS}`]],
    [
      { ...clients, from: 5, to: 4 },
      ['traffic[0].to is 4. It may be a number of seconds from 5, where it begins, to 2,592,000.'],
    ],
    [{ ...clients, arrivals: 'random' }, ['traffic[0].arrivals is "random". It may be "steady" or "poisson".']],
    [
      { ...clients, keys: 'mine' },
      ['traffic[0].keys is "mine". It may be "own" or "shared", or an object with count and share.'],
    ],
    [{ ...clients, maxTries: 0 }, [`traffic[0].maxTries is 0. ${PERMITS}`]],
    [
      { ...clients, retry: 'backoff' },
      [
        'traffic[0].retry is "backoff". It may be an object whose strategy is "none", "retry-poll", "backoff", "retry-after", "careless" or "abuser".',
      ],
    ],
    [
      { ...clients, retry: { strategy: 'backof' } },
      [
        'traffic[0].retry.strategy is "backof". It may be "none", "retry-poll", "backoff", "retry-after", "careless" or "abuser". Did you mean "backoff"?',
      ],
    ],
    [
      { ...clients, retry: { strategy: 'retry-poll', every: 0 } },
      ['traffic[0].retry.every is 0. It may be a number of seconds from 0.000001 to 2,592,000.'],
    ],
    [
      { ...clients, retry: { strategy: 'backoff', factor: 0.5, jitter: 'some' } },
      [
        'traffic[0].retry.factor is 0.5. It may be a number from 1 to 1,000.',
        'traffic[0].retry.jitter is "some". It may be "none", "full", "equal" or "decorrelated".',
      ],
    ],
    [
      { ...clients, retry: { strategy: 'none', every: 1 } },
      ['traffic[0].retry.every is not a known field. It may be strategy.'],
    ],
    [
      { ...clients, retry: { strategy: 'abuser' } },
      ['traffic[0].rate is 1. It may be left out: a client of strategy "abuser" sets its own pace.'],
    ],
    [
      { kind: 'clients', phases: [{ jobs: 1, rate: 1 }], retry: { strategy: 'careless' } },
      ['traffic[0].phases is given. It may be left out: a client of strategy "careless" sets its own pace.'],
    ],
    [
      { kind: 'clients', arrivals: 'poisson', retry: { strategy: 'abuser' } },
      ['traffic[0].arrivals is "poisson". It may be left out: a client of strategy "abuser" sets its own pace.'],
    ],
    [{ ...clients, rate: 0 }, ['traffic[0].rate is 0. It may be a number above 0, at most 1,000,000,000.']],
  ])('%o', (fields, sentences) => expect(problemMessages(entry(fields))).toEqual(sentences));
});
