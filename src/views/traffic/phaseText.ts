/** A phase of the traffic in words: for the names of buttons, and short for a block on the track. */
import type { Traffic } from '../../sim/index.ts';
import { count, counted, number } from '../format/numbers.ts';
import { rateShort, rateWords } from '../format/rates.ts';
import { duration, inSeconds } from '../format/time.ts';

type Clients = Extract<Traffic, { kind: 'clients' }>;

/** `steady, 10 a second, 9 s to 9.95 s`; `burst, 100 at 58 s`. */
export function phaseText(entry: Traffic): string {
  const words = phaseWords(entry);
  return entry.kind === 'times' && entry.clicks ? `sent by hand${words}` : `${entry.kind}${words}`;
}

/** `Phase 1: steady, 10 a second, 9 s to 9.95 s`. */
export function phaseName(index: number, entry: Traffic): string {
  return `Phase ${index + 1}: ${phaseText(entry)}`;
}

function phaseWords(entry: Traffic): string {
  switch (entry.kind) {
    case 'times':
      return timesWords(entry.at);
    case 'steady':
    case 'poisson':
      return `, ${rateWords(entry.rate)}, ${spanWords(entry)}`;
    case 'ramp':
      return `, ${between(entry.rate, rateWords, ' to ')}, ${spanWords(entry)}`;
    case 'burst':
      return `, ${count(entry.count)} at ${inSeconds(entry.at)}${entry.spread === 0 ? '' : `, over ${inSeconds(entry.spread)}`}`;
    case 'on-off':
      return `, ${rateWords(entry.rate)}, ${inSeconds(entry.on)} on, ${inSeconds(entry.off)} off, ${spanWords(entry)}`;
    case 'daily':
      return `, ${rateWords(entry.mean)} on average, ${spanWords(entry)}`;
    case 'clients':
      return `, ${count(entry.count)} ${retryWords(entry.retry)}${jobWords(entry)}${entry.phases === undefined || isCut(entry) ? `, ${spanWords(entry)}` : ''}`;
    case 'script':
      return entry.code.trim() === '' ? ', empty' : `, ${counted(entry.code.trimEnd().split('\n').length, 'line')}`;
  }
}

/** For a narrow place: `steady 10/s`, `burst 100`. */
export function phaseLabel(entry: Traffic): string {
  switch (entry.kind) {
    case 'times':
      return `${entry.clicks ? 'sent' : 'times'} ${count(entry.at.length)}`;
    case 'steady':
    case 'poisson':
    case 'on-off':
      return `${entry.kind} ${rateShort(entry.rate)}`;
    case 'ramp':
      return `ramp ${between(entry.rate, rateShort, '–')}`;
    case 'burst':
      return `burst ${count(entry.count)}`;
    case 'daily':
      return `daily ${rateShort(entry.mean)}`;
    case 'clients':
      return `clients ${count(entry.count)}`;
    case 'script':
      return 'script';
  }
}

function spanWords({ from, to }: { readonly from: number; readonly to?: number }): string {
  return `${inSeconds(from)} to ${to === undefined ? 'the end' : inSeconds(to)}`;
}

function isCut({ from, to }: { readonly from: number; readonly to?: number }): boolean {
  return from !== 0 || to !== undefined;
}

/** `with backoff, full jitter`; `abusing, 2 × n/T each`. */
function retryWords(retry: Clients['retry']): string {
  switch (retry.strategy) {
    case 'none':
      return 'with no retry';
    case 'backoff':
      return `with backoff, ${retry.jitter === 'none' ? 'no' : retry.jitter} jitter`;
    case 'retry-poll':
    case 'retry-after':
      return `with ${retry.strategy}`;
    case 'careless':
      return `careless, one request every ${duration(retry.every)} each`;
    case 'abuser':
      return `abusing, ${number(retry.a, 6)} × n/T each`;
  }
}

/** `, 1 job a second each`, `, 8 phases`; nothing of those who set their own pace. */
function jobWords({ rate, phases, arrivals }: Clients): string {
  const chance = arrivals === 'poisson' ? ' at random' : '';
  if (phases !== undefined) return `, ${counted(phases.length, 'phase')}${chance}`;
  if (rate === undefined) return '';
  const [, figure = '', unit = ''] = /^(\S+) (.*)$/.exec(rateWords(rate)) ?? [];
  return `, ${figure} ${figure === '1' ? 'job' : 'jobs'} ${unit} each${chance}`;
}

/** What the figures of a day mean: `Over each day of 24 h the rate goes between 1 and 9 a second, highest at 14:00.` */
export function dailyWords({ mean, swing, peakAt }: Extract<Traffic, { kind: 'daily' }>): string {
  if (swing === 0) return `Over each day of 24 h the rate stays ${rateWords(mean)}.`;
  const range = between([mean * (1 - swing), mean * (1 + swing)], rateWords, ' and ');
  return `Over each day of 24 h the rate goes between ${range}, highest at ${clockOfDay(peakAt)}.`;
}

/** `14:00`; with seconds where there are some. */
function clockOfDay(at: number): string {
  const whole = Math.floor(at) % 86_400;
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[2] === 0 ? parts.slice(0, 2) : parts).map((part) => String(part).padStart(2, '0')).join(':');
}

/** Why nothing of a phase can happen; null when something may. Seconds. */
export function unseenWords(index: number, entry: Traffic, end: number): string | null {
  if (!('from' in entry)) return null;
  const nothing = 'Nothing of it is seen.';
  if (entry.from >= end)
    return `Phase ${index + 1} begins at ${inSeconds(entry.from)}; the run ends at ${inSeconds(end)}. ${nothing}`;
  if (entry.to !== undefined && entry.to <= entry.from)
    return `Phase ${index + 1} ends at ${inSeconds(entry.to)}, where it begins. ${nothing}`;
  return null;
}

function timesWords(at: readonly number[]): string {
  if (at.length === 0) return ', no requests';
  const from = at.reduce((a, b) => Math.min(a, b));
  const to = at.reduce((a, b) => Math.max(a, b));
  const when = from === to ? `at ${inSeconds(from)}` : `${inSeconds(from)} to ${inSeconds(to)}`;
  return `, ${counted(at.length, 'request')}, ${when}`;
}

/** `1 to 20 a second`; where no one unit suits both, `3.6 an hour to 2 a second`. */
function between([first, last]: readonly [number, number], words: (rate: number) => string, to: string): string {
  const parts = (rate: number): readonly string[] => /^([\d.,]+)(.*)$/.exec(words(rate))?.slice(1) ?? [];
  const [figure, unit] = parts(first);
  const [end, endUnit] = parts(last);
  if (last === 0) return `${figure}${unit}${to}0`;
  return first === 0 || unit === endUnit ? `${figure}${to}${end}${endUnit}` : `${figure}${unit}${to}${end}${endUnit}`;
}
