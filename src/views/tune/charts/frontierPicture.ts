/** Rate and burst as a picture: the lines with their names, the bands of the readings, and the present setting. */
import { formatRateShort } from '../../../sim/index.ts';
import type { DrawingContext } from '../../charts/drawingContext.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatLimitShort } from '../../format/rates.ts';
import type { Picture } from '../../picture/picture.ts';
import { PICTURE_THEME } from '../../picture/pictureTheme.ts';
import { drawArea, drawBand, drawGrid, drawInPlot, drawLine, drawName, heightAt } from '../../picture/drawPictured.ts';
import { lineBoxes, lineNames, NOW, nowLabel, type FrontierFrame, type LabelBox } from './frontierLabels.ts';
import { capacityTop, drawnLines, rateScale, type FrontierPoint, type ShownFrontier } from './frontierPoints.ts';
import { frontierText } from './frontierText.ts';
import { shareOf } from '../../charts/axisScale.ts';
import { logTicks, permitTicks } from './plotFrame.ts';
import { PICTURED_PLOT, chartPicture, type PicturedLane } from '../../picture/chartPicture.ts';

export interface PicturedFrontier extends PicturedLane, ShownFrontier {
  readonly sentence: string;
}

export function frontierPicture(chart: PicturedFrontier): Picture {
  const { n, capacity, seconds, rates, points, usesCapacity, sentence } = chart;
  const top = capacityTop(points, capacity);
  const x = rateScale(rates, usesCapacity ? n : 1, seconds);
  const frame = { plot: PICTURED_PLOT, x, y: { low: 0, high: top, log: false } };
  const up = permitTicks(top).map(({ at, label }) => ({ share: at / top, label }));
  const now = `${formatLimitShort({ n, T: seconds })}, capacity ${formatCount(capacity)}`;
  return chartPicture(chart, {
    heading: 'Rate and burst',
    sentence,
    legend: `A line’s name is the share of clients that are never refused.${usesCapacity ? ` The dot is the present setting: ${now}.` : ''}`,
    description: frontierText(points, n, seconds),
    across: {
      name: 'Rate',
      ticks: logTicks(x, Math.floor(PICTURED_PLOT.width / 48)).map((rate) => ({
        share: shareOf(x, rate),
        label: formatRateShort(rate),
      })),
    },
    up: { name: 'Capacity', ticks: up },
    draws: [
      (ctx) =>
        drawLines(
          ctx,
          chart,
          frame,
          up.map(({ share }) => share),
        ),
      (ctx) => drawNames(ctx, chart, frame),
    ],
  });
}

function drawLines(
  ctx: DrawingContext,
  { points, leastTime }: PicturedFrontier,
  { plot, x, y: { high: top } }: FrontierFrame,
  grid: readonly number[],
): void {
  const placed = (of: (point: FrontierPoint) => number) =>
    points.map((point) => [plot.width * shareOf(x, point.rate), heightAt(of(point), top)] as const);
  drawInPlot(ctx, () => {
    if (leastTime > 0)
      drawArea(
        ctx,
        placed(() => 0),
        placed(({ rate }) => Math.min(top, leastTime * rate)),
        PICTURE_THEME.sunken,
      );
    drawGrid(ctx, grid);
    const lines = drawnLines(points);
    for (const { id, hasBand } of lines)
      if (hasBand)
        drawBand(
          ctx,
          placed(({ bands }) => bands[id][0]),
          placed(({ bands }) => bands[id][1]),
        );
    for (const { id, dash } of lines)
      drawLine(
        ctx,
        placed((point) => point[id]),
        dash?.split(' ').map(Number),
      );
  });
}

function drawNames(
  ctx: DrawingContext,
  { points, n, seconds, capacity, usesCapacity }: PicturedFrontier,
  frame: FrontierFrame,
): void {
  const { plot, x, y } = frame;
  const middle = ({ top, height }: LabelBox): number => top + height / 2;
  const lines = drawnLines(points);
  const names = lineNames(points, lines, frame);
  for (const name of names) drawName(ctx, name.text, name.left, middle(name));
  if (!usesCapacity) return;
  const rate = n / seconds;
  ctx.beginPath();
  ctx.arc(plot.width * shareOf(x, rate), plot.height * (1 - shareOf(y, capacity)), 6, 0, 2 * Math.PI);
  ctx.fillStyle = PICTURE_THEME.ink;
  ctx.fill();
  const label = nowLabel(NOW, rate, capacity, [...names, ...lineBoxes(points, lines, frame)], frame);
  drawName(ctx, NOW, label.left, middle(label), true);
}
