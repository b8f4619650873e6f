/** Recordings as traffic: readings against brute force, places in the run, and what the format says of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeDocument, durationOf, minimalDocument, scenarioOf } from '../scenario/scenario.ts';
import { problemMessages } from '../scenario/testing.ts';
import { makeStream, nextBelow } from '../random.ts';
import { SECOND } from '../time.ts';
import {
  convertEntry,
  countOpenLoop,
  offeredKinds,
  openLoopArrivals,
  trafficKindOf,
  type EntryOfKind,
  type TrafficEntry,
} from './index.ts';
import { costOf, isBad, type RecordingColumns } from './recordingColumns.ts';
import { digestOf, packRecording, RecordingProblem } from './recordingData.ts';
import { holdOnly, recordingData, takeRecording } from './recordings.ts';
import { READINGS, type Reading } from './readings.ts';
import { arbitraryColumns, columnsFrom } from './testing.ts';

const START = 1_767_607_200;
const DATA = packRecording(columnsFrom([{ at: 0, client: 'a' }]));

function entryOf(columns: RecordingColumns, more: object = {}): EntryOfKind<'recording'> {
  const entry = { kind: 'recording', name: 'access.log', start: START, data: packRecording(columns), ...more };
  return scenarioOf({ epoch: START, traffic: [entry] }).traffic[0] as EntryOfKind<'recording'>;
}

const run = (entry: TrafficEntry, durationSeconds = 2_592_000, seed = 1) =>
  openLoopArrivals([entry], { seed, durationSeconds });

/** One request after another, as the format's words say it. */
function byHand(columns: RecordingColumns, reading: Reading, resolution: number): readonly object[] {
  const stream = makeStream(1, 0, 0);
  const stamps = [...columns.at];
  const rows = stamps.map((stamp, i) => {
    const same = stamps.flatMap((one, j) => (one === stamp ? [j] : []));
    const even = Math.floor((resolution * (same.indexOf(i) + 0.5)) / same.length);
    return { stamp, even, drawn: resolution > 1 ? nextBelow(stream, resolution) : 0 };
  });
  return rows.map(({ stamp, even }, i) => {
    const drawn = rows.filter((row) => row.stamp === stamp).map((row) => row.drawn);
    const rank = rows.slice(0, i).filter((row) => row.stamp === stamp).length;
    const random = drawn.sort((a, b) => a - b)[rank] as number;
    return {
      at: stamp + { start: 0, even, random }[reading],
      key: columns.names?.[columns.client[i]!] ?? `client ${columns.client[i]! + 1}`,
      cost: costOf(columns.costAndBad[i]!),
      bad: isBad(columns.costAndBad[i]!),
    };
  });
}

function rowsOf(entry: TrafficEntry): readonly object[] {
  const { at, key, keys, cost, bad } = run(entry);
  return Array.from(at, (instant, i) => ({
    at: instant,
    key: keys[key?.[i] ?? 0],
    cost: cost?.[i] ?? 1,
    bad: bad?.[i] === 1,
  }));
}

describe('a recording', () => {
  it.each(READINGS)('is read as %s, in the order of the log', (reading) => {
    fc.assert(
      fc.property(
        arbitraryColumns(fc.constant(1_000_000)),
        fc.constantFrom(0.000_001, 0.001, 1),
        (columns, resolution) => {
          const entry = entryOf(columns, { reading, resolution });
          expect(rowsOf(entry)).toEqual(byHand(columns, reading, Math.round(resolution * 1e6)));
        },
      ),
      { seed: 2, numRuns: 100 },
    );
  });

  it('as a list of times has the same requests, but at random, where its own seed is not enough', () => {
    const listed = (entry: EntryOfKind<'recording'>) => convertEntry(entry, 'times', { end: 2_592_000, limit: 1 });
    fc.assert(
      fc.property(
        arbitraryColumns(fc.constant(1_000_000)),
        fc.constantFrom('even' as const, 'start' as const),
        (columns, reading) => {
          const entry = entryOf(columns, { reading, resolution: 1, from: 3 });
          const times = listed(entry);
          expect(times).toMatchObject({ kind: 'times', stream: entry.stream });
          const ownBad = rowsOf(entry).map((row) => ({ ...row, bad: false }));
          expect(rowsOf(times)).toEqual(ownBad);
        },
      ),
      { seed: 3, numRuns: 100 },
    );
    const entry = entryOf(columnsFrom([{ at: 0, client: 'a' }]), { reading: 'random', from: 3 });
    expect(listed(entry)).toMatchObject({ at: [3], key: 'client' });
    // Of a shorter run only those that it has.
    const two = columnsFrom([
      { at: 0, client: 'a' },
      { at: 5, client: 'b' },
    ]);
    const short = convertEntry(entryOf(two, { reading: 'start' }), 'times', { end: 5, limit: 1 });
    expect(short).toMatchObject({ at: [0], key: ['client 1'] });
  });

  it('is sorted by time even where the intervals of its stamps overlap, and each request keeps its own', () => {
    const columns = columnsFrom([
      { at: 0, client: 'a', cost: 3 },
      { at: 0.1, client: 'b' },
      { at: 0.1, client: 'c', bad: true },
    ]);
    const rows = rowsOf(entryOf(columns, { resolution: 1 }));
    expect(rows).toEqual([
      { at: 350_000, key: 'client 2', cost: 1, bad: false },
      { at: 500_000, key: 'client 1', cost: 3, bad: false },
      { at: 850_000, key: 'client 3', cost: 1, bad: true },
    ]);
  });

  it.each(READINGS)('is cut at the end of the run, and counted without being read (%s)', (reading) => {
    fc.assert(
      fc.property(arbitraryColumns(fc.constant(500_000)), fc.nat(90_000), (columns, halves) => {
        const entry = entryOf(columns, { reading, resolution: 1 });
        const whole = run(entry).at;
        const seconds = halves / 4 + 0.25;
        const { at } = run(entry, seconds);
        expect(at).toEqual(whole.filter((instant) => instant < seconds * SECOND));
        const count = countOpenLoop([entry], { seed: 1, durationSeconds: seconds });
        if (reading === 'random') expect(count).toBeGreaterThanOrEqual(at.length);
        else expect(count).toBe(at.length);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it('begins where its time is in the run, unless it says otherwise or is of another time', () => {
    const data = packRecording(columnsFrom([{ at: 1, client: 'a' }]));
    const fromOf = (epoch: number, more: object = {}) =>
      scenarioOf({ epoch, traffic: [{ kind: 'recording', start: START, data, ...more }] }).traffic.map((entry) =>
        'from' in entry ? entry.from : null,
      );
    expect(fromOf(START)).toEqual([0]);
    expect(fromOf(START - 90)).toEqual([90]);
    expect(fromOf(START - 0.5)).toEqual([0.5]);
    expect(fromOf(START - 90, { from: 5 })).toEqual([5]);
    expect(fromOf(START + 1)).toEqual([0]);
    expect(fromOf(0)).toEqual([0]);
  });

  it('is written without its place where that follows from its time', () => {
    const data = packRecording(columnsFrom([{ at: 1, client: 'a' }]));
    const written = (more: object) => {
      const scenario = scenarioOf({ epoch: START - 90, traffic: [{ kind: 'recording', start: START, data, ...more }] });
      const document = minimalDocument(scenario);
      expect(scenarioOf(document)).toEqual(scenario);
      return (document['traffic'] as readonly object[])[0];
    };
    expect(written({})).not.toHaveProperty('from');
    expect(written({ from: 5 })).toHaveProperty('from', 5);
    expect(written({ from: 0 })).toHaveProperty('from', 0);
  });

  it('is named by count, digest and length in a scenario, and comes whole only in a file', () => {
    const data = packRecording(columnsFrom([{ at: 1, client: 'a' }, { at: 2.5, client: 'b' }])); // prettier-ignore
    const document = { epoch: START, traffic: [{ kind: 'recording', name: 'a.log', start: START, data }] };
    const scenario = scenarioOf(document);
    expect(scenario.traffic).toEqual([
      {
        kind: 'recording',
        name: 'a.log',
        start: START,
        from: 0,
        resolution: 1,
        reading: 'even',
        key: 'client',
        stream: 0,
        count: 2,
        digest: digestOf(data),
        length: 2.5,
      },
    ]);
    expect(minimalDocument(scenario)).toEqual({
      epoch: START,
      traffic: [{ kind: 'recording', name: 'a.log', start: START, count: 2, digest: digestOf(data), length: 2.5 }],
    });
    expect(completeDocument(scenario)).toEqual(document);
    holdOnly(new Set());
    expect(scenarioOf(minimalDocument(scenario))).toEqual(scenario);
    expect(completeDocument(scenario)).toEqual(minimalDocument(scenario));
    expect(openLoopArrivals(scenario.traffic, { seed: 1, durationSeconds: 10 }).count).toBe(0);
    expect(durationOf(scenario)).toBe(2.5 + 1 + 60);
  });

  it.each<[object, string]>([
    [{}, 'traffic[0].data is missing. It may be left out only beside count, digest and length.'],
    [{ data: 'AAAA' }, `traffic[0].data is empty or cut off. It may be ${RecordingProblem.expected}.`],
    [{ data: 3 }, 'traffic[0].data is 3. It may be text of 1 to 400,000,000 characters.'],
    [{ digest: 'x', count: 1, length: 1 }, 'traffic[0].digest is "x". It may be 32 hexadecimal digits.'],
    [{ data: DATA, reading: 'evenly' }, 'traffic[0].reading is "evenly". It may be "even", "start" or "random". Did you mean "even"?'], // prettier-ignore
    [{ data: DATA, resolution: 0 }, 'traffic[0].resolution is 0. It may be a number of seconds from 0.000001 to 60.'],
    [{ data: DATA, start: 0.5 }, 'traffic[0].start is 0.5. It may be a whole number from 0 to 9,000,000,000.'],
    [{ data: DATA, cost: 2 }, 'traffic[0].cost is not a known field. It may be kind, name, start, from, resolution, reading, key, label, timeout, stream, count, digest, length or data.'], // prettier-ignore
    [{ data: DATA, digest: '0'.repeat(32) }, `traffic[0].digest is "${'0'.repeat(32)}". It may be that of data, "${digestOf(DATA)}".`], // prettier-ignore
  ])('%j is said', (more, sentence) => {
    expect(problemMessages({ traffic: [{ kind: 'recording', ...more }] })).toEqual([sentence]);
  });

  it('is converted to other kinds, and no other kind to it', () => {
    const entry = entryOf(columnsFrom([{ at: 0, client: 'a', cost: 4 }, { at: 9, client: 'b' }])); // prettier-ignore
    expect(offeredKinds).not.toContain('recording');
    expect(convertEntry(entry, 'steady', { end: 20, limit: 1 })).toMatchObject({ from: 0, to: 10, rate: 0.2, cost: 1 });
    for (const kind of offeredKinds) {
      const other = convertEntry(entry, kind, { end: 20, limit: 1 });
      expect(problemMessages({ traffic: [other] })).toEqual([]);
      expect(convertEntry(other, 'recording', { end: 20, limit: 1 })).toBe(other);
    }
  });

  it('moves as a whole, and is described', () => {
    const entry = entryOf(columnsFrom([{ at: 0, client: 'a' }, { at: 9, client: 'b' }])); // prettier-ignore
    const { track, words } = trafficKindOf(entry);
    const moved = track.moved?.(entry, 3 * SECOND) as typeof entry;
    expect(track.span(moved, 0)).toEqual({ from: 3 * SECOND, to: 13 * SECOND });
    expect(run(moved).at).toEqual(run(entry).at.map((at) => at + 3 * SECOND));
    expect([words.label(moved), words.description(moved)]).toEqual([
      'recording 2',
      'recording, access.log, 2 requests, 3 s to 12 s',
    ]);
  });
});

it('a damaged copy of a recording is refused, though the whole one is held under its digest', () => {
  const whole = packRecording(
    columnsFrom([
      { at: 0, client: 'a' },
      { at: 1, client: 'b' },
    ]),
  );
  const damaged = `${whole.slice(0, -3)}${whole.slice(-3) === 'AAA' ? 'BBB' : 'AAA'}`;
  expect(digestOf(damaged)).toBe(digestOf(whole));
  takeRecording(whole);
  expect(() => takeRecording(damaged)).toThrow(RecordingProblem);
  expect(recordingData(digestOf(whole))).toBe(whole);
});
