/** Dates as spreadsheets, dashboards and mail write them, with the time of day. */
import type { DateOrder } from './logTable.ts';

export interface WrittenDate {
  readonly year: number;
  /** From 1; NaN for a month of no such name. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** Null where it is not written. */
  readonly second: number | null;
  readonly fraction: string;
  readonly zone: string;
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const TIME = String.raw`,?(?: @| at)? (?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?: ?(?<half>[AP]M|[ap]m))?(?: ?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d))?$`;

/** `28.03.2026 13:00:00`: with dots, the day is first everywhere. */
const DOTTED = new RegExp(String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})${TIME}`);
/** `2026/03/28 13:00:00` */
const YEAR_FIRST = new RegExp(String.raw`^(?<year>\d{4})/(?<month>\d\d)/(?<day>\d\d)${TIME}`);
/** `Mar 28, 2026, 13:00:00.123`, `Mar 28, 2026 @ 13:00:00.123` */
const MONTH_NAME_FIRST = new RegExp(String.raw`^(?<month>[A-Z][a-z]{2}) (?<day>\d{1,2}), (?<year>\d{4})${TIME}`);
/** `Sat, 28 Mar 2026 13:00:00 GMT` */
const DAY_FIRST = new RegExp(
  String.raw`^(?:[A-Z][a-z]{2}, )?(?<day>\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4})${TIME}`,
);
/** `Sat Mar 28 13:00:00 2026`, as C writes it */
const YEAR_LAST =
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) {1,2}(?<day>\d{1,2}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d+))? (?<year>\d{4})$/;
/** `28/03/2026 13:00:00`, `3/28/2026 1:00:00 PM` */
const SLASHED = new RegExp(String.raw`^(?<one>\d{1,2})/(?<other>\d{1,2})/(?<year>\d{4})${TIME}`);

/** Null for anything else. @param order of the numbers between slashes where the text alone does not tell it */
export function writtenDate(text: string, order: DateOrder | null): WrittenDate | null {
  const named = [DOTTED, YEAR_FIRST, MONTH_NAME_FIRST, DAY_FIRST, YEAR_LAST]
    .map((form) => form.exec(text))
    .find((found) => found);
  if (named?.groups) return dateOf(named.groups, named.groups['day']!, named.groups['month']!);
  const slashed = SLASHED.exec(text)?.groups;
  if (slashed === undefined) return null;
  const [one, other] = [slashed['one']!, slashed['other']!];
  // On 05/05, the order makes no difference.
  const first = slashOrder(text) ?? order ?? (Number(one) === Number(other) ? 'day' : null);
  if (first === null) return null;
  return first === 'day' ? dateOf(slashed, one, other) : dateOf(slashed, other, one);
}

/** Which number is first in a date with slashes, if it tells: a month is at most 12. */
export function slashOrder(text: string): DateOrder | null {
  const [, one, other] = /^(\d{1,2})\/(\d{1,2})\/\d{4}\b/.exec(text) ?? [];
  if (Number(one) > 12) return 'day';
  return Number(other) > 12 ? 'month' : null;
}

/** Whether it is a date of which the day and the month may be either, and are not the same. */
export function isAmbiguousDate(text: string): boolean {
  const { one, other } = SLASHED.exec(text)?.groups ?? {};
  return one !== undefined && Number(one) !== Number(other) && slashOrder(text) === null;
}

/** The order of the numbers in several dates. */
export interface FoundOrder {
  readonly order: DateOrder;
  /** A date that may be read either way, where none of them tells how; null where one does. */
  readonly unclear: string | null;
}

/**
 * Which number is first in dates with slashes: as any of them tells; where none does, the order in which they are closer
 * together, else the day, which is first in most countries. Null where it makes no difference.
 */
export function orderIn(texts: readonly string[]): FoundOrder | null {
  const dates = texts.filter((text) => SLASHED.test(text));
  const order = dates.map(slashOrder).find((told) => told !== null);
  if (order !== undefined) return { order, unclear: null };
  const unclear = dates.find(isAmbiguousDate);
  if (unclear === undefined) return null;
  return { order: spanOf(dates, 'month') < spanOf(dates, 'day') ? 'month' : 'day', unclear };
}

/** About how many days lie between the first and the last of them. */
function spanOf(dates: readonly string[], order: DateOrder): number {
  const days = dates.map((text) => {
    const { year, month, day } = writtenDate(text, order)!;
    return (year * 12 + month) * 31 + day;
  });
  return Math.max(...days) - Math.min(...days);
}

export function monthNumber(name: string): number {
  const at = MONTHS.indexOf(name);
  return at >= 0 && at % 3 === 0 ? at / 3 + 1 : NaN;
}

function dateOf(groups: Readonly<Record<string, string | undefined>>, day: string, month: string): WrittenDate {
  const { year, hour, minute, second, half, fraction = '', zone = '' } = groups;
  return {
    year: Number(year),
    month: /^\d/.test(month) ? Number(month) : monthNumber(month),
    day: Number(day),
    hour: hourOf(Number(hour), half),
    minute: Number(minute),
    second: second === undefined ? null : Number(second),
    fraction,
    zone,
  };
}

/** Of 24. @param half `AM` or `pm`, whose hours are from 1 to 12 */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : NaN;
}
