/** The logarithmic scale of rates that is shown while a phase's upper edge is dragged. */
import { trafficKindOf, type TrafficEntry } from '../../sim/index.ts';
import { phaseRates } from '../../store/trafficEdits.ts';
import { formatCount } from '../format/numbers.ts';
import { formatRateShort } from '../format/rates.ts';
import { heightOfRate, rateOfHeight, type TrackGeometry } from './blockLayout.ts';

export interface RateTick {
  /** Pixels from the plot's bottom. */
  readonly height: number;
  /** The rate, or the count of a burst; empty between powers of ten. */
  readonly label: string;
}

const DIGITS = [1, 2, 5];
/** Rounding does not drop the ends. */
const TOLERANCE = 1e-9;

/** 1, 2 and 5 in each power of ten, lowest first, as far as heights tell rates apart. */
export function rateTicks(entry: TrafficEntry, track: Pick<TrackGeometry, 'height' | 'policy'>): readonly RateTick[] {
  const count = trafficKindOf(entry).rates.count?.(entry);
  const [rate = 0] = phaseRates(entry);
  const perRate = count === undefined || rate === 0 ? 1 : count / rate;
  const low = rateOfHeight(0, track) * perRate;
  const high = rateOfHeight(track.height, track) * perRate;
  const ticks: RateTick[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const digit of DIGITS) {
      const value = Number(`${digit}e${power}`);
      if (value < low * (1 - TOLERANCE) || value > high * (1 + TOLERANCE)) continue;
      const text = count === undefined ? formatRateShort(value) : formatCount(value);
      ticks.push({ height: heightOfRate(value / perRate, track), label: digit === 1 ? text : '' });
    }
  }
  return ticks;
}
