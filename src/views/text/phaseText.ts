/** A phase of the traffic in words: names for buttons. */
import { trafficKindOf, type TrafficEntry } from '../../sim/index.ts';

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
