/** The lanes' figures as a sortable table. */
import { capitalized, formatSignificant, type LaneInfo } from '../../sim/index.ts';
import { lanesText } from '../../store/lanesText.ts';
import { formatCount, formatNumber } from '../format/numbers.ts';
import { formatDerivedTime, formatInstantExact } from '../format/time.ts';
import { PEAK_SIGNS, peakFigures, peakRemark, peakStanding } from '../text/peakText.ts';

/** One lane. */
export interface CompareRow {
  /** From 0. */
  readonly lane: number;
  readonly label: string;
  /** Null while there is no result. */
  readonly laneInfo: LaneInfo | null;
}

export type SortDirection = 'ascending' | 'descending';

export interface CompareColumn {
  readonly id: string;
  readonly title: string;
  /** Null if there is no such figure: the lane never delays or denies, or has no clients or nodes. */
  readonly value: (laneInfo: LaneInfo) => number | null | undefined;
  readonly format: (value: number, laneInfo: LaneInfo) => string;
  /** The value is a time in microseconds. */
  readonly micros?: true;
  /** Sorts ascending first; other columns descending. */
  readonly smallestFirst?: true;
}

/** While nodes delay nothing, a wait is the network's alone, which the columns of latency have. */
function wait({ canDelay, cluster, summary }: LaneInfo): LaneInfo['summary']['wait'] | null {
  const isLatency = cluster !== null && summary.delayed === 0;
  return canDelay && summary.admitted > 0 && !isLatency ? summary.wait : null;
}

const BASE_COLUMNS: readonly CompareColumn[] = [
  { id: 'admitted', title: 'Admitted', value: ({ summary }) => summary.admitted, format: formatCount },
  // Beside the admitted, of whom they are a part: the two are not to be added up.
  {
    id: 'delayed',
    title: 'Of which delayed',
    value: ({ canDelay, summary }) => (canDelay ? summary.delayed : null),
    format: formatCount,
  },
  { id: 'denied', title: 'Denied', value: ({ summary }) => summary.denied, format: formatCount },
  { id: 'peak', title: 'Peak in T', value: ({ summary }) => summary.peak?.permits ?? 0, format: peakText },
  {
    id: 'longestDenialRun',
    title: 'Longest denial run',
    value: ({ summary }) => summary.longestDenialRun,
    format: formatCount,
  },
  { id: 'waitMedian', title: 'Wait p50', value: (lane) => wait(lane)?.median, format: formatDerivedTime, micros: true },
  { id: 'waitP99', title: 'Wait p99', value: (lane) => wait(lane)?.p99, format: formatDerivedTime, micros: true },
  { id: 'waitMax', title: 'Wait max', value: (lane) => wait(lane)?.max, format: formatDerivedTime, micros: true },
  {
    id: 'firstDenial',
    title: 'First denial',
    value: ({ summary }) => summary.firstDenialAt,
    format: formatInstantExact,
    micros: true,
    smallestFirst: true,
  },
];

/** Columns about jobs, shown only if some lane has any, and then first: with retries, counts of requests mislead. */
const JOB_COLUMNS: readonly CompareColumn[] = [
  { id: 'jobsDone', title: 'Jobs done', value: ({ summary }) => summary.jobStats?.succeeded, format: formatCount },
  {
    id: 'successMedian',
    title: 'Time to success p50',
    value: ({ summary }) => summary.jobStats?.timeToSuccess?.median,
    format: formatDerivedTime,
    micros: true,
  },
  {
    id: 'successP99',
    title: 'Time to success p99',
    value: ({ summary }) => summary.jobStats?.timeToSuccess?.p99,
    format: formatDerivedTime,
    micros: true,
  },
  { id: 'largestHerd', title: 'Herd', value: ({ summary }) => summary.jobStats?.herd?.retries, format: formatCount },
  {
    id: 'triesEach',
    title: 'Tries each',
    value: ({ summary: { jobStats, requests } }) =>
      jobStats === null || jobStats.started === 0 ? null : requests / jobStats.started,
    format: formatSignificant,
  },
  { id: 'retries', title: 'Retries', value: ({ summary }) => summary.jobStats?.retries, format: formatCount },
  { id: 'givenUp', title: 'Given up', value: ({ summary }) => summary.jobStats?.givenUp, format: formatCount },
];

/** Columns about messages and latency, shown only if some lane is distributed. */
const CLUSTER_COLUMNS: readonly CompareColumn[] = [
  {
    id: 'messages',
    title: 'Messages per decision',
    value: ({ cluster }) => cluster?.messagesPerDecision,
    format: (value) => formatNumber(value, 2),
  },
  {
    id: 'latencyMedian',
    title: 'Latency p50',
    value: ({ cluster }) => cluster?.latency.median,
    format: formatDerivedTime,
    micros: true,
  },
  {
    id: 'latencyP99',
    title: 'Latency p99',
    value: ({ cluster }) => cluster?.latency.p99,
    format: formatDerivedTime,
    micros: true,
  },
];

/** What went wrong with requests: a column each, shown only if that happened in some lane. */
const FAILURE_COLUMNS: readonly CompareColumn[] = [
  { id: 'byFallback', title: 'By fallback', value: ({ cluster }) => cluster?.byFallback, format: formatCount },
  { id: 'died', title: 'Node died', value: ({ cluster }) => cluster?.answerPathCounts.died, format: formatCount },
  { id: 'noNode', title: 'No node', value: ({ cluster }) => cluster?.answerPathCounts['no-node'], format: formatCount },
];

export function columnsFor(laneInfos: readonly (LaneInfo | null)[] | null): readonly CompareColumn[] {
  const hasJobs = laneInfos?.some((laneInfo) => laneInfo !== null && laneInfo.summary.jobStats !== null) ?? false;
  const hasCluster = laneInfos?.some((laneInfo) => laneInfo !== null && laneInfo.cluster !== null) ?? false;
  const failures = FAILURE_COLUMNS.filter(({ value }) =>
    laneInfos?.some((laneInfo) => laneInfo !== null && (value(laneInfo) ?? 0) > 0),
  );
  return [...(hasJobs ? JOB_COLUMNS : []), ...BASE_COLUMNS, ...(hasCluster ? CLUSTER_COLUMNS : []), ...failures];
}

/** What a table on the page shows of them: with more than the usual columns, none in which every lane has a dash. */
export function shownColumns(laneInfos: readonly (LaneInfo | null)[] | null): readonly CompareColumn[] {
  const columns = columnsFor(laneInfos);
  if (laneInfos === null || columns.length === BASE_COLUMNS.length) return columns;
  return columns.filter(({ value }) =>
    laneInfos.some((laneInfo) => laneInfo !== null && (value(laneInfo) ?? null) !== null),
  );
}

/** `△ 20/10 by design`, `▲ 32/10 rule allows 19` if more than n permits were in effect within T. */
function peakText(peak: number, laneInfo: LaneInfo): string {
  const figures = peakFigures(laneInfo);
  const figure = `${formatCount(peak)}/${formatCount(laneInfo.n)}`;
  return [PEAK_SIGNS[peakStanding(figures)], figure, peakRemark(figures)].filter((part) => part !== '').join(' ');
}

/** @param laneInfos of the displayed run, null for a lane that could not run; null while there is none */
export function compareRows(
  labels: readonly string[],
  laneInfos: readonly (LaneInfo | null)[] | null,
): readonly CompareRow[] {
  return labels.map((label, lane) => ({ lane, label, laneInfo: laneInfos?.[lane] ?? null }));
}

/** Null where there is no such figure. */
export function valueIn(column: CompareColumn, { laneInfo }: CompareRow): number | null {
  return laneInfo === null ? null : (column.value(laneInfo) ?? null);
}

/** A dash if there is no such figure. */
export function cellText(column: CompareColumn, row: CompareRow): string {
  const value = valueIn(column, row);
  return value === null || row.laneInfo === null ? '–' : column.format(value, row.laneInfo);
}

/**
 * Lanes without the figure come last in either direction; ties keep lane order.
 * @param column null sorts by lane
 */
export function sortRows(
  rows: readonly CompareRow[],
  column: CompareColumn | null,
  direction: SortDirection,
): readonly CompareRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const keyOf = (row: CompareRow): number | null => (column === null ? row.lane : valueIn(column, row));
  return [...rows].sort((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a.lane - b.lane;
    return sign * (left - right) || a.lane - b.lane;
  });
}

/** `Lanes 1, 2 and 4 are compared.`, or `All 3 lanes are compared.` */
export function comparedLanesText(lanes: readonly number[], count: number): string {
  if (lanes.length === count && count > 2) return `All ${count} lanes are compared.`;
  return `${capitalized(lanesText(lanes.toSorted((a, b) => a - b)))} are compared.`;
}

/** The lanes that are compared after a lane's box is pressed; null if that would leave fewer than two. */
export function toggleCompared(compared: readonly number[], lane: number): readonly number[] | null {
  if (!compared.includes(lane)) return [...compared, lane];
  return compared.length > 2 ? compared.filter((one) => one !== lane) : null;
}
