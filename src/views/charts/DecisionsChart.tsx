/** A lane's decision timeline: single marks while they fit, in one row per node where there are several, else densities. */
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import type { Instant } from '../../sim/index.ts';
import { ChartLayers, type YAxisModel, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import type { Annotations, DecisionsDrawing, MarkPosition } from './decisionsDrawing.ts';
import type { Draw } from './liveChart.ts';
import { decisionsAxis } from './decisionsAxis.ts';
import type { DisplayMode } from './markStack.ts';

export interface DecisionsHandle extends ChartHandle {
  /**
   * The request nearest to a point (in CSS pixels from the chart's top left corner) within the tolerance, as its
   * position in the lane's trace; null if there is none, or if only counts are known.
   */
  requestAt(x: number, y: number, tolerance: number): number | null;
  /** Where a request's mark is; null when it has no single mark or is outside the plot. */
  markPosition(request: number): MarkPosition | null;
  /** Whether single requests or counts are drawn. */
  readonly displayMode: DisplayMode;
}

export interface DecisionsChartProps extends ChartProps {
  /** It takes new data by itself; the chart is then told to redraw. */
  readonly drawing: DecisionsDrawing;
  /** The selected request's position in this lane's trace. */
  readonly selected?: number | null;
  /** Positions of the requests that the selected decision counted, ascending. */
  readonly countedRequests?: Uint32Array | null;
  /** When the selected request, which was denied, would have been admitted. */
  readonly retryAt?: Instant | null;
  /** The entry of the traffic whose requests are outlined. */
  readonly markedEntry?: number | null;
  /** An accessible name for a chart without a list box beside it; null where the list box says everything. */
  readonly label?: string | null;
  readonly ref?: Ref<DecisionsHandle>;
}

/** The margin around the selected mark. */
const RING_GAP = 3;
const RING_WIDTH = 2;

export function DecisionsChart({
  drawing,
  selected = null,
  countedRequests = null,
  retryAt = null,
  markedEntry = null,
  label = null,
  grid,
  ref,
  ...rest
}: DecisionsChartProps): ReactNode {
  const chart = useRef<ChartHandle>(null);
  const ring = useRef<HTMLDivElement>(null);
  /** Of the last drawing, which knows whether one row per node fits. */
  const [rows, setRows] = useState(drawing.rowCount);
  const [nodeNames, setNodeNames] = useState(drawing.nodeNames);

  const draw = useCallback<Draw>(
    (ctx, viewport, theme) => drawing.draw(ctx, viewport, theme, markedEntry),
    [drawing, markedEntry],
  );
  const axis = useCallback(
    (plotHeight: number): YAxisModel => decisionsAxis(nodeNames, rows, plotHeight),
    [rows, nodeNames],
  );
  const annotations = useMemo<Annotations>(
    () => ({ grid, countedRequests, retryAt }),
    [grid, countedRequests, retryAt],
  );
  const drawFront = useCallback<Draw>(
    (ctx, viewport, theme) => drawing.drawFront(ctx, viewport, theme, annotations),
    [drawing, annotations],
  );

  const placeRing = useCallback(() => {
    const element = ring.current;
    if (element === null) return;
    const spot = selected === null ? null : drawing.markPosition(selected);
    element.style.visibility = spot === null ? 'hidden' : 'visible';
    if (spot === null) return;
    const across = spot.size + 2 * (RING_GAP + RING_WIDTH);
    element.style.width = `${across}px`;
    element.style.height = `${across}px`;
    element.style.transform = `translate(${spot.x - across / 2}px, ${spot.y - across / 2}px)`;
  }, [drawing, selected]);
  useLayoutEffect(placeRing, [placeRing]);
  const drawn = useCallback(() => {
    placeRing();
    setRows(drawing.rowCount);
    // For tests, which cannot read a canvas.
    if (chart.current?.element) chart.current.element.dataset['display'] = drawing.displayMode ?? '';
  }, [drawing, placeRing]);

  // Its axis is rendered with the same change.
  const redrawn = useCallback(() => setNodeNames(drawing.nodeNames), [drawing]);

  useImperativeHandle(ref, (): DecisionsHandle => {
    const layers = chart.current as ChartHandle;
    return {
      ...layers,
      get element() {
        return layers.element;
      },
      get displayMode() {
        return drawing.displayMode ?? 'marks';
      },
      requestAt: (x, y, tolerance) => drawing.requestAt(x, y, tolerance),
      markPosition: (request) => drawing.markPosition(request),
    };
  }, [drawing]);

  return (
    <ChartLayers
      {...rest}
      ref={chart}
      label={label}
      axis={axis}
      draw={draw}
      drawFront={drawFront}
      onRedraw={redrawn}
      onDrawn={drawn}
    >
      <div ref={ring} className="chart-ring" style={{ visibility: 'hidden' }} />
    </ChartLayers>
  );
}
