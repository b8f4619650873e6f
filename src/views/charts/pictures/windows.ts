/** Windows: cells that fill, two windows with a frame that slides over them, and slices that add up. */
import { formatNumber } from '../../format/numbers.ts';
import { formatShortNumber } from '../../format/ticks.ts';
import {
  formatQuantity,
  hatchShape,
  headline,
  label,
  labelNear,
  line,
  lineHeight,
  path,
  ratioTexts,
  rect,
  drawingBox,
  shade,
  fractionOf,
  clamp,
  type Box,
  type PictureRenderer,
  type PictureSize,
  type SvgShape,
} from './shapes.ts';
import { formatPictureInstant } from './durations.ts';

/** More cells than this are drawn as a bar. */
const MAX_CELLS = { none: 20, few: 20, full: 100 } as const;

/** Permits counted in a window: cells in rows, filled in reading order, above the window's bounds. */
export const cells: PictureRenderer<'cells'> = {
  describe: ({ count, n, from, to, countsRemaining }) =>
    `${formatQuantity(count)} of ${formatQuantity(n)} ${countsRemaining === true ? 'left ' : ''}in the window from ${formatPictureInstant(from)} to ${formatPictureInstant(to)}.`,
  shapes({ count, n, from, to, countsRemaining }, size) {
    const room = drawingBox(size);
    const foot = size.labels === 'full' ? 36 : lineHeight(size);
    const box = { ...room, bottom: room.bottom - foot };
    return [
      ...(n <= MAX_CELLS[size.labels]
        ? cellGrid(count, n, box, size)
        : countBar(count, n, countsRemaining === true, box, size)),
      ...(size.labels === 'full'
        ? windowBracket(from, to, room, size)
        : labelNear(boundsTexts(from / 1e6, to / 1e6), size.width / 2, room.bottom - 1, size)),
      ...headline(
        [
          `${formatQuantity(count)} of ${formatQuantity(n)} ${countsRemaining === true ? 'left ' : ''}in this window`,
          ...ratioTexts(count, n),
        ],
        size,
      ),
    ];
  },
};

/** Rows of five, or of ten where there are more than twenty cells. */
function cellGrid(
  count: number,
  n: number,
  { left, right, top, bottom }: Box,
  { labels }: PictureSize,
): readonly SvgShape[] {
  const row = n > 20 ? 10 : 5;
  const columns = Math.min(row, n);
  const rows = Math.ceil(n / columns);
  const pitch = Math.min(labels === 'full' ? 56 : 17, (right - left + 2) / row, (bottom - top + 2) / rows);
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

function countBar(
  count: number,
  n: number,
  countsDown: boolean,
  { left, right, top, bottom }: Box,
  size: PictureSize,
): readonly SvgShape[] {
  const full = size.labels === 'full';
  const [middle, half] = [(top + bottom) / 2 + (size.labels === 'few' ? 8 : 0), full ? 28 : 8];
  const end = full ? right - 8 : right;
  const box = { left, right: end, top: middle - half, bottom: middle + half };
  return [
    rect('picture-ink', { ...box, right: left + (end - left) * fractionOf(count, n) }),
    rect('picture-line', { left: left + 0.75, right: end - 0.75, top: box.top + 0.75, bottom: box.bottom - 0.75 }),
    ...(full && !countsDown
      ? [
          hatchShape({ ...box, left: end + 1, right }),
          ...label(
            `${formatQuantity(n)}: more is refused`,
            { x: right, y: box.top - 8, anchor: 'end', within: right - left },
            size,
          ),
        ]
      : label(ratioTexts(count, n), { x: (left + right) / 2, y: box.top - 6, within: size.width }, size)),
  ];
}

/** The window's bounds below a line that spans it. */
function windowBracket(from: number, to: number, { left, right, bottom }: Box, size: PictureSize): readonly SvgShape[] {
  const y = bottom - 24;
  const within = (right - left) / 2 - 4;
  return [
    path('picture-frame', `M${left} ${y - 5}V${y}H${right}V${y - 5}`),
    ...label(
      [`from ${formatPictureInstant(from)}`, formatPictureInstant(from)],
      { x: left, y: y + 19, anchor: 'start', within },
      size,
    ),
    ...label(
      [`to ${formatPictureInstant(to)}`, formatPictureInstant(to)],
      { x: right, y: y + 19, anchor: 'end', within },
      size,
    ),
  ];
}

const UNITS = [
  [1, 's'],
  [60, 'min'],
  [3_600, 'h'],
  [86_400, 'd'],
] as const;
/** A longer figure is told in the next unit: 720 h, not 43,200 min. */
const MAX_FIGURE = 10_000;

/** `10–20 s`: in the smallest unit in which that is short enough, exact if possible, else rounded, else only the end. */
function boundsTexts(from: number, to: number): readonly string[] {
  const units = UNITS.filter(([unit], index) => to < MAX_FIGURE * unit || index === UNITS.length - 1);
  const texts = [3, 1, 0].flatMap((decimals) =>
    units.flatMap(([unit, name]) => {
      const [start, end] = [formatNumber(from / unit, decimals), formatNumber(to / unit, decimals)];
      return start === end ? [] : [`${start}–${end} ${name}`];
    }),
  );
  return [
    ...texts,
    `to ${formatNumber(to, 0)} s`,
    `${formatNumber(to, 0)} s`,
    `${formatShortNumber(Math.round(to))} s`,
  ];
}

/** Columns may reach this multiple of n: published counters exceed n. */
const MAX_OVERSHOOT = 1.2;

/**
 * Two windows side by side, as high as their counts. The frame is the last T: it slides out of the previous one, which
 * fades. The part of it that still counts and the current count are stacked beside them, up to n.
 */
export const weighted: PictureRenderer<'weighted'> = {
  describe({ previous, current, elapsedShare, n, from, to }) {
    const sum = previous * (1 - elapsedShare) + current;
    return (
      `${formatQuantity(sum)} of ${formatQuantity(n)}, from ${formatQuantity(current)} in the window from ${formatPictureInstant(from)} to ${formatPictureInstant(to)}, and ` +
      `${formatQuantity(100 * (1 - elapsedShare), 1)} % of ${formatQuantity(previous)} in the previous one.`
    );
  },
  shapes({ previous, current, elapsedShare, n, from, to }, size) {
    const room = drawingBox(size);
    const full = size.labels === 'full';
    const text = lineHeight(size);
    const top = room.top + (full ? 0 : text);
    const bottom = room.bottom - text;
    // Windows, a gap, and the sum.
    const unit = (room.right - room.left) / 12;
    const [start, width] = [room.left + (full ? 0 : 1), unit * 4];
    const sum = { left: room.left + unit * 9.6, right: room.left + unit * 11.6 };
    const wall = bottom - (bottom - top - 8) / MAX_OVERSHOOT;
    const yOf = (value: number): number => bottom - Math.min(MAX_OVERSHOOT, value / n) * (bottom - wall);
    const frameX = start + clamp(elapsedShare, 0, 1) * width;
    const kept = previous * (1 - elapsedShare);
    const foot = bottom + 17;
    const fade = 0.08 + 0.42 * (1 - elapsedShare);
    return [
      path('picture-empty', `M${start} ${yOf(previous)}H${frameX}M${start} ${yOf(previous)}V${bottom}`),
      shade({ left: frameX, right: start + width, top: yOf(previous), bottom }, fade),
      shade({ left: start + width, right: start + 2 * width, top: yOf(current), bottom }, 0.6),
      line(`M${room.left} ${bottom}H${start + 2 * width}M${start + width} ${bottom}v-5`),
      path('picture-now', `M${frameX} ${wall - 5}H${frameX + width}V${bottom}H${frameX}Z`),
      shade({ ...sum, top: yOf(kept), bottom }, fade),
      shade({ ...sum, top: yOf(kept + current), bottom: yOf(kept) }, 0.6),
      line(`M${sum.left} ${wall}V${bottom}H${sum.right}V${wall}`),
      hatchShape({ left: sum.left, right: sum.right, top: wall - 6, bottom: wall }),
      ...(full
        ? [
            ...label(
              [`before: ${formatQuantity(previous)}`, formatQuantity(previous)],
              { x: start + width / 2, y: foot, within: width },
              size,
            ),
            ...label(
              [
                `${formatPictureInstant(from)} to ${formatPictureInstant(to)}: ${formatQuantity(current)}`,
                `from ${formatPictureInstant(from)}: ${formatQuantity(current)}`,
                `now: ${formatQuantity(current)}`,
              ],
              { x: start + 1.5 * width, y: foot, within: width + unit },
              size,
            ),
            ...label('sum', { x: (sum.left + sum.right) / 2, y: foot, within: 3 * unit }, size),
            ...label(
              `n ${formatQuantity(n)}`,
              { x: sum.left - 4, y: wall + 5, anchor: 'end', within: 1.5 * unit },
              size,
            ),
          ]
        : [
            ...label(ratioTexts(kept + current, n), { x: size.width / 2, y: top - 6, within: size.width }, size),
            ...labelNear(boundsTexts(from / 1e6, to / 1e6), size.width / 2, room.bottom - 1, size),
          ]),
      ...headline(
        [
          `${formatQuantity(100 * (1 - elapsedShare), 0)} % of ${formatQuantity(previous)} + ${formatQuantity(current)} = ${formatQuantity(kept + current)} of ${formatQuantity(n)}`,
          ...ratioTexts(kept + current, n),
        ],
        size,
      ),
    ];
  },
};

/** Steps are no narrower than this: narrower ones are combined. */
const MIN_STEP_WIDTH = 2;

/** Slices of the last T as stairs: each begins where the one before it ended, and the last one must stay within n. */
export const slices: PictureRenderer<'slices'> = {
  describe({ counts, n, from, to }) {
    const sum = counts.reduce((total, count) => total + count, 0);
    const newest = counts.at(-1) ?? 0;
    const each =
      counts.length <= 12
        ? `: ${Array.from(counts, (count) => formatQuantity(count)).join(', ')}`
        : `, ${formatQuantity(newest)} of them in the newest`;
    return (
      `${formatQuantity(sum)} of ${formatQuantity(n)} in ${formatQuantity(counts.length)} ${counts.length === 1 ? 'slice' : 'slices'} ` +
      `${from < 0 ? 'up' : `from ${formatPictureInstant(from)}`} to ${formatPictureInstant(to)}${each}.`
    );
  },
  shapes({ counts, n, from, to }, size) {
    const room = drawingBox(size);
    const full = size.labels === 'full';
    const top = room.top + (full ? 0 : lineHeight(size));
    const bottom = room.bottom - (full ? 44 : lineHeight(size));
    const wall = top + 7;
    const maxSteps = Math.max(1, Math.floor((room.right - room.left) / MIN_STEP_WIDTH));
    const steps = mergeNeighbours(counts, maxSteps);
    const step = (room.right - room.left) / Math.max(1, steps.length);
    const shapes: SvgShape[] = [hatchShape({ left: room.left, right: room.right, top, bottom: wall })];
    let sum = 0;
    let stairs = `M${room.left} ${bottom}`;
    steps.forEach((count, index) => {
      const [left, right] = [room.left + index * step, room.left + (index + 1) * step];
      const yOf = (value: number): number => bottom - fractionOf(value, n) * (bottom - wall);
      const [foot, head] = [yOf(sum), yOf(sum + count)];
      sum += count;
      const current = index === steps.length - 1;
      if (count > 0) shapes.push(shade({ left, right, top: head, bottom: foot }, current ? 1 : 0.3));
      stairs += `V${head}H${right}`;
      if (full && steps.length <= 20) {
        shapes.push(...label(formatQuantity(count), { x: (left + right) / 2, y: bottom + 17, within: step - 2 }, size));
      }
    });
    const edges = steps.map((_, index) => room.left + index * step).slice(1);
    return [
      ...shapes,
      line(stairs),
      // Boundaries of slices; too many would look like a comb.
      path('picture-frame', edges.length <= 40 ? edges.map((x) => `M${x} ${bottom - 3}V${bottom + 3}`).join('') : ''),
      line(`M${room.left} ${bottom}H${room.right}M${room.left} ${wall}H${room.right}`),
      ...(full
        ? slicesLabels(from, to, n, { ...room, top: wall }, size)
        : [
            ...label(ratioTexts(sum, n), { x: size.width / 2, y: top - 5, within: size.width }, size),
            ...labelNear(
              from < 0 ? `to ${formatPictureInstant(to)}` : boundsTexts(from / 1e6, to / 1e6),
              size.width / 2,
              room.bottom - 1,
              size,
            ),
          ]),
      ...headline(
        [
          `${formatQuantity(sum)} of ${formatQuantity(n)} in ${formatQuantity(counts.length)} ${counts.length === 1 ? 'slice' : 'slices'}`,
          ...ratioTexts(sum, n),
        ],
        size,
      ),
    ];
  },
};

function slicesLabels(from: number, to: number, n: number, room: Box, size: PictureSize): readonly SvgShape[] {
  const within = (room.right - room.left) / 2 - 4;
  return [
    // Slices of before the run's beginning are empty.
    ...(from < 0
      ? []
      : label(formatPictureInstant(from), { x: room.left, y: room.bottom - 4, anchor: 'start', within }, size)),
    ...label(
      [`the current one ends at ${formatPictureInstant(to)}`, formatPictureInstant(to)],
      { x: room.right, y: room.bottom - 4, anchor: 'end', within: within * 1.5 },
      size,
    ),
    ...label(`n ${formatQuantity(n)}`, { x: room.left, y: room.top + 18, anchor: 'start', within }, size),
  ];
}

/** At most `maxGroups` counts, neighbours added up; the last one stays separate. */
function mergeNeighbours(counts: Float64Array, maxGroups: number): readonly number[] {
  if (counts.length <= maxGroups) return Array.from(counts);
  const groups = Array.from({ length: maxGroups }, () => 0);
  counts.forEach((count, index) => {
    const group =
      index === counts.length - 1 ? maxGroups - 1 : Math.floor((index / (counts.length - 1)) * (maxGroups - 1));
    groups[group] = (groups[group] as number) + count;
  });
  return groups;
}
