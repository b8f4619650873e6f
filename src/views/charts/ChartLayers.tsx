/**
 * A chart's layers, from the bottom: Recharts' axes, the data canvas, the veil over everything beyond the playhead, the
 * band of the lit phase, the front canvas (bounds, grid and text, which apply to all times), and the moving lines.
 * Canvases are redrawn when their data, range, size or theme changes; the veil, the band and the lines move by transforms
 * alone, through the handle, without React.
 */
import {
  memo,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type Ref,
  type RefObject,
  type SetStateAction,
} from 'react';
import type { Instant, TimeSpan } from '../../sim/index.ts';
import type { Tick } from '../format/ticks.ts';
import { instantAt, plotIn, xOf, type Viewport, type Gutters, type TimeRange } from './viewport.ts';
import { useChartAxes } from './chartAxesLoader.ts';
import { FRONT_OVERHANG, LINE_OVERHANG, LiveChart, VEIL_OVERHANG, type Draw } from './liveChart.ts';
import { observePixelRatio, observeSize, observeView } from './observers.ts';
import type { ValueScale } from './scale.ts';
import type { ChartTheme } from './chartTheme.ts';
import { writeText } from '../ui/writeText.ts';
import type { TimeSurface } from './useChartPointer.ts';
import './charts.css';

/** Called every frame, bypassing React. Instants in microseconds; null hides. */
export interface ChartHandle extends TimeSurface {
  setPlayhead(at: Instant | null): void;
  setCrosshair(at: Instant | null): void;
  /** Slides or zooms the chart with the data it has; the range in the props applies again when it changes. */
  setRange(from: Instant, to: Instant): void;
  /** Draws the chart again, for what its drawing has taken since. */
  redraw(): void;
  /** Sets the text above the plot. */
  setReadout(text: string): void;
  /** Marks the span that is being selected. */
  setSpan(span: TimeRange | null): void;
}

/** The props of every chart. */
export interface ChartProps {
  readonly range: TimeRange;
  readonly gutters: Gutters;
  readonly theme: ChartTheme;
  /** The axis' ticks, for the vertical grid. */
  readonly grid: readonly Instant[];
  /** The selected request's instant: a hairline through all lanes. */
  readonly selectedAt?: Instant | null;
  /** The phase that is lit. */
  readonly lit?: TimeSpan | null;
  /** The name over the readout, both beside the plot; without one the readout is above the plot, under an axis header. */
  readonly title?: string | undefined;
  /** The id of the element that describes this chart. */
  readonly describedBy?: string | undefined;
}

export interface ChartLayersProps extends Omit<ChartProps, 'grid'> {
  /** The accessible name; without one the layers are hidden from assistive technology. */
  readonly label: string | null;
  /** Draws the data. A new function redraws: wrap it in `useCallback` with its data. */
  readonly draw: Draw;
  /** Draws what is above the veil, whenever the data is drawn. */
  readonly drawFront: Draw | null;
  /**
   * The y axis for a given plot height, drawn by Recharts; null for none, or for one that `drawFront` draws. A new function
   * renders a new axis, so that is for axes that hardly ever change.
   */
  readonly axis: ((plotHeight: number) => YAxisModel) | null;
  /** Whether there is a readout above the plot; by default where there is room. */
  readonly readout?: boolean;
  /** Whether everything beyond the playhead is veiled: true for computed results, false for the scenario's own data. */
  readonly veiled?: boolean;
  /** Called whenever the chart is to be drawn again, to position what depends on its data alone: the page is laid out once for both. */
  readonly onRedraw?: (() => void) | undefined;
  /** Called after each drawing, to position what depends on it. */
  readonly onDrawn?: ((viewport: Viewport) => void) | undefined;
  readonly children?: ReactNode;
  readonly ref?: Ref<ChartHandle>;
}

export interface YAxisModel {
  readonly scale: ValueScale;
  readonly ticks: readonly Tick[];
  readonly grid: boolean;
}

/** Less space above the plot leaves no room for the readout: on a phone it is in the lane's header. */
const READOUT_HEIGHT = 16;
/** A curve at the plot's upper or lower edge is half outside: the veil is higher by this at either. */
const CURVE_OVERHANG = 1;
/** How far lines extend above the plot. */
const LINE_OVERHANG_TOP = 4;

export function ChartLayers({
  range,
  gutters,
  theme,
  selectedAt = null,
  lit = null,
  describedBy,
  title,
  label,
  draw,
  drawFront,
  onRedraw,
  onDrawn,
  axis,
  readout = title !== undefined || gutters.top >= READOUT_HEIGHT,
  veiled = true,
  children,
  ref,
}: ChartLayersProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const data = useRef<HTMLCanvasElement>(null);
  const front = useRef<HTMLCanvasElement>(null);
  const litBand = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const crosshair = useRef<HTMLDivElement>(null);
  const hairline = useRef<HTMLDivElement>(null);
  const span = useRef<HTMLDivElement>(null);
  const spanLabel = useRef<HTMLDivElement>(null);
  const [readoutLine] = useState(() => new ReadoutLine());
  const mountReadout = useCallback((element: HTMLElement | null) => readoutLine.mount(element), [readoutLine]);
  const [size, setSize] = useState(NO_SIZE);
  const [inView, setInView] = useState(false);
  const [live] = useState(() => new LiveChart());
  const hasAxis = axis !== null;

  useLayoutEffect(() => {
    live.mount({
      data: data.current as HTMLCanvasElement,
      front: front.current,
      lit: litBand.current as HTMLElement,
      veil: veil.current as HTMLElement,
      playhead: playhead.current as HTMLElement,
      crosshair: crosshair.current as HTMLElement,
      hairline: hairline.current as HTMLElement,
      span: span.current as HTMLElement,
      spanLabel: spanLabel.current as HTMLElement,
    });
    // Only Recharts' axes are rendered for a size: the rest is drawn.
    const stopObserving = observe(
      root.current as HTMLElement,
      live,
      hasAxis ? setSize : ignore,
      hasAxis ? setInView : ignore,
    );
    return () => {
      stopObserving();
      live.unmount();
    };
  }, [live, hasAxis]);

  // Draws everything that changed in one commit once, before the browser paints.
  useLayoutEffect(() => {
    live.update({ range, gutters, theme, draw, drawFront, onRedraw, onDrawn, selectedAt });
  }, [live, range, gutters, theme, draw, drawFront, onRedraw, onDrawn, selectedAt]);
  useLayoutEffect(() => live.setLit(lit), [live, lit]);
  useImperativeHandle(ref, () => chartHandle(live, root, readoutLine), [live, readoutLine]);

  const hasFront = drawFront !== null;
  // Only what is drawn changes with every step of a slider.
  const layers = useMemo(() => {
    const { left, right, top, bottom } = gutters;
    return (
      <>
        {axis !== null && size.width > 0 && <LazyChartAxes size={size} gutters={gutters} axis={axis} inView={inView} />}
        <canvas
          ref={data}
          className="chart-canvas"
          {...(label === null ? ARIA_HIDDEN : { role: 'img', 'aria-label': label, 'aria-describedby': describedBy })}
        />
        <div
          className="chart-plot"
          hidden={!veiled}
          style={{ left, right: right - VEIL_OVERHANG, top: top - CURVE_OVERHANG, bottom: bottom - CURVE_OVERHANG }}
        >
          <div ref={veil} className="chart-veil" />
        </div>
        {/* Over the veil, which would hide it beyond the playhead. */}
        <div className="chart-plot" style={{ left, right, top, bottom }}>
          <div ref={litBand} className="chart-lit" />
        </div>
        <div
          className="chart-plot chart-lines"
          style={{
            left: left - LINE_OVERHANG,
            right: right - LINE_OVERHANG,
            // Stacked charts have one playhead through them all.
            ...(title === undefined ? { top: top - LINE_OVERHANG_TOP, bottom } : {}),
          }}
        >
          <div ref={span} className="chart-span" />
          <div ref={hairline} className="chart-hairline" />
          <div ref={crosshair} className="chart-crosshair" />
          <div ref={playhead} className="chart-playhead" />
        </div>
        {/* Over the lines, which cut none of its labels. */}
        {hasFront && <canvas ref={front} className="chart-canvas" style={{ left: -FRONT_OVERHANG }} aria-hidden />}
        <div className="chart-plot" style={{ left, right, top, bottom }}>
          <div ref={spanLabel} className="chart-span-label" />
        </div>
        {title !== undefined && (
          <div className="chart-side" style={{ width: right }} aria-hidden>
            <span className="chart-title">{title}</span>
            <div ref={mountReadout} className="chart-readout" translate="no" />
          </div>
        )}
        {title === undefined && readout && (
          <div
            ref={mountReadout}
            className="chart-readout chart-readout--above"
            translate="no"
            aria-hidden
            style={{ right, height: top }}
          />
        )}
      </>
    );
  }, [axis, size, gutters, inView, label, describedBy, veiled, title, hasFront, readout, mountReadout]);
  return (
    <div ref={root} className="chart">
      {layers}
      {children}
    </div>
  );
}

/** The readout's text, which stays when a change of layout replaces its element. */
class ReadoutLine {
  #element: HTMLElement | null = null;
  #text = '';

  mount(element: HTMLElement | null): void {
    this.#element = element;
    this.show(this.#text);
  }

  show(text: string): void {
    this.#text = text;
    if (this.#element !== null) writeText(this.#element, text);
  }
}

const ignore = (): void => undefined;

/** @returns a function that stops it */
function observe(
  element: HTMLElement,
  live: LiveChart,
  setSize: Dispatch<SetStateAction<Size>>,
  setInView: (visible: boolean) => void,
): () => void {
  const cleanups = [
    observeSize(element, (width, height) => {
      live.resize(width, height);
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    }),
    observeView(element, (visible) => {
      live.setInView(visible);
      setInView(visible);
    }),
    observeView(element, (seen) => live.setSeen(seen), '0px'),
    observePixelRatio(() => live.changePixelRatio()),
  ];
  return () => {
    for (const end of cleanups) end();
  };
}

function chartHandle(live: LiveChart, root: RefObject<HTMLElement | null>, readout: ReadoutLine): ChartHandle {
  return {
    setPlayhead: (at) => live.setPlayhead(at),
    setCrosshair: (at) => live.setCrosshair(at),
    setRange: (from, to) => live.setRange(from, to),
    setSpan: (span) => live.setSpan(span),
    setSpanLabel: (span) => live.setSpanLabel(span),
    redraw: () => live.redraw(),
    setReadout: (text) => readout.show(text),
    instantAt: (x) => instantAt(live.viewport, x),
    xOf: (at) => xOf(live.viewport, at),
    get element() {
      return root.current;
    },
  };
}

const ARIA_HIDDEN = { 'aria-hidden': true } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}
const NO_SIZE: Size = { width: 0, height: 0 };

interface LazyChartAxesProps {
  readonly size: Size;
  readonly gutters: Gutters;
  readonly axis: (plotHeight: number) => YAxisModel;
  readonly inView: boolean;
}

/** Recharts, once its turn has come. A new size or axis renders it again, but not while it is out of view. */
const LazyChartAxes = memo(
  function LazyFrame({ size: { width, height }, gutters, axis, inView }: LazyChartAxesProps) {
    const axes = useChartAxes(inView);
    const plotHeight = plotIn(width, height, gutters).height;
    const { scale, ticks, grid } = useMemo(() => axis(plotHeight), [axis, plotHeight]);
    if (axes === null || plotHeight <= 0) return null;
    return <axes.default width={width} height={height} gutters={gutters} scale={scale} ticks={ticks} grid={grid} />;
  },
  (before, after) =>
    !after.inView ||
    (before.inView && before.size === after.size && before.gutters === after.gutters && before.axis === after.axis),
);
