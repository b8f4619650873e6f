/** Why a part of the scenario has no effect in its run. */
import { crashPointsOf, type Fault, type Lane, type TrafficEntry } from '../../sim/index.ts';
import { formatSeconds } from '../format/time.ts';
import { isIntervalFault } from './faultText.ts';

/** Why a phase has no effect; null if it may have one. `end` in seconds. */
export function phaseNoEffectText(index: number, entry: TrafficEntry, end: number): string | null {
  if (!('from' in entry)) return null;
  const nothing = 'It has no effect in this run.';
  if (entry.from >= end)
    return `Phase ${index + 1} begins at ${formatSeconds(entry.from)}; the run ends at ${formatSeconds(end)}. ${nothing}`;
  if (entry.to !== undefined && entry.to <= entry.from)
    return `Phase ${index + 1} ends at ${formatSeconds(entry.to)}, where it begins. ${nothing}`;
  return null;
}

/** Why a fault has no effect; null if it may have one. `end` in seconds. */
export function faultNoEffectText(fault: Fault, index: number, end: number, lanes: readonly Lane[]): string | null {
  const name = `Fault ${index + 1}`;
  if (fault.at >= end)
    return `${name} begins at ${formatSeconds(fault.at)}; the run ends at ${formatSeconds(end)}. Nothing runs until one of the two is changed.`;
  if (isIntervalFault(fault) && fault.until === fault.at)
    return `${name} ends at ${formatSeconds(fault.until)}, where it begins. It has no effect in this run.`;
  if (fault.kind === 'crash-after' && !crashPointsOf(lanes).includes(fault.command))
    return `${name} comes between ${fault.command} and the next message; no lane sends one after it. It has no effect in this run.`;
  return null;
}

/** The same in a list of faults, after the fault's own words; empty if it may have an effect. */
export function faultNote(...of: Parameters<typeof faultNoEffectText>): string {
  const [{ at }, , end] = of;
  if (faultNoEffectText(...of) === null) return '';
  // Not "no effect": a run with such a fault is refused.
  return at >= end ? ', after the run ends' : ', no effect in this run';
}
