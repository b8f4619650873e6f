/** A bet that is drawn: a value for each of a few instants, by a stroke across, or a slider for each. */
import { useEffect, useRef, useState, type PointerEvent, type ReactElement } from 'react';
import { formatTime, microsFromSeconds, type ReadStep } from '../../sim/index.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import { currentStep } from '../../store/learning/learningState.ts';
import { observeSize } from '../charts/observers.ts';
import type { BetFieldsProps } from './betFields.ts';
import styles from './Learn.module.css';
import {
  curvePath,
  everyText,
  lineName,
  linePlot,
  lineTimes,
  unitOfLine,
  type LineOf,
  type LinePlot,
  type PlotBox,
} from './linePlot.ts';
import { drawStroke, type StrokePoint } from './stroke.ts';

const HEIGHT = 160;
const LEFT = 40;

export function LineBet({ bet, bid, onChange }: BetFieldsProps<LineOf>): ReactElement {
  const run = useLesson(({ outcome }) => outcome?.curve ?? null);
  const unit = useLesson((state) => unitOfLine(bet, (currentStep(state) as ReadStep).scenario));
  const [figure, width] = useWidth();
  const box: PlotBox = { left: LEFT, right: width - 8, top: 8, bottom: HEIGHT - 20 };
  const plot = linePlot(bet, unit, run, box);
  const times = lineTimes(bet);
  const drawn = bid?.kind === 'line' ? bid.values : null;
  const values = drawn ?? times.map(() => 0);
  const draw = (line: readonly number[]): void => onChange({ kind: 'line', values: line });
  const stroke = useStroke(values, plot.top, box, draw);
  const name = lineName(bet);
  return (
    <div className={styles['line']}>
      <div ref={figure} className={styles['plot']} {...stroke}>
        <svg height={HEIGHT} aria-hidden="true">
          <Axes plot={plot} box={box} unit={unit} times={times} />
          {run !== null && <polyline points={curvePath(run, plot)} />}
          {drawn !== null && <Drawn values={drawn} times={times} plot={plot} />}
        </svg>
        <div
          className={styles['points']}
          style={{ left: box.left, right: 8, top: box.top, height: box.bottom - box.top }}
        >
          {times.map((time, point) => (
            <input
              key={time}
              type="range"
              aria-label={`${name} at ${formatTime(time)}`}
              aria-orientation="vertical"
              min={0}
              max={plot.top}
              step={plot.top > 20 ? Math.round(plot.top / 20) : 1}
              value={values[point]}
              onChange={(event) => draw(values.with(point, Number(event.target.value)))}
            />
          ))}
        </div>
      </div>
      <p className="label">
        {name} of lane {bet.lane + 1} over time.{' '}
        {drawn === null && run === null && 'Draw across it, or set each point with Tab and the arrow keys. '}
        {run === null
          ? `What counts is a point ${everyText(bet)}.`
          : drawn === null
            ? 'This is the run.'
            : 'Dots: your line. Solid: the run.'}
      </p>
    </div>
  );
}

interface AxesProps {
  readonly plot: LinePlot;
  readonly box: PlotBox;
  readonly unit: number;
  /** Of its points, in seconds. */
  readonly times: readonly number[];
}

function Axes({ plot: { ticks, xOf, yOf }, box: { left, right, top, bottom }, unit, times }: AxesProps): ReactElement {
  return (
    <g className={styles['axes']}>
      {ticks.times.map(({ at, label }) => (
        <g key={at}>
          <line x1={xOf(at)} x2={xOf(at)} y1={top} y2={bottom} />
          {/* The last label ends with its unit, and would be cut off. */}
          <text x={xOf(at)} y={HEIGHT - 4} textAnchor={xOf(at) + 16 > right ? 'end' : 'middle'}>
            {label}
          </text>
        </g>
      ))}
      {times.map((time) => {
        const x = xOf(microsFromSeconds(time));
        return <line key={time} x1={x} x2={x} y1={bottom} y2={bottom + 4} className={styles['point']} />;
      })}
      {ticks.values.map(({ at, label }) => (
        <g key={at} className={at === unit ? styles['bound'] : undefined}>
          <line x1={left} x2={right} y1={yOf(at)} y2={yOf(at)} />
          <text x={left - 6} y={yOf(at) + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

interface DrawnProps {
  readonly values: readonly number[];
  /** In seconds. */
  readonly times: readonly number[];
  readonly plot: LinePlot;
}

/** What was bet are the points; what joins them is only there to be followed. */
function Drawn({ values, times, plot: { xOf, yOf } }: DrawnProps): ReactElement {
  const points = values.map((value, point) => [xOf(microsFromSeconds(times[point] as number)), yOf(value)] as const);
  return (
    <>
      <polyline points={points.join(' ')} className={styles['drawn']} />
      {points.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="3" />
      ))}
    </>
  );
}

function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(300);
  useEffect(() => (element.current === null ? undefined : observeSize(element.current, setWidth)), []);
  return [element, width] as const;
}

/** A stroke sets the points it passes, whole values only. */
function useStroke(
  values: readonly number[],
  most: number,
  { left, right, top, bottom }: PlotBox,
  onDraw: (values: readonly number[]) => void,
) {
  // The hand is faster than the page is painted: what it has drawn is kept here.
  const drawing = useRef<{ readonly values: readonly number[]; readonly at: StrokePoint } | null>(null);
  const draw = (event: PointerEvent<HTMLElement>): void => {
    const figure = event.currentTarget.getBoundingClientRect();
    const last = values.length - 1;
    const point = Math.round(((event.clientX - figure.left - left) / (right - left)) * last);
    const value = ((figure.top + bottom - event.clientY) / (bottom - top)) * most;
    const at = {
      point: Math.max(0, Math.min(last, point)),
      value: Math.round(Math.max(0, Math.min(most, value))),
    };
    const line = drawStroke(drawing.current?.values ?? values, drawing.current?.at ?? at, at);
    drawing.current = { values: line, at };
    onDraw(line);
  };
  const end = (): void => {
    drawing.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.currentTarget.closest('fieldset')?.disabled === true) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      draw(event);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drawing.current !== null) draw(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
