import { describe, expect, it } from 'vitest';
import { isSelfPaced } from '../../sim/index.ts';
import {
  STRATEGIES,
  strategyText,
  withPace,
  withStrategy,
  type ClientsEntry,
  type StrategyName,
} from './clientsFields.ts';
import { phaseProblemMessages, parsePhase } from './testing.ts';

function parseClients(entry: object): ClientsEntry {
  const read = parsePhase({ kind: 'clients', ...entry });
  if (read.kind !== 'clients') throw new TypeError('not clients');
  return read;
}

const at = parseClients({ count: 20, rate: 4, maxTries: 5, keys: 'own', arrivals: 'poisson', stream: 7 });
const phased = parseClients({ phases: [{ jobs: 10, rate: 1 }, { jobs: 10, rate: 2 }] }); // prettier-ignore
const careless = parseClients({ retry: { strategy: 'careless' } });
const abuser = parseClients({ retry: { strategy: 'abuser' } });

describe('another strategy', () => {
  const pairs = [at, phased, careless, abuser].flatMap((entry) =>
    STRATEGIES.map((strategy): readonly [ClientsEntry, StrategyName] => [entry, strategy]),
  );

  it.each(pairs)('of %j, %s, is one that the format takes', (entry, strategy) => {
    const other = withStrategy(entry, strategy);
    expect(phaseProblemMessages(other)).toEqual([]);
    expect(other.retry.strategy).toBe(strategy);
    // Self-paced strategies have no random arrivals.
    const arrivals = isSelfPaced(other.retry) ? 'steady' : entry.arrivals;
    expect(other).toMatchObject({ count: entry.count, keys: entry.keys, arrivals });
  });

  it('keeps an existing pace, and adds a required one', () => {
    expect(withStrategy(at, 'retry-poll')).toMatchObject({ rate: 4, retry: { strategy: 'retry-poll', every: 0.01 } });
    expect(withStrategy(phased, 'retry-after').phases).toEqual(phased.phases);
    expect(withStrategy(at, 'careless')).not.toHaveProperty('rate');
    expect(withStrategy(phased, 'abuser')).not.toHaveProperty('phases');
    expect(withStrategy(careless, 'backoff')).toMatchObject({ rate: 1 });
  });
});

describe('another pace', () => {
  it.each([at, phased])('of %j is one that the format takes, and there and back', (entry) => {
    const there = withPace(entry, 'phases');
    expect(phaseProblemMessages(there)).toEqual([]);
    expect(phaseProblemMessages(withPace(there, 'rate'))).toEqual([]);
    expect(withPace(there, 'rate').rate).toBe(withPace(entry, 'rate').rate);
  });

  it('keeps the rate roughly', () => {
    expect(withPace(at, 'phases').phases).toEqual([{ jobs: 40, rate: 4 }]);
    // 20 jobs in 15 seconds
    expect(withPace(phased, 'rate')).toMatchObject({ rate: 1.33333 });
    expect(phaseProblemMessages(withPace(parseClients({ rate: 1e9 }), 'phases'))).toEqual([]);
    expect(phaseProblemMessages(withPace(parseClients({ rate: 1e-9 }), 'phases'))).toEqual([]);
    expect(phaseProblemMessages(withPace(parseClients({ phases: [{ jobs: 1e6, rate: 1e-320 }] }), 'rate'))).toEqual([]);
  });
});

describe('a strategy in words', () => {
  it.each([
    [{ strategy: 'none' }, 'Each job is one request. A denied job is given up.'],
    [{ strategy: 'retry-poll', every: 0.05 }, 'A denied job is retried every 50 ms until it is admitted.'],
    [
      { strategy: 'backoff', jitter: 'none' },
      'After the first denial the wait is 1 s, 2 times as long after each further denial, at most 32 s.',
    ],
    [
      { strategy: 'backoff', factor: 1, cap: 60 },
      'After the first denial the wait is 1 s, the same after each further denial, at most 1 min; ' +
        'the client waits a random part of that, from none to all of it.',
    ],
    [
      { strategy: 'backoff', jitter: 'equal', base: 0.1 },
      'After the first denial the wait is 100 ms, 2 times as long after each further denial, at most 32 s; ' +
        'the client waits half of that plus a random part of the other half.',
    ],
    [
      { strategy: 'backoff', jitter: 'decorrelated' },
      'After a denial it waits a random time from 1 s to three times the wait before, at most 32 s.',
    ],
    [
      { strategy: 'retry-after' },
      'A denied job is retried after Retry-After, in whole seconds and at least 1. ' +
        'Without Retry-After it is given up.',
    ],
    [
      { strategy: 'careless' },
      'One request every 10 ms until one is denied. That request is retried at the first instant at which it would be ' +
        'admitted, and then the cycle repeats.',
    ],
    [
      { strategy: 'abuser', a: 2.5 },
      'Requests arrive steadily at 2.5 × n/T of the lane, whatever the answers are. ' +
        'Where nodes decide, each comes after the answer to the one before.',
    ],
  ])('%j', (retry, words) => {
    const own = retry.strategy === 'careless' || retry.strategy === 'abuser';
    const of = { retry, ...(own ? {} : { rate: 1 }) };
    expect(strategyText(parseClients(of))).toBe(words);
    const retries = retry.strategy !== 'none' && retry.strategy !== 'abuser';
    const after = (tries: string): string => (retries ? `${words} A job is given up after ${tries}.` : words);
    expect(strategyText(parseClients({ ...of, maxTries: 4 }))).toBe(after('4 tries'));
    expect(strategyText(parseClients({ ...of, maxTries: 1 }))).toBe(after('1 try'));
  });
});
