/** Queues and pacing: a pipe that releases one request at a time, and a gate. */
import {
  besideLabels,
  clamp,
  formatQuantity,
  hatchShape,
  headline,
  label,
  line,
  lineHeight,
  path,
  ratioTexts,
  rect,
  drawingBox,
  shape,
  type PictureOf,
  type PictureRenderer,
  type PictureSize,
  type SvgShape,
} from './shapes.ts';
import { formatBriefDuration, formatFullDuration } from './durations.ts';

/** Rings are no smaller than this; if there are more places, they are drawn as a fill. */
const MIN_RING_RADIUS = 2.5;

const takenOf = (waiting: number, capacity: number): string =>
  `${formatQuantity(waiting)} of ${formatQuantity(capacity)} ${capacity === 1 ? 'place' : 'places'} taken`;

/**
 * A pipe whose height is the time that a full queue takes to drain: each ring is as high as the time it still has to
 * wait, and leaves at the bottom when that has passed. A request beyond the places is refused.
 */
export const queue: PictureRenderer<'line'> = {
  describe({ waiting, capacity, nextIn, interval }) {
    const places = takenOf(waiting, capacity);
    if (nextIn === null)
      return `${places}; a new request leaves at once, then one every ${formatFullDuration(interval)}.`;
    const leaves = waiting > 0 ? 'the next one leaves' : 'a new request leaves';
    return `${places}; ${leaves} in ${formatFullDuration(nextIn, interval)}, then one every ${formatFullDuration(interval)}.`;
  },
  shapes(picture, size) {
    const pipe = pipeOf(picture.capacity, size);
    const { middle, half, top, outlet, spout, radius } = pipe;
    const neck = Math.min(half, Math.max(radius, 4) + 2);
    const [left, right] = [middle - half, middle + half];
    return [
      ...waitingShapes(picture, pipe),
      line(
        `M${left} ${top}V${outlet}L${middle - neck} ${outlet + spout / 2}` +
          `M${right} ${top}V${outlet}L${middle + neck} ${outlet + spout / 2}`,
      ),
      picture.waiting >= picture.capacity
        ? hatchShape({ left, right, top: top - 7, bottom: top - 1 })
        : path('picture-dashed', `M${left} ${top}H${right}`),
      // Requests that have left, at the same interval.
      ...[0.6, 1].map((share) =>
        shape('circle', 'picture-ink', {
          cx: middle,
          cy: outlet + spout * share - 1.5,
          r: size.labels === 'full' ? 2.5 : 1.5,
        }),
      ),
      ...queueLabels(picture, pipe, size),
    ];
  },
};

/** The pipe has the same size however many requests wait, so that only the rings move. */
function pipeOf(capacity: number, size: PictureSize) {
  const { box, x: labelX } = besideLabels(size);
  const middle = size.labels === 'few' ? box.left + 20 : (box.left + box.right) / 2;
  const spout = { none: 12, few: 14, full: 36 }[size.labels];
  const [top, outlet] = [box.top + 8, box.bottom - spout];
  const pitch = (outlet - top) / Math.max(1, capacity);
  const half = size.labels === 'full' ? clamp(pitch / 2 + 6, 18, 34) : clamp(pitch / 2 + 5, 9, 14);
  return { labelX, middle, spout, top, outlet, pitch, half, radius: Math.min(half - 4, pitch / 2 - 1) };
}
type Pipe = ReturnType<typeof pipeOf>;

function waitingShapes({ waiting, capacity, nextIn, interval }: PictureOf<'line'>, pipe: Pipe): readonly SvgShape[] {
  const { middle, spout, outlet, pitch, half, radius } = pipe;
  const first = nextIn === null || interval <= 0 ? 0 : clamp(nextIn / interval, 0, capacity);
  const ringY = (place: number): number => outlet - clamp(first + place, 0, capacity) * pitch + pitch / 2;
  const ring = (className: string, cy: number) => shape('circle', className, { cx: middle, cy, r: radius });
  if (radius < MIN_RING_RADIUS) {
    const level = outlet - clamp((waiting > 0 ? first - 1 : 0) + waiting, 0, capacity) * pitch;
    const [left, right] = [middle - half, middle + half];
    return [rect('picture-light', { left, right, top: level, bottom: outlet }), line(`M${left} ${level}H${right}`)];
  }
  // Nothing is waiting, but a new request would have to, here.
  if (waiting <= 0) return nextIn !== null && nextIn > 0 ? [ring('picture-empty', ringY(0))] : [];
  const rings: SvgShape[] = [];
  for (let place = 0; place < waiting; place++)
    rings.push(ring('picture-ring', Math.min(ringY(place), outlet + spout / 2)));
  return rings;
}

function queueLabels({ waiting, capacity, nextIn, interval }: PictureOf<'line'>, pipe: Pipe, size: PictureSize) {
  const { labelX, top, outlet } = pipe;
  const [taken, places, each] = [formatQuantity(waiting), formatQuantity(capacity), formatBriefDuration(interval)];
  // An empty text is not drawn.
  const next = nextIn === null ? '' : formatBriefDuration(nextIn);
  if (size.labels === 'few') {
    const beside = (y: number) => ({ x: 92, y, anchor: 'end', within: 52 }) as const;
    return [
      ...label([`${taken}/${places}`, taken], beside(top + 16), size),
      ...label([next, next.replace(' ', '')], beside(outlet + 4), size),
    ];
  }
  const at = (y: number) => ({ x: labelX, y, anchor: 'start', within: size.width - 12 - labelX }) as const;
  const room = [`room for ${formatQuantity(capacity - waiting)} more`, 'room'];
  const leaves = [`${waiting > 0 ? 'the next' : 'a new one'} leaves in ${next}`, `next in ${next}`];
  return [
    ...headline([takenOf(waiting, capacity), ...ratioTexts(waiting, capacity)], size),
    ...label(waiting >= capacity ? ['full: more is refused', 'refuses'] : room, at(top + 4), size),
    ...label(nextIn === null ? ['the next leaves at once', 'at once'] : leaves, at(outlet + 4), size),
    ...label([`then one every ${each}`, `every ${each}`], at(outlet + 4 + lineHeight(size)), size),
  ];
}

/** A barrier over a road, down while it is shut, and below it how much longer it stays shut. */
export const gate: PictureRenderer<'gate'> = {
  describe({ opensIn, interval }) {
    const each = `shuts for ${formatFullDuration(interval)} after each request`;
    return opensIn > 0
      ? `Shut for another ${formatFullDuration(opensIn, Math.max(opensIn, interval))}; ${each}.`
      : `Open; ${each}.`;
  },
  shapes({ opensIn, interval }, size) {
    const room = drawingBox(size);
    const full = size.labels === 'full';
    const bottom = room.bottom - (full ? 64 : lineHeight(size) + 14);
    const thick = full ? 14 : 6;
    const shut = opensIn > 0;
    const hinge = bottom - (bottom - room.top) * 0.3;
    // As long as it can be raised by 60°.
    const arm = Math.min((room.right - room.left) * 0.8, (hinge - room.top - thick / 2) / 0.866);
    const post = (room.left + room.right - arm) / 2;
    const [dx, dy] = shut ? [arm, 0] : [arm * 0.5, arm * 0.866];
    const [nx, ny] = [(dy / Math.hypot(dx, dy)) * (thick / 2), (dx / Math.hypot(dx, dy)) * (thick / 2)];
    const corners = [
      [post - nx, hinge - ny],
      [post + dx - nx, hinge - dy - ny],
      [post + dx + nx, hinge - dy + ny],
      [post + nx, hinge + ny],
    ];
    const track = { left: room.left + 1, right: room.right - 1, top: bottom + 6, bottom: bottom + (full ? 18 : 11) };
    const scale = Math.max(opensIn, interval);
    const remains = shut && scale > 0 ? (opensIn / scale) * (track.right - track.left) : 0;
    const foot = full ? track.bottom + 22 : room.bottom;
    const within = (room.right - room.left) / 2;
    return [
      line(`M${room.left} ${bottom}H${room.right}`),
      rect('picture-ink', { left: post - thick / 2, right: post + thick / 2, top: hinge - thick / 2, bottom }),
      path(shut ? 'picture-ink' : 'picture-line', `M${corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`),
      rect('picture-frame', track),
      hatchShape({ ...track, right: track.left + remains }),
      path('picture-now', `M${track.left} ${track.top - 3}V${track.bottom + 3}`),
      ...(full
        ? [
            ...label('now', { x: room.left, y: foot, anchor: 'start', within }, size),
            ...label(
              [`shut for ${formatBriefDuration(interval)} after each`, formatBriefDuration(interval)],
              { x: room.right, y: foot, anchor: 'end', within: within * 1.6 },
              size,
            ),
            ...headline(
              shut
                ? [`Shut for another ${formatBriefDuration(opensIn)}`, `Shut for ${formatBriefDuration(opensIn)}`]
                : ['Open'],
              size,
            ),
          ]
        : label(
            shut ? [`shut ${formatBriefDuration(opensIn)}`, formatBriefDuration(opensIn)] : 'open',
            { x: size.width / 2, y: foot - 1, within: size.width },
            size,
          )),
    ];
  },
};
