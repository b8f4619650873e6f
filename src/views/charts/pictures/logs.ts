/** A log: the instants of the last T, on a strip. */
import { formatDuration } from '../../format/time.ts';
import {
  formatQuantity,
  headline,
  label,
  line,
  path,
  ratioTexts,
  drawingBox,
  fractionOf,
  type PictureRenderer,
} from './shapes.ts';
import { formatPictureInstant } from './durations.ts';

/** A strip from now − T to now, with a tick for each entry, as far as they can be distinguished. */
export const log: PictureRenderer<'log'> = {
  describe({ size, times, n, from, to }) {
    const [oldest, newest] = [times[0], times.at(-1)];
    const spanText =
      oldest === undefined || newest === undefined
        ? ''
        : oldest === newest
          ? `, recorded at ${formatPictureInstant(newest)}`
          : `, recorded from ${formatPictureInstant(oldest)} to ${formatPictureInstant(newest)}`;
    return `${formatQuantity(size)} of ${formatQuantity(n)} in the last ${formatDuration((to - from) / 1e6)}${spanText}.`;
  },
  shapes({ size: entries, times, n, from, to }, size) {
    const room = drawingBox(size);
    const full = size.labels === 'full';
    const middle = (room.top + room.bottom) / 2 - (full ? 8 : 0);
    const half = full ? Math.min(64, (room.bottom - room.top) / 2 - 32) : 12;
    const { left, right } = room;
    const [top, bottom] = [middle - half, middle + half];
    const inset = full ? 8 : 3;
    const ticks: string[] = [];
    let last = -Infinity;
    for (const time of times) {
      const x = left + 1 + fractionOf(time - from, to - from) * (right - left - 2);
      // Entries within half a pixel share a line.
      if (x - last < 0.5) continue;
      last = x;
      ticks.push(`M${x.toFixed(2)} ${top + inset}V${bottom - inset}`);
    }
    const length = formatDuration((to - from) / 1e6);
    const labelWidth = (right - left) / 2 - 4;
    return [
      path('picture-frame', `M${left} ${top}H${right}V${bottom}H${left}Z`),
      line(ticks.join('')),
      // Entries come in at now.
      path('picture-now', `M${right} ${top - 4}V${bottom + 4}`),
      ...(full
        ? [
            ...label(
              [`forgotten before ${formatPictureInstant(from)}`, formatPictureInstant(from)],
              { x: left, y: bottom + 24, anchor: 'start', within: labelWidth },
              size,
            ),
            ...label(
              [`now, ${formatPictureInstant(to)}`, 'now'],
              { x: right, y: bottom + 24, anchor: 'end', within: labelWidth },
              size,
            ),
            ...headline(
              [`${formatQuantity(entries)} of ${formatQuantity(n)} in the last ${length}`, ...ratioTexts(entries, n)],
              size,
            ),
          ]
        : [
            ...label(ratioTexts(entries, n), { x: size.width / 2, y: top - 8, within: size.width }, size),
            ...label([`last ${length}`, length], { x: size.width / 2, y: bottom + 18, within: size.width }, size),
          ]),
    ];
  },
};
