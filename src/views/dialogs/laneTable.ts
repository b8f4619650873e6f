/** A lane's requests as a table: which columns it has, and the text of each cell. */
import { nodeName, SECOND, secondsFromMicros, type LaneInfo, type TableRow } from '../../sim/index.ts';
import { formatCount, formatNumber } from '../format/numbers.ts';
import { formatDuration, formatInstantExact } from '../format/time.ts';
import { timeOfDayText, type Clock } from '../text/clockText.ts';
import { OUTCOME_NAMES } from '../text/outcomeText.ts';

/** Rows of one page. */
export const PAGE_ROWS = 100;

export interface TableColumn {
  /** With its unit. */
  readonly title: string;
  readonly numeric: boolean;
  readonly text: (row: TableRow) => string;
}

/**
 * @param rows of the page: a column without anything to say in them is left out
 * @param clock of the run, if its requests are those of a log
 */
export function tableColumns(
  { unit, n, T, canDelay, cluster }: Pick<LaneInfo, 'unit' | 'n' | 'T' | 'canDelay' | 'cluster'>,
  rows: readonly TableRow[],
  keyCount: number,
  clock: Clock | null,
): readonly TableColumn[] {
  const column = (title: string, text: TableColumn['text'], numeric = true): TableColumn => ({ title, text, numeric });
  const window = `Admitted in the last ${formatDuration(T / SECOND)}, of ${formatCount(n)}`;
  return [
    column('Time', ({ at }) => formatInstantExact(at)),
    ...(clock === null ? [] : [column('Time of day, UTC', ({ at }) => timeOfDayText(secondsFromMicros(at), clock))]),
    ...(keyCount > 1 ? [column('Key', ({ key }) => key, false)] : []),
    ...(rows.some(({ cost }) => cost !== 1) ? [column('Cost, permits', ({ cost }) => formatCount(cost))] : []),
    ...(rows.some((row) => row.try !== null) ? [column('Try', tryText)] : []),
    ...(cluster === null ? [] : [column('Node', ({ node }) => (node === null ? '–' : nodeName(node)), false)]),
    column('Decision', ({ outcome }) => OUTCOME_NAMES[outcome], false),
    ...(canDelay
      ? [column('Delay', ({ outcome, wait }) => (outcome === 'delay' ? formatInstantExact(wait) : '–'))]
      : []),
    column(`Level, ${unit[1]}`, ({ level }) => (level === null ? '–' : formatNumber(level))),
    column(window, ({ count }) => formatCount(count)),
    column('Reason', ({ reason }) => reason, false),
  ];
}

/** `2 of job 7` */
function tryText({ try: clientTry }: TableRow): string {
  return clientTry === null ? '–' : `${formatCount(clientTry.number)} of job ${formatCount(clientTry.job)}`;
}

/** The first request of the page that a request is on. */
export function pageStart(request: number): number {
  return Math.floor(Math.max(0, request) / PAGE_ROWS) * PAGE_ROWS;
}

/** `Requests 101 to 200 of 1,234` */
export function pageText(first: number, count: number): string {
  if (count === 0) return 'No requests';
  const last = Math.min(count, first + PAGE_ROWS);
  return `Requests ${formatCount(first + 1)} to ${formatCount(last)} of ${formatCount(count)}`;
}
