/** One number: a mark on the line of time, and a rate that decays. */
import {
  clamp,
  figure,
  hatch,
  headline,
  label,
  labelNear,
  line,
  lineHeight,
  path,
  pointer,
  ratio,
  rect,
  roomOf,
  shape,
  textWidth,
  type Drawing,
} from './shapes.ts';
import { shortNumber } from '../../format/ticks.ts';
import { glance, span } from './times.ts';

/** A line of time with now, the mark and the limit beyond which it refuses; hatched there. */
export const mark: Drawing<'mark'> = {
  text({ name, ahead, limit }) {
    const where =
      ahead === 0
        ? 'is now'
        : ahead > 0
          ? `is ${span(ahead, limit)} ahead of now`
          : `passed ${span(-ahead, limit)} ago`;
    return `${name} ${where}; beyond ${span(limit)} it refuses.`;
  },
  shapes({ name, ahead, limit }, size) {
    const { width } = size;
    const room = roomOf(size);
    const full = size.words === 'full';
    const y = (room.top + room.bottom) / 2 + (full ? 8 : 0);
    const [now, far] = [width * 0.18, width * 0.8];
    // Without a limit to speak of, the mark itself gives the scale.
    const scale = Math.max(limit, 1e-9, limit > 0 ? 0 : ahead);
    const at = (seconds: number): number => clamp(now + (seconds / scale) * (far - now), room.left, width - room.left);
    const [tick, tip] = full ? [16, 12] : [8, 6];
    const wall = at(limit);
    const place = clamp(at(ahead), tip, width - tip);
    const end = [`${figure(limit)} s`, shortNumber(limit)].find((text) => textWidth(text, size) <= width / 2) ?? '';
    const endAt = Math.min(wall, width - textWidth(end, size) / 2);
    const nowAt = Math.max(now, textWidth('now', size) / 2);
    const apart = (textWidth(end, size) + textWidth('now', size)) / 2;
    const foot = y + tick + (full ? 20 : 14);
    return [
      // What has been given away already.
      ...(full ? [rect('picture-pale', { left: now, right: place, top: y - tick, bottom: y })] : []),
      line(`M${room.left} ${y}H${width - room.left}`),
      hatch({ left: wall + 1, right: width - room.left, top: y - tick + 1, bottom: y + tick - 1 }),
      line(`M${now} ${y - tick}V${y + tick}M${wall} ${y - tick}V${y + tick}`),
      pointer(place, y - 2, tip),
      ...labelNear(name, place, y - 2 * tip - (full ? 12 : 8), size),
      ...label('now', { x: nowAt, y: foot, within: width }, size),
      ...(full
        ? [
            ...label(
              [`${glance(limit)} ahead: it refuses beyond`, `refuses beyond ${glance(limit)}`, glance(limit)],
              { x: width - 12, y: foot, anchor: 'end', within: width - 24 - nowAt - textWidth('now', size) },
              size,
            ),
            ...headline(
              ahead === 0
                ? [`${name} is now`]
                : ahead > 0
                  ? [`${name} ${glance(ahead)} ahead of now`, `${glance(ahead)} ahead`]
                  : [`${name} passed ${glance(-ahead)} ago`, `passed ${glance(-ahead)} ago`],
              size,
            ),
          ]
        : // A limit that is hardly ahead of now has no room for its figure.
          endAt - nowAt >= apart
          ? label(end, { x: endAt, y: foot, within: width }, size)
          : []),
    ];
  },
};

/** Where now stands in the width, and how much of it T is. */
const NOW = 0.62;
const OF_T = 0.36;
/** The curve is drawn in so many pieces. */
const PIECES = 32;

/** The rate at its last request, its decay to now, dotted what is to come; n is the wall above it. */
export const decay: Drawing<'decay'> = {
  text({ rate, now, n, elapsed, T }) {
    const refuses = `at ${figure(n)} it refuses.`;
    return elapsed > 0
      ? `Rate ${figure(now)} per ${span(T)}, decayed from ${figure(rate)} in ${span(elapsed)}; ${refuses}`
      : `Rate ${figure(now)} per ${span(T)}; ${refuses}`;
  },
  shapes({ rate, now, n, elapsed, T }, size) {
    const room = roomOf(size);
    const full = size.words === 'full';
    const [top, bottom] = [room.top + (full ? 0 : lineHeight(size)), room.bottom - lineHeight(size)];
    const width = room.right - room.left;
    const wall = top + (bottom - top) * 0.16;
    const x = (ago: number): number => room.left + (NOW - (ago / T) * OF_T) * width;
    const y = (value: number): number => clamp(bottom - (value / n) * (bottom - wall), top, bottom);
    // What is too long ago to be seen begins at the left edge.
    const past = Math.min(elapsed, (NOW / OF_T) * T);
    const future = ((1 - NOW) / OF_T) * T;
    const curve = (from: number, to: number): string =>
      Array.from({ length: PIECES + 1 }, (_, i) => {
        const ago = from + ((to - from) * i) / PIECES;
        return `${i === 0 ? 'M' : 'L'}${x(ago).toFixed(2)} ${y(now * Math.exp(ago / T)).toFixed(2)}`;
      }).join('');
    const start = elapsed <= past ? [line(`M${x(past)} ${bottom}V${y(rate)}`)] : [];
    return [
      hatch({ left: room.left, right: room.right, top: wall - 6, bottom: wall }),
      line(`M${room.left} ${wall}H${room.right}M${room.left} ${bottom}H${room.right}`),
      ...start,
      path('picture-line', curve(past, 0)),
      path('picture-dashed', curve(0, -future)),
      path('picture-now', `M${x(0)} ${wall - 8}V${bottom + 4}`),
      shape('circle', 'picture-ink', { cx: x(0), cy: y(now), r: full ? 6 : 3.5 }),
      ...(full
        ? [
            ...label(
              `refuses at ${figure(n)}`,
              { x: room.right, y: wall - 11, anchor: 'end', within: width / 2 },
              size,
            ),
            ...label('now', { x: x(0), y: bottom + 18, within: width / 3 }, size),
            ...(elapsed <= past && elapsed > 0
              ? label(
                  [`${figure(rate)} per T, ${glance(elapsed)} ago`, glance(elapsed)],
                  {
                    x: Math.max(room.left, x(past)),
                    y: bottom + 18,
                    anchor: 'start',
                    within: x(0) - Math.max(room.left, x(past)) - 24,
                  },
                  size,
                )
              : []),
            ...headline([`${figure(now)} per ${glance(T)}`, figure(now)], size),
          ]
        : [
            ...label(ratio(now, n), { x: size.width / 2, y: top - 5, within: size.width }, size),
            ...label('now', { x: x(0), y: room.bottom, within: width }, size),
          ]),
    ];
  },
};
