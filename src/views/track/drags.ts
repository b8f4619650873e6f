/** What a drag makes of the scenario: the hand's way in time and height, to readable figures. No events, no elements. */
import { SECOND, type Duration, type Instant, type Scenario } from '../../sim/index.ts';
import {
  extentOf,
  isOne,
  moved,
  paced,
  ratesOf,
  severalWords,
  stretched,
  type Several,
} from '../../store/trafficEdits.ts';
import { phaseName } from '../traffic/phaseText.ts';
import { count } from '../format/numbers.ts';
import { rateShort } from '../format/rates.ts';
import { inSeconds } from '../format/time.ts';
import { heightOf, rateOf, type Track } from './blocks.ts';
import type { Part } from './hit.ts';
import { toStep } from './steps.ts';

/** What the hand has hold of: a part of a phase, or all that is selected, by the one that it took. */
export type Grip =
  | { readonly of: 'phase'; readonly phase: number; readonly part: Part }
  | { readonly of: 'several'; readonly several: Several; readonly at: Instant };

/** How far the hand has gone since. */
export interface Way {
  readonly by: Duration;
  /** Pixels. */
  readonly up: number;
  /** Where it lands is a multiple of this. */
  readonly step: Duration;
}

/** The scenario itself where the way leads nowhere. */
export function dragged(before: Scenario, grip: Grip, { by, up, step }: Way, track: Track): Scenario {
  if (grip.of === 'several') return moved(before, grip.several, toStep(grip.at, by, step));
  const { phase, part } = grip;
  const entry = before.traffic[phase];
  const extent = entry === undefined ? null : extentOf(entry, track.end);
  if (entry === undefined || extent === null) return before;
  switch (part) {
    case 'body':
      return moved(before, only(phase), toStep(extent.from, by, step));
    case 'from':
    case 'to':
      return stretched(before, phase, part, extent[part] + toStep(extent[part], by, step), step);
    default: {
      const which = part === 'last' ? 1 : 0;
      const rate = ratesOf(entry)[which];
      return rate === undefined || up === 0 ? before : paced(before, phase, which, raised(rate, up, part, track));
    }
  }
}

export function only(phase: number): Several {
  return { phases: [phase], requests: new Map() };
}

/** Of a ramp a corner that is pulled below this height is a rate of nothing. */
const NOTHING = 6;

/** The rate of an edge that was moved up by so many pixels. Where heights tell no more, up never makes it less, nor down more. */
function raised(rate: number, up: number, part: Part, track: Track): number {
  const corner = part !== 'rate';
  const height = (corner && rate === 0 ? 0 : heightOf(rate, track)) + up;
  if (corner && height < NOTHING) return 0;
  const meant = rateOf(height, track);
  return up > 0 ? Math.max(rate, meant) : Math.min(rate, meant);
}

/** What the drag is called when it is undone. */
export function labelOf(grip: Grip): string {
  return grip.of === 'phase' ? `change of phase ${grip.phase + 1}` : `move of ${severalWords(grip.several)}`;
}

/** What the hand is at, for the axis below it: the figure that it changes, and where it stands. */
export function figureOf(scenario: Scenario, grip: Grip, end: Instant): { at: Instant; text: string } | null {
  if (grip.of === 'several') return null;
  const { phase, part } = grip;
  const entry = scenario.traffic[phase];
  const extent = entry === undefined ? null : extentOf(entry, end);
  if (entry === undefined || extent === null) return null;
  const { from, to } = extent;
  const seconds = (at: Instant): string => inSeconds(at / SECOND);
  const rates = ratesOf(entry);
  const rate = entry.kind === 'burst' ? count(entry.count) : rateShort(rates[part === 'last' ? 1 : 0] ?? 0);
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
export function doneWords(scenario: Scenario, grip: Grip): string {
  if (grip.of === 'several') {
    return `Moved ${severalWords(grip.several)}. Ctrl+Z takes ${isOne(grip.several) ? 'it' : 'them'} back.`;
  }
  const entry = scenario.traffic[grip.phase];
  return entry === undefined ? '' : `${phaseName(grip.phase, entry)}. Ctrl+Z takes it back.`;
}
