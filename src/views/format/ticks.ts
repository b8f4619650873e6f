/** Positions and labels of the ticks on the time axis and the y axes. */
import { withThousandsSeparators, formatNumber } from './numbers.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The least distance between two labels. */
const MIN_LABEL_PX = 56;

export interface Tick {
  /** In the axis's unit: microseconds on a time axis. */
  readonly at: number;
  readonly label: string;
}

/** 1-2-5 from a microsecond to 10 s; then divisors of minutes, hours and days. */
const TIME_STEPS: readonly number[] = [
  ...[1, 10, 100, 1_000, 10_000, 100_000, SECOND].flatMap((decade) => [decade, 2 * decade, 5 * decade]),
  ...[10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100].map((days) => days * DAY),
];

/**
 * The ticks of [from, to], in microseconds, on an axis `pixels` wide: the smallest step that leaves 56 px per label, or
 * a larger one where the labels themselves need more (a first label in full, seconds far into a run).
 */
export function timeTicks(from: number, to: number, pixels: number): readonly Tick[] {
  const range = to - from;
  if (!(range > 0) || !(pixels > 0)) return [];
  let ticks: readonly Tick[] = [];
  for (const step of TIME_STEPS) {
    const apart = (step / range) * pixels;
    if (apart < MIN_LABEL_PX) continue;
    ticks = withLabels(multiplesIn(from, to, step), step, range);
    if (widestPair(ticks) <= apart) break;
  }
  return ticks;
}

function multiplesIn(from: number, to: number, step: number): number[] {
  const found: number[] = [];
  for (let index = Math.ceil(from / step); index * step <= to; index++) found.push(index * step);
  return found;
}

function withLabels(at: readonly number[], step: number, range: number): Tick[] {
  const last = at.length - 1;
  const first = at[0] ?? 0;
  return at.map((instant, index) => ({ at: instant, label: timeLabel(instant, step, range, index === last, first) }));
}

function timeLabel(at: number, step: number, range: number, last: boolean, first: number): string {
  if (range < 0.1 * SECOND) return at === first ? `${secondsLabel(at, step)} s` : `+${offsetLabel(at - first)}`;
  if (range < 2 * MINUTE) return `${secondsLabel(at, step)}${last ? ' s' : ''}`;
  if (range < 2 * HOUR) return `${minutesAndSeconds(at / SECOND)}${last ? ' min' : ''}`;
  if (range < 2 * DAY) return `${minutesAndSeconds(at / MINUTE)}${last ? ' h' : ''}`;
  return at % DAY === 0 ? `${formatNumber(at / DAY)} d` : `${formatNumber((at % DAY) / HOUR)} h`;
}

/** Seconds with as many decimals as the step needs, the same for all labels. */
function secondsLabel(at: number, step: number): string {
  const decimals = Math.max(0, 6 - Math.floor(Math.log10(step) + 1e-9));
  return withThousandsSeparators((at / SECOND).toFixed(decimals));
}

/** The offset from the first tick: `200 µs`, `1.5 ms`. */
function offsetLabel(micros: number): string {
  return micros < 1_000 ? `${formatNumber(micros)} µs` : `${formatNumber(micros / 1_000)} ms`;
}

/** Two base-60 places: 90 seconds as `1:30`, 135 minutes as `2:15`. */
function minutesAndSeconds(smaller: number): string {
  return `${Math.floor(smaller / 60)}:${String(Math.floor(smaller % 60)).padStart(2, '0')}`;
}

/** The distance that the widest pair of neighbouring labels needs, at about 7 px per character and 6 px between them. */
function widestPair(ticks: readonly Tick[]): number {
  let most = 0;
  ticks.forEach(({ label: text }, index) => {
    const next = ticks[index + 1];
    if (next !== undefined) most = Math.max(most, ((text.length + next.label.length) / 2) * 7 + 6);
  });
  return most;
}

/** `1,000`, then `10k`, `12.5k`, `2M`: short enough for a gutter. */
export function formatShortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${formatNumber(value / 1e6)}M`;
  if (size >= 1e4) return `${formatNumber(value / 1e3)}k`;
  return formatNumber(value, 6);
}

/** A bound beside an axis, which has no room for more than three digits of a large one: the figures beside the chart have all. */
export function formatBound(value: number): string {
  return formatShortNumber(Math.abs(value) >= 1e4 ? Number(value.toPrecision(3)) : value);
}

/** The multiples of 1, 2 or 5 ×10ᵏ in [low, high], as many as `maxTicks` (4) allows; only whole numbers if `whole`. */
export function valueTicks(
  low: number,
  high: number,
  options: { maxTicks?: number; whole?: boolean } = {},
): readonly Tick[] {
  const { maxTicks = 4, whole = false } = options;
  if (!(high > low)) return [];
  // Starts one decade below the estimate, where there are surely too many ticks.
  let exponent = Math.max(whole ? 0 : -12, Math.floor(Math.log10((high - low) / maxTicks)) - 1);
  for (; ; exponent++) {
    for (const digit of [1, 2, 5]) {
      const values = multiples(low, high, digit, exponent);
      if (values.length <= maxTicks) return values.map((at) => ({ at, label: formatShortNumber(at) }));
    }
  }
}

/** Each multiple is computed from whole numbers, so that 0.3 is not 0.30000000000000004. */
function multiples(low: number, high: number, digit: number, exponent: number): number[] {
  const [up, down] = exponent < 0 ? [digit, 10 ** -exponent] : [digit * 10 ** exponent, 1];
  const found: number[] = [];
  for (let index = Math.ceil((low * down) / up); (index * up) / down <= high && found.length < 100; index++) {
    found.push(index === 0 ? 0 : (index * up) / down);
  }
  return found;
}

const NICE_TOPS = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80];

/** The top of the window-count axis: the first of 1 1.2 1.5 2 2.5 3 4 5 6 8 ×10ᵏ that is at least 1.15·max(n, peak). */
export function countAxisTop(n: number, peak: number): number {
  // In hundredths, to compare whole numbers: 1.15 × 20 is not exactly 23.
  const least = 115 * Math.max(1, n, peak);
  for (let decade = 10; ; decade *= 10) {
    const top = NICE_TOPS.find((nice) => nice * decade >= least);
    if (top !== undefined) return (top * decade) / 100;
  }
}

/** Labels of 12 px type closer than this touch. */
const MIN_LABEL_HEIGHT_PX = 16;

/** The ticks of a window-count axis `pixels` high: at most 4, among them the limit, `n 10`, with no other overlapping it. */
export function countTicks(n: number, top: number, pixels: number): readonly Tick[] {
  const limitTick: Tick = { at: n, label: `n ${formatBound(n)}` };
  const otherTicks = (most: number): Tick[] =>
    valueTicks(0, top, { maxTicks: most, whole: true }).filter(
      ({ at }) => (Math.abs(at - n) / top) * pixels >= MIN_LABEL_HEIGHT_PX,
    );
  const others = otherTicks(4);
  return [...(others.length > 3 ? otherTicks(3) : others), limitTick].sort((a, b) => a.at - b.at);
}
