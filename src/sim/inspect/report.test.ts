/** Where a lane refuses most, and which clients change sides. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LaneTrace } from '../metrics/trace.ts';
import { runToEnd } from '../slices.ts';
import { ALLOW, DENY } from '../verdict.ts';
import { clientChanges, MAX_LISTED } from './clientChanges.ts';
import { refusedMost } from './refusedMost.ts';

interface Request {
  readonly at: number;
  readonly key?: string;
  readonly denied: boolean;
}

function traceOf(requests: readonly Request[]): LaneTrace {
  const sorted = requests.toSorted((a, b) => a.at - b.at);
  const keys = [...new Set(sorted.map(({ key = 'a' }) => key))];
  const arrivals = {
    count: sorted.length,
    at: Float64Array.from(sorted, ({ at }) => at),
    key: Uint32Array.from(sorted, ({ key = 'a' }) => keys.indexOf(key)),
    cost: null,
    keys,
    entry: new Uint16Array(sorted.length),
    tries: null,
  };
  const verdicts = Uint8Array.from(sorted, ({ denied }) => (denied ? DENY : ALLOW));
  return { arrivals, verdicts, waits: null };
}

const requestLists = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 60 }), key: fc.constantFrom('a', 'b', 'c', 'd'), denied: fc.boolean() }),
  { maxLength: 40 },
);

describe('where a lane refuses most', () => {
  it.each([
    ['nothing refused', [{ at: 1, denied: false }], null],
    ['the end is not in it', [0, 10].map((at) => ({ at, denied: true })), { from: 0, denied: 1, requests: 1 }],
    [
      'the first of equals, from a refused request on',
      [
        { at: 0, denied: false },
        { at: 1, denied: true },
        { at: 2, denied: false },
        { at: 30, denied: true },
      ],
      { from: 1, denied: 1, requests: 2 },
    ],
  ])('%s', (_, requests, expected) => expect(runToEnd(refusedMost(traceOf(requests), 10))).toEqual(expected));

  it('no stretch of that length has more', () => {
    fc.assert(
      fc.property(requestLists, fc.integer({ min: 1, max: 20 }), (requests, T) => {
        const within = (from: number) => requests.filter(({ at }) => at >= from && at < from + T);
        const most = Math.max(0, ...requests.map(({ at }) => within(at).filter(({ denied }) => denied).length));
        const found = runToEnd(refusedMost(traceOf(requests), T));
        expect(found?.denied ?? 0).toBe(most);
        if (found === null) return;
        expect(found.denied).toBe(within(found.from).filter(({ denied }) => denied).length);
        expect(found.requests).toBe(within(found.from).length);
      }),
    );
  });
});

describe('clients that change sides', () => {
  it('each client is on one side in each run', () => {
    fc.assert(
      fc.property(requestLists, requestLists, (before, after) => {
        const changes = runToEnd(clientChanges(traceOf(before), traceOf(after)));
        const refused = (requests: readonly Request[], key: string) =>
          requests.some((request) => request.key === key && request.denied);
        const keys = [...new Set([...before, ...after].map(({ key }) => key))];
        const on = (was: boolean, is: boolean) =>
          keys.filter((key) => refused(before, key) === was && refused(after, key) === is).toSorted();
        expect(changes.relieved.most.map(({ key }) => key).toSorted()).toEqual(on(true, false));
        expect(changes.newlyRefused.most.map(({ key }) => key).toSorted()).toEqual(on(false, true));
        expect(changes.refusedInBoth).toBe(on(true, true).length);
        expect(changes.refusedInNeither).toBe(on(false, false).length);
      }),
    );
  });

  it('counts all of them, and lists those with the most refusals', () => {
    const clients = Array.from({ length: 30 }, (_, client) => client);
    const before = traceOf(
      clients.flatMap((client) =>
        Array.from({ length: client + 1 }, () => ({ at: 0, key: `${client}`, denied: true })),
      ),
    );
    const after = traceOf(clients.map((client) => ({ at: 0, key: `${client}`, denied: false })));
    const { relieved } = runToEnd(clientChanges(before, after));
    expect(relieved.clients).toBe(30);
    expect(relieved.most).toHaveLength(MAX_LISTED);
    expect(relieved.most[0]).toEqual({
      key: '29',
      before: { requests: 30, denied: 30 },
      after: { requests: 1, denied: 0 },
    });
  });
});
