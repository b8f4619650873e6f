/** What several processes made of a lane, in full: the limit that came of it, nodes, times, messages. */
import { nodeName, SECOND, type ClusterStats, type LaneInfo } from '../../sim/index.ts';
import { formatCount, pluralize, formatNumber } from '../format/numbers.ts';
import { formatDuration, formatInstantExact } from '../format/time.ts';
import type { StatRow } from './clientsText.ts';

/** `20 admitted within 10 s, from 9.000 s on, where 10 was meant: 2 × the limit.` */
export function limitCheckText({ n, T, summary: { peak, keyCount } }: Pick<LaneInfo, 'n' | 'T' | 'summary'>): string {
  const within = `within ${formatDuration(T / SECOND)}`;
  if (peak === null) return `Nothing is admitted, where ${formatCount(n)} ${within} was meant.`;
  const admittedText = `${formatCount(peak.permits)} admitted ${within}${keyCount > 1 ? ` for key ${peak.key}` : ''}`;
  if (peak.permits <= n) return `At most ${admittedText}, where ${formatCount(n)} was meant: the limit holds.`;
  return `${admittedText}, from ${formatInstantExact(peak.from)} on, where ${formatCount(n)} was meant: ${excessText(peak.permits / n)} the limit.`;
}

/** `2 ×`; never `1 ×` of what is more. */
function excessText(ratio: number): string {
  return ratio < 1.005 ? 'just over' : `${formatNumber(ratio, 2)} ×`;
}

/** A row of the nodes' table: requests, admitted, denied, and the share of all that was admitted. */
export interface NodeResultRow {
  readonly name: string;
  readonly cells: readonly string[];
}

/** A row a node, perhaps one for what no node took, and one for all. */
export function nodeRows(
  { nodes, answerPathCounts }: ClusterStats,
  { requests, admitted, denied }: LaneInfo['summary'],
): readonly NodeResultRow[] {
  const row = (name: string, all: number, of: number, deniedCount: number): NodeResultRow => ({
    name,
    cells: [
      ...[all, of, deniedCount].map(formatCount),
      admitted === 0 ? '–' : `${formatNumber((100 * of) / admitted, 1)} %`,
    ],
  });
  const unrouted = answerPathCounts['no-node'];
  return [
    ...nodes.map((one) => row(nodeName(one.node), one.requests, one.admitted, one.denied)),
    ...(unrouted === 0 ? [] : [row('No node', unrouted, 0, unrouted)]),
    row('All', requests, admitted, denied),
  ];
}

/** What it took to decide; of what went wrong only what did. */
export function decisionCostRows({
  latency,
  messages,
  messagesPerDecision,
  answerPathCounts,
}: ClusterStats): readonly StatRow[] {
  const failureRows: readonly StatRow[] = (
    [
      ['Denied without the store', answerPathCounts.refused],
      ['Admitted without the store', answerPathCounts['let-through']],
      ['Decided by the node itself', answerPathCounts['by-itself']],
      ['Died with their node', answerPathCounts.died],
      ['Taken by no node', answerPathCounts['no-node']],
      ['Charged in vain', answerPathCounts['in-vain']],
    ] as const
  ).flatMap(([name, requests]) => (requests === 0 ? [] : [[name, formatCount(requests)] as const]));
  return [
    ['Latency, median', formatInstantExact(latency.median)],
    ['Latency, 99 %', formatInstantExact(latency.p99)],
    ['Latency, longest', formatInstantExact(latency.max)],
    ['Messages', formatCount(messages)],
    ['Messages a decision', formatNumber(messagesPerDecision, 2)],
    ...failureRows,
  ];
}

/** `At most 100 messages a second: 4 within 40 ms.`; null where there are none. */
export function loadText({ load, loadBin, peakLoad }: ClusterStats): string | null {
  if (peakLoad === 0) return null;
  const maxInBin = load.reduce((greatest, one) => Math.max(greatest, one), 0);
  return `At most ${pluralize(Math.round(peakLoad), 'message')} a second: ${formatCount(maxInBin)} within ${formatDuration(loadBin / SECOND)}.`;
}

/** For each of so many columns of pixels the greatest of the bins that it stands for, as a rate. */
export function loadColumns({ load, loadBin }: Pick<ClusterStats, 'load' | 'loadBin'>, columns: number): Float64Array {
  const rates = new Float64Array(columns);
  load.forEach((messages, bin) => {
    const first = Math.floor((bin * columns) / load.length);
    // Of few bins each has several columns.
    const end = Math.max(first + 1, Math.floor(((bin + 1) * columns) / load.length));
    for (let column = first; column < end; column++) {
      rates[column] = Math.max(rates[column] as number, (messages * SECOND) / loadBin);
    }
  });
  return rates;
}
