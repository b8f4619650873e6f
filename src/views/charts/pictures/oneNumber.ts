/** One number: a mark on the time line, or a decaying rate. */
import {
  clamp,
  formatQuantity,
  hatchShape,
  headline,
  label,
  labelNear,
  line,
  lineHeight,
  path,
  downwardTip,
  ratioTexts,
  rect,
  drawingBox,
  shape,
  textWidth,
  type PictureRenderer,
} from './shapes.ts';
import { formatShortNumber } from '../../format/ticks.ts';
import { formatBriefDuration, formatFullDuration } from './durations.ts';

/** A time line with now, the mark, and the limit beyond which requests are refused; hatched there. */
export const mark: PictureRenderer<'mark'> = {
  describe({ name, ahead, limit }) {
    if (ahead === -Infinity) return `No ${name} stored; refuses beyond ${formatFullDuration(limit)}.`;
    const where =
      ahead === 0
        ? 'is now'
        : ahead > 0
          ? `is ${formatFullDuration(ahead, limit)} ahead of now`
          : `passed ${formatFullDuration(-ahead, limit)} ago`;
    return `${name} ${where}; refuses beyond ${formatFullDuration(limit)}.`;
  },
  shapes({ name, ahead, limit }, size) {
    const { width } = size;
    const room = drawingBox(size);
    const full = size.labels === 'full';
    const stored = ahead > -Infinity;
    const y = (room.top + room.bottom) / 2 + (full ? 8 : 0);
    const [now, far] = [width * 0.18, width * 0.8];
    // Without a meaningful limit, the mark itself gives the scale.
    const scale = Math.max(limit, 1e-9, limit > 0 ? 0 : ahead);
    const at = (seconds: number): number => clamp(now + (seconds / scale) * (far - now), room.left, width - room.left);
    const [tick, tip] = full ? [16, 12] : [8, 6];
    const wall = at(limit);
    // Without a mark, only the scale is drawn.
    const markerX = clamp(at(ahead), tip, width - tip);
    const end =
      [`${formatQuantity(limit)} s`, formatShortNumber(limit)].find((text) => textWidth(text, size) <= width / 2) ?? '';
    const endAt = Math.min(wall, width - textWidth(end, size) / 2);
    const nowAt = Math.max(now, textWidth('now', size) / 2);
    const apart = (textWidth(end, size) + textWidth('now', size)) / 2;
    const foot = y + tick + (full ? 20 : 14);
    return [
      // The time already granted.
      ...(full && stored ? [rect('picture-light', { left: now, right: markerX, top: y - tick, bottom: y })] : []),
      line(`M${room.left} ${y}H${width - room.left}`),
      hatchShape({ left: wall + 1, right: width - room.left, top: y - tick + 1, bottom: y + tick - 1 }),
      line(`M${now} ${y - tick}V${y + tick}M${wall} ${y - tick}V${y + tick}`),
      ...(stored
        ? [downwardTip(markerX, y - 2, tip), ...labelNear(name, markerX, y - 2 * tip - (full ? 12 : 8), size)]
        : []),
      ...label('now', { x: nowAt, y: foot, within: width }, size),
      ...(full
        ? [
            ...label(
              [
                `refuses beyond ${formatBriefDuration(limit)} ahead`,
                `refuses beyond ${formatBriefDuration(limit)}`,
                formatBriefDuration(limit),
              ],
              { x: width - 12, y: foot, anchor: 'end', within: width - 24 - nowAt - textWidth('now', size) },
              size,
            ),
            ...headline(
              !stored
                ? [`no ${name} stored`]
                : ahead === 0
                  ? [`${name} is now`]
                  : ahead > 0
                    ? [`${name} ${formatBriefDuration(ahead)} ahead of now`, `${formatBriefDuration(ahead)} ahead`]
                    : [
                        `${name} passed ${formatBriefDuration(-ahead)} ago`,
                        `passed ${formatBriefDuration(-ahead)} ago`,
                      ],
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

/** The position of now as a share of the width, and the share that T takes. */
const NOW_SHARE = 0.62;
const T_SHARE = 0.36;
/** The number of segments the curve is drawn in. */
const CURVE_SEGMENTS = 32;

/** The rate at its last request, its decay to now, and dotted its further decay; n is the wall above it. */
export const decay: PictureRenderer<'decay'> = {
  describe({ rate, now, n, elapsed, T }) {
    const refuses = `refuses at ${formatQuantity(n)}.`;
    return elapsed > 0
      ? `Rate ${formatQuantity(now)} per ${formatFullDuration(T)}, decayed from ${formatQuantity(rate)} in ${formatFullDuration(elapsed)}; ${refuses}`
      : `Rate ${formatQuantity(now)} per ${formatFullDuration(T)}; ${refuses}`;
  },
  shapes({ rate, now, n, elapsed, T }, size) {
    const room = drawingBox(size);
    const full = size.labels === 'full';
    const [top, bottom] = [room.top + (full ? 0 : lineHeight(size)), room.bottom - lineHeight(size)];
    const width = room.right - room.left;
    const wall = top + (bottom - top) * 0.16;
    const x = (ago: number): number => room.left + (NOW_SHARE - (ago / T) * T_SHARE) * width;
    const y = (value: number): number => clamp(bottom - (value / n) * (bottom - wall), top, bottom);
    // A request too long ago to be visible starts at the left edge.
    const past = Math.min(elapsed, (NOW_SHARE / T_SHARE) * T);
    const future = ((1 - NOW_SHARE) / T_SHARE) * T;
    const curve = (from: number, to: number): string =>
      Array.from({ length: CURVE_SEGMENTS + 1 }, (_, i) => {
        const ago = from + ((to - from) * i) / CURVE_SEGMENTS;
        return `${i === 0 ? 'M' : 'L'}${x(ago).toFixed(2)} ${y(now * Math.exp(ago / T)).toFixed(2)}`;
      }).join('');
    const start = elapsed <= past ? [line(`M${x(past)} ${bottom}V${y(rate)}`)] : [];
    return [
      hatchShape({ left: room.left, right: room.right, top: wall - 6, bottom: wall }),
      line(`M${room.left} ${wall}H${room.right}M${room.left} ${bottom}H${room.right}`),
      ...start,
      path('picture-line', curve(past, 0)),
      path('picture-dashed', curve(0, -future)),
      path('picture-now', `M${x(0)} ${wall - 8}V${bottom + 4}`),
      shape('circle', 'picture-ink', { cx: x(0), cy: y(now), r: full ? 6 : 3.5 }),
      ...(full
        ? [
            ...label(
              `refuses at ${formatQuantity(n)}`,
              { x: room.right, y: wall - 11, anchor: 'end', within: width / 2 },
              size,
            ),
            ...label('now', { x: x(0), y: bottom + 18, within: width / 3 }, size),
            ...(elapsed <= past && elapsed > 0
              ? label(
                  [`${formatQuantity(rate)} per T, ${formatBriefDuration(elapsed)} ago`, formatBriefDuration(elapsed)],
                  {
                    x: Math.max(room.left, x(past)),
                    y: bottom + 18,
                    anchor: 'start',
                    within: x(0) - Math.max(room.left, x(past)) - 24,
                  },
                  size,
                )
              : []),
            ...headline([`${formatQuantity(now)} per ${formatBriefDuration(T)}`, formatQuantity(now)], size),
          ]
        : [
            ...label(ratioTexts(now, n), { x: size.width / 2, y: top - 5, within: size.width }, size),
            ...label('now', { x: x(0), y: room.bottom, within: width }, size),
          ]),
    ];
  },
};
