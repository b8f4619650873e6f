/** Buckets: tokens in one, water in another, one that may owe, and two that must both agree. */
import {
  besideWords,
  clamp,
  drips,
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
  shareOf,
  type Box,
  type Drawing,
  type PictureSize,
  type Shape,
} from './shapes.ts';
import { glance, span } from './times.ts';

/** More tokens are a fill. */
const MOST_DISCS = { none: 16, few: 16, full: 60 } as const;

/** An open bucket, wider at its rim, with tokens in it. Where they come at instants, the next hangs above it. */
export const tokens: Drawing<'tokens'> = {
  text({ tokens: held, capacity, refill }) {
    const holds = `${figure(held)} of ${figure(capacity)} tokens`;
    if (refill === undefined) return `${holds}.`;
    return refill === null ? `${holds}: no refill is due.` : `${holds}. The next refill is in ${span(refill)}.`;
  },
  shapes({ tokens: held, capacity, refill }, size) {
    const { box, x } = besideWords(size);
    const above = refill === undefined ? (size.words === 'full' ? 22 : 0) : { none: 13, few: 18, full: 34 }[size.words];
    const bucket = { ...box, top: box.top + above };
    const within = size.width - 12 - x;
    return [
      ...bucketOf(bucket, held, capacity, size),
      ...(refill === undefined && size.words === 'full'
        ? drips((box.left + box.right) / 2, box.top, bucket.top - 4, size)
        : []),
      ...(refill === undefined ? [] : hanging(refill, { ...box, bottom: bucket.top }, size)),
      ...headline([`${figure(held)} of ${figure(capacity)} tokens`, ...ratio(held, capacity)], size),
      ...(size.words === 'full'
        ? [
            ...label(
              [`full at ${figure(capacity)}: the rest spills`, `full at ${figure(capacity)}`],
              { x, y: bucket.top + 5, anchor: 'start', within },
              size,
            ),
            ...label(['empty: it refuses', 'empty'], { x, y: bucket.bottom, anchor: 'start', within }, size),
            hatch({ left: box.left, right: box.right, top: bucket.bottom + 1, bottom: bucket.bottom + 7 }),
          ]
        : []),
    ];
  },
};

/** A ledge over the bucket, and under it the token that will fall; none is due while the bucket is full. */
function hanging(refill: number | null, { left, right, top, bottom }: Box, size: PictureSize): readonly Shape[] {
  const few = size.words === 'few';
  const full = size.words === 'full';
  // A few words need the room beside it.
  const x = few ? left + 14 : (left + right) / 2;
  const radius = Math.min((bottom - top) / 2 - 2.5, 9);
  const words =
    refill === null ? (full ? 'no refill is due' : 'full') : full ? `next refill in ${glance(refill)}` : glance(refill);
  return [
    line(`M${few ? left : x - 3 * radius} ${top}H${few ? x + 10 : x + 3 * radius}`),
    ...(refill === null
      ? []
      : [line(`M${x} ${top}v2.5`), shape('circle', 'picture-line', { cx: x, cy: top + 3 + radius, r: radius })]),
    ...label(
      words,
      full
        ? { x: x + 3 * radius + 10, y: top + 14, anchor: 'start', within: size.width - x - 3 * radius - 16 }
        : { x: right, y: top + 12, anchor: 'end', within: right - x - 14 },
      size,
    ),
  ];
}

/** The bucket: tokens as discs, the last one as full as it is, or a fill. */
function bucketOf({ left, right, top, bottom }: Box, held: number, capacity: number, { words }: PictureSize): Shape[] {
  const [middle, width] = [(left + right) / 2, right - left];
  const [rim, foot] = [width * 0.47, width * 0.36];
  const wall = line(`M${middle - rim} ${top}L${middle - foot} ${bottom}H${middle + foot}L${middle + rim} ${top}`);
  const whole = Math.ceil(capacity);
  if (whole > MOST_DISCS[words]) {
    const level = bottom - shareOf(held, capacity) * (bottom - top - 8);
    const half = foot + (rim - foot) * ((bottom - level) / (bottom - top));
    return [
      path(
        'picture-pale',
        `M${middle - foot} ${bottom}L${middle - half} ${level}H${middle + half}L${middle + foot} ${bottom}Z`,
      ),
      line(`M${middle - half} ${level}H${middle + half}`),
      wall,
    ];
  }
  const columns = words === 'full' ? Math.max(1, Math.round(Math.sqrt(whole * 0.75))) : 4;
  const pitch = Math.min((2 * foot - 4) / columns, (bottom - top - 4) / Math.ceil(whole / columns), 60);
  const radius = pitch / 2 - 1;
  const discs: Shape[] = [wall];
  for (let i = 0; i < whole; i++) {
    const x = middle + ((i % columns) - (columns - 1) / 2) * pitch;
    const y = bottom - 3 - radius - Math.floor(i / columns) * pitch;
    const share = clamp(held - i, 0, 1);
    if (share === 1) discs.push(shape('circle', 'picture-ink', { cx: x, cy: y, r: radius }));
    else {
      discs.push(shape('circle', share > 0 ? 'picture-line' : 'picture-empty', { cx: x, cy: y, r: radius - 0.5 }));
      if (share > 0) discs.push(path('picture-ink', discTo(x, y, radius, share)));
    }
  }
  return discs;
}

/** The lower part of a disc, up to that share of its height. */
function discTo(x: number, y: number, radius: number, share: number): string {
  const up = radius * (2 * share - 1);
  const half = Math.sqrt(Math.max(0, radius * radius - up * up));
  return `M${x - half} ${y - up}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 0 ${x + half} ${y - up}Z`;
}

/** A tank with straight walls and a hole in its floor: water up to the brim, which refuses. */
export const water: Drawing<'water'> = {
  text: ({ water: filled, capacity }) => `Filled to ${figure(filled)} of ${figure(capacity)}.`,
  shapes({ water: filled, capacity }, size) {
    const { box, x } = besideWords(size);
    const inset = (box.right - box.left) * 0.09;
    const [left, right, top] = [box.left + inset, box.right - inset, box.top];
    const bottom = box.bottom - (size.words === 'full' ? 20 : 8);
    const [middle, hole] = [(left + right) / 2, size.words === 'full' ? 6 : 3];
    const brim = top + (size.words === 'full' ? 16 : 8);
    const level = bottom - shareOf(filled, capacity) * (bottom - brim);
    const within = size.width - 12 - x;
    return [
      rect('picture-pale', { left, right, top: level, bottom }),
      line(`M${left} ${level}H${right}`),
      path('picture-dashed', `M${left} ${brim}H${right}`),
      line(`M${left} ${top}V${bottom}H${middle - hole}M${middle + hole} ${bottom}H${right}V${top}`),
      path(filled > 0 ? 'picture-line' : 'picture-empty', `M${middle} ${bottom + 2}V${box.bottom}`),
      ...headline([`Filled to ${figure(filled)} of ${figure(capacity)}`, ...ratio(filled, capacity)], size),
      ...(size.words === 'full'
        ? [
            hatch({ left: left + 1, right: right - 1, top: brim - 7, bottom: brim - 1 }),
            ...label(
              [`full at ${figure(capacity)}: more is refused`, `full at ${figure(capacity)}`],
              { x, y: brim + 5, anchor: 'start', within },
              size,
            ),
            ...label('it leaks', { x, y: bottom + 5, anchor: 'start', within }, size),
          ]
        : []),
    ];
  },
};

/** A bucket over a pit: tokens above the ground, what is owed below it. A lid on it until a bursty window ends. */
export const debt: Drawing<'debt'> = {
  text({ tokens: held, n, ends }) {
    const holds = held < 0 ? `${figure(-held)} of ${figure(n)} tokens owed` : `${figure(held)} of ${figure(n)} tokens`;
    if (ends === null) return `${holds}, smooth: they drip in evenly.`;
    return ends > 0
      ? `${holds}, bursty: all of them are back in ${span(ends)}.`
      : `${holds}, bursty: the next request opens a window.`;
  },
  shapes({ tokens: held, n, ends }, size) {
    const { box, x } = besideWords(size);
    const foot = size.words === 'few' ? lineHeight(size) : 0;
    const bottom = box.bottom - foot;
    const top = box.top + { none: 9, few: 10, full: 24 }[size.words];
    const ground = top + (bottom - top) * 0.6;
    const [middle, width] = [(box.left + box.right) / 2, box.right - box.left];
    const [left, right] = [middle - width * 0.34, middle + width * 0.34];
    const level = held < 0 ? ground : ground - shareOf(held, n) * (ground - top - 6);
    const depth = ground + shareOf(-held, n) * (bottom - ground - 2);
    const within = size.width - 12 - x;
    const mode = ends === null ? 'smooth' : ends > 0 ? `back in ${glance(ends)}` : 'bursty';
    const owed = held < 0 ? [`owes ${figure(-held, 1)}`] : [];
    return [
      rect('picture-pale', { left, right, top: level, bottom: ground }),
      line(`M${left} ${level}H${right}`),
      hatch({ left: left + 4, right: right - 4, top: ground, bottom: depth }, 5),
      ...(held < 0 ? [line(`M${left + 4} ${depth}H${right - 4}`)] : []),
      path('picture-dashed', `M${left + 4} ${ground}V${bottom}H${right - 4}V${ground}`),
      line(`M${left} ${top}V${ground}M${right} ${top}V${ground}`),
      // The ground: at zero.
      path('picture-now', `M${box.left} ${ground}H${box.right}`),
      ...(ends === null
        ? drips(middle, box.top, top + 2, size)
        : [path('picture-now', `M${left - 4} ${top - 3}H${right + 4}`)]),
      ...(size.words === 'few'
        ? label(
            [...owed, mode, mode.replace('back ', '')],
            { x: size.width / 2, y: size.height - 4, within: size.width },
            size,
          )
        : []),
      ...headline(
        held < 0
          ? [`${figure(-held)} of ${figure(n)} tokens owed`, `owes ${figure(-held)}`]
          : [`${figure(held)} of ${figure(n)} tokens`, ...ratio(held, n)],
        size,
      ),
      ...(size.words === 'full'
        ? [
            ...label(
              ends === null
                ? ['smooth: they drip in evenly', 'smooth: a drip', 'smooth']
                : ends > 0
                  ? [`bursty: all back in ${glance(ends)}`, `back in ${glance(ends)}`]
                  : ['bursty: no window is open', 'bursty'],
              { x, y: top + 2, anchor: 'start', within },
              size,
            ),
            ...label(['0', '0'], { x, y: ground + 5, anchor: 'start', within }, size),
            ...label(['below: owed', 'owed'], { x, y: bottom - 2, anchor: 'start', within }, size),
          ]
        : []),
    ];
  },
};

/** Two narrow buckets: a quota under a lid, which is whole again all at once, and one that drips. Both must have it. */
export const pair: Drawing<'pair'> = {
  text: ({ quota, n, linear, capacity, ends }) =>
    `Quota ${figure(quota)} of ${figure(n)}${ends === null ? '' : `, whole again in ${span(ends)}`}; ` +
    `linear ${figure(linear)} of ${figure(capacity)}.`,
  shapes({ quota, n, linear, capacity, ends }, size) {
    const room = roomOf(size);
    const lines = { none: 0, few: 1, full: 2 }[size.words] * lineHeight(size);
    const [top, bottom] = [room.top + { none: 8, few: 8, full: 18 }[size.words], room.bottom - lines];
    const width = room.right - room.left;
    const half = Math.min(width * 0.17, 70);
    const middles = [room.left + width * 0.25, room.left + width * 0.75] as const;
    const vessel = (middle: number, share: number): readonly Shape[] => {
      const [left, right, level] = [middle - half, middle + half, bottom - share * (bottom - top - 6)];
      return [
        rect('picture-pale', { left, right, top: level, bottom }),
        line(`M${left} ${level}H${right}`),
        line(`M${left} ${top}V${bottom}H${right}V${top}`),
      ];
    };
    const under = (index: 0 | 1, row: number, texts: string | readonly string[]): readonly Shape[] =>
      label(texts, { x: middles[index], y: bottom + row * lineHeight(size) - 3, within: width / 2 + 4 }, size);
    return [
      ...vessel(middles[0], shareOf(quota, n)),
      ...vessel(middles[1], shareOf(linear, capacity)),
      path('picture-now', `M${middles[0] - half - 3} ${top - 3}H${middles[0] + half + 3}`),
      ...drips(middles[1], room.top, top + 2, size),
      ...headline(
        [`Quota ${figure(quota)}, linear ${figure(linear)}`, `${figure(quota)} and ${figure(linear, 1)}`],
        size,
      ),
      ...(size.words === 'full'
        ? [
            ...under(0, 1, [`quota: ${figure(quota)} of ${figure(n)}`, `quota ${figure(quota)}`]),
            ...under(0, 2, ends === null ? 'whole' : [`whole again in ${glance(ends)}`, `in ${glance(ends)}`]),
            ...under(1, 1, [`linear: ${figure(linear)} of ${figure(capacity)}`, `linear ${figure(linear)}`, 'linear']),
            ...under(1, 2, ['drips in evenly', 'drips in']),
          ]
        : [...under(0, 1, 'quota'), ...under(1, 1, 'linear')]),
    ];
  },
};
