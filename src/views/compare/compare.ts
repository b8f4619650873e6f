/** The lanes' figures as a table that can be sorted. */
import type { Duration, Instant, LaneFrame } from '../../sim/index.ts';
import { count, number } from '../format/numbers.ts';
import { exact } from '../why/whyText.ts';

/** One lane. Null where a figure is none: it never delays, was never denied, or is not known yet. */
export interface Row {
  /** From 0. */
  readonly lane: number;
  readonly label: string;
  readonly n: number | null;
  readonly admitted: number | null;
  readonly denied: number | null;
  readonly delayed: number | null;
  readonly peak: number | null;
  readonly run: number | null;
  readonly median: Duration | null;
  readonly p99: Duration | null;
  readonly max: Duration | null;
  readonly firstDenial: Instant | null;
  readonly done: number | null;
  readonly retries: number | null;
  readonly givenUp: number | null;
  readonly successMedian: Duration | null;
  readonly successP99: Duration | null;
  readonly herd: number | null;
  readonly messages: number | null;
  readonly latencyMedian: Duration | null;
  readonly latencyP99: Duration | null;
}

export type Figure = Exclude<keyof Row, 'lane' | 'label' | 'n'>;
export type SortBy = Figure | 'lane';
export type Direction = 'ascending' | 'descending';

export interface Column {
  readonly id: Figure;
  readonly title: string;
  readonly text: (value: number, row: Row) => string;
  /** What is asked first of such a figure: the most, or the least. */
  readonly first: Direction;
}

const whole = (value: number): string => count(value);

const COLUMNS: readonly Column[] = [
  { id: 'admitted', title: 'Admitted', text: whole, first: 'descending' },
  { id: 'denied', title: 'Denied', text: whole, first: 'descending' },
  { id: 'delayed', title: 'Delayed', text: whole, first: 'descending' },
  { id: 'peak', title: 'Peak in T', text: peakText, first: 'descending' },
  { id: 'run', title: 'Longest denial run', text: whole, first: 'descending' },
  { id: 'median', title: 'Wait p50', text: exact, first: 'descending' },
  { id: 'p99', title: 'Wait p99', text: exact, first: 'descending' },
  { id: 'max', title: 'Wait max', text: exact, first: 'descending' },
  { id: 'firstDenial', title: 'First denial', text: exact, first: 'ascending' },
];

/** What became of jobs: only where some lane has any. */
const WORK: readonly Column[] = [
  { id: 'done', title: 'Jobs done', text: whole, first: 'descending' },
  { id: 'retries', title: 'Retries', text: whole, first: 'descending' },
  { id: 'givenUp', title: 'Given up', text: whole, first: 'descending' },
  { id: 'successMedian', title: 'Time to success p50', text: exact, first: 'descending' },
  { id: 'successP99', title: 'Time to success p99', text: exact, first: 'descending' },
  { id: 'herd', title: 'Herd', text: whole, first: 'descending' },
];

/** What asking took: only where several processes decide in some lane. */
const NODES: readonly Column[] = [
  { id: 'messages', title: 'Messages each', text: (value) => number(value, 2), first: 'descending' },
  { id: 'latencyMedian', title: 'Latency, median', text: exact, first: 'descending' },
  { id: 'latencyP99', title: 'Latency, 99 %', text: exact, first: 'descending' },
];

export function columnsFor(frames: readonly LaneFrame[] | null): readonly Column[] {
  const works = frames?.some(({ summary: { work } }) => work !== null) ?? false;
  const several = frames?.some(({ cluster }) => cluster !== null) ?? false;
  return [...COLUMNS, ...(several ? NODES : []), ...(works ? WORK : [])];
}

/** `▲ 20/10` where more than n were in effect within T. */
function peakText(peak: number, { n }: Row): string {
  const figure = `${count(peak)}/${n === null ? '–' : count(n)}`;
  return n !== null && peak > n ? `▲ ${figure}` : figure;
}

/** @param frames of the run that is shown; null while there is none */
export function rowsOf(labels: readonly string[], frames: readonly LaneFrame[] | null): readonly Row[] {
  return labels.map((label, lane) => rowOf(label, lane, frames?.[lane] ?? null));
}

function rowOf(label: string, lane: number, frame: LaneFrame | null): Row {
  const summary = frame?.summary;
  const waits = frame?.canDelay === true && summary !== undefined && summary.admitted > 0 ? summary.wait : null;
  return {
    lane,
    label,
    n: frame?.n ?? null,
    admitted: summary?.admitted ?? null,
    denied: summary?.denied ?? null,
    delayed: frame?.canDelay === true && summary !== undefined ? summary.delayed : null,
    peak: summary === undefined ? null : (summary.peak?.permits ?? 0),
    run: summary?.longestDenialRun ?? null,
    median: waits?.median ?? null,
    p99: waits?.p99 ?? null,
    max: waits?.max ?? null,
    firstDenial: summary?.firstDenialAt ?? null,
    done: summary?.work?.succeeded ?? null,
    retries: summary?.work?.retries ?? null,
    givenUp: summary?.work?.givenUp ?? null,
    successMedian: summary?.work?.timeToSuccess?.median ?? null,
    successP99: summary?.work?.timeToSuccess?.p99 ?? null,
    herd: summary?.work?.herd?.retries ?? null,
    messages: frame?.cluster?.messagesEach ?? null,
    latencyMedian: frame?.cluster?.latency.median ?? null,
    latencyP99: frame?.cluster?.latency.p99 ?? null,
  };
}

/** Those without the figure come last either way; equals stay in the order of the lanes. */
export function sorted(rows: readonly Row[], by: SortBy, direction: Direction): readonly Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a[by], b[by]];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a.lane - b.lane;
    return sign * (left - right) || a.lane - b.lane;
  });
}

/** `Lanes 1 and 2 are compared.` */
export function comparedWords(lanes: readonly number[]): string {
  const names = lanes.toSorted((a, b) => a - b).map((lane) => lane + 1);
  return names.length === 2 ? `Lanes ${names.join(' and ')} are compared.` : `All ${names.length} lanes are compared.`;
}

/** The lanes whose boxes are checked: two that are compared, or the one picked so far. */
export function checkedLanes(compared: readonly number[], picked: readonly number[]): readonly number[] {
  return picked.length === 1 ? picked : compared.length === 2 ? compared : [];
}

/** What is picked when a lane's box is pressed: of three, the one picked longest ago goes. */
export function pickedWith(checked: readonly number[], lane: number): readonly number[] {
  return checked.includes(lane) ? checked.filter((one) => one !== lane) : [...checked, lane].slice(-2);
}
