/** The table of clients: what each asks for, and when a lane refuses it. */
import { isDenied, keyIndexOf, longestSpells, refusalsByKey, refusalTimes, type LaneTrace } from '../sim/engine.ts';
import { secondsFromMicros, type Instant } from '../sim/index.ts';
import { busiestByClient } from './busiest.ts';
import { clientRequestsOf } from './clientRequests.ts';
import { looksShared } from './sharedAddress.ts';
import type { Tuner } from './tuner.ts';

export const CLIENT_COLUMNS = [
  'key',
  'requests',
  'busiest',
  'refused',
  'share',
  'firstRefusal',
  'longestSpell',
] as const;
export type ClientColumn = (typeof CLIENT_COLUMNS)[number];

export interface ClientsQuery {
  readonly lane: number;
  readonly sort: ClientColumn;
  readonly descending: boolean;
  /** Only clients whose key contains this; empty for all. */
  readonly filter: string;
  readonly onlyRefused: boolean;
  /** The rows [from, to) of those that remain. */
  readonly from: number;
  readonly to: number;
  /** Bins of a row's strip, over the whole run. */
  readonly columns: number;
}

export type Clients =
  | {
      readonly ok: true;
      readonly rows: readonly ClientRow[];
      /** How many rows there are with that filter. */
      readonly count: number;
      /** Of all clients, under the scenario's own reading. */
      readonly clients: number;
      readonly refusedClients: number;
      /** The span of a strip's bin, in seconds. */
      readonly binSeconds: number;
    }
  /** Why the lane cannot run. */
  | { readonly ok: false; readonly sentence: string };

/** Times in seconds. */
export interface ClientRow {
  readonly key: string;
  readonly requests: number;
  /** The most permits that it asks for within any T of the lane. */
  readonly busiest: number;
  readonly refused: number;
  /** Over the readings of a log; both are `refused` where there is one. */
  readonly leastRefused: number;
  readonly mostRefused: number;
  /** Of its own requests, 0 to 1. */
  readonly share: number;
  /** Null if it is never refused. */
  readonly firstRefusal: number | null;
  readonly longestSpell: number | null;
  /** Whether its requests come as those of many users behind one address would: a hint, not a finding. */
  readonly looksShared: boolean;
  /** By bin of the strip. */
  readonly strip: { readonly requests: Uint32Array; readonly refused: Uint32Array };
}

/** By client, in the order of `clientRequestsOf`; microseconds, NaN where there is none. */
type Columns = Readonly<Record<Exclude<ClientColumn, 'key'> | 'leastRefused' | 'mostRefused', Float64Array>> & {
  /** The requests, and by request whether it was refused: the trace itself is reused. */
  readonly trace: LaneTrace;
};

/** Remembers the columns of the lane that was asked for last. */
export class ClientTable {
  readonly #tuner: Tuner;
  #last: { readonly lane: number; readonly columns: Columns | string } | null = null;

  constructor(tuner: Tuner) {
    this.#tuner = tuner;
  }

  *rows(query: ClientsQuery): Generator<undefined, Clients> {
    if (this.#last?.lane !== query.lane)
      this.#last = { lane: query.lane, columns: yield* columnsOf(this.#tuner, query.lane) };
    const { columns } = this.#last;
    if (typeof columns === 'string') return { ok: false, sentence: columns };
    const { trace } = columns;
    const { arrivals } = trace;
    const { key } = clientRequestsOf(arrivals);
    const nameOf = (client: number): string => arrivals.keys[key[client] as number] ?? '';
    const end = this.#tuner.plans[0]?.end ?? 0;
    const order: number[] = [];
    for (let client = 0; client < key.length; client++) {
      if (query.onlyRefused && columns.refused[client] === 0) continue;
      if (nameOf(client).includes(query.filter)) order.push(client);
    }
    yield;
    order.sort(comparisonBy(query, columns, nameOf));
    const rows: ClientRow[] = [];
    for (const client of order.slice(query.from, query.to)) {
      rows.push(rowOf(columns, client, nameOf(client), end, query.columns));
      yield;
    }
    return {
      ok: true,
      rows,
      count: order.length,
      clients: key.length,
      refusedClients: columns.refused.reduce((sum, refused) => sum + Number(refused > 0), 0),
      binSeconds: secondsFromMicros(binSpan(end, query.columns)),
    };
  }
}

function* columnsOf(tuner: Tuner, lane: number): Generator<undefined, Columns | string> {
  let columns: Columns | undefined;
  for (const reading of tuner.plans.keys()) {
    const run = yield* tuner.run(lane, {}, reading);
    if (typeof run === 'string') return run;
    const refused = refusedByClient(run.trace);
    columns ??= yield* ownColumns(run.trace, run.T, refused);
    for (let client = 0; client < refused.length; client++) {
      const one = refused[client] as number;
      columns.leastRefused[client] = Math.min(columns.leastRefused[client] as number, one);
      columns.mostRefused[client] = Math.max(columns.mostRefused[client] as number, one);
    }
    yield;
  }
  return columns as Columns;
}

function* ownColumns(trace: LaneTrace, T: number, refused: Float64Array): Generator<undefined, Columns> {
  const { arrivals } = trace;
  const { key, start } = clientRequestsOf(arrivals);
  const busiest = yield* busiestByClient(arrivals, T);
  const requests = new Float64Array(key.length);
  for (let client = 0; client < key.length; client++) requests[client] = start[client + 1]! - start[client]!;
  const { firstRefusal } = refusalTimes(trace);
  yield;
  const spells = longestSpells(trace);
  const ofClients = (byKey: Float64Array): Float64Array => Float64Array.from(key, (k) => byKey[k] as number);
  return {
    trace: { ...trace, verdicts: trace.verdicts.slice() },
    requests,
    busiest,
    refused,
    share: refused.map((count, client) => count / (requests[client] as number)),
    firstRefusal: ofClients(firstRefusal).map((at) => (Number.isFinite(at) ? at : NaN)),
    longestSpell: ofClients(spells).map((spell) => (spell < 0 ? NaN : spell)),
    leastRefused: refused.slice(),
    mostRefused: refused.slice(),
  };
}

function refusedByClient(trace: LaneTrace): Float64Array {
  const refused = refusalsByKey(trace);
  return Float64Array.from(clientRequestsOf(trace.arrivals).key, (key) => refused[key] as number);
}

/** Clients without a value are last either way; equals stay in their order. */
function comparisonBy({ sort, descending }: ClientsQuery, columns: Columns, nameOf: (client: number) => string) {
  const sign = descending ? -1 : 1;
  if (sort === 'key') return (a: number, b: number): number => sign * (nameOf(a) < nameOf(b) ? -1 : 1);
  const column = columns[sort];
  return (a: number, b: number): number => {
    const [left, right] = [column[a] as number, column[b] as number];
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return sign * (left - right);
  };
}

function rowOf(columns: Columns, client: number, name: string, end: Instant, bins: number): ClientRow {
  const value = (column: Float64Array): number => column[client] as number;
  const secondsOf = (column: Float64Array): number | null =>
    Number.isNaN(value(column)) ? null : secondsFromMicros(value(column));
  const { start, at } = clientRequestsOf(columns.trace.arrivals);
  const instants = at.subarray(start[client], start[client + 1]);
  return {
    key: name,
    requests: value(columns.requests),
    busiest: value(columns.busiest),
    refused: value(columns.refused),
    leastRefused: value(columns.leastRefused),
    mostRefused: value(columns.mostRefused),
    share: value(columns.share),
    firstRefusal: secondsOf(columns.firstRefusal),
    longestSpell: secondsOf(columns.longestSpell),
    looksShared: looksShared(instants, end, columns.requests),
    strip: stripOf(columns.trace, client, end, bins),
  };
}

function binSpan(end: Instant, bins: number): number {
  return Math.max(1, Math.ceil((end + 1) / bins));
}

function stripOf({ arrivals, verdicts }: LaneTrace, client: number, end: Instant, bins: number): ClientRow['strip'] {
  const { start, at } = clientRequestsOf(arrivals);
  const { order } = keyIndexOf(arrivals);
  const span = binSpan(end, bins);
  const requests = new Uint32Array(bins);
  const refused = new Uint32Array(bins);
  for (let i = start[client] as number; i < start[client + 1]!; i++) {
    const bin = Math.min(bins - 1, Math.floor((at[i] as number) / span));
    requests[bin]!++;
    refused[bin]! += Number(isDenied(verdicts[order[i] as number] as number));
  }
  return { requests, refused };
}
