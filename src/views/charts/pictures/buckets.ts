/** Buckets: of tokens, of water, one that may go into debt, and a pair that must both admit. */
import {
  besideLabels,
  clamp,
  drips,
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
  fractionOf,
  type Box,
  type PictureRenderer,
  type PictureSize,
  type SvgShape,
} from './shapes.ts';
import { formatBriefDuration, formatFullDuration } from './durations.ts';

/** More tokens than this are drawn as a fill. */
const MAX_DISCS = { none: 16, few: 16, full: 60 } as const;

/** `7.3 of 10 tokens`, `0 of 1 token`. */
const heldOf = (held: number, most: number): string =>
  `${formatQuantity(held)} of ${formatQuantity(most)} ${most === 1 ? 'token' : 'tokens'}`;

/** An open bucket, wider at its rim, with tokens in it. Where refills come at instants, the next token hangs above it. */
export const tokensPicture: PictureRenderer<'tokens'> = {
  describe({ tokens: held, capacity, refillIn }) {
    const heldText = heldOf(held, capacity);
    if (refillIn === undefined) return `${heldText}.`;
    return refillIn === null
      ? `${heldText}: no refill is due.`
      : `${heldText}. The next refill is in ${formatFullDuration(refillIn)}.`;
  },
  shapes({ tokens: held, capacity, refillIn, keepsLast }, size) {
    const { box, x } = besideLabels(size);
    const above =
      refillIn === undefined ? (size.labels === 'full' ? 22 : 0) : { none: 13, few: 18, full: 34 }[size.labels];
    const bucket = { ...box, top: box.top + above };
    const within = size.width - 12 - x;
    return [
      ...bucketShapes(bucket, held, capacity, size),
      ...(refillIn === undefined && size.labels === 'full'
        ? drips((box.left + box.right) / 2, box.top, bucket.top - 4, size)
        : []),
      ...(refillIn === undefined ? [] : nextRefill(refillIn, { ...box, bottom: bucket.top }, size)),
      ...headline([heldOf(held, capacity), ...ratioTexts(held, capacity)], size),
      ...(size.labels === 'full'
        ? [
            ...label(
              [`full at ${formatQuantity(capacity)}: excess spills`, `full at ${formatQuantity(capacity)}`],
              { x, y: bucket.top + 5, anchor: 'start', within },
              size,
            ),
            ...label(
              keepsLast ? ['the last one stays', 'one stays'] : ['empty: refuses', 'empty'],
              { x, y: bucket.bottom, anchor: 'start', within },
              size,
            ),
            hatchShape({ left: box.left, right: box.right, top: bucket.bottom + 1, bottom: bucket.bottom + 7 }),
          ]
        : []),
    ];
  },
};

/** A ledge over the bucket with the token that will fall next; none is due while the bucket is full. */
function nextRefill(refill: number | null, { left, right, top, bottom }: Box, size: PictureSize): readonly SvgShape[] {
  const few = size.labels === 'few';
  const full = size.labels === 'full';
  // A few words need the room beside it.
  const x = few ? left + 14 : (left + right) / 2;
  const radius = Math.min((bottom - top) / 2 - 2.5, 9);
  const text =
    refill === null
      ? full
        ? 'no refill is due'
        : 'full'
      : full
        ? `next refill in ${formatBriefDuration(refill)}`
        : formatBriefDuration(refill);
  return [
    line(`M${few ? left : x - 3 * radius} ${top}H${few ? x + 10 : x + 3 * radius}`),
    ...(refill === null
      ? []
      : [line(`M${x} ${top}v2.5`), shape('circle', 'picture-line', { cx: x, cy: top + 3 + radius, r: radius })]),
    ...label(
      text,
      full
        ? { x: x + 3 * radius + 10, y: top + 14, anchor: 'start', within: size.width - x - 3 * radius - 16 }
        : { x: right, y: top + 12, anchor: 'end', within: right - x - 14 },
      size,
    ),
  ];
}

/** The bucket: tokens as discs, the last one partly filled, or a fill. */
function bucketShapes(
  { left, right, top, bottom }: Box,
  held: number,
  capacity: number,
  { labels }: PictureSize,
): SvgShape[] {
  const [middle, width] = [(left + right) / 2, right - left];
  const [rim, foot] = [width * 0.47, width * 0.36];
  const wall = line(`M${middle - rim} ${top}L${middle - foot} ${bottom}H${middle + foot}L${middle + rim} ${top}`);
  const whole = Math.ceil(capacity);
  if (whole > MAX_DISCS[labels]) {
    const level = bottom - fractionOf(held, capacity) * (bottom - top - 8);
    const half = foot + (rim - foot) * ((bottom - level) / (bottom - top));
    return [
      path(
        'picture-light',
        `M${middle - foot} ${bottom}L${middle - half} ${level}H${middle + half}L${middle + foot} ${bottom}Z`,
      ),
      line(`M${middle - half} ${level}H${middle + half}`),
      wall,
    ];
  }
  const columns = labels === 'full' ? Math.max(1, Math.round(Math.sqrt(whole * 0.75))) : 4;
  const pitch = Math.min((2 * foot - 4) / columns, (bottom - top - 4) / Math.ceil(whole / columns), 60);
  const radius = pitch / 2 - 1;
  const discs: SvgShape[] = [wall];
  for (let i = 0; i < whole; i++) {
    const x = middle + ((i % columns) - (columns - 1) / 2) * pitch;
    const y = bottom - 3 - radius - Math.floor(i / columns) * pitch;
    const share = clamp(held - i, 0, 1);
    if (share === 1) discs.push(shape('circle', 'picture-ink', { cx: x, cy: y, r: radius }));
    else {
      discs.push(shape('circle', share > 0 ? 'picture-line' : 'picture-empty', { cx: x, cy: y, r: radius - 0.5 }));
      if (share > 0) discs.push(path('picture-ink', filledDisc(x, y, radius, share)));
    }
  }
  return discs;
}

/** The lower part of a disc, up to that share of its height. */
function filledDisc(x: number, y: number, radius: number, share: number): string {
  const up = radius * (2 * share - 1);
  const half = Math.sqrt(Math.max(0, radius * radius - up * up));
  return `M${x - half} ${y - up}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 0 ${x + half} ${y - up}Z`;
}

/** A tank with straight walls and a hole in its floor: water up to the brim, where requests are refused. */
export const water: PictureRenderer<'water'> = {
  describe: ({ water: filled, capacity }) => `Filled to ${formatQuantity(filled)} of ${formatQuantity(capacity)}.`,
  shapes({ water: filled, capacity }, size) {
    const { box, x } = besideLabels(size);
    const inset = (box.right - box.left) * 0.09;
    const [left, right, top] = [box.left + inset, box.right - inset, box.top];
    const bottom = box.bottom - (size.labels === 'full' ? 20 : 8);
    const [middle, hole] = [(left + right) / 2, size.labels === 'full' ? 6 : 3];
    const brim = top + (size.labels === 'full' ? 16 : 8);
    const level = bottom - fractionOf(filled, capacity) * (bottom - brim);
    const within = size.width - 12 - x;
    return [
      rect('picture-light', { left, right, top: level, bottom }),
      line(`M${left} ${level}H${right}`),
      path('picture-dashed', `M${left} ${brim}H${right}`),
      line(`M${left} ${top}V${bottom}H${middle - hole}M${middle + hole} ${bottom}H${right}V${top}`),
      path(filled > 0 ? 'picture-line' : 'picture-empty', `M${middle} ${bottom + 2}V${box.bottom}`),
      ...headline(
        [`Filled to ${formatQuantity(filled)} of ${formatQuantity(capacity)}`, ...ratioTexts(filled, capacity)],
        size,
      ),
      ...(size.labels === 'full'
        ? [
            hatchShape({ left: left + 1, right: right - 1, top: brim - 7, bottom: brim - 1 }),
            ...label(
              [`full at ${formatQuantity(capacity)}: more is refused`, `full at ${formatQuantity(capacity)}`],
              { x, y: brim + 5, anchor: 'start', within },
              size,
            ),
            ...label('leaks', { x, y: bottom + 5, anchor: 'start', within }, size),
          ]
        : []),
    ];
  },
};

/** A bucket over a pit: tokens above the ground, debt below it. A lid on it until a bursty window ends. */
export const debt: PictureRenderer<'debt'> = {
  describe({ tokens: held, n, endsIn }) {
    const heldText = held < 0 ? `${heldOf(-held, n)} owed` : heldOf(held, n);
    if (endsIn === null) return `${heldText}, smooth: refills evenly.`;
    return endsIn > 0
      ? `${heldText}, bursty: full again in ${formatFullDuration(endsIn)}.`
      : `${heldText}, bursty: the next request opens a window.`;
  },
  shapes({ tokens: held, n, endsIn }, size) {
    const { box, x } = besideLabels(size);
    const foot = size.labels === 'few' ? lineHeight(size) : 0;
    const bottom = box.bottom - foot;
    const top = box.top + { none: 9, few: 10, full: 24 }[size.labels];
    const ground = top + (bottom - top) * 0.6;
    const [middle, width] = [(box.left + box.right) / 2, box.right - box.left];
    const [left, right] = [middle - width * 0.34, middle + width * 0.34];
    const level = held < 0 ? ground : ground - fractionOf(held, n) * (ground - top - 6);
    const depth = ground + fractionOf(-held, n) * (bottom - ground - 2);
    const within = size.width - 12 - x;
    const mode = endsIn === null ? 'smooth' : endsIn > 0 ? `full in ${formatBriefDuration(endsIn)}` : 'bursty';
    const owed = held < 0 ? [`owes ${formatQuantity(-held, 1)}`] : [];
    return [
      rect('picture-light', { left, right, top: level, bottom: ground }),
      line(`M${left} ${level}H${right}`),
      hatchShape({ left: left + 4, right: right - 4, top: ground, bottom: depth }, 5),
      ...(held < 0 ? [line(`M${left + 4} ${depth}H${right - 4}`)] : []),
      path('picture-dashed', `M${left + 4} ${ground}V${bottom}H${right - 4}V${ground}`),
      line(`M${left} ${top}V${ground}M${right} ${top}V${ground}`),
      // The ground: at zero.
      path('picture-now', `M${box.left} ${ground}H${box.right}`),
      ...(endsIn === null
        ? drips(middle, box.top, top + 2, size)
        : [path('picture-now', `M${left - 4} ${top - 3}H${right + 4}`)]),
      ...(size.labels === 'few'
        ? label(
            [...owed, mode, mode.replace('full ', '')],
            { x: size.width / 2, y: size.height - 4, within: size.width },
            size,
          )
        : []),
      ...headline(
        held < 0
          ? [`${heldOf(-held, n)} owed`, `owes ${formatQuantity(-held)}`]
          : [heldOf(held, n), ...ratioTexts(held, n)],
        size,
      ),
      ...(size.labels === 'full'
        ? [
            ...label(
              endsIn === null
                ? ['smooth: refills evenly', 'smooth: drips', 'smooth']
                : endsIn > 0
                  ? [`bursty: full in ${formatBriefDuration(endsIn)}`, `full in ${formatBriefDuration(endsIn)}`]
                  : ['bursty: no window is open', 'bursty'],
              { x, y: top + 2, anchor: 'start', within },
              size,
            ),
            ...label(['0', '0'], { x, y: ground + 5, anchor: 'start', within }, size),
            ...label(['below 0: debt', 'debt'], { x, y: bottom - 2, anchor: 'start', within }, size),
          ]
        : []),
    ];
  },
};

/** Two narrow buckets: a quota under a lid, which is refilled all at once, and one that drips. Both must admit. */
export const pair: PictureRenderer<'pair'> = {
  describe: ({ quota, n, tokens, capacity, endsIn }) =>
    `Quota ${formatQuantity(quota)} of ${formatQuantity(n)}${endsIn === null ? '' : `, full again in ${formatFullDuration(endsIn)}`}; ` +
    `linear ${formatQuantity(tokens)} of ${formatQuantity(capacity)}.`,
  shapes({ quota, n, tokens, capacity, endsIn }, size) {
    const room = drawingBox(size);
    const lines = { none: 0, few: 1, full: 2 }[size.labels] * lineHeight(size);
    const [top, bottom] = [room.top + { none: 8, few: 8, full: 18 }[size.labels], room.bottom - lines];
    const width = room.right - room.left;
    const half = Math.min(width * 0.17, 70);
    const middles = [room.left + width * 0.25, room.left + width * 0.75] as const;
    const vessel = (middle: number, share: number): readonly SvgShape[] => {
      const [left, right, level] = [middle - half, middle + half, bottom - share * (bottom - top - 6)];
      return [
        rect('picture-light', { left, right, top: level, bottom }),
        line(`M${left} ${level}H${right}`),
        line(`M${left} ${top}V${bottom}H${right}V${top}`),
      ];
    };
    const under = (index: 0 | 1, row: number, texts: string | readonly string[]): readonly SvgShape[] =>
      label(texts, { x: middles[index], y: bottom + row * lineHeight(size) - 3, within: width / 2 + 4 }, size);
    return [
      ...vessel(middles[0], fractionOf(quota, n)),
      ...vessel(middles[1], fractionOf(tokens, capacity)),
      path('picture-now', `M${middles[0] - half - 3} ${top - 3}H${middles[0] + half + 3}`),
      ...drips(middles[1], room.top, top + 2, size),
      ...headline(
        [
          `Quota ${formatQuantity(quota)}, linear ${formatQuantity(tokens)}`,
          `${formatQuantity(quota)} and ${formatQuantity(tokens, 1)}`,
        ],
        size,
      ),
      ...(size.labels === 'full'
        ? [
            ...under(0, 1, [
              `quota: ${formatQuantity(quota)} of ${formatQuantity(n)}`,
              `quota ${formatQuantity(quota)}`,
            ]),
            ...under(
              0,
              2,
              endsIn === null
                ? 'whole'
                : [`full again in ${formatBriefDuration(endsIn)}`, `in ${formatBriefDuration(endsIn)}`],
            ),
            ...under(1, 1, [
              `linear: ${formatQuantity(tokens)} of ${formatQuantity(capacity)}`,
              `linear ${formatQuantity(tokens)}`,
              'linear',
            ]),
            ...under(1, 2, ['refills evenly', 'drips']),
          ]
        : [...under(0, 1, 'quota'), ...under(1, 1, 'linear')]),
    ];
  },
};
