/** The lanes' figures as a table that can be sorted. */
import type { Duration, Instant, LaneInfo } from '../../sim/index.ts';
import { formatCount, formatNumber } from '../format/numbers.ts';
import { formatInstantExact } from '../format/time.ts';

/** One lane. Null where a figure is none: it never delays, was never denied, or is not known yet. */
export interface CompareRow {
  /** From 0. */
  readonly lane: number;
  readonly label: string;
  readonly n: number | null;
  readonly admitted: number | null;
  readonly denied: number | null;
  readonly delayed: number | null;
  readonly peak: number | null;
  readonly longestDenialRun: number | null;
  readonly waitMedian: Duration | null;
  readonly waitP99: Duration | null;
  readonly waitMax: Duration | null;
  readonly firstDenial: Instant | null;
  readonly jobsDone: number | null;
  readonly retries: number | null;
  readonly givenUp: number | null;
  readonly successMedian: Duration | null;
  readonly successP99: Duration | null;
  readonly largestHerd: number | null;
  readonly messages: number | null;
  readonly latencyMedian: Duration | null;
  readonly latencyP99: Duration | null;
}

export type ColumnId = Exclude<keyof CompareRow, 'lane' | 'label' | 'n'>;
export type CompareSortKey = ColumnId | 'lane';
export type SortDirection = 'ascending' | 'descending';

export interface CompareColumn {
  readonly id: ColumnId;
  readonly title: string;
  readonly format: (value: number, row: CompareRow) => string;
  /** What is asked first of such a figure: the most, or the least. */
  readonly initialDirection: SortDirection;
}

const formatWhole = (value: number): string => formatCount(value);

const BASE_COLUMNS: readonly CompareColumn[] = [
  { id: 'admitted', title: 'Admitted', format: formatWhole, initialDirection: 'descending' },
  { id: 'denied', title: 'Denied', format: formatWhole, initialDirection: 'descending' },
  { id: 'delayed', title: 'Delayed', format: formatWhole, initialDirection: 'descending' },
  { id: 'peak', title: 'Peak in T', format: peakText, initialDirection: 'descending' },
  { id: 'longestDenialRun', title: 'Longest denial run', format: formatWhole, initialDirection: 'descending' },
  { id: 'waitMedian', title: 'Wait p50', format: formatInstantExact, initialDirection: 'descending' },
  { id: 'waitP99', title: 'Wait p99', format: formatInstantExact, initialDirection: 'descending' },
  { id: 'waitMax', title: 'Wait max', format: formatInstantExact, initialDirection: 'descending' },
  { id: 'firstDenial', title: 'First denial', format: formatInstantExact, initialDirection: 'ascending' },
];

/** What became of jobs: only where some lane has any. */
const JOB_COLUMNS: readonly CompareColumn[] = [
  { id: 'jobsDone', title: 'Jobs done', format: formatWhole, initialDirection: 'descending' },
  { id: 'retries', title: 'Retries', format: formatWhole, initialDirection: 'descending' },
  { id: 'givenUp', title: 'Given up', format: formatWhole, initialDirection: 'descending' },
  { id: 'successMedian', title: 'Time to success p50', format: formatInstantExact, initialDirection: 'descending' },
  { id: 'successP99', title: 'Time to success p99', format: formatInstantExact, initialDirection: 'descending' },
  { id: 'largestHerd', title: 'Herd', format: formatWhole, initialDirection: 'descending' },
];

/** What asking took: only where several processes decide in some lane. */
const CLUSTER_COLUMNS: readonly CompareColumn[] = [
  { id: 'messages', title: 'Messages each', format: (value) => formatNumber(value, 2), initialDirection: 'descending' },
  { id: 'latencyMedian', title: 'Latency, median', format: formatInstantExact, initialDirection: 'descending' },
  { id: 'latencyP99', title: 'Latency, 99 %', format: formatInstantExact, initialDirection: 'descending' },
];

export function columnsFor(frames: readonly LaneInfo[] | null): readonly CompareColumn[] {
  const hasJobs = frames?.some(({ summary: { jobStats } }) => jobStats !== null) ?? false;
  const hasCluster = frames?.some(({ cluster }) => cluster !== null) ?? false;
  return [...BASE_COLUMNS, ...(hasCluster ? CLUSTER_COLUMNS : []), ...(hasJobs ? JOB_COLUMNS : [])];
}

/** `▲ 20/10` where more than n were in effect within T. */
function peakText(peak: number, { n }: CompareRow): string {
  const figure = `${formatCount(peak)}/${n === null ? '–' : formatCount(n)}`;
  return n !== null && peak > n ? `▲ ${figure}` : figure;
}

/** @param frames of the run that is shown; null while there is none */
export function compareRows(labels: readonly string[], frames: readonly LaneInfo[] | null): readonly CompareRow[] {
  return labels.map((label, lane) => compareRow(label, lane, frames?.[lane] ?? null));
}

function compareRow(label: string, lane: number, laneInfo: LaneInfo | null): CompareRow {
  const summary = laneInfo?.summary;
  const wait = laneInfo?.canDelay === true && summary !== undefined && summary.admitted > 0 ? summary.wait : null;
  return {
    lane,
    label,
    n: laneInfo?.n ?? null,
    admitted: summary?.admitted ?? null,
    denied: summary?.denied ?? null,
    delayed: laneInfo?.canDelay === true && summary !== undefined ? summary.delayed : null,
    peak: summary === undefined ? null : (summary.peak?.permits ?? 0),
    longestDenialRun: summary?.longestDenialRun ?? null,
    waitMedian: wait?.median ?? null,
    waitP99: wait?.p99 ?? null,
    waitMax: wait?.max ?? null,
    firstDenial: summary?.firstDenialAt ?? null,
    jobsDone: summary?.jobStats?.succeeded ?? null,
    retries: summary?.jobStats?.retries ?? null,
    givenUp: summary?.jobStats?.givenUp ?? null,
    successMedian: summary?.jobStats?.timeToSuccess?.median ?? null,
    successP99: summary?.jobStats?.timeToSuccess?.p99 ?? null,
    largestHerd: summary?.jobStats?.herd?.retries ?? null,
    messages: laneInfo?.cluster?.messagesPerDecision ?? null,
    latencyMedian: laneInfo?.cluster?.latency.median ?? null,
    latencyP99: laneInfo?.cluster?.latency.p99 ?? null,
  };
}

/** Those without the figure come last either way; equals stay in the order of the lanes. */
export function sortRows(
  rows: readonly CompareRow[],
  by: CompareSortKey,
  direction: SortDirection,
): readonly CompareRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a[by], b[by]];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a.lane - b.lane;
    return sign * (left - right) || a.lane - b.lane;
  });
}

/** `Lanes 1 and 2 are compared.` */
export function comparedLanesText(lanes: readonly number[]): string {
  const names = lanes.toSorted((a, b) => a - b).map((lane) => lane + 1);
  return names.length === 2 ? `Lanes ${names.join(' and ')} are compared.` : `All ${names.length} lanes are compared.`;
}

/** The lanes whose boxes are checked: two that are compared, or the one picked so far. */
export function checkedLanes(compared: readonly number[], pickedLanes: readonly number[]): readonly number[] {
  return pickedLanes.length === 1 ? pickedLanes : compared.length === 2 ? compared : [];
}

/** What is picked when a lane's box is pressed: of three, the one picked longest ago goes. */
export function togglePickedLane(checked: readonly number[], lane: number): readonly number[] {
  return checked.includes(lane) ? checked.filter((one) => one !== lane) : [...checked, lane].slice(-2);
}
