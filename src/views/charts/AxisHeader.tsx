/**
 * The header of a column of charts: its title, the time axis its rows share, and the crosshair's instant in a chip. A
 * click on it scrubs.
 */
import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import type { Instant } from '../../sim/index.ts';
import type { Tick } from '../format/ticks.ts';
import { formatInstant } from '../format/time.ts';
import { writeText } from '../ui/writeText.ts';
import { labelWidth, textWidth } from './labelWidth.ts';
import { useChartPointer, type TimeSurface } from './useChartPointer.ts';
import { instantAt, plotIn, xOf, type Gutters, type TimeRange, type Viewport } from './viewport.ts';
import { useChartAxes } from './chartAxesLoader.ts';
import { observeSize } from './observers.ts';
import './charts.css';

export interface AxisHeaderHandle extends TimeSurface {
  /** Moves the chip to an instant and sets its text; null hides it. Does not force a layout. */
  setChip(at: Instant | null, text?: string): void;
}

export interface AxisHeaderProps {
  /** `Level`, `Window count, in the last 10 s`, `Decisions`; null for an axis without a title (the traffic track's). */
  readonly title: string | null;
  /** A short muted note after the title. */
  readonly note?: string;
  readonly range: TimeRange;
  readonly gutters: Pick<Gutters, 'left' | 'right'>;
  /** `timeTicks` of the range and the plot's width. */
  readonly ticks: readonly Tick[];
  readonly ref?: Ref<AxisHeaderHandle>;
}

/** The chip's instant and text. */
interface ChipState {
  at: Instant | null;
  text: string;
  /** The length of the span that is being selected here, which the chip says instead. */
  span: string | null;
}

const TICKS_HEIGHT = 16;

export const AxisHeader = memo(function AxisHeader({
  title,
  note = '',
  range,
  gutters,
  ticks,
  ref,
}: AxisHeaderProps): ReactNode {
  const { left, right } = gutters;
  const root = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const chip = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const axes = useChartAxes(true);
  useEffect(() => observeSize(root.current as Element, setWidth), []);

  const [chipState] = useState<ChipState>(() => ({ at: null, text: '', span: null }));
  const frame = useMemo((): Viewport => {
    const plot = plotIn(width, TICKS_HEIGHT, { left, right, top: 0, bottom: 0 });
    return { ...range, plot, width, height: TICKS_HEIGHT, pixelRatio: 1 };
  }, [range, left, right, width]);
  const placeChip = useCallback(() => {
    const element = chip.current;
    if (element === null) return;
    const { at } = chipState;
    const text = chipState.span ?? chipState.text;
    const inRange = at !== null && at >= range.from && at <= range.to && width > 0;
    const half = labelWidth(text) / 2;
    const x = inRange ? Math.max(half, Math.min(width - half, xOf(frame, at))) : Number.NaN;
    // Part of a label beside the chip would read as another instant.
    root.current?.querySelectorAll<SVGElement>('.chart-label').forEach((label, index) => {
      const tick = ticks[index];
      const covered = tick !== undefined && Math.abs(xOf(frame, tick.at) - x) < half + textWidth(tick.label) / 2;
      label.style.visibility = covered ? 'hidden' : '';
    });
    element.style.visibility = inRange ? 'visible' : 'hidden';
    if (!inRange) return;
    writeText(element, text);
    element.style.transform = `translateX(${x - half}px)`;
  }, [chipState, frame, range, width, ticks]);
  useLayoutEffect(placeChip, [placeChip]);
  const handle = useMemo(
    (): AxisHeaderHandle => ({
      setChip(at, text = '') {
        Object.assign(chipState, { at, text } satisfies Partial<ChipState>);
        placeChip();
      },
      setSpanLabel(span) {
        chipState.span =
          span === null ? null : formatInstant(span.to - span.from, (range.to - range.from) / frame.plot.width);
        placeChip();
      },
      instantAt: (x) => instantAt(frame, x),
      xOf: (at) => xOf(frame, at),
      get element() {
        return axis.current;
      },
    }),
    [chipState, placeChip, frame, range],
  );
  useImperativeHandle(ref, () => handle, [handle]);
  const surface = useRef<TimeSurface>(null);
  useLayoutEffect(() => {
    surface.current = handle;
  }, [handle]);
  const pointer = useChartPointer(surface);

  return (
    <div ref={root} className="axis-header" data-untitled={title === null || undefined} {...pointer}>
      {title !== null && (
        <div className="axis-header-title" style={{ left, right }}>
          {title}
          {note !== '' && <span className="axis-header-note">{note}</span>}
        </div>
      )}
      <div ref={axis} className="axis-header-ticks" aria-hidden>
        {axes !== null && width > 0 && (
          <axes.TimeAxis
            width={width}
            height={TICKS_HEIGHT}
            left={left}
            right={right}
            from={range.from}
            to={range.to}
            ticks={ticks}
          />
        )}
      </div>
      <div ref={chip} className="axis-header-chip" aria-hidden />
    </div>
  );
});
