/** What the limiter itself counts, on its own scale: "full" is equally high in every lane. */
import { useCallback, useMemo, type ReactNode, type Ref } from 'react';
import type { Curve, LaneLook } from '../../sim/index.ts';
import { ChartLayers, type Axis, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawBounds, drawGrid, drawLevel, drawSecond } from './drawCurve.ts';
import type { Draw } from './liveChart.ts';
import { levelScale, levelTicks, type LevelGauge, type Scale } from './scale.ts';

export interface LevelChartProps extends ChartProps {
  /** Counts from 1. */
  readonly lane: number;
  /** Null until the first result. */
  readonly look: Pick<LaneLook, 'level' | 'second'> | null;
  readonly gauge: LevelGauge | null;
  /** The second quantity's own bound; null where it has none, undefined where there is no second quantity. */
  readonly secondFull?: number | null | undefined;
  readonly ref?: Ref<ChartHandle>;
}

export function LevelChart({ lane, look, gauge, secondFull, grid, ...rest }: LevelChartProps): ReactNode {
  const curve = look?.level ?? null;
  const second = look?.second ?? null;
  // Results bring new records with the same numbers: the axis is made anew for other numbers only.
  const { wall, full, low, n } = gauge ?? NO_GAUGE;
  const unknown = gauge === null;
  const known = useMemo(() => (unknown ? null : { wall, full, low, n }), [unknown, wall, full, low, n]);
  const greatest = known === null || curve === null ? 0 : greatestOf(curve.value);

  const axis = useCallback(
    (height: number): Axis => {
      if (known === null) return NO_AXIS;
      const scale = levelScale(known, height, greatest);
      return { scale, ticks: levelTicks(known, scale, height), grid: true };
    },
    [known, greatest],
  );
  const draw = useCallback<Draw>(
    (ctx, frame, theme) => {
      if (curve === null || known === null) return;
      const scale = levelScale(known, frame.plot.height, greatest);
      drawLevel(ctx, frame, theme, curve, scale);
      if (second !== null) drawSecond(ctx, frame, theme, second, secondScale(scale, known.full, secondFull, second));
    },
    [curve, second, secondFull, known, greatest],
  );
  const drawFront = useCallback<Draw>(
    (ctx, frame, theme) => {
      drawGrid(ctx, frame, theme, grid);
      if (known !== null) drawBounds(ctx, frame, theme, known, levelScale(known, frame.plot.height, greatest));
    },
    [grid, known, greatest],
  );
  return <ChartLayers {...rest} label={`Level of lane ${lane}`} axis={axis} draw={draw} drawFront={drawFront} />;
}

/** Its own bound, or the greatest value drawn, stands where the level's bound does; zero is where zero is. */
function secondScale(scale: Scale, full: number, own: number | null | undefined, curve: Curve): Scale {
  const stands = own ?? greatestOf(curve.value);
  // A bound of its own in the same unit as the level's is the level's scale.
  const per = stands > 0 && full > 0 ? stands / full : 1;
  return { low: scale.low * per, high: scale.high * per };
}

const NO_GAUGE: LevelGauge = { wall: 'ceiling', full: 0, low: 0, n: 0 };
const NO_AXIS: Axis = { scale: { low: 0, high: 1 }, ticks: [], grid: false };

function greatestOf(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}
