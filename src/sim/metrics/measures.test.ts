import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arrivals } from '../arrivals.ts';
import { MEASURES, type Measure } from '../scenario/goals.ts';
import { runToEnd } from '../slices.ts';
import { SECOND } from '../time.ts';
import { measureLane } from './measures.ts';
import { BAD, GOOD, requestLabelsOf } from './requestLabels.ts';
import type { LaneTrace } from './trace.ts';

interface Row {
  readonly at: number;
  readonly key: number;
  readonly cost: number;
  readonly verdict: number;
  readonly wait: number;
  readonly label: number;
}

/** Equal instants, and gaps of exactly T and of a second, are where such code goes wrong. */
const rows = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 8 }).map((halves) => halves * (SECOND / 2)),
      key: fc.integer({ min: 0, max: 2 }),
      cost: fc.integer({ min: 1, max: 3 }),
      verdict: fc.integer({ min: 0, max: 3 }),
      wait: fc.integer({ min: 1, max: 4 }).map((halves) => halves * (SECOND / 2)),
      label: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 30 },
  )
  .map((list) => list.toSorted((a, b) => a.at - b.at));

const T = 2 * SECOND;

function traceOf(list: readonly Row[]): LaneTrace {
  const arrivals: Arrivals = {
    count: list.length,
    at: Float64Array.from(list, ({ at }) => at),
    key: Uint32Array.from(list, ({ key }) => key),
    cost: Uint32Array.from(list, ({ cost }) => cost),
    keys: ['a', 'b', 'c', 'never used'],
    entry: new Uint16Array(list.length),
    tries: null,
  };
  return {
    arrivals,
    verdicts: Uint8Array.from(list, ({ verdict }) => verdict),
    waits: Float64Array.from(list, ({ verdict, wait }) => (verdict === 1 ? wait : 0)),
  };
}

function figures(list: readonly Row[], labelled = true) {
  const labels = labelled ? Uint8Array.from(list, ({ label }) => label) : null;
  return runToEnd(measureLane(traceOf(list), MEASURES, { T, labels }));
}

const share = (part: number, of: number) => (of === 0 ? null : part / of);
const denied = ({ verdict }: Row) => verdict >= 2;
const effect = ({ at, verdict, wait }: Row) => at + (verdict === 1 ? wait : 0);

/** The most cost within any window that begins when some request takes effect. */
function peak(list: readonly Row[], length: number): number {
  const admitted = list.filter((row) => !denied(row));
  const within = (from: number) =>
    admitted
      .filter((row) => effect(row) >= from && effect(row) < from + length)
      .reduce((sum, { cost }) => sum + cost, 0);
  return Math.max(0, ...admitted.map((row) => within(effect(row))));
}

/** Every pair of refusals of a key with none of its admissions between. */
function longestSpell(list: readonly Row[]): number {
  let longest = 0;
  for (const key of [0, 1, 2]) {
    const own = list.filter((row) => row.key === key);
    for (let from = 0; from < own.length; from++) {
      for (let to = from; to < own.length && denied(own[to] as Row); to++)
        longest = Math.max(longest, (own[to] as Row).at - (own[from] as Row).at);
    }
  }
  return longest / SECOND;
}

/** By definition, from the rows themselves. */
function byDefinition(list: readonly Row[]): Record<Measure, number | null> {
  const keys = [...new Set(list.map(({ key }) => key))];
  const ofKey = (key: number) => list.filter((row) => row.key === key);
  const labelled = (label: number) => list.filter((row) => row.label === label);
  const waits = list.filter((row) => !denied(row)).map((row) => (effect(row) - row.at) / SECOND);
  waits.sort((a, b) => a - b);
  const badKeys = keys.filter((key) => ofKey(key).some(({ label }) => label === BAD));
  const untilRefused = badKeys.map((key) => {
    const first = ofKey(key).find(denied);
    return first === undefined ? Infinity : (first.at - (ofKey(key)[0] as Row).at) / SECOND;
  });
  const none = list.length === 0;
  return {
    refused: share(list.filter(denied).length, list.length),
    clientsRefused: share(keys.filter((key) => ofKey(key).some(denied)).length, keys.length),
    goodRefused: share(labelled(GOOD).filter(denied).length, labelled(GOOD).length),
    badAdmitted: share(labelled(BAD).filter((row) => !denied(row)).length, labelled(BAD).length),
    peak: none ? null : Math.max(...keys.map((key) => peak(ofKey(key), T))),
    peakSecond: none ? null : peak(list, SECOND),
    waitP99: waits[Math.max(0, Math.ceil(0.99 * waits.length) - 1)] ?? null,
    waitMax: waits.at(-1) ?? null,
    longestSpell: none ? null : longestSpell(list),
    badTime: untilRefused.length === 0 ? null : Math.max(...untilRefused),
  };
}

describe('measures', () => {
  it('are what their definitions say', () => {
    fc.assert(
      fc.property(rows, (list) => {
        expect(figures(list)).toEqual(byDefinition(list));
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });

  it('are null without a population, never 0', () => {
    const none = Object.fromEntries(MEASURES.map((measure) => [measure, null]));
    expect(figures([])).toEqual(none);
    const allRefused = [{ at: 0, key: 0, cost: 1, verdict: 2, wait: 0, label: 0 }];
    expect(figures(allRefused)).toMatchObject({ waitP99: null, waitMax: null, goodRefused: null, peak: 0, refused: 1 });
    // Of a limiter that never delays there is no column of waits.
    const neverDelays = { ...traceOf(allRefused), waits: null };
    expect(runToEnd(measureLane(neverDelays, ['waitP99', 'waitMax'], { T, labels: null }))).toEqual({
      waitP99: null,
      waitMax: null,
    });
    expect(figures(allRefused, false)).toMatchObject({ goodRefused: null, badAdmitted: null, badTime: null });
  });

  it('of one key without columns are those with them', () => {
    const trace: LaneTrace = {
      arrivals: { ...traceOf([]).arrivals, count: 3, at: Float64Array.of(0, 1, 2), key: null, cost: null, keys: ['a'] },
      verdicts: Uint8Array.of(0, 2, 2),
      waits: null,
    };
    const measured = runToEnd(measureLane(trace, MEASURES, { T, labels: Uint8Array.of(BAD, GOOD, BAD) }));
    expect(measured).toEqual({
      refused: 2 / 3,
      clientsRefused: 1,
      goodRefused: 1,
      badAdmitted: 0.5,
      peak: 1,
      peakSecond: 1,
      waitP99: 0,
      waitMax: 0,
      longestSpell: 0.000001,
      badTime: 0.000001,
    });
  });
});

describe('labels', () => {
  const arrivals = { ...traceOf([]).arrivals, count: 4, entry: Uint16Array.of(0, 1, 0, 1) };

  it('come from the entries', () => {
    expect(requestLabelsOf(arrivals, [undefined, undefined])).toBeNull();
    expect(requestLabelsOf(arrivals, ['bad', 'good'])).toEqual(Uint8Array.of(BAD, GOOD, BAD, GOOD));
    expect(requestLabelsOf(arrivals, [undefined, 'good'])).toEqual(Uint8Array.of(0, GOOD, 0, GOOD));
  });

  it('come from a log, whose other requests are then good', () => {
    const logged = { ...arrivals, bad: Uint8Array.of(1, 0, 0, 0) };
    expect(requestLabelsOf(logged, [undefined, undefined])).toEqual(Uint8Array.of(BAD, 0, GOOD, 0));
    expect(requestLabelsOf(logged, ['good', 'bad'])).toEqual(Uint8Array.of(BAD, BAD, GOOD, BAD));
  });
});
