/** What a cluster is, in words: all that shapes a run besides its traffic and limits. */
import { nodeName, type ClockSkew, type Cluster, type Latency, type Routing } from '../../sim/index.ts';
import { formatNumber, pluralize } from '../format/numbers.ts';
import { formatDuration, formatSeconds } from '../format/time.ts';
import { clockErrorText, faultText } from './faultText.ts';

/** One item each: nodes and latency, clocks that are off, faults, and messages that were delayed by hand. */
export function clusterItems(cluster: Cluster): readonly string[] {
  const { nodes, routing, latency, links, service, skew, faults, moves } = cluster;
  const apart = links.length === 0 ? `${latencyText(latency)} each way` : 'a latency for each node';
  const busy = service === 0 ? '' : `, the store busy for ${formatDuration(service)} with each command`;
  const clocks = skew.flatMap((clock) => clockText(clock) ?? []);
  return [
    `Cluster: ${pluralize(nodes, 'node')}, ${apart}${busy}, ${routingText(routing)}`,
    ...(clocks.length === 0 ? [] : [`Clocks: ${clocks.join('; ')}`]),
    ...(faults.length === 0
      ? []
      : [`Faults: ${faults.map((one, index) => faultText(one, index, cluster)).join('; ')}`]),
    ...(moves.length === 0 ? [] : [`Delayed by hand: ${pluralize(moves.length, 'message')}`]),
  ];
}

function routingText(routing: Routing): string {
  switch (routing) {
    case 'round-robin':
      return 'requests to each in turn';
    case 'random':
      return 'requests to any at random';
    case 'sticky':
      return 'all requests of a key to the same one';
    default:
      return `requests at random, weighted ${routing.weights.map((weight) => formatNumber(weight, 6)).join(' : ')}`;
  }
}

function latencyText(latency: Latency): string {
  switch (latency.kind) {
    case 'fixed':
      return formatDuration(latency.mean);
    case 'uniform':
      return `${formatDuration(latency.from)} to ${formatDuration(latency.to)}`;
    default:
      return `${formatDuration(latency.mean)} on average`;
  }
}

/** `N2 +50 ms, +20 ms at 5 s`; null for a clock that is right. */
function clockText({ node, offset, drift, step }: ClockSkew): string | null {
  const parts = [
    ...(offset === 0 ? [] : [clockErrorText(offset)]),
    ...(drift === 0 ? [] : [`${drift < 0 ? 'losing' : 'gaining'} ${formatDuration(Math.abs(drift))} a second`]),
    ...(step === undefined ? [] : [`${clockErrorText(step.by)} at ${formatSeconds(step.at)}`]),
  ];
  return parts.length === 0 ? null : `${nodeName(node)} ${parts.join(', ')}`;
}
