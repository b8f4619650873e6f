/** What several processes made of a lane, in full: the limit that came of it, nodes, times, messages. */
import { nodeName, SECOND, type ClusterFigures, type LaneFrame } from '../../sim/index.ts';
import { count, counted, number } from '../format/numbers.ts';
import { duration } from '../format/time.ts';
import type { Figure } from './clientsText.ts';
import { exact } from '../why/whyText.ts';

/** `20 admitted within 10 s, from 9.000 s on, where 10 was meant: 2 × the limit.` */
export function limitWords({ n, T, summary: { peak, keys } }: Pick<LaneFrame, 'n' | 'T' | 'summary'>): string {
  const within = `within ${duration(T / SECOND)}`;
  if (peak === null) return `Nothing is admitted, where ${count(n)} ${within} was meant.`;
  const found = `${count(peak.permits)} admitted ${within}${keys > 1 ? ` for key ${peak.key}` : ''}`;
  if (peak.permits <= n) return `At most ${found}, where ${count(n)} was meant: the limit holds.`;
  return `${found}, from ${exact(peak.from)} on, where ${count(n)} was meant: ${times(peak.permits / n)} the limit.`;
}

/** `2 ×`; never `1 ×` of what is more. */
function times(ratio: number): string {
  return ratio < 1.005 ? 'just over' : `${number(ratio, 2)} ×`;
}

/** A row of the nodes' table: requests, admitted, denied, and the share of all that was admitted. */
export interface NodeRow {
  readonly name: string;
  readonly figures: readonly string[];
}

/** A row a node, perhaps one for what no node took, and one for all. */
export function nodeRows(
  { nodes, ways }: ClusterFigures,
  { requests, admitted, denied }: LaneFrame['summary'],
): readonly NodeRow[] {
  const row = (name: string, all: number, of: number, not: number): NodeRow => ({
    name,
    figures: [...[all, of, not].map(count), admitted === 0 ? '–' : `${number((100 * of) / admitted, 1)} %`],
  });
  const lost = ways['no-node'];
  return [
    ...nodes.map((one) => row(nodeName(one.node), one.requests, one.admitted, one.denied)),
    ...(lost === 0 ? [] : [row('No node', lost, 0, lost)]),
    row('All', requests, admitted, denied),
  ];
}

/** What it took to decide; of what went wrong only what did. */
export function askingFigures({ latency, messages, messagesEach, ways }: ClusterFigures): readonly Figure[] {
  const wrong: readonly Figure[] = (
    [
      ['Denied without the store', ways.refused],
      ['Admitted without the store', ways['let-through']],
      ['Decided by the node itself', ways['by-itself']],
      ['Died with their node', ways.died],
      ['Taken by no node', ways['no-node']],
      ['Charged in vain', ways['in-vain']],
    ] as const
  ).flatMap(([name, requests]) => (requests === 0 ? [] : [[name, count(requests)] as const]));
  return [
    ['Latency, median', exact(latency.median)],
    ['Latency, 99 %', exact(latency.p99)],
    ['Latency, longest', exact(latency.max)],
    ['Messages', count(messages)],
    ['Messages a decision', number(messagesEach, 2)],
    ...wrong,
  ];
}

/** `At most 100 messages a second: 4 within 40 ms.`; null where there are none. */
export function loadWords({ load, loadBin, peakLoad }: ClusterFigures): string | null {
  if (peakLoad === 0) return null;
  const most = load.reduce((greatest, one) => Math.max(greatest, one), 0);
  return `At most ${counted(Math.round(peakLoad), 'message')} a second: ${count(most)} within ${duration(loadBin / SECOND)}.`;
}

/** For each of so many columns of pixels the greatest of the bins that it stands for, as a rate. */
export function loadColumns(
  { load, loadBin }: Pick<ClusterFigures, 'load' | 'loadBin'>,
  columns: number,
): Float64Array {
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
