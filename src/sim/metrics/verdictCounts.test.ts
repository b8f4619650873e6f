import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELAY, isDenied } from '../verdict.ts';
import { longestDenialRun, VerdictCounter } from './verdictCounts.ts';

const verdicts = fc.array(fc.oneof(fc.nat(3), fc.constantFrom(0, 2, 127)), { maxLength: 80 });

describe('counts of verdicts', () => {
  it('are those of each range, wherever the column begins in its memory', () => {
    fc.assert(
      fc.property(verdicts, fc.nat(80), fc.nat(80), fc.nat(4), (list, one, other, offset) => {
        const column = Uint8Array.from([...Array.from({ length: offset }, () => 1), ...list]).subarray(offset);
        const counter = new VerdictCounter(column);
        const [first, end] = [Math.min(one, other, list.length), Math.min(Math.max(one, other), list.length)];
        const range = list.slice(first, end);
        expect([counter.denied(first, end), counter.delayed(first, end)]).toEqual([
          range.filter(isDenied).length,
          range.filter((verdict) => verdict === DELAY).length,
        ]);
      }),
      { seed: 20_261_124, numRuns: 1_000 },
    );
  });

  it('find the longest run of denials', () => {
    fc.assert(
      fc.property(verdicts, (list) => {
        const runs = list
          .map((verdict) => (isDenied(verdict) ? 'x' : ' '))
          .join('')
          .split(' ');
        expect(longestDenialRun(Uint8Array.from(list))).toBe(Math.max(...runs.map(({ length }) => length)));
      }),
      { seed: 20_261_124, numRuns: 300 },
    );
  });
});
