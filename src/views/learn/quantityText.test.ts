import { expect, it } from 'vitest';
import type { Condition } from '../../sim/index.ts';
import { answerText, conditionText } from './quantityText.ts';

it.each<[string, Condition, number]>([
  [
    'Lane 1, phase 2: at least 1 denied (now 0).',
    { quantity: { of: 'denied', lane: 0, phase: 1 }, at: 'least', value: 1 },
    0,
  ],
  [
    'Lane 1: at most 10 admitted within any T (now 19).',
    { quantity: { of: 'peak', lane: 0 }, at: 'most', value: 10 },
    19,
  ],
  [
    'Lane 1: at most 4 % of the clients refused (now 22.95 %).',
    { quantity: { of: 'clientsRefused', lane: 0 }, at: 'most', value: 0.04 },
    0.22951,
  ],
  [
    'Lane 1: no good request refused (now 0.4 %).',
    { quantity: { of: 'goodRefused', lane: 0 }, at: 'most', value: 0 },
    0.004,
  ],
  [
    'Lane 1: at least 80 % of the bad requests admitted (now 0 %).',
    { quantity: { of: 'badAdmitted', lane: 0 }, at: 'least', value: 0.8 },
    0,
  ],
  [
    'Lane 1: memory per key at most 16 bytes (now 24 bytes).',
    { quantity: { of: 'bytesPerKey', lane: 0 }, at: 'most', value: 16 },
    24,
  ],
  ['Lane 2: mean wait at most 3 s (now 4 s).', { quantity: { of: 'waitMean', lane: 1 }, at: 'most', value: 3 }, 4],
  [
    'Lane 1: admitted exactly as many as in lane 2 (now 3).',
    { quantity: { of: 'admitted', lane: 0 }, at: 'exactly', value: { of: 'admitted', lane: 1 } },
    3,
  ],
])('a condition is a sentence: %s', (words, condition, value) => {
  expect(conditionText(condition, { holds: false, value, than: null })).toBe(words);
});

it('what a run has is said with its unit, a time to as many places as are read', () => {
  expect(answerText(39.583334, 'badTime')).toBe('39.583 s');
  expect(answerText(4.5, 'badTime')).toBe('4.5 s');
  expect(answerText(1_133, 'admitted')).toBe('1,133');
  expect(answerText(8_016, 'bytesPerKey')).toBe('8,016 bytes');
});
