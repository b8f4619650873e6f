/** Where things stand in the plot of a line bet, on the page and on paper. */
import { formatTime, lineQuantities, microsFromSeconds, type Bet, type Curve, type Scenario } from '../../sim/index.ts';
import { countTicks, timeTicks, type Tick } from '../format/ticks.ts';

export type LineOf = Extract<Bet, { kind: 'line' }>;

/** In CSS pixels. */
export interface PlotBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The lane's own n: known before its run is. */
export function unitOfLine({ lane }: LineOf, scenario: Scenario): number {
  return scenario.lanes[lane]?.policy.n ?? scenario.policy.n;
}

export function lineName({ curve }: LineOf): string {
  return curve === 'level' ? 'Level' : 'Window count';
}

/** The instants at which the line has a value, in seconds. */
export function lineTimes(bet: LineOf): readonly number[] {
  return lineQuantities(bet).map(({ at = 0 }) => Number(at.toFixed(6)));
}

/** `every 2 s` */
export function everyText({ from, to, points }: LineOf): string {
  return `every ${formatTime(Number(((to - from) / (points - 1)).toFixed(6)))}`;
}

export interface LinePlot {
  readonly ticks: { readonly times: readonly Tick[]; readonly values: readonly Tick[] };
  /** The largest value that has room. */
  readonly top: number;
  readonly xOf: (micros: number) => number;
  readonly yOf: (value: number) => number;
}

/** @param curve what the run has; it must fit, too */
export function linePlot(bet: LineOf, unit: number, curve: Curve | null, box: PlotBox): LinePlot {
  const [from, to] = [microsFromSeconds(bet.from), microsFromSeconds(bet.to)];
  const top = Math.max(2 * unit, ...(curve?.value ?? []));
  return {
    ticks: {
      times: timeTicks(from, to, box.right - box.left),
      values: countTicks(unit, top, box.bottom - box.top),
    },
    top,
    xOf: (micros) => box.left + ((box.right - box.left) * (micros - from)) / (to - from),
    yOf: (value) => box.bottom - ((box.bottom - box.top) * Math.min(value, top)) / top,
  };
}

/** The run's own vertices: a step stays a step. */
export function curvePath({ at, value }: Curve, { xOf, yOf }: LinePlot): string {
  return Array.from(at, (instant, vertex) => `${xOf(instant)},${yOf(value[vertex] as number)}`).join(' ');
}
