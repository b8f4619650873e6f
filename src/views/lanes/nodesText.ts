/** What several processes made of a lane, in few words: for its head, its read-outs and its rows of decisions. */
import { nodeName, type ClusterStats, type Duration, type LaneInfo } from '../../sim/index.ts';
import { pluralize, formatNumber } from '../format/numbers.ts';
import { SEPARATOR, NBSP, formatDurationShort } from '../format/short.ts';

/** ` by N2`; nothing where one process decides, or where no node took it. */
export function byNodeText(node: number | null): string {
  return node === null ? '' : ` by ${nodeName(node)}`;
}

/** The rows of a lane's decisions: its nodes, and one more for requests that none of them took. None for one process. */
export function nodeRowNames(cluster: ClusterStats | null): readonly string[] {
  if (cluster === null) return [];
  const names = cluster.nodes.map(({ node }) => nodeName(node));
  return cluster.answerPathCounts['no-node'] > 0 ? [...names, '–'] : names;
}

/** `2 messages each`, `1.9 messages each`, `no messages`. */
function messagesText({ messages, messagesPerDecision }: ClusterStats): string {
  if (messages === 0) return 'no messages';
  const each = formatNumber(messagesPerDecision, 1);
  return `${each} ${each === '1' ? 'message' : 'messages'} each`;
}

/** `2 ms`, where all took as long; `half in 2.1 ms`, `, 99 % in 9 ms`; `at once`. */
function latencyParts({ latency: { median, max, p99 } }: ClusterStats): readonly NodesPart[] {
  const within = (latency: Duration): string => (latency === 0 ? 'at once' : `in ${formatDurationShort(latency)}`);
  if (max === 0) return [{ text: SEPARATOR + 'at once' }];
  if (median === max) return [{ text: SEPARATOR + formatDurationShort(max).replace(' ', NBSP) }];
  return [
    { text: SEPARATOR + `half ${within(median)}`.replaceAll(' ', NBSP) },
    { text: `, ${`99 % ${within(p99)}`.replaceAll(' ', NBSP)}`, long: true },
  ];
}

/** Parts of a line; the long ones are left out where there is little room. */
export interface NodesPart {
  readonly text: string;
  readonly long?: true;
}

/**
 * `3 nodes`, `· 2 messages each`, `· 2 ms`; of a limiter of one process among several nodes `one shared ideal`, `: asking
 * takes no time`. None where there is one process and nothing to say.
 */
export function nodesParts({
  cluster,
  isSharedIdeal,
}: Pick<LaneInfo, 'cluster' | 'isSharedIdeal'>): readonly NodesPart[] {
  if (cluster === null)
    return isSharedIdeal ? [{ text: 'one shared ideal' }, { text: ': asking takes no time', long: true }] : [];
  return [
    { text: cluster.clusterAssumed ? 'one node, no cluster' : pluralize(cluster.nodes.length, 'node') },
    { text: SEPARATOR + messagesText(cluster), long: true },
    ...latencyParts(cluster),
  ];
}

/** All of it, with what may surprise, a line each. */
export function nodesTitle(frame: Pick<LaneInfo, 'cluster' | 'isSharedIdeal'>): string {
  const line = nodesParts(frame)
    .map(({ text }) => text)
    .join('');
  return [line, ...(frame.cluster?.notes ?? [])].join('\n');
}
