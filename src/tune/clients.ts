/** The table of clients: what each asks for, and when a lane refuses it. */
import { isDenied, keyIndexOf, type LaneTrace } from '../sim/engine.ts';
import { secondsFromMicros, type Instant } from '../sim/index.ts';
import { clientFigures, type ClientFigures } from './clientFigures.ts';
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
  /** Only clients whose key contains this, in any case; empty for all. */
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
      /** The first row that is shown: of fewer rows than were asked for, those of the last page. */
      readonly from: number;
      /** How many rows there are with that filter. */
      readonly count: number;
      readonly clients: number;
      /** Of all clients, under the scenario's own reading, and the fewest and the most over all readings of a log. */
      readonly refusedClients: number;
      readonly leastRefusedClients: number;
      readonly mostRefusedClients: number;
      /** Whether clients react to answers: the figures are of all their requests in this lane, retries included. */
      readonly isClosedLoop: boolean;
      /** The span of a strip's bin, in seconds. */
      readonly binSeconds: number;
    }
  /** Why the lane cannot run. */
  | { readonly ok: false; readonly sentence: string };

/** Times in seconds; null if the client is never refused. */
export interface ClientRowFigures {
  /** The most permits that it asks for within any T of the lane. */
  readonly busiest: number;
  readonly refused: number;
  readonly firstRefusal: number | null;
  readonly longestSpell: number | null;
}

/** The figures are those under the scenario's own reading. */
export interface ClientRow extends ClientRowFigures {
  readonly key: string;
  readonly requests: number;
  /** Of its own requests, 0 to 1. */
  readonly share: number;
  /** Each figure's least and most over the readings of a log. Never refused is later than any first refusal. */
  readonly least: ClientRowFigures;
  readonly most: ClientRowFigures;
  /** Whether its requests come as those of many users behind one address would: a hint, not a finding. */
  readonly looksShared: boolean;
  /** By bin of the strip. */
  readonly strip: { readonly requests: Uint32Array; readonly refused: Uint32Array };
}

/** By client, in the order of `clientRequestsOf`. */
interface Columns {
  readonly requests: Float64Array;
  readonly share: Float64Array;
  /** By reading, the scenario's own first. */
  readonly figures: readonly [ClientFigures, ...ClientFigures[]];
  /** The requests, and by request whether it was refused: the trace itself is reused. */
  readonly trace: LaneTrace;
}

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
    const { end = 0, isClosedLoop = false } = this.#tuner.plans[0] ?? {};
    const wanted = query.filter.trim().toLowerCase();
    const order: number[] = [];
    for (let client = 0; client < key.length; client++) {
      if (query.onlyRefused && columns.figures.every(({ refused }) => refused[client] === 0)) continue;
      if (nameOf(client).toLowerCase().includes(wanted)) order.push(client);
    }
    yield;
    order.sort(comparisonBy(query, columns, nameOf));
    const rows: ClientRow[] = [];
    const from = firstShown(query, order.length);
    for (const client of order.slice(from, from + query.to - query.from)) {
      rows.push(rowOf(columns, client, nameOf(client), end, query.columns));
      yield;
    }
    const refusedClients = columns.figures.map(({ refused }) =>
      refused.reduce((sum, count) => sum + Number(count > 0), 0),
    );
    return {
      ok: true,
      rows,
      from,
      count: order.length,
      clients: key.length,
      refusedClients: refusedClients[0] as number,
      leastRefusedClients: Math.min(...refusedClients),
      mostRefusedClients: Math.max(...refusedClients),
      isClosedLoop,
      binSeconds: secondsFromMicros(binSpan(end, query.columns)),
    };
  }
}

function firstShown({ from, to }: ClientsQuery, count: number): number {
  const page = to - from;
  return from === 0 || from < count ? from : page * Math.max(0, Math.ceil(count / page) - 1);
}

function* columnsOf(tuner: Tuner, lane: number): Generator<undefined, Columns | string> {
  const figures: ClientFigures[] = [];
  let ownTrace: LaneTrace | undefined;
  for (const reading of tuner.plans.keys()) {
    const run = yield* tuner.run(lane, {}, reading);
    if (typeof run === 'string') return run;
    const { trace, T } = run;
    ownTrace ??= { ...trace, verdicts: trace.verdicts.slice() };
    figures.push(yield* clientFigures(trace, T));
    yield;
  }
  const trace = ownTrace as LaneTrace;
  const { key, start } = clientRequestsOf(trace.arrivals);
  const requests = new Float64Array(key.length);
  for (let client = 0; client < key.length; client++) requests[client] = start[client + 1]! - start[client]!;
  const share = requests.map((count, client) => (figures[0]?.refused[client] as number) / count);
  return { requests, share, figures: figures as [ClientFigures, ...ClientFigures[]], trace };
}

/** Clients without a value are last either way; equals stay in their order. */
function comparisonBy({ sort, descending }: ClientsQuery, columns: Columns, nameOf: (client: number) => string) {
  const sign = descending ? -1 : 1;
  if (sort === 'key') return (a: number, b: number): number => sign * (nameOf(a) < nameOf(b) ? -1 : 1);
  const [own] = columns.figures;
  const column = sort === 'requests' || sort === 'share' ? columns[sort] : own[sort];
  return (a: number, b: number): number => {
    const [left, right] = [column[a] as number, column[b] as number];
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return sign * (left - right);
  };
}

function rowOf(columns: Columns, client: number, name: string, end: Instant, bins: number): ClientRow {
  const { start, at } = clientRequestsOf(columns.trace.arrivals);
  const instants = at.subarray(start[client], start[client + 1]);
  const [own, ...others] = columns.figures.map((figures) => figuresOf(figures, client)) as [ClientRowFigures];
  return {
    key: name,
    requests: columns.requests[client] as number,
    ...own,
    share: columns.share[client] as number,
    least: others.reduce(least, own),
    most: others.reduce(most, own),
    looksShared: looksShared(instants, end, columns.requests),
    strip: stripOf(columns.trace, client, end, bins),
  };
}

function figuresOf(figures: ClientFigures, client: number): ClientRowFigures {
  const seconds = (column: Float64Array): number | null =>
    Number.isNaN(column[client]) ? null : secondsFromMicros(column[client] as number);
  return {
    busiest: figures.busiest[client] as number,
    refused: figures.refused[client] as number,
    firstRefusal: seconds(figures.firstRefusal),
    longestSpell: seconds(figures.longestSpell),
  };
}

/** Never refused is later than any first refusal, and shorter than any spell. */
function least(a: ClientRowFigures, b: ClientRowFigures): ClientRowFigures {
  return {
    busiest: Math.min(a.busiest, b.busiest),
    refused: Math.min(a.refused, b.refused),
    firstRefusal: extreme(a.firstRefusal, b.firstRefusal, Math.min, 'other'),
    longestSpell: extreme(a.longestSpell, b.longestSpell, Math.min, 'null'),
  };
}

function most(a: ClientRowFigures, b: ClientRowFigures): ClientRowFigures {
  return {
    busiest: Math.max(a.busiest, b.busiest),
    refused: Math.max(a.refused, b.refused),
    firstRefusal: extreme(a.firstRefusal, b.firstRefusal, Math.max, 'null'),
    longestSpell: extreme(a.longestSpell, b.longestSpell, Math.max, 'other'),
  };
}

/** @param ifNever what it is where one is null */
function extreme(
  a: number | null,
  b: number | null,
  of: (a: number, b: number) => number,
  ifNever: 'null' | 'other',
): number | null {
  if (a === null || b === null) return ifNever === 'null' ? null : (a ?? b);
  return of(a, b);
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
