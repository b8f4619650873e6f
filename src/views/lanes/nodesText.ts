/** Short texts about a distributed lane: for its header, its read-outs and its rows of decisions. */
import { nodeName, type ClusterStats, type Duration, type LaneInfo } from '../../sim/index.ts';
import { pluralize, formatNumber } from '../format/numbers.ts';
import { SEPARATOR, NBSP, formatDurationShort } from '../format/short.ts';

/** ` by N2`; empty where a single process decides or no node received the request. */
export function byNodeText(node: number | null): string {
  return node === null ? '' : ` by ${nodeName(node)}`;
}

/** `2 messages each`, `1.9 messages each`, `no messages`. */
function messagesText({ messages, messagesPerDecision }: ClusterStats): string {
  if (messages === 0) return 'no messages';
  const each = formatNumber(messagesPerDecision, 1);
  return `${each} ${each === '1' ? 'message' : 'messages'} each`;
}

/** `2 ms` where all took the same time; else `p50 2.1 ms`, `, p99 9 ms`; `no latency`. */
function latencyParts({ latency: { median, max, p99 } }: ClusterStats): readonly NodesPart[] {
  const figure = (name: string, latency: Duration): string =>
    `${name} ${formatDurationShort(latency)}`.replaceAll(' ', NBSP);
  if (max === 0) return [{ text: SEPARATOR + 'no latency' }];
  if (median === max) return [{ text: SEPARATOR + formatDurationShort(max).replace(' ', NBSP) }];
  return [{ text: SEPARATOR + figure('p50', median) }, { text: `, ${figure('p99', p99)}`, long: true }];
}

/** A part of a line; long parts are left out where there is little room. */
export interface NodesPart {
  readonly text: string;
  readonly long?: true;
}

/**
 * `3 nodes`, `· 2 messages each`, `· 2 ms`; for a local limiter in a scenario with a cluster `one ideal instance`,
 * `: asking takes no time`. Empty in a scenario without a cluster.
 */
export function nodesParts({
  cluster,
  isSharedIdeal,
}: Pick<LaneInfo, 'cluster' | 'isSharedIdeal'>): readonly NodesPart[] {
  if (cluster === null)
    return isSharedIdeal ? [{ text: 'one ideal instance' }, { text: ': asking takes no time', long: true }] : [];
  const nodes: readonly NodesPart[] = cluster.clusterAssumed
    ? [{ text: 'one node' }, { text: ', no cluster' }]
    : [{ text: pluralize(cluster.nodes.length, 'node') }];
  if (cluster.nodes.every(({ requests }) => requests === 0)) return [...nodes, { text: `${SEPARATOR}no requests` }];
  return [...nodes, { text: SEPARATOR + messagesText(cluster), long: true }, ...latencyParts(cluster)];
}

/** Whether there are any. */
export function hasNodesParts(laneInfo: Pick<LaneInfo, 'cluster' | 'isSharedIdeal'> | null): boolean {
  return laneInfo !== null && (laneInfo.cluster !== null || laneInfo.isSharedIdeal);
}

/** All parts in one line, then the lane's notes, one per line. */
export function nodesTitle(laneInfo: Pick<LaneInfo, 'cluster' | 'isSharedIdeal'>): string {
  const line = nodesParts(laneInfo)
    .map(({ text }) => text)
    .join('');
  return [line, ...(laneInfo.cluster?.notes ?? [])].join('\n');
}
