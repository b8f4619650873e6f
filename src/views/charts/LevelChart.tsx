/** What the limiter itself counts, on its own scale: "full" is at the same height in every lane. */
import { useCallback, useMemo, type ReactNode, type Ref } from 'react';
import type { Curve, LaneChartData } from '../../sim/index.ts';
import { ChartLayers, type YAxisModel, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawBounds, drawGrid, drawLevel, drawSecondLevel } from './drawCurve.ts';
import type { Draw } from './liveChart.ts';
import { levelScale, levelTicks, type LevelGauge, type ValueScale } from './scale.ts';

export interface LevelChartProps extends ChartProps {
  /** Counts from 1. */
  readonly lane: number;
  /** Null until the first result. */
  readonly chartData: Pick<LaneChartData, 'level' | 'secondaryLevel'> | null;
  readonly gauge: LevelGauge | null;
  /** The second quantity's own bound; null where it has none, undefined where there is no second quantity. */
  readonly secondLevelBound?: number | null | undefined;
  readonly ref?: Ref<ChartHandle>;
}

export function LevelChart({ lane, chartData, gauge, secondLevelBound, grid, ...rest }: LevelChartProps): ReactNode {
  const curve = chartData?.level ?? null;
  const secondLevel = chartData?.secondaryLevel ?? null;
  // Results bring new records with the same numbers: the axis is rendered again only for new numbers.
  const { wall, full, low, n } = gauge ?? NO_GAUGE;
  const unknown = gauge === null;
  const known = useMemo(() => (unknown ? null : { wall, full, low, n }), [unknown, wall, full, low, n]);
  const greatest = known === null || curve === null ? 0 : maxOf(curve.value);

  const axis = useCallback(
    (height: number): YAxisModel => {
      if (known === null) return NO_AXIS;
      const scale = levelScale(known, height, greatest);
      return { scale, ticks: levelTicks(known, scale, height), grid: true };
    },
    [known, greatest],
  );
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => {
      if (curve === null || known === null) return;
      const scale = levelScale(known, viewport.plot.height, greatest);
      drawLevel(ctx, viewport, theme, curve, scale);
      if (secondLevel !== null)
        drawSecondLevel(
          ctx,
          viewport,
          theme,
          secondLevel,
          secondLevelScale(scale, known.full, secondLevelBound, secondLevel),
        );
    },
    [curve, secondLevel, secondLevelBound, known, greatest],
  );
  const drawFront = useCallback<Draw>(
    (ctx, viewport, theme) => {
      drawGrid(ctx, viewport, theme, grid);
      if (known !== null) drawBounds(ctx, viewport, theme, known, levelScale(known, viewport.plot.height, greatest));
    },
    [grid, known, greatest],
  );
  return <ChartLayers {...rest} label={`Level of lane ${lane}`} axis={axis} draw={draw} drawFront={drawFront} />;
}

/** Its own bound, or the greatest value drawn, is at the height of the level's bound; the zeros coincide. */
export function secondLevelScale(
  scale: ValueScale,
  full: number,
  ownBound: number | null | undefined,
  curve: Curve,
): ValueScale {
  const bound = ownBound ?? maxOf(curve.value);
  // A bound in the same unit as the level's shares the level's scale.
  const ratio = bound > 0 && full > 0 ? bound / full : 1;
  return { low: scale.low * ratio, high: scale.high * ratio };
}

const NO_GAUGE: LevelGauge = { wall: 'ceiling', full: 0, low: 0, n: 0 };
const NO_AXIS: YAxisModel = { scale: { low: 0, high: 1 }, ticks: [], grid: false };

export function maxOf(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}
