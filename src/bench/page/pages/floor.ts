/** The least that a page must do: six hand-written loops in a worker, and a bare canvas for each of eighteen charts. */
import type { FloorRequest } from './floor.worker.ts';
import { fusedLoops, type LaneBins } from './fusedLoops.ts';

const COLUMNS = 320;
const HEIGHT = 120;

const requests = Number(new URLSearchParams(location.search).get('requests') ?? 10_000);
const slider = document.querySelector('input') as HTMLInputElement;
const section = document.querySelector('section') as HTMLElement;
const output = document.querySelector('output') as HTMLOutputElement;
const worker = new Worker(new URL('./floor.worker.ts', import.meta.url), { type: 'module' });

const contexts = fusedLoops.map(() => [0, 1, 2].map(() => newCanvas()));

function newCanvas(): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = COLUMNS;
  canvas.height = HEIGHT;
  section.append(canvas);
  return canvas.getContext('2d') as CanvasRenderingContext2D;
}

/** A column that reaches from one value to the other; 0 is the foot, `top` the upper edge. */
function drawColumns(
  context: CanvasRenderingContext2D,
  from: Float64Array | null,
  to: Float64Array,
  top: number,
): void {
  const scale = HEIGHT / (top || 1);
  context.beginPath();
  for (let x = 0; x < to.length; x++) {
    const high = Math.max(0, to[x] as number);
    const low = from === null ? 0 : Math.min(high, from[x] as number);
    context.rect(x, HEIGHT - high * scale, 1, Math.max(1, (high - low) * scale));
  }
  context.fill();
}

function draw(lanes: readonly LaneBins[]): void {
  for (const [index, { levelMin, levelMax, count, admitted, denied }] of lanes.entries()) {
    const [level, windowCount, decisions] = contexts[index] as [
      CanvasRenderingContext2D,
      CanvasRenderingContext2D,
      CanvasRenderingContext2D,
    ];
    for (const context of [level, windowCount, decisions]) context.clearRect(0, 0, COLUMNS, HEIGHT);
    drawColumns(level, levelMin, levelMax, Math.max(...levelMax));
    drawColumns(windowCount, null, count, Math.max(...count));
    const top = 2 * Math.max(...admitted, ...denied);
    drawColumns(decisions, null, admitted, top);
    drawColumns(decisions, null, denied, top);
  }
}

let running = false;
let stale = false;

function run(): void {
  section.ariaBusy = 'true';
  stale = running;
  if (running) return;
  running = true;
  output.textContent = slider.value;
  worker.postMessage({ n: Number(slider.value), requests, columns: COLUMNS } satisfies FloorRequest);
}

worker.addEventListener('message', ({ data }: MessageEvent<LaneBins[]>) => {
  requestAnimationFrame(() => {
    draw(data);
    running = false;
    if (stale) run();
    else section.ariaBusy = 'false';
  });
});
slider.addEventListener('input', run);
run();
