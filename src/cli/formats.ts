/** The output formats of a run: a table for people, JSON and CSV for programs, a link for the browser, a picture, a report. */
import {
  csvHead,
  csvLineOf,
  decisionAsJson,
  canDelay,
  endingOf,
  failedLaneSentence,
  planToEnd,
  decisionRowsOf,
  runToEnd,
  ScriptFailure,
  simulateToEnd,
  laneFairness,
  withoutUnshowable,
  type LaneRun,
  type Plan,
  type DecisionRow,
  type FailedLane,
  type Run,
} from '../sim/engine.ts';
import {
  catalogueEntryById,
  encodeLink,
  completeDocument,
  csvField,
  resolveStackedPolicy,
  secondsFromMicros,
  type Lane,
  type LaneFairness,
  type Policy,
  type Scenario,
} from '../sim/index.ts';
import { clusterColumns, clusterNotes, clusterAsJson } from './cluster.ts';
import { ALL, type PictureChoice } from '../views/picture/runPicture.ts';
import type { CommandStatsByLane } from './redisCommandStats.ts';
import { runOnRedis, type RedisOptions } from './redisRun.ts';
import { fairnessAsJson, fairnessColumns } from './fairness.ts';
import { jobsAsJson, jobRows } from './jobs.ts';
import { sandboxFor } from './sandboxFor.ts';
import { svgOfRun } from './picture.ts';
import { reportOfRun, type Compared } from './report.ts';
import { noEffectNotes } from './noEffect.ts';
import { printed } from './output.ts';
import { UserError } from './userError.ts';

export const FORMATS = ['summary', 'json', 'csv', 'link', 'svg', 'markdown', 'html'] as const;
export type Format = (typeof FORMATS)[number];

export interface Output {
  readonly chunks: Iterable<string>;
  /** Why the chunks have only what was decided before something went wrong, or by the lanes that can run: sentences. */
  readonly errors: readonly string[];
}

/** A simulated run sends none. */
const NO_COMMANDS: CommandStatsByLane = new Map();

/**
 * Scripts run in the same sandbox as in the browser, which is only loaded if there are any.
 * @param redis the real server on which schemes run; null: they are simulated
 * @param choice what an SVG shows
 * @param before what a report compares the chosen lane with, the first by default; null for nothing
 * @param link what pictures and reports name as the run's link; null for the part from its #, which says where nothing stands
 * @throws {UserError} why there is nothing to print
 */
export async function runAndFormat(
  scenario: Scenario,
  format: Format,
  redis: RedisOptions | null,
  choice: PictureChoice = ALL,
  before: Scenario | null = null,
  link: string | null = null,
): Promise<Output> {
  if (format === 'link') return { chunks: [`${linkTo(scenario)}\n`], errors: [] };
  const compared = before === null ? null : { before, lane: choice.lane ?? 0 };
  const planned = planToEnd(scenario, await sandboxFor(scenario));
  if (!planned.ok) throw new UserError(...planned.problems.map(({ sentence }) => sentence));
  try {
    const { run, commands, errors } =
      redis === null
        ? { run: simulated(planned.plan, format), commands: NO_COMMANDS, errors: [] }
        : await runOnRedis(planned.plan, redis);
    return {
      chunks: chunksOf(run, format, commands, choice, compared, link),
      errors: [...run.plan.failedLanes.map(failedLaneSentence), ...errors],
    };
  } catch (error) {
    throw error instanceof ScriptFailure ? new UserError(error.message) : error;
  }
}

/** A lane that fails in one of its rows has none: what is printed is printed as it comes. */
function simulated(plan: Plan, format: Format): Run {
  const run = simulateToEnd(plan);
  if (format !== 'json' && format !== 'csv') return run;
  return withoutUnshowable(run, (alone) => {
    for (const lane of alone.lanes) runToEnd(decisionRowsOf(alone.plan, lane));
  });
}

function chunksOf(
  run: Run,
  format: Exclude<Format, 'link'>,
  commands: CommandStatsByLane,
  choice: PictureChoice,
  compared: Compared | null,
  given: string | null,
): Iterable<string> {
  const link = given === null ? undefined : { address: given };
  switch (format) {
    case 'svg':
      return [svgOfRun(run, choice, link)];
    case 'markdown':
    case 'html':
      return [reportOfRun(run, format, compared, link)];
    default:
      return { summary: summaryTable, json, csv }[format](run, commands);
  }
}

function linkTo(scenario: Scenario): string {
  try {
    return encodeLink(scenario);
  } catch (error) {
    throw error instanceof RangeError ? new UserError(error.message) : error;
  }
}

/** Rows per chunk, so that a long output neither fills memory nor is written row by row. */
const ROWS_PER_CHUNK = 1_000;

function* joinRows(
  plan: Plan,
  lane: LaneRun,
  line: (row: DecisionRow) => string,
  separator: string,
): Generator<string> {
  let lines: string[] = [];
  let first = true;
  for (const row of decisionRowsOf(plan, lane)) {
    lines.push(line(row));
    if (lines.length === ROWS_PER_CHUNK) {
      yield (first ? '' : separator) + lines.join(separator);
      first = false;
      lines = [];
    }
  }
  if (lines.length > 0) yield (first ? '' : separator) + lines.join(separator);
}

/** Begins with the scenario, so that the page can open what was printed. */
function* json(run: Run, commands: CommandStatsByLane): Generator<string> {
  yield `{"version":1,"scenario":${JSON.stringify(completeDocument(run.plan.scenario))},"lanes":[`;
  const fairness = laneFairness(run);
  let separator = '';
  for (const laneIndex of run.plan.scenario.lanes.keys()) {
    const index = run.lanes.findIndex(({ plan }) => plan.laneIndex === laneIndex);
    const lane = run.lanes[index];
    const failed = run.plan.failedLanes.find((one) => one.laneIndex === laneIndex);
    // A run that was interrupted has neither for the lanes that it did not reach.
    if (lane === undefined && failed === undefined) continue;
    if (lane !== undefined) yield* laneAsJson(run.plan, lane, fairness[index], commands, separator);
    else if (failed !== undefined) yield `${separator}${failedLaneAsJson(run.plan, failed)}`;
    separator = ',';
  }
  yield ']}\n';
}

function* laneAsJson(
  plan: Plan,
  lane: LaneRun,
  fairness: LaneFairness | undefined,
  commands: CommandStatsByLane,
  separator: string,
): Generator<string> {
  const { algorithm, edition, label } = lane.plan;
  yield `${separator}${JSON.stringify({ limiter: algorithm.id, edition, label }).slice(0, -1)},"requests":[`;
  yield* joinRows(plan, lane, (row) => JSON.stringify(decisionAsJson(lane, row)), ',');
  const summary = {
    ...summaryAsJson(lane),
    ...jobsAsJson(plan, lane),
    ...fairnessAsJson(fairness),
    ...clusterAsJson(plan, lane),
    ...commands.get(lane)?.toJson(),
  };
  yield `],"summary":${JSON.stringify(summary)}}`;
}

/** In place of requests and summary, why there are none. */
function failedLaneAsJson({ scenario }: Plan, { laneIndex, error }: FailedLane): string {
  const { limiter, edition, label = catalogueEntryById(limiter)?.name } = scenario.lanes[laneIndex] as Lane;
  return JSON.stringify({ limiter, edition, label, error });
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

function* csv(run: Run): Generator<string> {
  yield `${csvHead(run)}\n`;
  for (const lane of run.lanes) {
    yield* joinRows(run.plan, lane, csvLineOf(run, lane, csvField), '\n');
    if (lane.arrivals.count > 0) yield '\n';
  }
}

/** A range if lanes differ, because clients react to the answers. */
function requestCountText({ plan: { arrivals }, lanes }: Run): string {
  const counts = lanes.map((lane) => lane.arrivals.count);
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length > 0 && min !== max) return `${min} to ${max} requests`;
  const count = counts.length === 0 ? arrivals.count : min;
  return `${count} ${count === 1 ? 'request' : 'requests'}`;
}

/** `2 per 1 s; 100 per 60 s for all keys`: of each limit where the lane stacks several. */
function lanePolicyText(scenario: Scenario, { laneIndex, algorithm, policy }: LaneRun['plan']): string {
  const lane = scenario.lanes[laneIndex];
  if (lane?.of === undefined) return policyText(algorithm.id, policy);
  return lane.of
    .map((limit) => {
      const shared = limit.key === 'all' ? ' for all keys' : '';
      return `${policyText(limit.limiter, resolveStackedPolicy(scenario, lane, limit))}${shared}`;
    })
    .join('; ');
}

/** `100 per 60 s, capacity 20`; without the capacity where it is n, or the limiter uses none. */
function policyText(limiter: string, { n, T, capacity }: Policy): string {
  const burst = capacity === n || catalogueEntryById(limiter)?.usesCapacity !== true ? '' : `, capacity ${capacity}`;
  return `${n} per ${secondsFromMicros(T)} s${burst}`;
}

function* summaryTable(run: Run, commands: CommandStatsByLane): Generator<string> {
  const { scenario, end } = run.plan;
  yield `${scenario.title === '' ? 'Untitled' : printed(scenario.title)}: ${requestCountText(run)} in ${secondsFromMicros(end)} s\n\n`;
  const fairnessTable = fairnessColumns(laneFairness(run));
  const nodes = clusterColumns(run, commands);
  const rows = run.lanes.map(({ plan, summary }, index) => [
    `${plan.laneIndex + 1}`,
    plan.algorithm.errata.length > 0 ? `${plan.label} (${plan.edition})` : plan.label,
    lanePolicyText(scenario, plan),
    `${summary.admitted}`,
    `${summary.denied}`,
    canDelay(plan) ? `${summary.delayed}` : '–',
    `${summary.peak?.permits ?? 0}/${plan.policy.n}`,
    summary.firstDenialAt === null ? '–' : `${secondsFromMicros(summary.firstDenialAt)} s`,
    ...(nodes.cells[index] ?? []),
    ...(fairnessTable.cells[index] ?? []),
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
    ...fairnessTable.head,
  ];
  yield table([head, ...rows]);
  const jobTable = jobRows(run);
  if (jobTable.length > 0) yield `\n${table(jobTable)}`;
  const notes = [...noEffectNotes(scenario), ...clusterNotes(run, commands)];
  if (notes.length > 0) yield `\n${notes.map(printed).join('\n')}\n`;
  for (const lane of run.lanes) {
    const ending = endingOf(run.plan, lane);
    if (ending !== null) yield `\nLane ${lane.plan.laneIndex + 1}: ${printed(ending)}\n`;
  }
}

/** Each column is as wide as its longest cell; the first three contain text, the others numbers. */
function table(texts: readonly (readonly string[])[]): string {
  const rows = texts.map((row) => row.map(printed));
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
