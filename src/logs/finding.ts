/** What a reader noticed about a log, in sentences that the page and the terminal show alike. */

/** Names that one sentence lists. */
const MAX_LISTED = 16;

export type FindingKind =
  | 'already-limited'
  | 'answers'
  | 'bad'
  | 'clock-back'
  | 'cost'
  | 'counts'
  | 'date-order'
  | 'decisions'
  | 'duration'
  | 'empty-file'
  | 'field-dropped'
  | 'forwarded'
  | 'merged'
  | 'merged-unit'
  | 'missing-key'
  | 'mixed-zones'
  | 'no-address'
  | 'no-client'
  | 'no-date'
  | 'no-zone'
  | 'only-refused'
  | 'order'
  | 'outside-span'
  | 'resolution'
  | 'sampled'
  | 'stages'
  | 'wrapped';

export interface Finding {
  readonly kind: FindingKind;
  readonly sentence: string;
  /** Lines to copy into the server's configuration. */
  readonly configuration?: readonly { readonly server: string; readonly line: string }[];
}

/** `1 line`, `12,345 lines` */
export function counted(count: number, one: string): string {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`;
}

/** `12,345` */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** `a, b or c`; of many names the first ones. */
export function listed(names: readonly string[]): string {
  if (names.length > MAX_LISTED)
    return `${names.slice(0, MAX_LISTED).join(', ')} or one of ${names.length - MAX_LISTED} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** A length of time in the largest units that fit: `0.25 s`, `12 min`, `45.2 days`. */
export function durationText(micros: number): string {
  const seconds = micros / 1e6;
  for (const [unit, length] of [
    ['days', 86_400],
    ['h', 3_600],
    ['min', 60],
  ] as const)
    if (seconds >= 2 * length) return `${Number((seconds / length).toFixed(1))} ${unit}`;
  return `${Number(seconds.toPrecision(3))} s`;
}

/** Text of a log as it may stand in a sentence: short, and nothing that does not show. */
export function quoted(text: string): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return `“${visible.length > 40 ? `${visible.slice(0, 39).replace(/[\uD800-\uDBFF]$/, '')}…` : visible}”`;
}
