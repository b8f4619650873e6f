/** Libraries: Guava's stored permits and deferred time, its warming-up curve, and nginx's excess. */
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
  downwardTip,
  ratioTexts,
  rect,
  drawingBox,
  shade,
  shape,
  fractionOf,
  textWidth,
  type Box,
  type PictureRenderer,
  type PictureOf,
  type PictureSize,
  type SvgShape,
} from './shapes.ts';
import { formatBriefDuration, formatFullDuration } from './durations.ts';

/** More stored permits than this are drawn as a bar. */
const MAX_STORED_CELLS = { none: 8, few: 10, full: 20 } as const;

type DeferredCharge = Pick<PictureOf<'ration'>, 'fresh' | 'stable' | 'freeIn'>;

function freeText(free: number): string {
  return free > 0 ? `free in ${formatFullDuration(free)}` : 'free now';
}

/** `2.4 of 5 stored, free in 0.45 s`, or as much of it as there is room for. */
function storedTexts(stored: number, most: number, free: number): readonly string[] {
  const holds = `${formatQuantity(stored)} of ${formatQuantity(most)}`;
  const when = free > 0 ? `free in ${formatBriefDuration(free)}` : 'free now';
  return [`${holds} stored, ${when}`, `${holds}, ${when}`, ...ratioTexts(stored, most)];
}

/** What the last request took; empty before the first. */
function lastRequestText(stored: string, fresh: number, stable: number): string {
  const parts = [
    ...(stored === '' ? [] : [stored]),
    ...(fresh > 0 ? [`${formatQuantity(fresh)} fresh at ${formatFullDuration(stable)} each`] : []),
  ];
  return parts.length === 0 ? '' : ` The last request took ${parts.join(' and ')}.`;
}

function storedText(stored: number, most: number): string {
  return `${formatQuantity(stored)} of ${formatQuantity(most)} ${most === 1 ? 'permit' : 'permits'} stored`;
}

/**
 * A shelf of stored permits, and below it the deferred time: the last request took permits from the shelf (dashed), and
 * the wait for the rest of its cost falls on the next request.
 */
export const ration: PictureRenderer<'ration'> = {
  describe({ stored, maxStored, freeIn, stable, takenFromStored, fresh }) {
    const last = lastRequestText(takenFromStored > 0 ? `${formatQuantity(takenFromStored)} stored` : '', fresh, stable);
    return `${storedText(stored, maxStored)}, ${freeText(freeIn)}.${last}`;
  },
  shapes({ stored, maxStored, freeIn, stable, takenFromStored, fresh }, size) {
    const room = drawingBox(size);
    const full = size.labels === 'full';
    const text = lineHeight(size);
    const height = room.bottom - room.top;
    const shelf = { ...room, top: room.top + text, bottom: room.top + (full ? text + height * 0.38 : height / 2 - 4) };
    const time = { ...room, top: shelf.bottom + (full ? text + 12 : 10), bottom: room.bottom - text };
    return [
      ...storedShapes(stored, maxStored, takenFromStored, shelf, size),
      ...deferredShapes({ freeIn, stable, fresh }, time, size),
      ...headline(storedTexts(stored, maxStored, freeIn), size),
      ...(full
        ? [
            ...label(
              [`stored permits, at most ${formatQuantity(maxStored)}`, 'stored'],
              { x: room.left, y: shelf.top - 8, anchor: 'start', within: size.width },
              size,
            ),
            ...label(
              takenFromStored > 0 || fresh > 0
                ? [
                    `last request: ${formatQuantity(takenFromStored)} stored, ${formatQuantity(fresh)} fresh`,
                    `${formatQuantity(takenFromStored)} stored, ${formatQuantity(fresh)} fresh`,
                  ]
                : '',
              { x: room.left, y: shelf.bottom + 20, anchor: 'start', within: size.width - 24 },
              size,
            ),
          ]
        : [
            ...label(ratioTexts(stored, maxStored), { x: size.width / 2, y: shelf.top - 5, within: size.width }, size),
            ...label(
              freeIn > 0 ? [`free ${formatBriefDuration(freeIn)}`, formatBriefDuration(freeIn)] : 'free now',
              { x: size.width / 2, y: room.bottom, within: size.width },
              size,
            ),
          ]),
    ];
  },
};

/** The shelf: cells, or a bar; what the last request took is dashed. */
function storedShapes(stored: number, most: number, spent: number, box: Box, size: PictureSize): readonly SvgShape[] {
  const { left, right, top, bottom } = box;
  const cells = most > 1 && most <= MAX_STORED_CELLS[size.labels] ? Math.ceil(most) : 1;
  const unit = (right - left) / Math.max(most, 1e-9);
  const x = (permits: number): number => clamp(left + permits * unit, left, right);
  const spentEnd = Math.min(most, stored + spent);
  return [
    rect(
      'picture-ink',
      { left, right: x(Math.min(stored, most)), top: top + 3, bottom: bottom - 2 },
      { 'fill-opacity': 0.75 },
    ),
    path('picture-dashed', spentEnd > stored ? `M${x(stored)} ${top + 3}H${x(spentEnd)}V${bottom - 2}` : ''),
    path('picture-cut', Array.from({ length: cells - 1 }, (_, i) => `M${x(i + 1)} ${top + 1}V${bottom - 1}`).join('')),
    line(`M${left} ${top}V${bottom}H${right}V${top}`),
  ];
}

/** The time line: hatched from now to nextFree, with a tick for each fresh permit. */
function deferredShapes(
  { freeIn, stable, fresh }: DeferredCharge,
  { left, right, top, bottom }: Box,
  size: PictureSize,
): readonly SvgShape[] {
  const full = size.labels === 'full';
  const middle = (top + bottom) / 2 - (full ? 2 : 0);
  const half = Math.min(full ? 24 : 6, (bottom - top) / 2 - 4);
  // A scale that stays the same for a while: as time passes the bar gets shorter, not the line longer.
  const permits = 2 ** Math.ceil(Math.log2(Math.max(2, fresh, stable > 0 ? freeIn / stable : 0)));
  const scale = permits * stable;
  const x = (seconds: number): number => left + fractionOf(seconds, scale) * (right - left - 4);
  const ticks =
    permits <= 32 ? Array.from({ length: permits }, (_, i) => `M${x((i + 1) * stable)} ${middle + half}v4`) : [];
  return [
    hatchShape({ left, right: x(freeIn), top: middle - half, bottom: middle + half }),
    line(`M${left} ${middle + half}H${right}`),
    path('picture-frame', ticks.join('')),
    path('picture-now', `M${left} ${middle - half - 3}V${middle + half + 3}`),
    downwardTip(clamp(x(freeIn), left + 1, right), middle + half, full ? 7 : 4),
    ...(full
      ? [
          ...label('now', { x: left, y: middle + half + 20, anchor: 'start', within: 80 }, size),
          ...label(
            [`one permit is ${formatBriefDuration(stable)}`, formatBriefDuration(stable)],
            { x: right, y: middle + half + 20, anchor: 'end', within: (right - left) * 0.6 },
            size,
          ),
        ]
      : []),
  ];
}

/**
 * Guava's f(p), the interval at p stored permits. The last request's cost is the area under it, from the stored permits
 * before it to those after it, and to the left of 0 its fresh permits.
 */
export const trapezoid: PictureRenderer<'trapezoid'> = {
  describe({ stored, maxStored, threshold, stable, cold, freeIn, from, to, fresh }) {
    const last = lastRequestText(
      from > to ? `the store from ${formatQuantity(from)} to ${formatQuantity(to)}` : '',
      fresh,
      stable,
    );
    return (
      `${storedText(stored, maxStored)}, ${freeText(freeIn)}.${last} ` +
      `A stored permit costs ${formatFullDuration(stable)} up to ${formatQuantity(threshold)}, and up to ${formatFullDuration(cold)} above.`
    );
  },
  shapes({ stored, maxStored, threshold, stable, cold, freeIn, from, to, fresh }, size) {
    const room = drawingBox(size);
    const full = size.labels === 'full';
    const text = lineHeight(size);
    const [top, bottom] = [room.top + (full ? 4 : text), room.bottom - (full ? 24 : text)];
    // Room for fresh permits, left of 0, and for the labels of the intervals.
    const zero = room.left + (room.right - room.left) * (full ? 0.2 : 0.16);
    const unit = (room.right - zero) / Math.max(maxStored, 1e-9);
    const x = (permits: number): number => clamp(zero + permits * unit, room.left, room.right);
    const y = (interval: number): number => bottom - fractionOf(interval, cold * (full ? 1.25 : 1.08)) * (bottom - top);
    const f = (permits: number): number =>
      permits <= threshold || maxStored <= threshold
        ? stable
        : stable + ((cold - stable) * (Math.min(permits, maxStored) - threshold)) / (maxStored - threshold);
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const bend = clamp(threshold, low, high);
    const area = `M${x(low)} ${bottom}V${y(f(low))}L${x(bend)} ${y(f(bend))}L${x(high)} ${y(f(high))}V${bottom}Z`;
    const at = x(stored);
    const paid = (bend - low) * stable + ((f(bend) + f(high)) / 2) * (high - bend) + fresh * stable;
    return [
      ...(high > low ? [path('picture-medium', area)] : []),
      shade({ left: x(-fresh), right: zero, top: y(stable), bottom }, fresh > 0 ? 0.45 : 0),
      path('picture-dashed', `M${x(threshold)} ${bottom}V${y(cold)}`),
      line(`M${room.left} ${bottom}H${room.right}M${zero} ${bottom}V${top}`),
      line(`M${zero} ${y(stable)}H${x(Math.min(threshold, maxStored))}L${x(maxStored)} ${y(cold)}V${bottom}`),
      path('picture-now', `M${at} ${bottom + 4}V${y(f(stored))}`),
      shape('circle', 'picture-ink', { cx: at, cy: y(f(stored)), r: full ? 6 : 3.5 }),
      ...(full
        ? [
            ...label(
              formatBriefDuration(stable),
              { x: zero - 6, y: y(stable) - 6, anchor: 'end', within: zero - room.left },
              size,
            ),
            ...(y(stable) - y(cold) > 20
              ? label(
                  formatBriefDuration(cold),
                  { x: zero - 6, y: y(cold) + 5, anchor: 'end', within: zero - room.left },
                  size,
                )
              : []),
            ...(paid > 0
              ? label(
                  [`the last request deferred ${formatBriefDuration(paid)}`, `deferred ${formatBriefDuration(paid)}`],
                  { x: zero + 10, y: top + 10, anchor: 'start', within: (room.right - zero) * 0.8 },
                  size,
                )
              : []),
            ...permitAxisLabels(zero, x(threshold), room.right, bottom + 20, { threshold, maxStored }, size),
            ...(fresh > 0
              ? label(
                  [`${formatQuantity(fresh, 1)} fresh`, formatQuantity(fresh, 1)],
                  { x: room.left, y: bottom + 20, anchor: 'start', within: zero - room.left - 10 },
                  size,
                )
              : []),
            ...headline(storedTexts(stored, maxStored, freeIn), size),
          ]
        : [
            ...label(ratioTexts(stored, maxStored), { x: size.width / 2, y: top - 5, within: size.width }, size),
            ...label(
              freeIn > 0 ? [`free ${formatBriefDuration(freeIn)}`, formatBriefDuration(freeIn)] : 'free now',
              { x: size.width / 2, y: room.bottom, within: size.width },
              size,
            ),
          ]),
    ];
  },
};

/** Under the axis: 0, the maximum that is stored, and the threshold as near to its position as the other labels allow. */
function permitAxisLabels(
  zero: number,
  at: number,
  right: number,
  y: number,
  { threshold, maxStored }: Pick<PictureOf<'trapezoid'>, 'threshold' | 'maxStored'>,
  size: PictureSize,
): readonly SvgShape[] {
  const end = `${formatQuantity(maxStored, 1)} permits`;
  const room = { from: zero + 16, to: right - textWidth(end, size) - 12 };
  const words = [`${formatQuantity(threshold, 1)} threshold`, formatQuantity(threshold, 1)];
  const text = words.find((one) => textWidth(one, size) <= room.to - room.from);
  const half = text === undefined ? 0 : textWidth(text, size) / 2;
  return [
    ...label('0', { x: zero, y, within: 20 }, size),
    ...(text === undefined
      ? []
      : label(text, { x: clamp(at, room.from + half, room.to - half), y, within: 2 * half }, size)),
    ...label(end, { x: right, y, anchor: 'end', within: right - zero - 16 }, size),
  ];
}

/** Requests in a burst that are drawn as steps of the column. */
const MAX_STEPS = { none: 8, few: 10, full: 20 } as const;

/**
 * A column of the excess over the one request that is always admitted: each request adds one step (the next is dashed).
 * Above the delay mark a request waits, and one that would pass the burst's wall is refused. Below 0 there is room for a
 * request without excess: drawn, and said to be 0.
 */
export const excess: PictureRenderer<'excess'> = {
  describe({ excess: held, burst, delay }) {
    const waits = delay < burst ? `, delayed above ${formatQuantity(delay)}` : '';
    return `Excess ${formatQuantity(Math.max(0, held))}; the next request makes it ${formatQuantity(nextExcess(held))} of burst ${formatQuantity(burst)}${waits}.`;
  },
  shapes({ excess: held, burst, delay }, size) {
    const full = size.labels === 'full';
    const few = size.labels === 'few';
    const { box, x: labelX } = besideLabels(size);
    const foot = few ? lineHeight(size) : 0;
    const [middle, half] = [(box.left + box.right) / 2, { none: 13, few: 18, full: 44 }[size.labels]];
    const [left, right] = [middle - half, middle + half];
    const [top, bottom] = [box.top + 9, box.bottom - foot - (full ? 4 : 2)];
    const y = (requests: number): number => bottom - fractionOf(requests + 1, burst + 1) * (bottom - top);
    const steps = burst < MAX_STEPS[size.labels] ? Math.ceil(burst) : 0;
    const edges = Array.from({ length: steps }, (_, i) => `M${left} ${y(i)}H${right}`);
    const delays = delay < burst;
    const next = nextExcess(held);
    const said = Math.max(0, held);
    const within = size.width - 12 - labelX;
    return [
      rect('picture-ink', { left, right, top: y(held), bottom }, { 'fill-opacity': 0.75 }),
      path('picture-empty', edges.filter((_, i) => i > held).join('')),
      path('picture-cut', edges.filter((_, i) => i < held).join('')),
      path('picture-dashed', `M${left + 3} ${y(held)}V${next > burst ? top - 6 : y(next)}H${right - 3}V${y(held)}`),
      line(`M${left} ${top - 6}V${bottom}H${right}V${top - 6}M${left} ${top}H${right}`),
      hatchShape({ left: left + 1, right: right - 1, top: top - 6, bottom: top }),
      // Zero, above the request that is always admitted.
      path('picture-now', `M${left - 6} ${y(0)}H${left}M${right} ${y(0)}H${right + 6}`),
      ...(delays ? [path('picture-ink', `M${right + 2} ${y(delay)}l${full ? '12 -6v12' : '7 -4v8'}Z`)] : []),
      ...(few
        ? label(ratioTexts(said, burst), { x: size.width / 2, y: size.height - 4, within: size.width }, size)
        : []),
      ...headline([`Excess ${formatQuantity(said)} of ${formatQuantity(burst)}`, ...ratioTexts(said, burst)], size),
      ...(full
        ? [
            ...label(
              [`burst ${formatQuantity(burst)}: more is refused`, `burst ${formatQuantity(burst)}`],
              { x: labelX, y: top + 3, anchor: 'start', within },
              size,
            ),
            ...(delays && y(delay) - top > 20
              ? label(
                  [`delay ${formatQuantity(delay)}: waits above`, `delay ${formatQuantity(delay)}`],
                  { x: labelX, y: y(delay) + 5, anchor: 'start', within },
                  size,
                )
              : []),
            ...(y(0) - y(delays ? delay : burst) > 20
              ? label(['0: no excess', '0'], { x: labelX, y: y(0) + 5, anchor: 'start', within }, size)
              : []),
          ]
        : []),
    ];
  },
};

/** The excess after a request of cost 1. */
function nextExcess(held: number): number {
  return Math.max(0, held + 1);
}
