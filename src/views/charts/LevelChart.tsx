/** What the limiter itself counts, on its own scale: "full" is at the same height in every lane. */
import { useCallback, useMemo, type ReactNode, type Ref } from 'react';
import type { Instant, LaneChartData } from '../../sim/index.ts';
import { useHeld } from '../hooks/useHeld.ts';
import type { ChartBound } from './chartBound.ts';
import { useBoundHandle } from './boundHandleLoader.ts';
import { ChartLayers, type YAxisModel, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { drawBounds, drawGrid, drawLevel, drawSecondLevel } from './drawCurve.ts';
import { drawValueAxis } from './drawValueAxis.ts';
import type { Draw } from './liveChart.ts';
import { maxOf } from './shownPart.ts';
import { levelScale, levelTicks, secondLevelScale, type LevelGauge } from './scale.ts';

export interface LevelChartProps extends ChartProps {
  /** Counts from 1. */
  readonly lane: number;
  /** Null until the first result. */
  readonly chartData: Pick<LaneChartData, 'level' | 'secondaryLevel'> | null;
  readonly gauge: LevelGauge | null;
  /** The second quantity's own bound; null where it has none, undefined where there is no second quantity. */
  readonly secondLevelBound?: number | null | undefined;
  /** The bound as what the hand may drag; null where no setting is the bound. */
  readonly bound?: ChartBound | null;
  /** Keeps the scale that it has. */
  readonly scaleHeld?: boolean;
  /** The scale is for what comes up to this instant: the rest is hidden. */
  readonly shownUntil?: Instant;
  readonly ref?: Ref<ChartHandle>;
}

export function LevelChart({
  lane,
  chartData,
  gauge,
  secondLevelBound,
  bound = null,
  scaleHeld = false,
  shownUntil = Infinity,
  grid,
  ...rest
}: LevelChartProps): ReactNode {
  const curve = chartData?.level ?? null;
  const secondLevel = chartData?.secondaryLevel ?? null;
  // Results bring new records with the same numbers: the chart is drawn again only for new numbers.
  const { wall, full, low, n } = gauge ?? NO_GAUGE;
  const unknown = gauge === null;
  const known = useMemo(() => (unknown ? null : { wall, full, low, n }), [unknown, wall, full, low, n]);
  const greatest = known === null || curve === null ? 0 : maxOf(curve, shownUntil);
  const secondBound = secondLevelBound ?? (secondLevel === null ? 0 : maxOf(secondLevel, shownUntil));

  const scaleAt = useHeld(
    useMemo(() => (known === null ? null : (height: number) => levelScale(known, height, greatest)), [known, greatest]),
    scaleHeld,
  );

  const axis = useCallback(
    (height: number): YAxisModel => {
      if (known === null || scaleAt === null) return NO_AXIS;
      const scale = scaleAt(height);
      return { scale, ticks: levelTicks(known, scale, height), grid: true };
    },
    [known, scaleAt],
  );
  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => {
      if (curve === null || known === null || scaleAt === null) return;
      const scale = scaleAt(viewport.plot.height);
      drawLevel(ctx, viewport, theme, curve, scale);
      if (secondLevel !== null)
        drawSecondLevel(ctx, viewport, theme, secondLevel, secondLevelScale(scale, known.full, secondBound));
    },
    [curve, secondLevel, secondBound, known, scaleAt],
  );
  const drawFront = useCallback<Draw>(
    (ctx, viewport, theme) => {
      drawValueAxis(ctx, viewport, theme, axis(viewport.plot.height));
      drawGrid(ctx, viewport, theme, grid);
      if (known !== null && scaleAt !== null) drawBounds(ctx, viewport, theme, known, scaleAt(viewport.plot.height));
    },
    [grid, known, scaleAt, axis],
  );
  const handle = useBoundHandle();
  const handleScale = scaleAt?.(UNROUNDED_HEIGHT) ?? null;
  return (
    <ChartLayers {...rest} label={`Level of lane ${lane}`} axis={null} draw={draw} drawFront={drawFront}>
      {handle !== null && bound !== null && handleScale !== null && curve !== null && (
        <handle.BoundHandle bound={bound} scale={handleScale} gutters={rest.gutters} />
      )}
    </ChartLayers>
  );
}

const NO_GAUGE: LevelGauge = { wall: 'ceiling', full: 0, low: 0, n: 0 };
/** So high that the bound, which is put between two pixels, is where it is in any plot, to half a pixel. */
const UNROUNDED_HEIGHT = 10_000;
const NO_AXIS: YAxisModel = { scale: { low: 0, high: 1 }, ticks: [], grid: false };
