import { expect, it } from 'vitest';
import { scenarioOf, type Lane } from '../../sim/index.ts';
import { differenceText, limitText, predictionText, textbookText, whereText } from './configText.ts';

const SAME = { requestsDiffer: false };

it.each([
  [{ count: 3, requests: 61_204, ...SAME }, 'A sliding log decides 3 of 61,204 requests differently.'],
  [{ count: 0, requests: 135, ...SAME }, 'A sliding log decides all 135 requests the same way.'],
  [{ count: 0, requests: 1, ...SAME }, 'A sliding log decides the only request the same way.'],
  [{ count: 0, requests: 0, ...SAME }, 'There is no request yet on which the two could differ.'],
  [
    { count: 1, requests: 30, requestsDiffer: true },
    'A sliding log decides 1 first try differently. Clients retry, so later tries cannot be compared.',
  ],
])('%j: %s', (difference, text) => expect(differenceText('A sliding log', difference)).toBe(text));

it('names the capacity where it is another number than n, and used', () => {
  const policy = { n: 20, T: 10_000_000, capacity: 19 };
  const laneOf = (limiter: string): Lane => {
    return scenarioOf({ lanes: [{ limiter }] }).lanes[0]!;
  };
  expect(limitText(policy, true)).toBe('20 per 10 s with capacity 19');
  expect(limitText({ ...policy, capacity: 20 }, true)).toBe('20 per 10 s');
  const inSeconds = { n: 20, T: 10, capacity: 19 };
  expect(textbookText(laneOf('token-bucket'), inSeconds)).toBe('A token bucket of 20 per 10 s with capacity 19');
  expect(textbookText(laneOf('sliding-log'), inSeconds)).toBe('A sliding log of 20 per 10 s');
});

it('speaks of one limit for all keys as that limit, and of several as a stack', () => {
  const policy = { n: 20, T: 10 };
  const stackOf = (...limits: readonly object[]): Lane =>
    scenarioOf({ lanes: [{ limiter: 'stack', options: { charge: 'together' }, of: limits }] }).lanes[0]!;
  const bucket = { limiter: 'token-bucket', policy: { n: 5, T: 1, capacity: 8 }, key: 'all' };
  expect(textbookText(stackOf(bucket), policy)).toBe('A token bucket of 5 per second with capacity 8 for all keys');
  expect(textbookText(stackOf({ ...bucket, policy: {} }), policy)).toBe('A token bucket of 20 per 10 s for all keys');
  const several = 'A stack of the textbook’s limiters, with the same limits,';
  expect(textbookText(stackOf(bucket, { limiter: 'sliding-log' }), policy)).toBe(several);
});

it('predicts delays only where there are some', () => {
  expect(predictionText(41, 0)).toBe('On this traffic it predicts 41 refused.');
  expect(predictionText(1_041, 7)).toBe('On this traffic it predicts 1,041 refused and 7 delayed.');
});

it.each([
  [null, 'Per process: with 3 behind a balancer, clients get up to 3 × this.'],
  [1, 'Per process: this scenario has one, so clients get no more than this.'],
  [4, 'Per process: this scenario has 4, so clients get up to 4 × this.'],
])('says what several processes let through: %j', (nodes, text) => expect(whereText('per process', nodes)).toBe(text));
