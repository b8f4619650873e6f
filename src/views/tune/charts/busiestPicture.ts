/** The busiest T of each client as a picture: the staircase, the band of the readings, the line n and the clients above it. */
import type { DrawingContext } from '../../charts/drawingContext.ts';
import { hatchRect } from '../../charts/hatch.ts';
import { formatCount } from '../../format/numbers.ts';
import { countAxisTop } from '../../format/ticks.ts';
import type { Picture } from '../../picture/picture.ts';
import { PICTURE_THEME } from '../../picture/pictureTheme.ts';
import { clientsAbove, MAX_STEPS, stairs, stairsText, type countedThings, type Step } from './busiest.ts';
import { drawBand, drawGrid, drawInPlot, drawLine, drawName, heightAt, stepped } from '../../picture/drawPictured.ts';
import { clientTicks, permitTicks } from './plotFrame.ts';
import { PICTURED_PLOT, chartPicture, type PicturedLane } from '../../picture/chartPicture.ts';

const { width: WIDTH } = PICTURED_PLOT;
/** Of the name of the line n, CSS pixels. */
const NAME = { left: 6, height: 16, padding: 2 };

export interface PicturedBusiest extends PicturedLane {
  readonly n: number;
  /** The busiest T of each client in order, by reading. */
  readonly readings: readonly Float64Array[];
  readonly counted: ReturnType<typeof countedThings>;
  readonly sentence: string;
  /** As `aboveText` has it. */
  readonly above: string;
}

export function busiestPicture(chart: PicturedBusiest): Picture {
  const { n, readings, sentence, above } = chart;
  const [permits = new Float64Array(0)] = readings;
  const clients = permits.length;
  const steps = stairs(readings, MAX_STEPS);
  const top = countAxisTop(n, steps.at(-1)?.band[1] ?? 0);
  const up = permitTicks(top).map(({ at, label }) => ({ share: at / top, label }));
  const limit = heightAt(n, top);
  const placed = (of: (step: Step) => number) =>
    stepped(steps.map((step) => [(WIDTH * step.client) / clients, heightAt(of(step), top)]));
  const left = WIDTH * (1 - clientsAbove(permits, n) / clients);
  return chartPicture(chart, {
    heading: 'Busiest T of each client',
    sentence,
    legend: left < WIDTH ? 'Dashed: the limit n. Hatched: the clients above it.' : 'Dashed: the limit n.',
    description: stairsText(steps, above),
    across: {
      name: 'Clients, sorted',
      ticks: clientTicks(clients).map(({ at, label }) => ({ share: at / clients, label })),
    },
    up: { name: chart.counted, ticks: up },
    draws: [
      (ctx) => {
        // The band is seen through it.
        ctx.globalAlpha = 0.5;
        hatchRect(ctx, left, 0, WIDTH - left, limit, PICTURE_THEME.denied);
        ctx.globalAlpha = 1;
        drawGrid(
          ctx,
          up.map(({ share }) => share),
        );
        drawInPlot(ctx, () => {
          if (steps.some(({ band: [least, most] }) => least < most))
            drawBand(
              ctx,
              placed(({ band }) => band[0]),
              placed(({ band }) => band[1]),
            );
          drawLine(
            ctx,
            placed((step) => step.permits),
          );
        });
      },
      (ctx) => drawLimit(ctx, n, limit),
    ],
  });
}

function drawLimit(ctx: DrawingContext, n: number, y: number): void {
  ctx.beginPath();
  ctx.moveTo(0, y);
  ctx.lineTo(WIDTH, y);
  ctx.setLineDash([4, 3]);
  ctx.strokeStyle = PICTURE_THEME.ink;
  ctx.lineWidth = 1;
  ctx.stroke();
  const text = `n ${formatCount(n)}`;
  const { left, height, padding } = NAME;
  ctx.font = `600 12px ${PICTURE_THEME.font}`;
  ctx.fillStyle = PICTURE_THEME.surface;
  ctx.fillRect(left - padding, y - height - 1, ctx.measureText(text).width + 2 * padding, height);
  drawName(ctx, text, left, y - height / 2 - 1, true);
}
