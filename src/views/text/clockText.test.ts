import { describe, expect, it } from 'vitest';
import { packRecording, scenarioOf } from '../../sim/index.ts';
import { daySpanText, logClock, timeNote, timeOfDayText } from './clockText.ts';

/** Monday, 5 January 2026, 10:00 UTC. */
const TEN = 1_767_607_200;
const DAY = 86_400;

describe('a time of day', () => {
  it.each([
    [1, 1943.5, 3_600, '10:32:23'],
    [0.001, 1943.5, 3_600, '10:32:23.500'],
    [0, 1943.5004, 3_600, '10:32:23.500'],
    [1, 1943.5, 14 * 3_600, '10:32:23'],
    [1, 1943.5, 14 * 3_600 + 1, '5 Jan 10:32:23'],
    [1, 15 * 3_600, DAY, '6 Jan 01:00:00'],
  ])('of stamps of %d s, after %d s of %d s, is %s', (resolution, seconds, end, text) =>
    expect(timeOfDayText(seconds, { epoch: TEN, resolution, end })).toBe(text),
  );

  it('of a span has its days where they are several', () => {
    expect(daySpanText({ epoch: TEN, resolution: 1, end: 3_600 })).toBe('10:00 to 11:00 UTC');
    expect(daySpanText({ epoch: TEN + 2, resolution: 1, end: 7 })).toBe('10:00:02 to 10:00:09 UTC');
    expect(daySpanText({ epoch: TEN, resolution: 1, end: 600 })).toBe('10:00 to 10:10 UTC');
    expect(daySpanText({ epoch: TEN, resolution: 1, end: DAY })).toBe('5 Jan 10:00 to 6 Jan 10:00 UTC');
  });
});

describe('a note on an instant of a long run', () => {
  const noteOf = (duration: number, at: number): string => timeNote(at * 1e6, scenarioOf({ duration }));

  it.each([
    [59.9, ''],
    [60, ', 1 min 0 s'],
    [1_234.567, ', 20 min 34 s'],
    [3_600, ', 1 h 0 min'],
    [86_399, ', 23 h 59 min'],
    [504_966.8, ', 5 d 20 h 16 min'],
  ])('at %d s is %j', (at, note) => expect(noteOf(2_592_000, at)).toBe(note));

  it('is none in a short run, whose axes are in seconds', () =>
    expect([noteOf(3_600, 600), noteOf(3_599, 600)]).toEqual([', 10 min 0 s', '']));
});

describe('the clock of a run', () => {
  const clockOf = (entry: object) => {
    return logClock(scenarioOf({ duration: 60, epoch: TEN, traffic: [entry] }));
  };

  it('is that of its log; an epoch alone only says where windows begin', () => {
    const data = packRecording({
      at: Float64Array.of(0),
      client: Uint32Array.of(0),
      costAndBad: Uint32Array.of(1),
    });
    expect(clockOf({ kind: 'recording', name: 'access.log', start: TEN, resolution: 0.001, data })).toEqual({
      epoch: TEN,
      resolution: 0.001,
      end: 60,
    });
    expect(clockOf({ kind: 'steady', rate: 1 })).toBeNull();
    // Moved to another time than its own.
    expect(clockOf({ kind: 'recording', name: 'access.log', start: TEN, from: 30, data })).toBeNull();
  });
});
