import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime, StampReader } from './stamps.ts';

const NOON = Date.UTC(2026, 0, 5, 12) * 1_000;

describe('a time stamp', () => {
  it.each([
    ['2026-01-05T12:00:00Z', NOON],
    ['2026-01-05 12:00:00', NOON],
    ['2026-01-05 12:00:00 UTC', NOON],
    ['2026-01-05 13:00:00 +0100 CET', NOON],
    ['05/Jan/2026 12:00:00', NOON],
    ['2026-01-05T14:00:00.25+02:00', NOON + 250_000],
    ['2026-01-05T12:00:00,123456789Z', NOON + 123_456],
    ['05/Jan/2026:07:00:00 -0500', NOON],
    ['05/Jan/2026:12:00:00.5 +0000', NOON + 500_000],
    ['1767614400', NOON],
    ['1767614400.123', NOON + 123_000],
    ['1767614400123', NOON + 123_000],
    ['1767614400123456', NOON + 123_456],
    ['1767614400123456789', NOON + 123_456],
    ['1767614400123.5', NOON + 123_500],
    ['2024-02-29T12:00:00Z', Date.UTC(2024, 1, 29, 12) * 1_000],
    ['2000-02-29T12:00:00Z', Date.UTC(2000, 1, 29, 12) * 1_000],
    ['05.01.2026 12:00:00', NOON],
    ['5.1.2026, 12:00:00,250', NOON + 250_000],
    ['2026/01/05 12:00:00', NOON],
    ['Jan 5, 2026, 12:00:00.123', NOON + 123_000],
    ['Jan 5, 2026 @ 12:00:00.123', NOON + 123_000],
    ['Jan 5, 2026, 2:00:00 PM +02:00', NOON],
    ['Mon, 05 Jan 2026 12:00:00 GMT', NOON],
    ['28/03/2026 13:00:00', Date.UTC(2026, 2, 28, 13) * 1_000],
    ['3/28/2026 1:00:00 pm', Date.UTC(2026, 2, 28, 13) * 1_000],
    ['3/28/2026 12:00 am', Date.UTC(2026, 2, 28) * 1_000],
    ['2026-01-05T12:00Z', NOON],
    ['2026-01-05 14:00+02:00', NOON],
    ['05.01.2026 12:00', NOON],
    ['3/28/2026 12:00:00 AM', Date.UTC(2026, 2, 28) * 1_000],
    ['05/05/2026 12:00:00', Date.UTC(2026, 4, 5, 12) * 1_000],
    // A leap second.
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1) * 1_000],
    ['1969-12-31T23:59:59Z', -1_000_000],
  ])('%s', (text, micros) => {
    expect(new StampReader().parse(text)).toBe(micros);
  });

  it.each([
    '',
    '-',
    'now',
    '2026-13-05T12:00:00Z',
    '2026-02-29T12:00:00Z',
    '1900-02-29T12:00:00Z',
    '2026-04-31 12:00:00',
    '30/Feb/2026:12:00:00 +0000',
    '2026-01-05',
    '2026-01-05 12:00:00 CET',
    '12:00:00',
    '05/XXX/2026:12:00:00 +0000',
    '1e9',
    'NaN',
    '03/08/2026 01:00:00 PM',
    '31.02.2026 12:00:00',
    '13/13/2026 12:00:00',
    'Foo 5, 2026, 12:00:00',
    '28/03/2026 13:00:00 PM',
  ])('is none: “%s”', (text) => {
    expect(new StampReader().parse(text)).toBeNaN();
  });

  it.each([
    ['13/01/2026 12:00:00', NOON],
    ['01/13/2026 12:00:00', Date.UTC(2026, 4, 1, 12) * 1_000],
  ])('with slashes is read as the first that tells which number is the day: %s', (first, micros) => {
    const reader = new StampReader();
    reader.parse(first);
    expect(reader.parse('05/01/2026 12:00:00')).toBe(micros);
  });

  it('is none on a day that the month does not have, also as bytes after a day that it has', () => {
    const reader = new StampReader();
    const read = (day: number) => reader.parseClf(new TextEncoder().encode(`${day}/Feb/2026:12:00:00 +0000`), 0);
    expect(read(28)).toBe(Date.UTC(2026, 1, 28, 12) * 1_000);
    expect([read(29), read(30)]).toEqual([NaN, NaN]);
  });

  it('is what the calendar says, as text and as bytes', () => {
    const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
    const reader = new StampReader();
    const zone = fc.integer({ min: -14, max: 14 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), zone, (seconds, hours) => {
        const local = new Date((seconds + hours * 3_600) * 1_000);
        fc.pre(local.getTime() >= 0);
        const pad = (value: number): string => String(value).padStart(2, '0');
        const sign = `${hours < 0 ? '-' : '+'}${pad(Math.abs(hours))}00`;
        const text = `${pad(local.getUTCDate())}/${months[local.getUTCMonth()]}/${local.getUTCFullYear()}:${local.toISOString().slice(11, 19)} ${sign}`;
        expect(reader.parse(text)).toBe(seconds * 1e6);
        expect(reader.parseClf(new TextEncoder().encode(`[${text}]`), 1)).toBe(seconds * 1e6);
        expect(reader.parse(new Date(seconds * 1_000).toISOString())).toBe(seconds * 1e6);
      }),
      { numRuns: 500, seed: 14 },
    );
  });
});

describe('the resolution', () => {
  const resolutionOf = (texts: readonly string[], count = texts.length): number => {
    const reader = new StampReader();
    for (const text of texts) reader.parse(text);
    return reader.resolution(count);
  };

  it('is what is written', () => {
    expect(resolutionOf(['2026-01-05T12:00:00Z'])).toBe(1e6);
    expect(resolutionOf(['2026-01-05T12:00:00.120Z'])).toBe(1e3);
    expect(resolutionOf(['1767614400123456'])).toBe(1);
    expect(resolutionOf(['2026-01-05 12:00'])).toBe(60e6);
    expect(resolutionOf(['2026-01-05 12:00', '2026-01-05 12:00:01'])).toBe(1e6);
  });

  it.each(['2026-01-05T12:00:01Z', '1767614400', '05/Jan/2026:12:00:00 +0000'])('is a second at most: %s', (text) => {
    expect(resolutionOf([text])).toBe(1e6);
  });

  it('is a second where every fraction is 0, if there are enough to tell', () => {
    expect(resolutionOf(['2026-01-05T12:00:00.000Z'], 5)).toBe(1e3);
    expect(resolutionOf(['2026-01-05T12:00:00.000Z'], 19)).toBe(1e3);
    expect(resolutionOf(['2026-01-05T12:00:00.000Z'], 20)).toBe(1e6);
  });
});

it('takes a time as it is typed, a date alone too, in UTC unless it names a zone', () => {
  const start = Date.UTC(2026, 0, 5) / 1_000;
  expect(parseTime('2026-01-05')).toBe(start);
  expect(parseTime('2026-01-05 10:00:00')).toBe(start + 36_000);
  expect(parseTime('2026-01-05T10:00:00.25+02:00')).toBe(start + 28_800.25);
  expect(parseTime('05/Jan/2026:10:00:00 +0000')).toBe(start + 36_000);
  expect(parseTime('1767571200')).toBe(start);
  expect([parseTime('yesterday'), parseTime('2026-13-01'), parseTime('')]).toEqual([null, null, null]);
});

it('a time that does not exist says nothing of how finely the others are written', () => {
  for (const [impossible, resolution] of [
    ['2026-02-30T12:00:00.123456Z', 1],
    ['0000-00-00T00:00:00.000000', 1],
  ] as const) {
    const reader = new StampReader();
    for (let second = 10; second < 40; second++) reader.parse(`2026-01-05T12:00:${second}.000Z`);
    expect(reader.parse(impossible)).toBeNaN();
    expect(reader.resolution(30)).toBe(resolution * 1_000_000);
  }
});
