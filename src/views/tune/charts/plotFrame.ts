/** Where the plot of one of Tune's charts is, and the ticks of its axes. */
import { valueTicks, type Tick } from '../../format/ticks.ts';
import type { AxisScale } from '../../charts/axisScale.ts';
import { plotIn, type Gutters, type Plot } from '../../charts/viewport.ts';

/** What Recharts is told, so that what lies over its charts is in the same place: y labels, room for the last x label, the name of the y axis, x labels. */
export const TUNE_GUTTERS: Gutters = { left: 56, right: 16, top: 20, bottom: 24 };

export function tunePlot(width: number, height: number): Plot {
  return plotIn(width, height, TUNE_GUTTERS);
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
