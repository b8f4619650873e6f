/** What is printed of a run: a table for people, JSON and CSV for programs, a link for the browser. */
import {
  encodeLink,
  plan,
  rowsOf,
  secondsFromMicros,
  simulateAll,
  type LaneRun,
  type Row,
  type Run,
  type Scenario,
} from '../sim/index.ts';

export const FORMATS = ['summary', 'json', 'csv', 'link'] as const;
export type Format = (typeof FORMATS)[number];

export function isFormat(word: string): word is Format {
  return (FORMATS as readonly string[]).includes(word);
}

export type Formatted =
  | { readonly ok: true; readonly chunks: Iterable<string> }
  | { readonly ok: false; readonly sentences: readonly string[] };

export function formatted(scenario: Scenario, format: Format): Formatted {
  if (format === 'link') return linkOf(scenario);
  const planned = plan(scenario);
  if (!planned.ok) return { ok: false, sentences: planned.refusals.map(({ sentence }) => sentence) };
  const run = simulateAll(planned.plan);
  return { ok: true, chunks: { summary: tableOf, json, csv }[format](run) };
}

function linkOf(scenario: Scenario): Formatted {
  try {
    return { ok: true, chunks: [`${encodeLink(scenario)}\n`] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, sentences: [error.message] };
  }
}

/** Rows are joined into pieces of this many, so that a long output neither fills memory nor dribbles. */
const ROWS_A_CHUNK = 1_000;

function* chunked(lane: LaneRun, line: (row: Row) => string, separator: string): Generator<string> {
  let lines: string[] = [];
  let first = true;
  for (const row of rowsOf(lane)) {
    lines.push(line(row));
    if (lines.length === ROWS_A_CHUNK) {
      yield (first ? '' : separator) + lines.join(separator);
      first = false;
      lines = [];
    }
  }
  if (lines.length > 0) yield (first ? '' : separator) + lines.join(separator);
}

function* json(run: Run): Generator<string> {
  yield `{"version":1,"lanes":[`;
  for (const [index, lane] of run.lanes.entries()) {
    const { limiter, edition, label } = lane.plan;
    const head = JSON.stringify({ limiter: limiter.id, edition, label }).slice(0, -1);
    yield `${index === 0 ? '' : ','}${head},"requests":[`;
    yield* chunked(lane, (row) => JSON.stringify(asJson(row)), ',');
    yield `],"summary":${JSON.stringify(summaryAsJson(lane))}}`;
  }
  yield ']}\n';
}

/** The public shape of a row: seconds, exact to the microsecond. */
function asJson({ at, key, cost, outcome, reason, wait, retryAfter, level }: Row) {
  return {
    at: secondsFromMicros(at),
    key,
    cost,
    outcome,
    reason,
    wait: secondsFromMicros(wait),
    retryAfter: retryAfter === null ? null : secondsFromMicros(retryAfter),
    level,
  };
}

function summaryAsJson({ summary }: LaneRun) {
  const { requests, admitted, denied, delayed, peak, peakAllKeys, firstDenialAt, longestDenialRun, wait } = summary;
  return {
    requests,
    admitted,
    denied,
    delayed,
    peakInWindow: peak?.permits ?? 0,
    peakKey: peak?.key ?? null,
    peakAt: peak === null ? null : secondsFromMicros(peak.from),
    peakAllKeys,
    firstDenialAt: firstDenialAt === null ? null : secondsFromMicros(firstDenialAt),
    longestDenialRun,
    waitMedian: secondsFromMicros(wait.median),
    waitP99: secondsFromMicros(wait.p99),
    waitMax: secondsFromMicros(wait.max),
  };
}

const CSV_HEAD = 'lane,limiter,edition,label,request,at,key,cost,outcome,reason,wait,retryAfter,level';

function* csv(run: Run): Generator<string> {
  yield `${CSV_HEAD}\n`;
  for (const [index, lane] of run.lanes.entries()) {
    const { limiter, edition, label } = lane.plan;
    const head = [index + 1, limiter.id, edition, field(label)].join(',');
    const line = (row: Row) => {
      const { at, key, cost, outcome, reason, wait, retryAfter, level } = asJson(row);
      return [head, row.request + 1, at, field(key), cost, outcome, field(reason), wait, retryAfter ?? '', level].join(
        ',',
      );
    };
    yield* chunked(lane, line, '\n');
    if (lane.arrivals.count > 0) yield '\n';
  }
}

/** Quoted where a comma, a quote or a line break stands in it (RFC 4180). */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function* tableOf(run: Run): Generator<string> {
  const { scenario, arrivals, end } = run.plan;
  yield `${scenario.title === '' ? 'Untitled' : scenario.title}: ${arrivals.count} requests in ${secondsFromMicros(end)} s\n\n`;
  const rows = run.lanes.map(({ plan: { label, edition, limiter, policy }, summary: figures }, index) => [
    `${index + 1}`,
    limiter.errata.length > 0 ? `${label} (${edition})` : label,
    `${policy.n} per ${secondsFromMicros(policy.T)} s`,
    `${figures.admitted}`,
    `${figures.denied}`,
    limiter.outcomes.includes('delay') ? `${figures.delayed}` : '–',
    `${figures.peak?.permits ?? 0}/${policy.n}`,
    figures.firstDenialAt === null ? '–' : `${secondsFromMicros(figures.firstDenialAt)} s`,
  ]);
  const head = ['Lane', 'Limiter', 'Policy', 'Admitted', 'Denied', 'Delayed', 'Peak in T', 'First denial'];
  yield table([head, ...rows]);
}

/** Columns of equal width; the first three are words, the others figures. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
    .concat('\n');
}
