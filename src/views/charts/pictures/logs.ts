/** A log: the instants of the last T, written on a strip. */
import { duration } from '../../format/time.ts';
import { figure, headline, label, line, path, ratio, roomOf, shareOf, type Drawing } from './shapes.ts';
import { instant } from './times.ts';

/** A strip from now − T to now, with a tick for each entry, as far as they can be told apart. */
export const log: Drawing<'log'> = {
  text({ size, times, n, from, to }) {
    const [oldest, newest] = [times[0], times.at(-1)];
    const written =
      oldest === undefined || newest === undefined
        ? ''
        : oldest === newest
          ? `, written at ${instant(newest)}`
          : `, written from ${instant(oldest)} to ${instant(newest)}`;
    return `${figure(size)} of ${figure(n)} in the last ${duration((to - from) / 1e6)}${written}.`;
  },
  shapes({ size: entries, times, n, from, to }, size) {
    const room = roomOf(size);
    const full = size.words === 'full';
    const middle = (room.top + room.bottom) / 2 - (full ? 8 : 0);
    const half = full ? Math.min(64, (room.bottom - room.top) / 2 - 32) : 12;
    const { left, right } = room;
    const [top, bottom] = [middle - half, middle + half];
    const inset = full ? 8 : 3;
    const ticks: string[] = [];
    let last = -Infinity;
    for (const time of times) {
      const x = left + 1 + shareOf(time - from, to - from) * (right - left - 2);
      // What is within half a pixel is one line.
      if (x - last < 0.5) continue;
      last = x;
      ticks.push(`M${x.toFixed(2)} ${top + inset}V${bottom - inset}`);
    }
    const length = duration((to - from) / 1e6);
    const half2 = (right - left) / 2 - 4;
    return [
      path('picture-frame', `M${left} ${top}H${right}V${bottom}H${left}Z`),
      line(ticks.join('')),
      // Now is where entries come in.
      path('picture-now', `M${right} ${top - 4}V${bottom + 4}`),
      ...(full
        ? [
            ...label(
              [`forgotten before ${instant(from)}`, instant(from)],
              { x: left, y: bottom + 24, anchor: 'start', within: half2 },
              size,
            ),
            ...label([`now, ${instant(to)}`, 'now'], { x: right, y: bottom + 24, anchor: 'end', within: half2 }, size),
            ...headline([`${figure(entries)} of ${figure(n)} in the last ${length}`, ...ratio(entries, n)], size),
          ]
        : [
            ...label(ratio(entries, n), { x: size.width / 2, y: top - 8, within: size.width }, size),
            ...label([`last ${length}`, length], { x: size.width / 2, y: bottom + 18, within: size.width }, size),
          ]),
    ];
  },
};
