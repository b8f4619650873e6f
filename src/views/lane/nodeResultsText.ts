/** Results of a distributed lane in full: the limit actually enforced, nodes, times, messages. */
import { nodeName, SECOND, type ClusterStats, type LaneInfo } from '../../sim/index.ts';
import { formatCount, pluralize, formatNumber } from '../format/numbers.ts';
import { formatDerivedTime, formatDuration, formatInstantExact } from '../format/time.ts';
import type { StatRow } from './clientsText.ts';

/** `20 admitted within 10 s, from 9.000 s on: 2 × the limit of 10.` */
export function limitCheckText({ n, T, summary: { peak, keyCount } }: Pick<LaneInfo, 'n' | 'T' | 'summary'>): string {
  const within = `within ${formatDuration(T / SECOND)}`;
  if (peak === null) return `Nothing is admitted; the limit is ${formatCount(n)} ${within}.`;
  const admittedText = `${formatCount(peak.permits)} admitted ${within}${keyCount > 1 ? ` for key ${peak.key}` : ''}`;
  if (peak.permits <= n) return `At most ${admittedText}: the limit of ${formatCount(n)} holds.`;
  return `${admittedText}, from ${formatInstantExact(peak.from)} on: ${excessText(peak.permits / n)} the limit of ${formatCount(n)}.`;
}

/** `2 ×`; never rounded down to `1 ×`. */
function excessText(ratio: number): string {
  return ratio < 1.005 ? 'just over' : `${formatNumber(ratio, 2)} ×`;
}

/** A row of the nodes' table: requests, admitted, denied, share of admitted. */
export interface NodeResultRow {
  readonly name: string;
  readonly cells: readonly string[];
}

/** One row per node, one for requests that no node received, if any, and one for all. */
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

/** Latency and messages of decisions, with rows for failures that occurred. */
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
      ['Received by no node', answerPathCounts['no-node']],
      ['Charged but denied', answerPathCounts['in-vain']],
    ] as const
  ).flatMap(([name, requests]) => (requests === 0 ? [] : [[name, formatCount(requests)] as const]));
  return [
    ['Latency p50', formatDerivedTime(latency.median)],
    ['Latency p99', formatDerivedTime(latency.p99)],
    ['Latency max', formatDerivedTime(latency.max)],
    ['Messages', formatCount(messages)],
    ['Messages per decision', formatNumber(messagesPerDecision, 2)],
    ...failureRows,
  ];
}

/** `At most 100 messages per second: 4 within 40 ms.`; null where there are none. */
export function loadText({ load, loadBin, peakLoad }: ClusterStats): string | null {
  if (peakLoad === 0) return null;
  const maxInBin = load.reduce((greatest, one) => Math.max(greatest, one), 0);
  return `At most ${pluralize(Math.round(peakLoad), 'message')} per second: ${formatCount(maxInBin)} within ${formatDuration(loadBin / SECOND)}.`;
}

/** For each pixel column the maximum of its bins, as a rate per second. */
export function loadColumns({ load, loadBin }: Pick<ClusterStats, 'load' | 'loadBin'>, columns: number): Float64Array {
  const rates = new Float64Array(columns);
  load.forEach((messages, bin) => {
    const first = Math.floor((bin * columns) / load.length);
    // With fewer bins than columns, a bin spans several columns.
    const end = Math.max(first + 1, Math.floor(((bin + 1) * columns) / load.length));
    for (let column = first; column < end; column++) {
      rates[column] = Math.max(rates[column] as number, (messages * SECOND) / loadBin);
    }
  });
  return rates;
}
