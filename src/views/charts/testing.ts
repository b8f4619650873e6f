/** For tests: a canvas context that records its calls, and builders for chart data. */
import type { Densities, Marks } from '../../sim/index.ts';
import { plotIn, type Viewport, type Gutters } from './viewport.ts';
import type { ChartTheme } from './chartTheme.ts';

/** A call that leaves something on the canvas, its style, and the path it drew. */
export interface CanvasCall {
  readonly call: 'fill' | 'stroke' | 'clip' | 'fillRect' | 'clearRect' | 'fillText';
  /** The colour of that call, and its opacity. */
  readonly colour: string;
  readonly alpha: number;
  readonly lineWidth: number;
  readonly dash: readonly number[];
  readonly composite: string;
  /** Of `fillRect` and `clearRect`: x, y, width, height. */
  readonly rect: readonly number[];
  readonly text: string;
  /** The current path: `moveTo`, `lineTo`, `arc`, `rect` with their arguments. */
  readonly path: readonly PathStep[];
}

export interface PathStep {
  readonly to: string;
  readonly at: readonly number[];
}

const STYLE = {
  fillStyle: '#000',
  strokeStyle: '#000',
  globalAlpha: 1,
  lineWidth: 1,
  lineJoin: 'miter',
  lineCap: 'butt',
  miterLimit: 10,
  globalCompositeOperation: 'source-over',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
};

export function recordingContext(): { readonly ctx: CanvasRenderingContext2D; readonly drawn: CanvasCall[] } {
  const drawn: CanvasCall[] = [];
  let dash: readonly number[] = [];
  let path: PathStep[] = [];
  const saved: { readonly style: typeof STYLE; readonly dash: readonly number[] }[] = [];
  const style = { ...STYLE };
  const record = (call: CanvasCall['call'], rect: readonly number[] = [], text = ''): void => {
    drawn.push({
      call,
      colour: call === 'stroke' ? style.strokeStyle : style.fillStyle,
      alpha: style.globalAlpha,
      lineWidth: style.lineWidth,
      dash,
      composite: style.globalCompositeOperation,
      rect,
      text,
      path: call === 'fillRect' || call === 'clearRect' || call === 'fillText' ? [] : [...path],
    });
  };
  const step =
    (to: string) =>
    (...at: number[]): void => {
      path.push({ to, at });
    };
  const methods = {
    save: () => saved.push({ style: { ...style }, dash }),
    restore: () => {
      const last = saved.pop();
      if (last === undefined) throw new Error('restore without save');
      Object.assign(style, last.style);
      dash = last.dash;
    },
    beginPath: () => {
      path = [];
    },
    closePath: step('closePath'),
    moveTo: step('moveTo'),
    lineTo: step('lineTo'),
    arc: step('arc'),
    rect: step('rect'),
    fill: () => record('fill'),
    stroke: () => record('stroke'),
    clip: () => record('clip'),
    fillRect: (...rect: number[]) => record('fillRect', rect),
    clearRect: (...rect: number[]) => record('clearRect', rect),
    fillText: (text: string, x: number, y: number) => record('fillText', [x, y], text),
    measureText: (text: string) => ({ width: 7 * text.length }),
    setLineDash: (segments: readonly number[]) => {
      dash = [...segments];
    },
    setTransform: () => undefined,
  };
  return { ctx: Object.assign(style, methods) as unknown as CanvasRenderingContext2D, drawn };
}

export const testTheme: ChartTheme = {
  bg: 'bg',
  surface: '#ffffff',
  sunken: 'sunken',
  line: 'line',
  grid: '#e8ebef',
  ink: '#14181f',
  ink2: 'ink2',
  control: 'control',
  admitted: 'blue',
  delayed: 'amber',
  denied: 'vermilion',
  font: 'sans-serif',
};

/** A plot of 320 × 150 from (40, 24), as in the wide layout. */
export function viewportOf(
  from: number,
  to: number,
  given: Partial<Viewport> & { readonly gutters?: Gutters } = {},
): Viewport {
  const { gutters = { left: 40, right: 8, top: 24, bottom: 10 }, width = 368, height = 184, ...rest } = given;
  return { width, height, plot: plotIn(width, height, gutters), from, to, pixelRatio: 1, ...rest };
}

/** Requests from `[instant, verdict, wait]`, numbered from `first`. */
export function marksOf(rows: readonly (readonly [at: number, verdict: number, wait?: number])[], first = 0): Marks {
  return {
    request: Uint32Array.from(rows, (_, i) => first + i),
    at: Float64Array.from(rows, ([at]) => at),
    entry: new Uint16Array(rows.length),
    verdict: Uint8Array.from(rows, ([, verdict]) => verdict),
    wait: Float64Array.from(rows, ([, , wait = 0]) => wait),
    retry: null,
    node: null,
  };
}

export function densitiesOf(
  span: number,
  bins: readonly (readonly [admitted: number, delayed: number, denied: number])[],
  from = 0,
): Densities {
  return {
    from,
    span,
    admitted: Uint32Array.from(bins, ([admitted]) => admitted),
    delayed: Uint32Array.from(bins, ([, delayed]) => delayed),
    denied: Uint32Array.from(bins, ([, , denied]) => denied),
  };
}
