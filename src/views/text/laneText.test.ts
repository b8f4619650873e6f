import { expect, it } from 'vitest';
import type { Lane } from '../../sim/index.ts';
import { unnamedLimiter } from './laneText.ts';

const lane = (limiter: string, label?: string): Lane => ({
  limiter,
  edition: 'corrected',
  policy: {},
  options: {},
  ...(label === undefined ? {} : { label }),
});

it.each([
  ['without a label', lane('token-bucket'), null],
  ['whose label has its limiter in it', lane('token-bucket', 'A large token bucket'), null],
  ['whose label is something else', lane('token-bucket', 'Checkout'), 'Token bucket'],
  ['with code of its own, which names itself', lane('own'), null],
])('a lane %s says its limiter beside its policy where its name does not', (_, one, limiter) =>
  expect(unnamedLimiter(one)).toBe(limiter),
);
