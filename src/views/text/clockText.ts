/** Times of day, in UTC, of a run that has a date. */
import { durationOf, secondsFromMicros, type Instant, type Scenario } from '../../sim/index.ts';

export interface Clock {
  /** Unix seconds of the run's start. */
  readonly epoch: number;
  /** Seconds between two stamps that the log can tell apart; 0 where all times are exact. */
  readonly resolution: number;
  /** The run's end, seconds. */
  readonly end: number;
}

/**
 * The clock of a run with a log that is at its own time; null for other runs. Without a log the epoch only says where windows
 * begin, and after a log was moved its lines have other times.
 */
export function logClock(scenario: Scenario): Clock | null {
  const { epoch, traffic } = scenario;
  const logs = traffic.filter((entry) => entry.kind === 'recording');
  if (epoch === 0 || logs.length === 0 || logs.some(({ start, from }) => start - epoch !== from)) return null;
  return { epoch, resolution: Math.max(...logs.map(({ resolution }) => resolution)), end: durationOf(scenario) };
}

/** From this long on, seconds, a run's axes are in minutes or more, and instants in seconds are hard to find on them. */
const LONG_RUN_S = 3_600;

export function hasTimeNotes(scenario: Scenario): boolean {
  return logClock(scenario) !== null || durationOf(scenario) >= LONG_RUN_S;
}

/**
 * For what has said the seconds since the start: `, 10:32:23 UTC` in a run with a log, `, 5 d 20 h 16 min` in another long
 * one; else nothing.
 */
export function timeNote(at: Instant, scenario: Scenario): string {
  if (!hasTimeNotes(scenario)) return '';
  const seconds = secondsFromMicros(at);
  const clock = logClock(scenario);
  const note = clock === null ? elapsedText(seconds) : `${timeOfDayText(seconds, clock)} UTC`;
  return note === '' ? '' : `, ${note}`;
}

/** For a wait whose seconds have been said: `, 7 min 12 s`, `, 23 h 54 min`; nothing for less than a minute. @param wait µs */
export function waitNote(wait: number): string {
  const text = elapsedText(secondsFromMicros(wait));
  return text === '' ? '' : `, ${text}`;
}

/** `20 min 34 s`, `3 h 20 min`, `5 d 20 h 16 min`, with the rest left out; nothing for less than a minute. */
function elapsedText(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [
    `${Math.floor(whole / DAY_SECONDS)} d`,
    `${Math.floor((whole % DAY_SECONDS) / 3_600)} h`,
    `${Math.floor((whole % 3_600) / 60)} min`,
    `${whole % 60} s`,
  ];
  const first = whole >= DAY_SECONDS ? 0 : whole >= 3_600 ? 1 : whole >= 60 ? 2 : parts.length;
  return parts.slice(first, Math.max(3, first + 2)).join(' ');
}

/** `10:32:23`, or `5 Jan 10:32:23` in a run of several days. @param seconds since the run's start */
export function timeOfDayText(seconds: number, clock: Clock): string {
  const { epoch, resolution } = clock;
  // To what the log can tell apart: thousandths only where it has them.
  const unit = resolution >= 1 ? 1_000 : 1;
  const time = new Date(Math.floor(((epoch + seconds) * 1_000) / unit) * unit);
  return `${dayText(time, clock)}${time.toISOString().slice(11, resolution >= 1 ? 19 : 23)}`;
}

/**
 * `10:00 to 11:00 UTC`, or `5 Jan 22:00 to 6 Jan 02:00 UTC`.
 * With seconds in less than an hour, unless both ends are whole minutes.
 */
export function daySpanText(clock: Clock): string {
  const { epoch, end } = clock;
  const length = end < 3_600 && [epoch, epoch + end].some((time) => time % 60 !== 0) ? 19 : 16;
  const clockTime = (seconds: number): string => {
    const time = new Date((epoch + seconds) * 1_000);
    return `${dayText(time, clock)}${time.toISOString().slice(11, length)}`;
  };
  return `${clockTime(0)} to ${clockTime(end)} UTC`;
}

interface DatedSpan {
  /** Unix seconds. */
  readonly start: number;
  /** Seconds. */
  readonly length: number;
}

/** `5 January 2026, 10:00:00 to 10:59:59 UTC`; the end has a date of its own where that is another day. */
export function datedSpanText({ start, length }: DatedSpan): string {
  const [from, to] = [new Date(start * 1_000), new Date((start + length) * 1_000)];
  const sameDay = fullDateText(from) === fullDateText(to);
  return `${fullDateText(from)}, ${clockText(from)} to ${sameDay ? '' : `${fullDateText(to)}, `}${clockText(to)} UTC`;
}

/** `5 January 2026` */
function fullDateText(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function clockText(date: Date): string {
  return date.toISOString().slice(11, 19);
}

const DAY_SECONDS = 86_400;

/** `5 Jan `; empty where the whole run is of one day. */
function dayText(time: Date, { epoch, end }: Clock): string {
  const isOneDay = Math.floor(epoch / DAY_SECONDS) === Math.ceil((epoch + end) / DAY_SECONDS) - 1;
  return isOneDay ? '' : `${time.getUTCDate()} ${(MONTHS[time.getUTCMonth()] as string).slice(0, 3)} `;
}

/** Written out: a browser's first formatter of dates takes longer than a frame. */
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
