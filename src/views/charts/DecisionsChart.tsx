/** The allow/deny timeline of a lane: single marks while they fit, in a row a node where there are several; else densities. */
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
import { ChartLayers, type Axis, type ChartHandle, type ChartProps } from './ChartLayers.tsx';
import { DecisionsDrawing, type DecisionsLook, type Signs, type Spot } from './decisionsDrawing.ts';
import type { WorstWindow } from './drawDecisions.ts';
import type { Draw } from './liveChart.ts';
import { baseLine, type Mode } from './stack.ts';

export interface DecisionsHandle extends ChartHandle {
  /**
   * The request nearest to a point (in CSS pixels from the chart's upper left corner) within the tolerance, as its
   * position in the lane's trace; null without one, and where only counts are known.
   */
  requestAt(x: number, y: number, tolerance: number): number | null;
  /** Where a request's mark stands; null when it is not drawn as one, or not in the plot. */
  spotOf(request: number): Spot | null;
  /** Whether single requests are drawn, or counts. */
  readonly mode: Mode;
}

export interface DecisionsChartProps extends ChartProps {
  /** Null until the first result. */
  readonly look: DecisionsLook | null;
  /** The count a bin that stands for half a plot, one for all lanes: `densityTop`. */
  readonly densityTop: number;
  readonly worst: WorstWindow | null;
  /** What the rows are called where several processes decide: the nodes, then perhaps a row for what none of them took. */
  readonly nodes?: readonly string[];
  /** The selected request's position in this lane's trace. */
  readonly selected?: number | null;
  /** Positions of the requests that the selected decision counted, rising. */
  readonly members?: Uint32Array | null;
  /** When the selected request, refused, would have been admitted. */
  readonly promise?: Instant | null;
  /** Instants of requests on which two compared lanes disagree, rising. */
  readonly disagreements?: Float64Array | null;
  /** An accessible name, for when the chart stands alone; usually the list box beside it says all, and there is none. */
  readonly label?: string | null;
  readonly ref?: Ref<DecisionsHandle>;
}

/** Around the selected mark. */
const RING_OFF = 3;
const RING_WIDTH = 2;
/** `in` and `out`, from the base line. */
const LABEL_OFF = 11;

export function DecisionsChart({
  look,
  densityTop,
  worst,
  nodes = ONE_PROCESS,
  selected = null,
  members = null,
  promise = null,
  disagreements = null,
  label = null,
  grid,
  ref,
  ...rest
}: DecisionsChartProps): ReactNode {
  const chart = useRef<ChartHandle>(null);
  const ring = useRef<HTMLDivElement>(null);
  const [drawing] = useState(() => new DecisionsDrawing());
  /** As it was drawn last: the drawing knows whether a row a node fits. */
  const [rows, setRows] = useState(1);

  const draw = useCallback<Draw>(
    (ctx, frame, theme) => drawing.draw(ctx, frame, theme, look, densityTop, worst, nodes.length),
    [drawing, look, densityTop, worst, nodes],
  );
  const axis = useCallback(
    (plotHeight: number): Axis =>
      rows > 1 && rows === nodes.length ? nodeRows(nodes, plotHeight) : inAndOut(plotHeight),
    [rows, nodes],
  );
  const signs = useMemo<Signs>(
    () => ({ grid, worst, members, promise, disagreements }),
    [grid, worst, members, promise, disagreements],
  );
  const drawFront = useCallback<Draw>(
    (ctx, frame, theme) => drawing.drawFront(ctx, frame, theme, densityTop, signs),
    [drawing, densityTop, signs],
  );

  const placeRing = useCallback(() => {
    const element = ring.current;
    if (element === null) return;
    const spot = selected === null ? null : drawing.spotOf(selected);
    element.style.visibility = spot === null ? 'hidden' : 'visible';
    if (spot === null) return;
    const across = spot.size + 2 * (RING_OFF + RING_WIDTH);
    element.style.width = `${across}px`;
    element.style.height = `${across}px`;
    element.style.transform = `translate(${spot.x - across / 2}px, ${spot.y - across / 2}px)`;
  }, [drawing, selected]);
  useLayoutEffect(placeRing, [placeRing]);
  const drawn = useCallback(() => {
    placeRing();
    setRows(drawing.rows);
  }, [drawing, placeRing]);

  useImperativeHandle(ref, (): DecisionsHandle => {
    const layers = chart.current as ChartHandle;
    return {
      ...layers,
      get element() {
        return layers.element;
      },
      get mode() {
        return drawing.mode ?? 'marks';
      },
      requestAt: (x, y, tolerance) => drawing.requestAt(x, y, tolerance),
      spotOf: (request) => drawing.spotOf(request),
    };
  }, [drawing]);

  return (
    <ChartLayers {...rest} ref={chart} label={label} axis={axis} draw={draw} drawFront={drawFront} drawn={drawn}>
      <div ref={ring} className="chart-ring" style={{ visibility: 'hidden' }} />
    </ChartLayers>
  );
}

const ONE_PROCESS: readonly string[] = [];

/** Names at the base lines, in pixels from the foot. */
function nodeRows(nodes: readonly string[], plotHeight: number): Axis {
  const plot = { x: 0, y: 0, width: 0, height: plotHeight };
  return {
    scale: { low: 0, high: plotHeight },
    ticks: nodes.map((label, row) => ({ at: plotHeight - baseLine(plot, row, nodes.length), label })),
    grid: false,
  };
}

/** The base line is 0, the plot's edges are 1 and −1. */
function inAndOut(plotHeight: number): Axis {
  const off = Math.min(0.8, LABEL_OFF / (plotHeight / 2));
  return {
    scale: { low: -1, high: 1 },
    ticks: [
      { at: off, label: 'in' },
      { at: -off, label: 'out' },
    ],
    grid: false,
  };
}
