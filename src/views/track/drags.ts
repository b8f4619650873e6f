/** What a drag makes of the scenario: the hand's way in time and height, to readable figures. No events, no elements. */
import { SECOND, trafficKindOf, type Duration, type Instant, type Scenario } from '../../sim/index.ts';
import {
  phaseSpan,
  isSingleItem,
  withItemsMoved,
  withPhaseRate,
  phaseRates,
  trafficItemsText,
  withPhaseEnd,
  type TrafficItems,
} from '../../store/trafficEdits.ts';
import { phaseName } from '../traffic/phaseText.ts';
import { formatCount } from '../format/numbers.ts';
import { formatRateShort } from '../format/rates.ts';
import { formatSeconds } from '../format/time.ts';
import { heightOfRate, rateOfHeight, type TrackGeometry } from './blockLayout.ts';
import type { BlockPart } from './hitTest.ts';
import { snappedShift } from '../format/niceSteps.ts';

/** What the hand has hold of: a part of a phase, or all that is selected, by the one that it took. */
export type DragTarget =
  | { readonly kind: 'phase'; readonly phase: number; readonly part: BlockPart }
  | { readonly kind: 'several'; readonly items: TrafficItems; readonly at: Instant };

/** How far the hand has gone since. */
export interface DragDirection {
  readonly by: Duration;
  /** Pixels. */
  readonly up: number;
  /** Where it lands is a multiple of this. */
  readonly step: Duration;
}

/** The scenario itself where the way leads nowhere. */
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

/** Of a ramp a corner that is pulled below this height is a rate of nothing. */
const ZERO_RATE_BELOW = 6;

/** The rate of an edge that was moved up by so many pixels. Where heights tell no more, up never makes it less, nor down more. */
function rateAfterDrag(rate: number, up: number, part: BlockPart, track: TrackGeometry): number {
  const isRampCorner = part !== 'rate';
  const height = (isRampCorner && rate === 0 ? 0 : heightOfRate(rate, track)) + up;
  if (isRampCorner && height < ZERO_RATE_BELOW) return 0;
  const rateAtHeight = rateOfHeight(height, track);
  return up > 0 ? Math.max(rate, rateAtHeight) : Math.min(rate, rateAtHeight);
}

/** What the drag is called when it is undone. */
export function dragLabel(target: DragTarget): string {
  return target.kind === 'phase' ? `change of phase ${target.phase + 1}` : `move of ${trafficItemsText(target.items)}`;
}

/** What the hand is at, for the axis below it: the figure that it changes, and where it stands. */
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

/** What was done, for the status line. */
export function dragText(scenario: Scenario, target: DragTarget): string {
  if (target.kind === 'several') {
    return `Moved ${trafficItemsText(target.items)}. Ctrl+Z takes ${isSingleItem(target.items) ? 'it' : 'them'} back.`;
  }
  const entry = scenario.traffic[target.phase];
  return entry === undefined ? '' : `${phaseName(target.phase, entry)}. Ctrl+Z takes it back.`;
}
