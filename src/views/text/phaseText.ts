/** A phase of the traffic in words: names for buttons, and why it has no effect. */
import { trafficKindOf, type TrafficEntry } from '../../sim/index.ts';
import { formatSeconds } from '../format/time.ts';

/** `steady, 10 a second, 9 s to 9.95 s`; `burst, 100 at 58 s`. */
export function phaseText(entry: TrafficEntry): string {
  return trafficKindOf(entry).words.description(entry);
}

/** `Phase 1: steady, 10 a second, 9 s to 9.95 s`. */
export function phaseName(index: number, entry: TrafficEntry): string {
  return `Phase ${index + 1}: ${phaseText(entry)}`;
}

/** For a narrow place: `steady 10/s`, `burst 100`. */
export function phaseLabel(entry: TrafficEntry): string {
  return trafficKindOf(entry).words.label(entry);
}

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
