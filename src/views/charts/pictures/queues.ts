/** Queues and pacing: a pipe that lets one out at a time, and a gate. */
import {
  besideWords,
  clamp,
  figure,
  hatch,
  headline,
  label,
  line,
  lineHeight,
  path,
  ratio,
  rect,
  roomOf,
  shape,
  type Drawing,
  type Shape,
} from './shapes.ts';
import { glance, span } from './times.ts';

/** Rings are no smaller than this; more places are a fill. */
const LEAST_RING = 2.5;

/**
 * A pipe whose height is the time that a full line takes to leave: each ring stands as high as it has time to wait, and
 * falls out at the foot when that is over. What comes in beyond its places is refused.
 */
export const queue: Drawing<'line'> = {
  text({ waiting, capacity, next, interval }) {
    const places = `${figure(waiting)} of ${figure(capacity)} places taken`;
    if (next === null) return `${places}; one that comes now leaves at once, then one every ${span(interval)}.`;
    const leaves = waiting > 0 ? 'the next one leaves' : 'one that comes now leaves';
    return `${places}; ${leaves} in ${span(next, interval)}, then one every ${span(interval)}.`;
  },
  shapes({ waiting, capacity, next, interval }, size) {
    const full = size.words === 'full';
    const { box, x: words } = besideWords(size);
    const few = size.words === 'few';
    const middle = few ? box.left + 20 : (box.left + box.right) / 2;
    const spout = { none: 12, few: 14, full: 36 }[size.words];
    const [top, outlet] = [box.top + 8, box.bottom - spout];
    const pitch = (outlet - top) / Math.max(1, capacity);
    const half = full ? clamp(pitch / 2 + 6, 18, 34) : clamp(pitch / 2 + 5, 9, 14);
    const first = next === null || interval <= 0 ? 0 : clamp(next / interval, 0, capacity);
    const radius = Math.min(half - 4, pitch / 2 - 1);
    const at = (place: number): number => outlet - clamp(first + place, 0, capacity) * pitch + pitch / 2;
    const rings: Shape[] = [];
    if (radius < LEAST_RING) {
      const level = outlet - clamp((waiting > 0 ? first - 1 : 0) + waiting, 0, capacity) * pitch;
      rings.push(rect('picture-pale', { left: middle - half, right: middle + half, top: level, bottom: outlet }));
      rings.push(line(`M${middle - half} ${level}H${middle + half}`));
    } else if (waiting > 0) {
      for (let place = 0; place < waiting; place++) {
        const y = Math.min(at(place), outlet + spout / 2);
        rings.push(shape('circle', 'picture-ring', { cx: middle, cy: y, r: radius }));
      }
    } else if (next !== null && next > 0) {
      // Nobody waits, but whoever comes has to: here.
      rings.push(shape('circle', 'picture-empty', { cx: middle, cy: at(0), r: radius }));
    }
    const refuses = waiting >= capacity;
    const neck = Math.min(half, Math.max(radius, 4) + 2);
    const right = middle + half;
    const within = size.width - 12 - words;
    return [
      ...rings,
      line(
        `M${middle - half} ${top}V${outlet}L${middle - neck} ${outlet + spout / 2}` +
          `M${right} ${top}V${outlet}L${middle + neck} ${outlet + spout / 2}`,
      ),
      refuses
        ? hatch({ left: middle - half, right, top: top - 7, bottom: top - 1 })
        : path('picture-dashed', `M${middle - half} ${top}H${right}`),
      // Ones that have left, at the same interval.
      ...[0.6, 1].map((share) =>
        shape('circle', 'picture-ink', { cx: middle, cy: outlet + spout * share - 1.5, r: full ? 2.5 : 1.5 }),
      ),
      ...(few
        ? [
            ...label(
              [`${figure(waiting)}/${figure(capacity)}`, figure(waiting)],
              { x: 92, y: top + 16, anchor: 'end', within: 52 },
              size,
            ),
            ...(next === null
              ? []
              : label(
                  [glance(next), glance(next).replace(' ', '')],
                  { x: 92, y: outlet + 4, anchor: 'end', within: 52 },
                  size,
                )),
          ]
        : []),
      ...headline([`${figure(waiting)} of ${figure(capacity)} places taken`, ...ratio(waiting, capacity)], size),
      ...(full
        ? [
            ...label(
              refuses ? ['full: more is refused', 'refuses'] : [`room for ${figure(capacity - waiting)} more`, 'room'],
              { x: words, y: top + 4, anchor: 'start', within },
              size,
            ),
            ...label(
              next === null
                ? ['the next leaves at once', 'at once']
                : waiting > 0
                  ? [`the next leaves in ${glance(next)}`, `next in ${glance(next)}`]
                  : [`a newcomer leaves in ${glance(next)}`, `next in ${glance(next)}`],
              { x: words, y: outlet + 4, anchor: 'start', within },
              size,
            ),
            ...label(
              [`then one every ${glance(interval)}`, `every ${glance(interval)}`],
              { x: words, y: outlet + 4 + lineHeight(size), anchor: 'start', within },
              size,
            ),
          ]
        : []),
    ];
  },
};

/** A barrier over a road, down while it is shut, and under it the time that it stays so. */
export const gate: Drawing<'gate'> = {
  text({ opens, interval }) {
    const each = `after each request it shuts for ${span(interval)}`;
    return opens > 0 ? `Shut for another ${span(opens, Math.max(opens, interval))}; ${each}.` : `Open; ${each}.`;
  },
  shapes({ opens, interval }, size) {
    const room = roomOf(size);
    const full = size.words === 'full';
    const bottom = room.bottom - (full ? 64 : lineHeight(size) + 14);
    const thick = full ? 14 : 6;
    const shut = opens > 0;
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
    const scale = Math.max(opens, interval);
    const remains = shut && scale > 0 ? (opens / scale) * (track.right - track.left) : 0;
    const foot = full ? track.bottom + 22 : room.bottom;
    const within = (room.right - room.left) / 2;
    return [
      line(`M${room.left} ${bottom}H${room.right}`),
      rect('picture-ink', { left: post - thick / 2, right: post + thick / 2, top: hinge - thick / 2, bottom }),
      path(shut ? 'picture-ink' : 'picture-line', `M${corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`),
      rect('picture-frame', track),
      hatch({ ...track, right: track.left + remains }),
      path('picture-now', `M${track.left} ${track.top - 3}V${track.bottom + 3}`),
      ...(full
        ? [
            ...label('now', { x: room.left, y: foot, anchor: 'start', within }, size),
            ...label(
              [`shut for ${glance(interval)} after each`, glance(interval)],
              { x: room.right, y: foot, anchor: 'end', within: within * 1.6 },
              size,
            ),
            ...headline(shut ? [`Shut for another ${glance(opens)}`, `Shut for ${glance(opens)}`] : ['Open'], size),
          ]
        : label(
            shut ? [`shut ${glance(opens)}`, glance(opens)] : 'open',
            { x: size.width / 2, y: foot - 1, within: size.width },
            size,
          )),
    ];
  },
};
