/** Applies a drag to the scenario: distances in time and height, rounded to readable figures. No events, no elements. */
import { SECOND, trafficKindOf, type Duration, type Instant, type Scenario } from '../../sim/index.ts';
import {
  phaseSpan,
  withItemsMoved,
  withPhaseRate,
  phaseRates,
  trafficItemsText,
  withPhaseEnd,
  type TrafficItems,
} from '../../store/trafficEdits.ts';
import { phaseName } from '../text/phaseText.ts';
import { formatCount } from '../format/numbers.ts';
import { formatRateShort } from '../format/rates.ts';
import { formatSeconds } from '../format/time.ts';
import { heightOfRate, rateOfHeight, type TrackGeometry } from './blockLayout.ts';
import type { BlockPart } from './hitTest.ts';
import { snappedShift } from '../format/niceSteps.ts';

/** What is dragged: a part of a phase, or the whole selection, anchored at `at`. */
export type DragTarget =
  | { readonly kind: 'phase'; readonly phase: number; readonly part: BlockPart }
  | { readonly kind: 'several'; readonly items: TrafficItems; readonly at: Instant };

/** Distance from the start of the drag. */
export interface DragDirection {
  readonly by: Duration;
  /** Pixels. */
  readonly up: number;
  /** Results are rounded to a multiple of this. */
  readonly step: Duration;
}

/** Returns the same scenario if the drag changes nothing. */
export function applyDrag(
  before: Scenario,
  target: DragTarget,
  { by, up, step }: DragDirection,
  track: TrackGeometry,
): Scenario {
  if (target.kind === 'several') return withItemsMoved(before, target.items, snappedShift(target.at, by, step));
  const { phase, part } = target;
  const entry = before.traffic[phase];
  const extent = entry === undefined ? null : phaseSpan(entry, track.runEnd);
  if (entry === undefined || extent === null) return before;
  switch (part) {
    case 'body':
      return withItemsMoved(before, singlePhase(phase), snappedShift(extent.from, by, step));
    case 'from':
    case 'to':
      return withPhaseEnd(before, phase, part, extent[part] + snappedShift(extent[part], by, step), step);
    default: {
      const rateIndex = part === 'last' ? 1 : 0;
      const rate = phaseRates(entry)[rateIndex];
      return rate === undefined || up === 0
        ? before
        : withPhaseRate(before, phase, rateIndex, rateAfterDrag(rate, up, part, track));
    }
  }
}

export function singlePhase(phase: number): TrafficItems {
  return { phases: [phase], requests: new Map() };
}

/** A ramp's corner dragged below this height sets the rate to 0. */
const ZERO_RATE_BELOW = 6;

/**
 * The rate after an edge moved up by `up` pixels. Where heights saturate, up never lowers the rate and down never raises
 * it.
 */
function rateAfterDrag(rate: number, up: number, part: BlockPart, track: TrackGeometry): number {
  const isRampCorner = part !== 'rate';
  const height = (isRampCorner && rate === 0 ? 0 : heightOfRate(rate, track)) + up;
  if (isRampCorner && height < ZERO_RATE_BELOW) return 0;
  const rateAtHeight = rateOfHeight(height, track);
  return up > 0 ? Math.max(rate, rateAtHeight) : Math.min(rate, rateAtHeight);
}

/** Name of the undo step. */
export function dragLabel(target: DragTarget): string {
  return target.kind === 'phase' ? `change of phase ${target.phase + 1}` : `move of ${trafficItemsText(target.items)}`;
}

/** The figure being changed and its position, shown on the axis during a drag. */
export function dragReadout(
  scenario: Scenario,
  target: DragTarget,
  end: Instant,
): { at: Instant; text: string } | null {
  if (target.kind === 'several') return null;
  const { phase, part } = target;
  const entry = scenario.traffic[phase];
  const extent = entry === undefined ? null : phaseSpan(entry, end);
  if (entry === undefined || extent === null) return null;
  const { from, to } = extent;
  const seconds = (at: Instant): string => formatSeconds(at / SECOND);
  const rates = phaseRates(entry);
  const count = trafficKindOf(entry).rates.count?.(entry);
  const rate = count === undefined ? formatRateShort(rates[part === 'last' ? 1 : 0] ?? 0) : formatCount(count);
  switch (part) {
    case 'from':
    case 'body':
      return { at: from, text: seconds(from) };
    case 'to':
      return { at: to, text: seconds(to) };
    case 'first':
      return { at: from, text: rate };
    case 'last':
      return { at: to, text: rate };
    case 'rate':
      return { at: (from + to) / 2, text: rate };
  }
}

/** Status line after the drag. */
export function dragText(scenario: Scenario, target: DragTarget): string {
  if (target.kind === 'several') {
    return `Moved ${trafficItemsText(target.items)}.`;
  }
  const entry = scenario.traffic[target.phase];
  return entry === undefined ? '' : `${phaseName(target.phase, entry)}.`;
}
