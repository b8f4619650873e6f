/** Where the names of the lines of rate and burst stand, and that of the present setting, so that none covers another. */
import type { Plot } from '../../charts/viewport.ts';
import { entryOf, type DrawnLine, type FrontierLine, type FrontierPoint } from './frontierPoints.ts';
import { shareOf, type AxisScale } from '../../charts/axisScale.ts';

/** CSS pixels of the plot, from its upper left corner. */
export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface LineName extends LabelBox {
  readonly id: FrontierLine;
  readonly text: string;
}

export interface FrontierFrame {
  readonly plot: Pick<Plot, 'width' | 'height'>;
  readonly x: AxisScale;
  readonly y: AxisScale;
}

/** The present setting's name. */
export const NOW = 'now';

const HEIGHT = 16;
/** Of labels in 12 px, a little more than they take. */
const CHARACTER = 7;
/** Between a name and the place that it belongs to. */
const GAP = 6;

/** Each where its line enters the plot, because to the right lines run together; further along the line if another is there. */
export function lineNames(
  points: readonly FrontierPoint[],
  lines: readonly DrawnLine[],
  frame: FrontierFrame,
): readonly LineName[] {
  const names: LineName[] = [];
  for (const { id, label } of lines) {
    const entry = entryOf(points, id, frame.y.high);
    if (entry < 0) continue;
    const places = points.slice(entry).map((point) => {
      const [left, top] = placeOf(frame, point.rate, point[id]);
      return boxOf(left + GAP, top - HEIGHT, label);
    });
    names.push({ ...freePlace(places, names, frame), id, text: label });
  }
  return names;
}

/** CSS pixels. */
const COLUMN = 4;

/** What the lines cover, column by column. */
export function lineBoxes(
  points: readonly FrontierPoint[],
  lines: readonly DrawnLine[],
  { plot, x, y }: FrontierFrame,
): readonly LabelBox[] {
  return lines.flatMap(({ id }) => {
    // Not `placeOf`, which puts what is above the plot on its edge; no capacity at all is a hundred plots above.
    const corners = points.map((point) => [
      plot.width * shareOf(x, point.rate),
      plot.height * Math.max(-100, 1 - point[id] / y.high),
    ]) as readonly (readonly [number, number])[];
    return corners.slice(1).flatMap(([toX, toY], index) => {
      const [fromX, fromY] = corners[index] as readonly [number, number];
      const columns = Math.max(1, Math.ceil((toX - fromX) / COLUMN));
      const [width, height] = [(toX - fromX) / columns, (toY - fromY) / columns];
      return Array.from({ length: columns }, (_, column) => ({
        left: fromX + column * width,
        top: fromY + column * height + Math.min(0, height),
        width,
        height: Math.abs(height),
      }));
    });
  });
}

/** Beside the present setting: right or left, above or below it. @param taken by names and lines */
export function nowLabel(
  text: string,
  rate: number,
  capacity: number,
  taken: readonly LabelBox[],
  frame: FrontierFrame,
) {
  const [left, top] = placeOf(frame, rate, capacity);
  const { width } = boxOf(0, 0, text);
  const places = [top - HEIGHT - GAP, top + GAP].flatMap((y) => [
    boxOf(left + GAP, y, text),
    boxOf(left - GAP - width, y, text),
  ]);
  return freePlace(places, taken, frame);
}

function placeOf({ plot, x, y }: FrontierFrame, rate: number, capacity: number): readonly [left: number, top: number] {
  return [plot.width * shareOf(x, rate), plot.height * (1 - shareOf(y, capacity))];
}

function boxOf(left: number, top: number, text: string): LabelBox {
  return { left, top, width: CHARACTER * text.length, height: HEIGHT };
}

/** The first place within the plot that no other label has; the first of all if there is none. */
function freePlace(
  places: readonly LabelBox[],
  taken: readonly LabelBox[],
  { plot }: Pick<FrontierFrame, 'plot'>,
): LabelBox {
  const free = places.find(
    (box) =>
      box.left >= 0 &&
      box.top >= 0 &&
      box.left + box.width <= plot.width &&
      box.top + box.height <= plot.height &&
      !taken.some((other) => overlap(box, other)),
  );
  return free ?? (places[0] as LabelBox);
}

function overlap(a: LabelBox, b: LabelBox): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
