/** A lane's decisions as text, row by row: CSV for spreadsheets, JSON for programs. Times are seconds, to the microsecond. */
import { spreadsheetField } from '../csv.ts';
import { isScheme, type LaneRun } from '../run/laneRun.ts';
import type { Run } from '../run/runLanes.ts';
import { secondsFromMicros } from '../time.ts';
import { decisionRowsOf, type DecisionRow } from './decisions.ts';

export type DecisionFormat = 'csv' | 'json';

/** The public shape of a row; only distributed lanes have `node`, counted from 0. */
export function decisionAsJson(lane: LaneRun, row: DecisionRow) {
  const { at, key, cost, outcome, reason, wait, retryAfter, level, node, try: jobTry } = row;
  return {
    at: secondsFromMicros(at),
    key,
    cost,
    ...(jobTry === null ? {} : { entry: jobTry.entry, client: jobTry.client, job: jobTry.job, try: jobTry.number }),
    outcome,
    reason,
    wait: secondsFromMicros(wait),
    retryAfter: retryAfter === null ? null : secondsFromMicros(retryAfter),
    level,
    ...(isScheme(lane) ? { node } : {}),
  };
}

const COLUMNS = 'lane,limiter,edition,label,request,at,key,cost,outcome,reason,wait,retryAfter,level';

const hasTries = ({ lanes }: Run): boolean => lanes.some(({ arrivals }) => arrivals.tries !== null);
const hasNodes = ({ lanes }: Run): boolean => lanes.some(isScheme);

/** The names of the columns: with clients also the client, its job and the number of the try, with nodes the node. */
export function csvHead(run: Run): string {
  return `${COLUMNS}${hasTries(run) ? ',entry,client,job,try' : ''}${hasNodes(run) ? ',node' : ''}`;
}

/** @param quote makes a field of a text: `csvField`, or `spreadsheetField` */
export function csvLineOf(run: Run, lane: LaneRun, quote: (text: string) => string): (row: DecisionRow) => string {
  const { algorithm, edition, label, laneIndex } = lane.plan;
  const head = [laneIndex + 1, algorithm.id, edition, quote(label)].join(',');
  const [tries, nodes] = [hasTries(run), hasNodes(run)];
  return (row) => {
    const { at, key, cost, outcome, reason, wait, retryAfter, level } = decisionAsJson(lane, row);
    const { entry = '', client = '', job = '', number = '' } = row.try ?? {};
    const cells = [
      head,
      row.request + 1,
      at,
      quote(key),
      cost,
      outcome,
      quote(reason),
      wait,
      retryAfter ?? '',
      level ?? '',
    ];
    if (tries) cells.push(entry, client, job, number);
    if (nodes) cells.push(row.node ?? '');
    return cells.join(',');
  };
}

/** Rows between two slices. */
const ROWS_PER_SLICE = 500;

/** Requests [from, to) of a lane: lines of CSV, each with its end, or JSON objects with commas between. In slices. */
export function* decisionText(
  run: Run,
  lane: LaneRun,
  format: DecisionFormat,
  from: number,
  to: number,
): Generator<undefined, string> {
  const line =
    format === 'csv'
      ? csvLineOf(run, lane, spreadsheetField)
      : (row: DecisionRow): string => JSON.stringify(decisionAsJson(lane, row));
  const lines: string[] = [];
  for (const row of decisionRowsOf(run.plan, lane, from)) {
    if (row.request >= to) break;
    lines.push(line(row));
    if (lines.length % ROWS_PER_SLICE === 0) yield;
  }
  return format === 'csv' ? lines.map((each) => `${each}\n`).join('') : lines.join(',\n');
}
