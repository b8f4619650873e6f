/** The map's axes, which Recharts draws, its cells on one canvas, and the present setting among them. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useActions } from '../../../store/playgroundContext.tsx';
import { withSettings } from '../../../store/scenarioEdits.ts';
import type { Measure } from '../../../sim/index.ts';
import { isFigureIdentifiable } from '../../../tune/identifiable.ts';
import type { MapCells } from '../../../tune/index.ts';
import { useChartTheme, type ChartTheme } from '../../charts/chartTheme.ts';
import { pixelRatio } from '../../charts/observers.ts';
import { AfterPaint } from './AfterPaint.tsx';
import { useUndoGesture } from '../../hooks/useUndoGesture.ts';
import { useDebouncedCommit } from '../../ui/useDebouncedCommit.ts';
import { useDrag, type Drag } from '../../ui/useDrag.ts';
import styles from './MapChart.module.css';
import { cellText, roundedText, type MapShown } from './mapText.ts';
import { drawMap, greatestOf, mapRamp } from './drawMap.ts';
import { MapFrame } from './MapFrame.tsx';
import { indexOfValue } from './mapAxes.ts';
import { tunePlot } from './plotFrame.ts';

interface MapPlotProps extends MapShown {
  readonly width: number;
  readonly height: number;
  readonly lane: number;
  readonly cells: MapCells | null;
  readonly stride: number;
  /** Axes hold still while it is held. */
  readonly onHold: (held: boolean) => void;
}

/** The two lines below the axis that read a cell out. */
const READOUT_HEIGHT = 34;

export function MapPlot(props: MapPlotProps): ReactElement {
  const { x, y, xValues, yValues, measure, resolution, timeAt, width, lane, cells, stride, onHold } = props;
  const height = props.height - READOUT_HEIGHT;
  const theme = useChartTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<{ readonly column: number; readonly row: number } | null>(null);
  const actions = useActions();
  const plot = tunePlot(width, height);
  const [columns, rows] = [xValues.length, yValues.length];

  const known = useMemo(
    () =>
      yValues.flatMap((up) =>
        xValues.map((across) => isFigureIdentifiable(measure, timeAt({ [x.id]: across, [y.id]: up }), resolution)),
      ),
    [x.id, y.id, xValues, yValues, measure, timeAt, resolution],
  );

  useEffect(() => {
    const ctx = canvas.current?.getContext('2d');
    if (ctx === null || ctx === undefined || cells === null) return;
    const ratio = pixelRatio();
    ctx.canvas.width = plot.width * ratio;
    ctx.canvas.height = plot.height * ratio;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const isIdentifiable = (column: number, row: number): boolean => known[row * columns + column] as boolean;
    drawMap(ctx, theme, plot.width, plot.height, { columns, rows, cells, measure, stride, isIdentifiable });
  }, [theme, plot.width, plot.height, columns, rows, cells, measure, stride, known]);

  const cellAt = (box: DOMRect, at: { readonly x: number; readonly y: number }) => ({
    column: within(Math.floor(((at.x - box.left) / box.width) * columns), columns),
    row: within(Math.floor(((box.bottom - at.y) / box.height) * rows), rows),
  });
  const settingAt = ({ column, row }: { column: number; row: number }) => ({
    [x.id]: xValues[column] as number,
    [y.id]: yValues[row] as number,
  });
  const label = `change of ${x.id} and ${y.id}`;

  const { handlers } = useDrag<HTMLElement>((event): Drag => {
    const box = event.currentTarget.getBoundingClientRect();
    const edit = actions.startLaneDrag();
    const put = (at: { readonly x: number; readonly y: number }): void =>
      edit.update(label, (before) => withSettings(before, lane, settingAt(cellAt(box, at))));
    return {
      onClick: put,
      onStart: () => onHold(true),
      onMove: put,
      onEnd: () => onHold(false),
      onCancel() {
        edit.revert();
        onHold(false);
      },
    };
  });

  const now = { column: indexOfValue(xValues, x.value ?? x.min), row: indexOfValue(yValues, y.value ?? y.min) };
  // A held key is one step of undo, which says which of the two it changed.
  const gesture = useUndoGesture();
  const commit = useDebouncedCommit<null>(gesture.end);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      commit.flush();
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const [axis, values, index] = step.axis === 'x' ? [x, xValues, now.column] : [y, yValues, now.row];
    const value = values[stepped(index, step.by, values.length)] as number;
    if (value === axis.value) return;
    actions.applySettings(lane, { [axis.id]: value }, `${gesture.id()} ${axis.id}`);
    commit.schedule(null);
  };

  const nearest = { column: Math.round(now.column), row: Math.round(now.row) };
  const read = (cell: typeof nearest): string =>
    cellText(props, cells, cell.row * columns + cell.column, settingAt(cell));
  // A policy between two cells, or beyond the axes, has figures of its own.
  const isCell = xValues[nearest.column] === x.value && yValues[nearest.row] === y.value;
  const readNow = `${isCell ? '' : 'Nearest cell: '}${read(nearest)}`;
  return (
    <>
      <div aria-hidden>
        <AfterPaint>
          <MapFrame {...{ width, height, xValues, yValues }} xUnit={x.unit} yUnit={y.unit} />
        </AfterPaint>
      </div>
      {cells !== null && <ColourKey left={plot.x} width={plot.width} measure={measure} cells={cells} theme={theme} />}
      <div
        className={styles['cells']}
        style={{ left: plot.x, top: plot.y, width: plot.width, height: plot.height }}
        role="slider"
        aria-roledescription="slider in two directions"
        aria-label={`Map of ${x.label} and ${y.label}`}
        aria-valuemin={0}
        aria-valuemax={columns - 1}
        aria-valuenow={nearest.column}
        aria-valuetext={readNow}
        tabIndex={0}
        {...handlers}
        onPointerMove={(event) => {
          handlers.onPointerMove(event);
          setPointed(cellAt(event.currentTarget.getBoundingClientRect(), { x: event.clientX, y: event.clientY }));
        }}
        onPointerUp={(event) => {
          handlers.onPointerUp(event);
          // What was set is read out: with another decade the axes move below the pointer.
          setPointed(null);
        }}
        onPointerLeave={() => setPointed(null)}
        onKeyDown={onKeyDown}
        onBlur={commit.flush}
      >
        <canvas ref={canvas} />
        <div
          className={styles['now']}
          style={{
            left: `${(100 * (now.column + 0.5)) / columns}%`,
            bottom: `${(100 * (now.row + 0.5)) / rows}%`,
            transform: 'translate(-50%, 50%)',
          }}
        />
      </div>
      <div className={styles['readout']} aria-hidden>
        {pointed === null ? readNow : read(pointed)}
      </div>
    </>
  );
}

interface ColourKeyProps {
  readonly left: number;
  readonly width: number;
  readonly measure: Measure;
  readonly cells: MapCells;
  readonly theme: ChartTheme;
}

/** What the colours stand for, above the plot. */
function ColourKey({ left, width, measure, cells, theme }: ColourKeyProps): ReactElement | null {
  const greatest = useMemo(() => greatestOf(cells), [cells]);
  if (greatest === 0) return null;
  return (
    <div className={styles['key']} style={{ left, width }} aria-hidden>
      {roundedText(measure, 0)}
      <span style={{ background: mapRamp(measure, theme) }} />
      {roundedText(measure, greatest)}
    </div>
  );
}

const STEPS: Readonly<Record<string, { readonly axis: 'x' | 'y'; readonly by: 1 | -1 }>> = {
  ArrowRight: { axis: 'x', by: 1 },
  ArrowLeft: { axis: 'x', by: -1 },
  ArrowUp: { axis: 'y', by: 1 },
  ArrowDown: { axis: 'y', by: -1 },
};

/** The next whole index from one that may lie between two. */
function stepped(index: number, by: number, count: number): number {
  return within(by > 0 ? Math.floor(index + 1e-9) + 1 : Math.ceil(index - 1e-9) - 1, count);
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
