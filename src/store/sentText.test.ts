import { describe, expect, it } from 'vitest';
import { sentText } from './sentText.ts';

const S = 1e6;
const lanes = (...admitted: readonly (number | null)[]) => admitted;

describe('what became of a request sent by hand', () => {
  it.each([
    [lanes(1, 1), 'Sent at 12.400 s: admitted by 2 lanes.'],
    [lanes(1, 0, 1), 'Sent at 12.400 s: admitted by 2 lanes, denied by 1.'],
    [lanes(0, null), 'Sent at 12.400 s: denied by 1 lane.'],
    [lanes(), 'Sent at 12.400 s.'],
  ])('%j', (admitted, said) => expect(sentText([[12.4 * S, 1]], admitted)).toBe(said));
});

describe('what became of ten', () => {
  it.each([
    [lanes(6, 0, 0), '6 admitted by lane 1, none by lanes 2 and 3'],
    [lanes(1, 10, 1, 4), '10 admitted by lane 2, 4 by lane 4, 1 by lanes 1 and 3'],
    [lanes(6), '6 admitted'],
    [lanes(6, null), '6 admitted'],
    [lanes(0, 0, 0), 'none admitted'],
    [lanes(10, 10), '10 admitted by both lanes'],
    [Array.from({ length: 50 }, () => 3), '3 admitted by all 50 lanes'],
    [Array.from({ length: 50 }, (_, lane) => lane % 7), '0 to 6 admitted by each of 50 lanes'],
  ])('%j', (admitted, said) =>
    expect(sentText([[24 * S, 10]], admitted)).toBe(`Sent 10 requests at 24.000 s: ${said}.`),
  );

  it('says from when to when', () => {
    const sent = [1, 1.25, 1.5].map((second): [number, number] => [second * S, 1]);
    expect(sentText(sent, [2, 3])).toBe('Sent 3 requests from 1.000 to 1.500 s: 3 admitted by lane 2, 2 by lane 1.');
  });
});
