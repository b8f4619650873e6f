/** What is printed of a run: a table for people, JSON and CSV for programs, a link for the browser. */
import {
  endingOf,
  hasScripts,
  isScheme,
  plan,
  rowsOf,
  ScriptFailure,
  simulateAll,
  standingsOf,
  type LaneRun,
  type Plan,
  type Row,
  type Run,
} from '../sim/engine.ts';
import { encodeLink, secondsFromMicros, type Scenario } from '../sim/index.ts';
import { nodeAsJson, nodeColumns, nodeNotes, nodesAsJson } from './nodes.ts';
import { runOnRedis, type OnRedis } from './redis.ts';
import { standingAsJson, standingColumns } from './shares.ts';
import { workAsJson, workRows } from './work.ts';

export const FORMATS = ['summary', 'json', 'csv', 'link'] as const;
export type Format = (typeof FORMATS)[number];

export function isFormat(word: string): word is Format {
  return (FORMATS as readonly string[]).includes(word);
}

export type Formatted =
  /** With `troubles`, only what was decided before something went wrong. */
  | { readonly ok: true; readonly chunks: Iterable<string>; readonly troubles?: readonly string[] }
  | { readonly ok: false; readonly sentences: readonly string[] };

/**
 * Scripts run where they do in the browser: in the sandbox, which is loaded when one comes.
 * @param redis the real server that schemes run on; null: they are simulated
 */
export async function formatted(scenario: Scenario, format: Format, redis: OnRedis | null): Promise<Formatted> {
  if (format === 'link') return linkOf(scenario);
  const sandbox = hasScripts(scenario) ? await (await import('../sandbox/index.ts')).loadSandbox() : null;
  const planned = plan(scenario, sandbox);
  if (!planned.ok) return { ok: false, sentences: planned.refusals.map(({ sentence }) => sentence) };
  try {
    const { run, troubles } =
      redis === null ? { run: simulateAll(planned.plan), troubles: [] } : await runOnRedis(planned.plan, redis);
    if (run === null) return { ok: false, sentences: troubles };
    return { ok: true, chunks: { summary: tableOf, json, csv }[format](run), troubles };
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error;
    return { ok: false, sentences: [error.message] };
  }
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

function* chunked(whole: Plan, lane: LaneRun, line: (row: Row) => string, separator: string): Generator<string> {
  let lines: string[] = [];
  let first = true;
  for (const row of rowsOf(whole, lane)) {
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
  const standings = standingsOf(run);
  for (const [index, lane] of run.lanes.entries()) {
    const { limiter, edition, label } = lane.plan;
    const head = JSON.stringify({ limiter: limiter.id, edition, label }).slice(0, -1);
    yield `${index === 0 ? '' : ','}${head},"requests":[`;
    yield* chunked(run.plan, lane, (row) => JSON.stringify({ ...asJson(row), ...nodeAsJson(lane, row.node) }), ',');
    const summary = {
      ...summaryAsJson(lane),
      ...workAsJson(run.plan, lane),
      ...standingAsJson(standings[index]),
      ...nodesAsJson(run.plan, lane),
    };
    yield `],"summary":${JSON.stringify(summary)}}`;
  }
  yield ']}\n';
}

/** The public shape of a row: seconds, exact to the microsecond. */
function asJson({ at, key, cost, outcome, reason, wait, retryAfter, level, try: attempt }: Row) {
  return {
    at: secondsFromMicros(at),
    key,
    cost,
    ...(attempt === null
      ? {}
      : { entry: attempt.entry, client: attempt.client, job: attempt.job, try: attempt.number }),
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
  // Whose try of which job a row is, where there are clients.
  const tries = run.lanes.some(({ arrivals }) => arrivals.tries !== null);
  const nodes = run.lanes.some(isScheme);
  yield `${CSV_HEAD}${tries ? ',entry,client,job,try' : ''}${nodes ? ',node' : ''}\n`;
  for (const [index, lane] of run.lanes.entries()) {
    const { limiter, edition, label } = lane.plan;
    const head = [index + 1, limiter.id, edition, field(label)].join(',');
    const line = (row: Row) => {
      const { at, key, cost, outcome, reason, wait, retryAfter, level } = asJson(row);
      const { entry = '', client = '', job = '', number = '' } = row.try ?? {};
      const cells = [
        head,
        row.request + 1,
        at,
        field(key),
        cost,
        outcome,
        field(reason),
        wait,
        retryAfter ?? '',
        level ?? '',
      ];
      if (tries) cells.push(entry, client, job, number);
      if (nodes) cells.push(row.node ?? '');
      return cells.join(',');
    };
    yield* chunked(run.plan, lane, line, '\n');
    if (lane.arrivals.count > 0) yield '\n';
  }
}

/** Quoted where a comma, a quote or a line break stands in it (RFC 4180). */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Where clients answer back, lanes get different ones. */
function requestsOf({ plan: { arrivals }, lanes }: Run): string {
  const counts = lanes.map((lane) => lane.arrivals.count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0) return `${arrivals.count} requests`;
  return least === most ? `${least} requests` : `${least} to ${most} requests`;
}

function* tableOf(run: Run): Generator<string> {
  const { scenario, end } = run.plan;
  yield `${scenario.title === '' ? 'Untitled' : scenario.title}: ${requestsOf(run)} in ${secondsFromMicros(end)} s\n\n`;
  const shares = standingColumns(standingsOf(run));
  const nodes = nodeColumns(run);
  const rows = run.lanes.map(({ plan: { label, edition, limiter, policy }, summary: figures }, index) => [
    `${index + 1}`,
    limiter.errata.length > 0 ? `${label} (${edition})` : label,
    `${policy.n} per ${secondsFromMicros(policy.T)} s`,
    `${figures.admitted}`,
    `${figures.denied}`,
    limiter.outcomes.includes('delay') ? `${figures.delayed}` : '–',
    `${figures.peak?.permits ?? 0}/${policy.n}`,
    figures.firstDenialAt === null ? '–' : `${secondsFromMicros(figures.firstDenialAt)} s`,
    ...(nodes.cells[index] ?? []),
    ...(shares.cells[index] ?? []),
  ]);
  const head = [
    'Lane',
    'Limiter',
    'Policy',
    'Admitted',
    'Denied',
    'Delayed',
    'Peak in T',
    'First denial',
    ...nodes.head,
    ...shares.head,
  ];
  yield table([head, ...rows]);
  const work = workRows(run);
  if (work.length > 0) yield `\n${table(work)}`;
  const notes = nodeNotes(run);
  if (notes.length > 0) yield `\n${notes.join('\n')}\n`;
  for (const [index, lane] of run.lanes.entries()) {
    const ending = endingOf(run.plan, lane);
    if (ending !== null) yield `\nLane ${index + 1}: ${ending}\n`;
  }
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
