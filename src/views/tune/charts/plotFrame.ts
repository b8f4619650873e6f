/** Where the plot of one of Tune's charts is, and how its two axes map values to pixels and back. */
import { valueTicks, type Tick } from '../../format/ticks.ts';
import { plotIn, type Gutters, type Plot } from '../../charts/viewport.ts';

/** What Recharts is told, so that what lies over its charts is in the same place: y labels, room for the last x label, x labels. */
export const TUNE_GUTTERS: Gutters = { left: 56, right: 16, top: 12, bottom: 24 };

/** One axis: its ends, and whether equal factors or equal differences are equally long. */
export interface AxisScale {
  readonly low: number;
  readonly high: number;
  readonly log: boolean;
}

export function tunePlot(width: number, height: number): Plot {
  return plotIn(width, height, TUNE_GUTTERS);
}

/** Where a value is along an axis: 0 at its low end, 1 at its high end; within them. */
export function shareOf({ low, high, log }: AxisScale, value: number): number {
  const share = log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.max(0, Math.min(1, share));
}

/** The value at a share of the axis; beyond its ends, that of the end. */
export function valueAt({ low, high, log }: AxisScale, share: number): number {
  const inside = Math.max(0, Math.min(1, share));
  return log ? low * (high / low) ** inside : low + (high - low) * inside;
}

/** The ticks of an axis of whole permits that begins at 0. */
export function permitTicks(top: number): readonly Tick[] {
  return valueTicks(0, top, { maxTicks: 6, whole: true });
}

/** The ticks of an axis of clients, in order. */
export function clientTicks(clients: number): readonly Tick[] {
  return valueTicks(0, clients, { maxTicks: 5, whole: true });
}

/** The tick values of a logarithmic axis: 1, 2 and 5 of each decade, or only the decades where those would be too many. */
export function logTicks({ low, high }: AxisScale, most: number): readonly number[] {
  for (const digits of [[1, 2, 5], [1]]) {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
      for (const digit of digits) {
        const value = power < 0 ? digit / 10 ** -power : digit * 10 ** power;
        if (value >= low && value <= high) ticks.push(value);
      }
    if (ticks.length <= most || digits.length === 1) return ticks;
  }
  return [];
}
