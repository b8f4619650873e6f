import { expect, it } from 'vitest';
import { SECOND } from '../sim/index.ts';
import { nearestPolicies } from './nearest.ts';
import { CannotPrintError, type ConfigProduct } from './product.ts';

const lane = { policy: { n: 10, T: 1.5 * SECOND, capacity: 10 }, options: {} };

/** A product of whole seconds. */
function productThatThrows(error: Error | null): ConfigProduct {
  return {
    id: 'fixed-window',
    aliases: [],
    fileName: 'a.conf',
    understands: '',
    language: 'text',
    sign: /a/,
    timeGrid: { unit: SECOND },
    print() {
      if (error !== null) throw error;
      return '';
    },
    read: () => undefined,
  };
}

it('the nearest policies are those that the product can say', () => {
  expect(nearestPolicies(productThatThrows(null), lane).map(({ T }) => T)).toEqual([2 * SECOND, 2 * SECOND]);
  expect(nearestPolicies(productThatThrows(new CannotPrintError('It cannot.')), lane)).toEqual([]);
});

it('a printer with a defect is no product that cannot say a policy', () => {
  expect(() => nearestPolicies(productThatThrows(new TypeError('a defect')), lane)).toThrow('a defect');
});
