import { expect, it } from 'vitest';
import { noQrText } from './qrText.ts';

it.each([
  [600, null],
  [601, 'This link has 601 characters, and a QR code of more than 600 is too fine for many cameras.'],
  [12_345, 'This link has 12,345 characters, and a QR code of more than 600 is too fine for many cameras.'],
] as const)('of %d characters', (length, problem) => expect(noQrText('x'.repeat(length))).toBe(problem));
