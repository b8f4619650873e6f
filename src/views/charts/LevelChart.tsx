/** What the limiter itself counts, on its own scale: "full" is equally high in every lane. */
import { useCallback, useMemo, type ReactNode, type Ref } from 'react';
import type { LaneLook } from '../../sim/index.ts';
import { ChartLayers, type Axis, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawBounds, drawGrid, drawLevel } from './drawCurve.ts';
import type { Draw } from './liveChart.ts';
import { isBounded, levelScale, levelTicks, type LevelGauge } from './scale.ts';

export interface LevelChartProps extends ChartProps {
  /** Counts from 1. */
  readonly lane: number;
  /** Null until the first result. */
  readonly look: Pick<LaneLook, 'level'> | null;
  readonly gauge: LevelGauge | null;
  readonly ref?: Ref<ChartHandle>;
}

export function LevelChart({ lane, look, gauge, grid, ...rest }: LevelChartProps): ReactNode {
  const curve = look?.level ?? null;
  // Results bring new records with the same numbers: the axis is made anew for other numbers only.
  const { wall, full, low, n } = gauge ?? NO_GAUGE;
  const unknown = gauge === null;
  const known = useMemo(() => (unknown ? null : { wall, full, low, n }), [unknown, wall, full, low, n]);
  const greatest = known === null || isBounded(known) || curve === null ? 0 : greatestOf(curve.value);

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
      drawLevel(ctx, frame, theme, curve, levelScale(known, frame.plot.height, greatest));
    },
    [curve, known, greatest],
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

const NO_GAUGE: LevelGauge = { wall: 'ceiling', full: 0, low: 0, n: 0 };
const NO_AXIS: Axis = { scale: { low: 0, high: 1 }, ticks: [], grid: false };

function greatestOf(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}
