/** A bet that is drawn: a value for each of a few instants, by a stroke across, or a slider for each. */
import { useRef, type PointerEvent, type ReactElement } from 'react';
import { formatNumber, formatTime, lineQuantities, type Bet } from '../../sim/index.ts';
import { useLesson } from '../../store/learning/learningContext.tsx';
import { currentStep } from '../../store/learning/learning.ts';
import type { BetFieldsProps } from './betFields.ts';
import styles from './Learn.module.css';
import { drawStroke, type StrokePoint } from './stroke.ts';

type Line = Extract<Bet, { kind: 'line' }>;
const WIDTH = 300;
const HEIGHT = 120;

export function LineBet({ bet, bid, onChange }: BetFieldsProps<Line>): ReactElement {
  const actual = useLesson(({ outcome }) => outcome?.values ?? null);
  const unit = useUnit(bet);
  const times = lineQuantities(bet).map(({ at = 0 }) => at);
  const drawn = bid?.kind === 'line' ? bid.values : null;
  const top = Math.max(2 * unit, ...(actual ?? []).map((value) => value ?? 0));
  const values = drawn ?? times.map(() => 0);
  const draw = (line: readonly number[]): void => onChange({ kind: 'line', values: line });
  const stroke = useStroke(values, top, draw);
  const name = bet.curve === 'level' ? 'Level' : 'Window count';
  return (
    <div className={styles['line']}>
      <div className={styles['plot']} {...stroke}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <line x1="0" x2={WIDTH} y1={yOf(unit, top)} y2={yOf(unit, top)} className={styles['bound']} />
          {drawn !== null && <polyline points={pathOf(drawn, top)} className={styles['drawn']} />}
          {actual !== null && <polyline points={pathOf(actual, top)} className={styles['actual']} />}
        </svg>
        <div className={styles['points']}>
          {times.map((time, point) => (
            <input
              key={time}
              type="range"
              aria-label={`${name} at ${formatTime(Number(time.toFixed(6)))}`}
              aria-orientation="vertical"
              min={0}
              max={top}
              step={top > 20 ? Math.round(top / 20) : 1}
              value={values[point]}
              onChange={(event) => draw(values.with(point, Number(event.target.value)))}
            />
          ))}
        </div>
      </div>
      <p className="label">
        {name} from {formatTime(bet.from)} to {formatTime(bet.to)}; the line across is at {formatNumber(unit, 3)}.
        {drawn === null && actual === null && ' Draw across it, or set each point with Tab and the arrow keys.'}
        {actual !== null && ' Dashed: your line. Solid: the run.'}
      </p>
    </div>
  );
}

/** The lane's own n: known before its run is. */
function useUnit({ lane }: Line): number {
  return useLesson((state) => {
    const scenario = currentStep(state)?.scenario;
    return scenario?.lanes[lane]?.policy.n ?? scenario?.policy.n ?? 1;
  });
}

function yOf(value: number, top: number): number {
  return HEIGHT - (Math.min(value, top) / top) * HEIGHT;
}

function pathOf(values: readonly (number | null)[], top: number): string {
  const step = WIDTH / (values.length - 1);
  return values.flatMap((value, index) => (value === null ? [] : [`${index * step},${yOf(value, top)}`])).join(' ');
}

/** A stroke sets the points it passes, whole values only. */
function useStroke(values: readonly number[], top: number, onDraw: (values: readonly number[]) => void) {
  // The hand is faster than the page is painted: what it has drawn is kept here.
  const drawing = useRef<{ readonly values: readonly number[]; readonly at: StrokePoint } | null>(null);
  const draw = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const last = values.length - 1;
    const point = Math.round(((event.clientX - box.left) / box.width) * last);
    const value = (1 - (event.clientY - box.top) / box.height) * top;
    const at = {
      point: Math.max(0, Math.min(last, point)),
      value: Math.round(Math.max(0, Math.min(top, value))),
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
