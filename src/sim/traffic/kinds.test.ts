/** Laws for every kind of traffic: its parts are consistent. The example of each kind is a converted steady phase. */
import { describe, expect, it } from 'vitest';
import { problemMessages } from '../scenario/testing.ts';
import { minimalDocument, scenarioOf } from '../scenario/scenario.ts';
import { SECOND } from '../time.ts';
import { convertEntry, offeredKinds, openLoopArrivals, trafficKindOf, type TrafficEntry } from './index.ts';

const steady = scenarioOf({ traffic: [{ kind: 'steady', from: 10, to: 20, rate: 3 }] }).traffic[0] as TrafficEntry;
const examples = offeredKinds.map((kind) => ({ kind, entry: convertEntry(steady, kind, { end: 100, limit: 2 }) }));

describe.each(examples)('$kind', ({ kind, entry }) => {
  const { draws, form, words, track, rates } = trafficKindOf(entry);
  const end = 100 * SECOND;

  it('is read as it was written', () => {
    const scenario = scenarioOf({ traffic: [entry] });
    expect(scenario.traffic).toEqual([entry]);
    expect(scenarioOf(minimalDocument(scenario))).toEqual(scenario);
  });

  it('names itself', () => {
    expect(words.label(entry)).toMatch(new RegExp(kind === 'clients' ? 'client' : `^${kind}`, 'i'));
    expect(words.description(entry)).toMatch(new RegExp(`^${kind}, `, 'i'));
  });

  it('draws as many requests as it counts, within its span', () => {
    const { at } = openLoopArrivals([entry], { seed: 1, durationSeconds: 100 });
    const count = draws.count(entry, end);
    expect(at.length <= count && (draws.isRandom(entry) || at.length === count)).toBe(true);
    const span = track.span(entry, end);
    expect(at.every((instant) => span !== null && instant >= span.from && instant <= span.to)).toBe(true);
  });

  it.each(form.fields)('has a field $label with the bounds of the format', ({ path, min, max, whole }) => {
    const [name = '', index] = path.split(/[[\]]/);
    const withValue = (value: number) => {
      const fields: Record<string, unknown> = { ...entry };
      fields[name] = index === undefined ? value : (fields[name] as number[]).with(Number(index), value);
      return problemMessages({ traffic: [name === 'from' ? { ...fields, to: undefined } : fields] });
    };
    expect(withValue(max)).toEqual([]);
    expect(withValue(max + 1)).not.toEqual([]);
    expect(withValue(min - 1)).not.toEqual([]);
    if (whole) expect(withValue(max - 0.5)).not.toEqual([]);
  });

  it('moves as a whole, if at all', () => {
    const span = track.span(entry, end)!;
    const moved = track.moved?.(entry, 2 * SECOND);
    if (moved === undefined) return expect(track.ends).toBeNull();
    expect(track.span(moved, end)).toEqual({ from: span.from + 2 * SECOND, to: span.to + 2 * SECOND });
    expect(problemMessages({ traffic: [moved] })).toEqual([]);
  });

  it('moves its ends where they are dragged, if it has any', () => {
    if (track.ends === null) return;
    const from = track.ends.put(entry, 'from', { from: 12 * SECOND, to: 20 * SECOND });
    const to = track.ends.put(entry, 'to', { from: 10 * SECOND, to: 30 * SECOND });
    expect([from, to].map((one) => track.span(one, end))).toEqual([
      { from: 12 * SECOND, to: 20 * SECOND },
      { from: 10 * SECOND, to: 30 * SECOND },
    ]);
  });

  it('has the rate that is set, if it can be set', () => {
    if (rates.set === null) return;
    rates.of(entry).forEach((_, which) => {
      const faster = rates.set?.(entry, which === 0 ? 0 : 1, 7) ?? entry;
      expect(rates.of(faster)[which]).toBeCloseTo(7);
      expect(problemMessages({ traffic: [faster] })).toEqual([]);
    });
  });

  it.each(offeredKinds)('turns into %s', (other) => {
    const converted = convertEntry(entry, other, { end: 100, limit: 2 });
    expect(converted.kind).toBe(other);
    expect(problemMessages({ traffic: [converted] })).toEqual([]);
  });
});
