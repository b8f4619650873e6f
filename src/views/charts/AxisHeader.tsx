/** The header of a column of charts: its title, the time axis its rows share, and the crosshair's instant in a chip. */
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import type { Instant } from '../../sim/index.ts';
import type { Tick } from '../format/ticks.ts';
import { plotIn, xOf, type Gutters, type TimeRange } from './viewport.ts';
import { useChartAxes } from './chartAxesLoader.ts';
import { observeSize } from './observers.ts';
import './charts.css';

export interface AxisHeaderHandle {
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
}

const TICKS_HEIGHT = 16;
/** Of 12 px text with tabular figures: the chip is placed without being measured. */
const CHARACTER_WIDTH = 7.7;
/** Padding at either side of the chip's text. */
const PADDING = 4;

function halfTextWidth(text: string): number {
  return (text.length * CHARACTER_WIDTH) / 2;
}

export function AxisHeader({ title, note = '', range, gutters, ticks, ref }: AxisHeaderProps): ReactNode {
  const { left, right } = gutters;
  const root = useRef<HTMLDivElement>(null);
  const chip = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const axes = useChartAxes(true);
  useEffect(() => observeSize(root.current as Element, setWidth), []);

  const [chipState] = useState<ChipState>(() => ({ at: null, text: '' }));
  const placeChip = useCallback(() => {
    const element = chip.current;
    if (element === null) return;
    const { at, text } = chipState;
    const inRange = at !== null && at >= range.from && at <= range.to && width > 0;
    const plot = plotIn(width, TICKS_HEIGHT, { left, right, top: 0, bottom: 0 });
    const frame = { ...range, plot, width, height: TICKS_HEIGHT, pixelRatio: 1 };
    const half = halfTextWidth(text) + PADDING;
    const x = inRange ? Math.max(half, Math.min(width - half, xOf(frame, at))) : Number.NaN;
    // Part of a label beside the chip would read as another instant.
    root.current?.querySelectorAll<SVGElement>('.chart-label').forEach((label, index) => {
      const tick = ticks[index];
      const covered = tick !== undefined && Math.abs(xOf(frame, tick.at) - x) < half + halfTextWidth(tick.label);
      label.style.visibility = covered ? 'hidden' : '';
    });
    element.style.visibility = inRange ? 'visible' : 'hidden';
    if (!inRange) return;
    if (element.textContent !== text) element.textContent = text;
    element.style.transform = `translateX(${x - half}px)`;
  }, [chipState, range, left, right, width, ticks]);
  useLayoutEffect(placeChip, [placeChip]);
  useImperativeHandle(
    ref,
    () => ({
      setChip(at, text = '') {
        Object.assign(chipState, { at, text } satisfies ChipState);
        placeChip();
      },
    }),
    [chipState, placeChip],
  );

  return (
    <div ref={root} className="axis-header">
      {title !== null && (
        <div className="axis-header-title" style={{ left, right }}>
          {title}
          {note !== '' && <span className="axis-header-note">{note}</span>}
        </div>
      )}
      <div className="axis-header-ticks" aria-hidden>
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
}
