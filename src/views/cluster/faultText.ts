/** What goes wrong, in words. Seconds. */
import { nodeName, type Cluster, type Fault, type Skew } from '../../sim/index.ts';
import { addedNode } from '../../store/clusterEdits.ts';
import { number } from '../format/numbers.ts';
import { duration, inSeconds } from '../format/time.ts';

/** What happens, for a bar of the track: `N2 down`, `store 50× slower`. */
export function faultLabel(fault: Fault, index: number, cluster: Cluster): string {
  switch (fault.kind) {
    case 'node-down':
      return `${nodeName(fault.node)} down`;
    case 'node-added':
      return `${nodeName(addedNode(cluster, index))} added`;
    case 'node-removed':
      return `${nodeName(fault.node)} removed`;
    case 'crash-after':
      return `${nodeName(fault.node)} dies after ${fault.command}`;
    case 'store-down':
      return 'store down';
    case 'store-slow':
      return `store ${number(fault.factor, 6)}× slower`;
    case 'store-flush':
      return 'store loses its data';
    case 'link-down':
      return `link of ${nodeName(fault.node)} cut`;
  }
}

/** Whether it lasts. A node that dies after a command does so once. */
export function isLasting(fault: Fault): fault is Extract<Fault, { readonly until?: number }> {
  return ['node-down', 'store-down', 'store-slow', 'link-down'].includes(fault.kind);
}

/** `N2 down, 5 s to 8 s`; `store loses its data at 5 s`; `N1 dies after INCR, from 5 s`. */
export function faultText(fault: Fault, index: number, cluster: Cluster): string {
  const what = faultLabel(fault, index, cluster);
  const at = inSeconds(fault.at);
  if (fault.kind === 'crash-after') return `${what}, from ${at}`;
  if (!isLasting(fault)) return `${what} at ${at}`;
  return `${what}, ${at} to ${fault.until === undefined ? 'the end' : inSeconds(fault.until)}`;
}

/** `Fault 1: N2 down, 5 s to 8 s` */
export function faultName(fault: Fault, index: number, cluster: Cluster): string {
  return `Fault ${index + 1}: ${faultText(fault, index, cluster)}`;
}

/** Why nothing of a fault can happen; null when something may. */
export function unseenFault(fault: Fault, index: number, end: number): string | null {
  const name = `Fault ${index + 1}`;
  if (fault.at >= end)
    return `${name} begins at ${inSeconds(fault.at)}; the run ends at ${inSeconds(end)}. Nothing is run until one of them is moved.`;
  if (isLasting(fault) && fault.until === fault.at)
    return `${name} ends at ${inSeconds(fault.until)}, where it begins. Nothing of it is seen.`;
  return null;
}

/** A clock that steps: `N2 +50 ms`. */
export function stepLabel(node: number, by: number): string {
  return `${nodeName(node)} ${by < 0 ? '−' : '+'}${duration(Math.abs(by))}`;
}

/** `Clock of N2: 50 ms ahead at 5 s` */
export function stepName(node: number, { at, by }: NonNullable<Skew['step']>): string {
  return `Clock of ${nodeName(node)}: ${duration(Math.abs(by))} ${by < 0 ? 'back' : 'ahead'} at ${inSeconds(at)}`;
}
