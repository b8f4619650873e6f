/**
 * Time stamps as logs write them, in whole microseconds since 1970, UTC: ISO 8601, the common log format's
 * `10/Oct/2000:13:55:36 -0700`, Unix time in s, ms, µs or ns, and the dates of `dates.ts`. A reader of stamps also remembers how finely they are
 * written and in which zones, which decides what can be known from the log.
 */
import { monthNumber, slashOrder, writtenDate } from './dates.ts';
import type { DateOrder } from './logTable.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;

/** What can be read, for whoever has something else. */
export const TIME_FORMS =
  'Times may be ISO 8601, such as 2026-03-28T13:00:00Z, Unix time in s, ms, µs or ns, or a date with a time of day, such as 28.03.2026 13:00:00, 3/28/2026 1:00 PM or Mar 28, 2026, 13:00:00.';

/** Days from 1970 to a date of the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

/** @param month from 1 to 12 */
function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** NaN unless every part is in its range; a leap second counts as the next second. */
function microsOf(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  const inRange =
    month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && hour < 24 && minute < 60 && second <= 60;
  return inRange ? (daysFromCivil(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second) * SECOND : NaN;
}

/** Go writes the zone's name behind its offset, too. */
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)[T \t](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:\s?(Z|z|UTC|GMT|[+-]\d\d(?::?\d\d)?)(?: [A-Z]{3,5})?)?$/;
/** Flask and Django write a space before the time of day. */
const CLF = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4})[: ](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?: ([+-]\d{4}|UTC|GMT))?$/;
const UNIX = /^(-?\d{1,19})(?:\.(\d+))?$/;

/** The units of Unix time, by the number of digits that a time of this century has in them. */
const UNIX_UNITS = [
  { below: 1e11, perUnit: SECOND, digits: 0 },
  { below: 1e14, perUnit: 1_000, digits: 3 },
  { below: 1e17, perUnit: 1, digits: 6 },
  { below: Infinity, perUnit: 0.001, digits: 6 },
] as const;

/** A time that is typed, as logs write it or a date alone, UTC unless it names a zone, in Unix seconds; null if it is none. */
export function parseTime(text: string): number | null {
  const micros = new StampReader().parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  return Number.isNaN(micros) ? null : micros / SECOND;
}

/** Reads stamps and remembers what they had in common. */
export class StampReader {
  /** Whether a stamp has seconds. */
  hasSeconds = false;
  /** Most digits written after the second, up to 6. */
  digits = 0;
  /** Whether a stamp was not on a whole second. */
  hasFraction = false;
  /** Zones by their names, `Z` for UTC; '' for stamps that name none. */
  readonly zones = new Set<string>();
  /** Which number is first in dates with slashes: as is known beforehand, else as the first date that tells it. */
  dateOrder: DateOrder | null = null;
  #lastZone: string | null = null;
  #lastDay = NaN;
  #lastMonth = NaN;
  #lastDayMicros = NaN;

  /** Microseconds since 1970; NaN if it is no time. */
  parse(text: string): number {
    const unix = UNIX.exec(text);
    if (unix !== null) return this.#unix(unix[1] as string, unix[2] ?? '');
    const iso = ISO.exec(text);
    if (iso !== null) {
      const [, year, month, day, hour, minute, second, fraction, zone] = iso;
      const seconds = second === undefined ? null : +second;
      return this.#civil(+year!, +month!, +day!, +hour!, +minute!, seconds, fraction, zone);
    }
    const clf = CLF.exec(text);
    if (clf === null) return this.#written(text);
    const [, day, month, year, hour, minute, second, fraction, zone] = clf;
    return this.#civil(+year!, monthNumber(month!), +day!, +hour!, +minute!, +second!, fraction, zone);
  }

  /** The common case of the common log format, 26 bytes `10/Oct/2000:13:55:36 -0700`, without making a string. */
  parseClf(bytes: Uint8Array, at: number): number {
    const day = twoDigits(bytes, at);
    const year = 100 * twoDigits(bytes, at + 7) + twoDigits(bytes, at + 9);
    const hour = twoDigits(bytes, at + 12);
    const minute = twoDigits(bytes, at + 15);
    const second = twoDigits(bytes, at + 18);
    const zone = 100 * twoDigits(bytes, at + 22) + twoDigits(bytes, at + 24);
    const month = ((bytes[at + 3] as number) << 16) | ((bytes[at + 4] as number) << 8) | (bytes[at + 5] as number);
    // Lines come day by day, and a day's date is the costly part.
    const key = (year * 32 + day) * 4_096 + zone + (bytes[at + 21] === 0x2d ? 2_048 : 0);
    if (key !== this.#lastDay || month !== this.#lastMonth) {
      const micros = this.parse(String.fromCharCode(...bytes.subarray(at, at + 26)));
      if (Number.isNaN(micros)) return NaN;
      this.#lastDay = key;
      this.#lastMonth = month;
      this.#lastDayMicros = micros - (hour * 3_600 + minute * 60 + second) * SECOND;
    }
    if (!(hour < 24 && minute < 60 && second <= 60)) return NaN;
    return this.#lastDayMicros + (hour * 3_600 + minute * 60 + second) * SECOND;
  }

  #written(text: string): number {
    const told = slashOrder(text);
    this.dateOrder ??= told;
    // One file has one order: dates in another one would be read as times of other days.
    if (told !== null && told !== this.dateOrder) return NaN;
    const date = writtenDate(text, this.dateOrder);
    if (date === null) return NaN;
    const { year, month, day, hour, minute, second, fraction, zone } = date;
    return this.#civil(year, month, day, hour, minute, second, fraction, zone);
  }

  #unix(whole: string, fraction: string): number {
    const value = Number(whole);
    const { perUnit, digits } = UNIX_UNITS.find(({ below }) => Math.abs(value) < below) ?? UNIX_UNITS[3];
    this.hasSeconds = true;
    this.#note(digits + fraction.length, 'Z');
    // Nanoseconds are more than a double holds.
    const micros = perUnit < 1 ? Number(whole.slice(0, -3)) : value * perUnit;
    const rest = fraction === '' ? 0 : Math.floor(Number(`0.${fraction}`) * perUnit + 1e-7);
    return this.#noteFraction(micros + (whole.startsWith('-') ? -rest : rest));
  }

  #civil(
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number | null,
    fraction = '',
    zone = '',
  ): number {
    const micros = microsOf(year, month, day, hour, minute, second ?? 0) + Number(fraction.slice(0, 6).padEnd(6, '0'));
    // What is no time says nothing of how finely times are written.
    if (Number.isNaN(micros)) return NaN;
    if (second !== null) this.hasSeconds = true;
    this.#note(fraction.length, zone);
    return this.#noteFraction(micros - zoneMicros(zone));
  }

  #note(digits: number, zone: string): void {
    if (digits > this.digits) this.digits = Math.min(6, digits);
    if (zone === this.#lastZone) return;
    this.#lastZone = zone;
    this.zones.add(zoneName(zone));
  }

  #noteFraction(micros: number): number {
    if (!this.hasFraction && micros % SECOND !== 0) this.hasFraction = true;
    return micros;
  }

  /**
   * The length of the intervals that the stamps tell apart, microseconds. Some servers write `.000` after every
   * second: of a few stamps that may be chance, of twenty it is not.
   * @param stamps how many there are
   */
  resolution(stamps: number): number {
    if (!this.hasSeconds) return MINUTE;
    return this.digits === 0 || (!this.hasFraction && stamps >= 20) ? SECOND : 10 ** (6 - this.digits);
  }
}

/** NaN unless both are digits. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - 48;
  const ones = (bytes[at + 1] as number) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN;
}

/** One name for each zone, however it is written: `Z`, `+0200`. */
function zoneName(zone: string): string {
  if (/^(?:z|UTC|GMT|[+-]00(?::?00)?)$/i.test(zone)) return 'Z';
  return zone === '' ? '' : zone.replace(':', '').padEnd(5, '0');
}

/** How far a zone is ahead of UTC. */
function zoneMicros(zone: string): number {
  const parts = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (parts === null) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return (parts[1] === '-' ? -minutes : minutes) * 60 * SECOND;
}
