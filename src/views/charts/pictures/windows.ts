/** Windows: cells that fill, two windows with a frame that slides over them, and slices that add up. */
import { number } from '../../format/numbers.ts';
import { shortNumber } from '../../format/ticks.ts';
import {
  figure,
  hatch,
  headline,
  label,
  labelNear,
  line,
  lineHeight,
  path,
  ratio,
  rect,
  roomOf,
  shade,
  shareOf,
  clamp,
  type Box,
  type Drawing,
  type PictureSize,
  type Shape,
} from './shapes.ts';
import { instant } from './times.ts';

/** More cells are a bar. */
const MOST_CELLS = { none: 20, few: 20, full: 100 } as const;

/** Permits counted in a window: cells in rows, filled in reading order, over the window's bounds. */
export const cells: Drawing<'cells'> = {
  text: ({ count, n, from, to, left }) =>
    `${figure(count)} of ${figure(n)} ${left === true ? 'left ' : ''}in the window from ${instant(from)} to ${instant(to)}.`,
  shapes({ count, n, from, to, left }, size) {
    const room = roomOf(size);
    const foot = size.words === 'full' ? 36 : lineHeight(size);
    const box = { ...room, bottom: room.bottom - foot };
    return [
      ...(n <= MOST_CELLS[size.words] ? grid(count, n, box, size) : bar(count, n, left === true, box, size)),
      ...(size.words === 'full'
        ? bracket(from, to, room, size)
        : labelNear(boundsTexts(from / 1e6, to / 1e6), size.width / 2, room.bottom - 1, size)),
      ...headline(
        [`${figure(count)} of ${figure(n)} ${left === true ? 'left ' : ''}in this window`, ...ratio(count, n)],
        size,
      ),
    ];
  },
};

/** Rows of five, or of ten where there are more than twenty. */
function grid(count: number, n: number, { left, right, top, bottom }: Box, { words }: PictureSize): readonly Shape[] {
  const row = n > 20 ? 10 : 5;
  const columns = Math.min(row, n);
  const rows = Math.ceil(n / columns);
  const pitch = Math.min(words === 'full' ? 56 : 17, (right - left + 2) / row, (bottom - top + 2) / rows);
  const side = pitch - (pitch > 24 ? 4 : 2);
  const [x0, y0] = [
    (left + right - columns * pitch + pitch - side) / 2,
    (top + bottom - rows * pitch + pitch - side) / 2,
  ];
  return Array.from({ length: n }, (_, i) => {
    const [x, y] = [x0 + (i % columns) * pitch, y0 + Math.floor(i / columns) * pitch];
    const share = clamp(count - i, 0, 1);
    return share > 0
      ? rect('picture-ink', { left: x, right: x + side, top: y + side * (1 - share), bottom: y + side })
      : rect('picture-empty', { left: x + 0.5, right: x + side - 0.5, top: y + 0.5, bottom: y + side - 0.5 });
  });
}

function bar(
  count: number,
  n: number,
  drains: boolean,
  { left, right, top, bottom }: Box,
  size: PictureSize,
): readonly Shape[] {
  const full = size.words === 'full';
  const [middle, half] = [(top + bottom) / 2 + (size.words === 'few' ? 8 : 0), full ? 28 : 8];
  const end = full ? right - 8 : right;
  const box = { left, right: end, top: middle - half, bottom: middle + half };
  return [
    rect('picture-ink', { ...box, right: left + (end - left) * shareOf(count, n) }),
    rect('picture-line', { left: left + 0.75, right: end - 0.75, top: box.top + 0.75, bottom: box.bottom - 0.75 }),
    ...(full && !drains
      ? [
          hatch({ ...box, left: end + 1, right }),
          ...label(
            `${figure(n)}: more is refused`,
            { x: right, y: box.top - 8, anchor: 'end', within: right - left },
            size,
          ),
        ]
      : label(ratio(count, n), { x: (left + right) / 2, y: box.top - 6, within: size.width }, size)),
  ];
}

/** The window's bounds under a line that reaches from one to the other. */
function bracket(from: number, to: number, { left, right, bottom }: Box, size: PictureSize): readonly Shape[] {
  const y = bottom - 24;
  const within = (right - left) / 2 - 4;
  return [
    path('picture-frame', `M${left} ${y - 5}V${y}H${right}V${y - 5}`),
    ...label([`from ${instant(from)}`, instant(from)], { x: left, y: y + 19, anchor: 'start', within }, size),
    ...label([`to ${instant(to)}`, instant(to)], { x: right, y: y + 19, anchor: 'end', within }, size),
  ];
}

/** `10–20 s`: in seconds, if that is short enough, else in the unit in which it is, else rounded, else only the end. */
function boundsTexts(from: number, to: number): readonly string[] {
  const units = [
    [1, 's'],
    [60, 'min'],
    [3_600, 'h'],
    [86_400, 'd'],
  ] as const;
  const texts = [3, 1, 0].flatMap((decimals) =>
    units.flatMap(([unit, name]) => {
      const [start, end] = [number(from / unit, decimals), number(to / unit, decimals)];
      return start === end ? [] : [`${start}–${end} ${name}`];
    }),
  );
  return [...texts, `to ${number(to, 0)} s`, `${number(to, 0)} s`, `${shortNumber(Math.round(to))} s`];
}

/** Columns may stand this far over n: published counters do. */
const OVER = 1.2;

/**
 * Two windows side by side, as high as their counts. The frame is the last T: it slides out of the previous one, which
 * fades as it goes. What still counts of it and the current count are stacked beside them, up to n.
 */
export const weighted: Drawing<'weighted'> = {
  text({ previous, current, gone, n, from, to }) {
    const sum = previous * (1 - gone) + current;
    return (
      `${figure(sum)} of ${figure(n)}, from ${figure(current)} in the window from ${instant(from)} to ${instant(to)}, and ` +
      `${figure(100 * (1 - gone), 1)} % of ${figure(previous)} in the one before.`
    );
  },
  shapes({ previous, current, gone, n, from, to }, size) {
    const room = roomOf(size);
    const full = size.words === 'full';
    const text = lineHeight(size);
    const top = room.top + (full ? 0 : text);
    const bottom = room.bottom - text;
    // Windows, a gap, and the sum.
    const unit = (room.right - room.left) / 12;
    const [start, width] = [room.left + (full ? 0 : 1), unit * 4];
    const sum = { left: room.left + unit * 9.6, right: room.left + unit * 11.6 };
    const wall = bottom - (bottom - top - 8) / OVER;
    const high = (value: number): number => bottom - Math.min(OVER, value / n) * (bottom - wall);
    const frame = start + clamp(gone, 0, 1) * width;
    const kept = previous * (1 - gone);
    const foot = bottom + 17;
    const fade = 0.08 + 0.42 * (1 - gone);
    return [
      path('picture-empty', `M${start} ${high(previous)}H${frame}M${start} ${high(previous)}V${bottom}`),
      shade({ left: frame, right: start + width, top: high(previous), bottom }, fade),
      shade({ left: start + width, right: start + 2 * width, top: high(current), bottom }, 0.6),
      line(`M${room.left} ${bottom}H${start + 2 * width}M${start + width} ${bottom}v-5`),
      path('picture-now', `M${frame} ${wall - 5}H${frame + width}V${bottom}H${frame}Z`),
      shade({ ...sum, top: high(kept), bottom }, fade),
      shade({ ...sum, top: high(kept + current), bottom: high(kept) }, 0.6),
      line(`M${sum.left} ${wall}V${bottom}H${sum.right}V${wall}`),
      hatch({ left: sum.left, right: sum.right, top: wall - 6, bottom: wall }),
      ...(full
        ? [
            ...label(
              [`before: ${figure(previous)}`, figure(previous)],
              { x: start + width / 2, y: foot, within: width },
              size,
            ),
            ...label(
              [
                `${instant(from)} to ${instant(to)}: ${figure(current)}`,
                `from ${instant(from)}: ${figure(current)}`,
                `now: ${figure(current)}`,
              ],
              { x: start + 1.5 * width, y: foot, within: width + unit },
              size,
            ),
            ...label('sum', { x: (sum.left + sum.right) / 2, y: foot, within: 3 * unit }, size),
            ...label(`n ${figure(n)}`, { x: sum.left - 4, y: wall + 5, anchor: 'end', within: 1.5 * unit }, size),
          ]
        : [
            ...label(ratio(kept + current, n), { x: size.width / 2, y: top - 6, within: size.width }, size),
            ...labelNear(boundsTexts(from / 1e6, to / 1e6), size.width / 2, room.bottom - 1, size),
          ]),
      ...headline(
        [
          `${figure(100 * (1 - gone), 0)} % of ${figure(previous)} + ${figure(current)} = ${figure(kept + current)} of ${figure(n)}`,
          ...ratio(kept + current, n),
        ],
        size,
      ),
    ];
  },
};

/** Steps are no narrower than this: neighbours are drawn as one. */
const LEAST_STEP = 2;

/** Slices of the last T as stairs: each begins where the one before it ended, and the last one must stay under n. */
export const slices: Drawing<'slices'> = {
  text({ counts, n, from, to }) {
    const sum = counts.reduce((total, count) => total + count, 0);
    const newest = counts.at(-1) ?? 0;
    const each =
      counts.length <= 12
        ? `: ${Array.from(counts, (count) => figure(count)).join(', ')}`
        : `, ${figure(newest)} of them in the newest`;
    return (
      `${figure(sum)} of ${figure(n)} in ${figure(counts.length)} ${counts.length === 1 ? 'slice' : 'slices'} ` +
      `from ${instant(from)} to ${instant(to)}${each}.`
    );
  },
  shapes({ counts, n, from, to }, size) {
    const room = roomOf(size);
    const full = size.words === 'full';
    const top = room.top + (full ? 0 : lineHeight(size));
    const bottom = room.bottom - (full ? 44 : lineHeight(size));
    const wall = top + 7;
    const most = Math.max(1, Math.floor((room.right - room.left) / LEAST_STEP));
    const steps = grouped(counts, most);
    const step = (room.right - room.left) / Math.max(1, steps.length);
    const shapes: Shape[] = [hatch({ left: room.left, right: room.right, top, bottom: wall })];
    let sum = 0;
    let stairs = `M${room.left} ${bottom}`;
    steps.forEach((count, index) => {
      const [left, right] = [room.left + index * step, room.left + (index + 1) * step];
      const high = (value: number): number => bottom - shareOf(value, n) * (bottom - wall);
      const [foot, head] = [high(sum), high(sum + count)];
      sum += count;
      const current = index === steps.length - 1;
      if (count > 0) shapes.push(shade({ left, right, top: head, bottom: foot }, current ? 1 : 0.3));
      stairs += `V${head}H${right}`;
      if (full && steps.length <= 20) {
        shapes.push(...label(figure(count), { x: (left + right) / 2, y: bottom + 17, within: step - 2 }, size));
      }
    });
    const edges = steps.map((_, index) => room.left + index * step).slice(1);
    return [
      ...shapes,
      line(stairs),
      // Where one slice ends and the next begins; too many would be a comb.
      path('picture-frame', edges.length <= 40 ? edges.map((x) => `M${x} ${bottom - 3}V${bottom + 3}`).join('') : ''),
      line(`M${room.left} ${bottom}H${room.right}M${room.left} ${wall}H${room.right}`),
      ...(full
        ? bracketUnder(from, to, n, { ...room, top: wall }, size)
        : [
            ...label(ratio(sum, n), { x: size.width / 2, y: top - 5, within: size.width }, size),
            ...labelNear(boundsTexts(from / 1e6, to / 1e6), size.width / 2, room.bottom - 1, size),
          ]),
      ...headline([`${figure(sum)} of ${figure(n)} in ${figure(counts.length)} slices`, ...ratio(sum, n)], size),
    ];
  },
};

function bracketUnder(from: number, to: number, n: number, room: Box, size: PictureSize): readonly Shape[] {
  const within = (room.right - room.left) / 2 - 4;
  return [
    ...label(instant(from), { x: room.left, y: room.bottom - 4, anchor: 'start', within }, size),
    ...label(
      [`the current one ends at ${instant(to)}`, instant(to)],
      { x: room.right, y: room.bottom - 4, anchor: 'end', within: within * 1.5 },
      size,
    ),
    ...label(`n ${figure(n)}`, { x: room.left, y: room.top + 18, anchor: 'start', within }, size),
  ];
}

/** At most so many counts, neighbours added up; the last one stays alone. */
function grouped(counts: Float64Array, most: number): readonly number[] {
  if (counts.length <= most) return Array.from(counts);
  const groups = Array.from({ length: most }, () => 0);
  counts.forEach((count, index) => {
    const group = index === counts.length - 1 ? most - 1 : Math.floor((index / (counts.length - 1)) * (most - 1));
    groups[group] = (groups[group] as number) + count;
  });
  return groups;
}
