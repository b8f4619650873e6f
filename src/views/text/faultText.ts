/** Faults in words. Times in seconds. */
import { isIntervalFault, nodeName, type Cluster, type Fault, type ClockSkew } from '../../sim/index.ts';
import { addedNodeNumber } from '../../store/cluster.ts';
import { formatNumber } from '../format/numbers.ts';
import { formatDuration, formatSeconds } from '../format/time.ts';

/** Label of a bar on the track: `N2 down`, `store 50× slower`. */
export function faultLabel(fault: Fault, index: number, cluster: Cluster): string {
  switch (fault.kind) {
    case 'node-down':
      return `${nodeName(fault.node)} down`;
    case 'node-added':
      return `${nodeName(addedNodeNumber(cluster, index))} added`;
    case 'node-removed':
      return `${nodeName(fault.node)} removed`;
    case 'crash-after':
      return `${nodeName(fault.node)} dies after ${fault.command}`;
    case 'store-down':
      return 'store down';
    case 'store-slow':
      return `store ${formatNumber(fault.factor, 6)}× slower`;
    case 'store-flush':
      return 'store loses its data';
    case 'link-down':
      return `link of ${nodeName(fault.node)} cut`;
  }
}

/** `N2 down, 5 s to 8 s`; `store loses its data at 5 s`; `N1 dies after INCR, from 5 s`. */
export function faultText(fault: Fault, index: number, cluster: Cluster): string {
  const what = faultLabel(fault, index, cluster);
  const at = formatSeconds(fault.at);
  if (fault.kind === 'crash-after') return `${what}, from ${at}`;
  if (!isIntervalFault(fault)) return `${what} at ${at}`;
  return `${what}, ${at} to ${fault.until === undefined ? 'the end' : formatSeconds(fault.until)}`;
}

/** `Fault 1: N2 down, 5 s to 8 s` */
export function faultName(fault: Fault, index: number, cluster: Cluster): string {
  return `Fault ${index + 1}: ${faultText(fault, index, cluster)}`;
}

/** By how much a clock is off, or steps: `+50 ms`. */
export function clockErrorText(seconds: number): string {
  return `${seconds < 0 ? '−' : '+'}${formatDuration(Math.abs(seconds))}`;
}

/** The step of a clock: `N2 +50 ms`. */
export function clockStepLabel(node: number, by: number): string {
  return `${nodeName(node)} ${clockErrorText(by)}`;
}

/** `Clock of N2: 50 ms ahead at 5 s` */
export function clockStepName(node: number, { at, by }: NonNullable<ClockSkew['step']>): string {
  return `Clock of ${nodeName(node)}: ${formatDuration(Math.abs(by))} ${by < 0 ? 'back' : 'ahead'} at ${formatSeconds(at)}`;
}
