/** A phase of the traffic in words: for the names of buttons, and short for a block on the track. */
import type { TrafficEntry } from '../../sim/index.ts';
import { formatCount, pluralize, formatNumber } from '../format/numbers.ts';
import { formatRateShort, formatRate } from '../format/rates.ts';
import { formatDuration, formatSeconds } from '../format/time.ts';

type ClientsEntry = Extract<TrafficEntry, { kind: 'clients' }>;

/** `steady, 10 a second, 9 s to 9.95 s`; `burst, 100 at 58 s`. */
export function phaseText(entry: TrafficEntry): string {
  const words = phaseDetailText(entry);
  return entry.kind === 'times' && entry.clicks ? `sent by hand${words}` : `${entry.kind}${words}`;
}

/** `Phase 1: steady, 10 a second, 9 s to 9.95 s`. */
export function phaseName(index: number, entry: TrafficEntry): string {
  return `Phase ${index + 1}: ${phaseText(entry)}`;
}

function phaseDetailText(entry: TrafficEntry): string {
  switch (entry.kind) {
    case 'times':
      return timesText(entry.at);
    case 'steady':
    case 'poisson':
      return `, ${formatRate(entry.rate)}, ${spanText(entry)}`;
    case 'ramp':
      return `, ${rateRangeText(entry.rate, formatRate, ' to ')}, ${spanText(entry)}`;
    case 'burst':
      return `, ${formatCount(entry.count)} at ${formatSeconds(entry.at)}${entry.spread === 0 ? '' : `, over ${formatSeconds(entry.spread)}`}`;
    case 'on-off':
      return `, ${formatRate(entry.rate)}, ${formatSeconds(entry.on)} on, ${formatSeconds(entry.off)} off, ${spanText(entry)}`;
    case 'daily':
      return `, ${formatRate(entry.mean)} on average, ${spanText(entry)}`;
    case 'clients':
      return `, ${formatCount(entry.count)} ${retryText(entry.retry)}${jobRateText(entry)}${entry.phases === undefined || hasOwnSpan(entry) ? `, ${spanText(entry)}` : ''}`;
    case 'script':
      return entry.code.trim() === '' ? ', empty' : `, ${pluralize(entry.code.trimEnd().split('\n').length, 'line')}`;
  }
}

/** For a narrow place: `steady 10/s`, `burst 100`. */
export function phaseLabel(entry: TrafficEntry): string {
  switch (entry.kind) {
    case 'times':
      return `${entry.clicks ? 'sent' : 'times'} ${formatCount(entry.at.length)}`;
    case 'steady':
    case 'poisson':
    case 'on-off':
      return `${entry.kind} ${formatRateShort(entry.rate)}`;
    case 'ramp':
      return `ramp ${rateRangeText(entry.rate, formatRateShort, '–')}`;
    case 'burst':
      return `burst ${formatCount(entry.count)}`;
    case 'daily':
      return `daily ${formatRateShort(entry.mean)}`;
    case 'clients':
      return `clients ${formatCount(entry.count)}`;
    case 'script':
      return 'script';
  }
}

function spanText({ from, to }: { readonly from: number; readonly to?: number }): string {
  return `${formatSeconds(from)} to ${to === undefined ? 'the end' : formatSeconds(to)}`;
}

function hasOwnSpan({ from, to }: { readonly from: number; readonly to?: number }): boolean {
  return from !== 0 || to !== undefined;
}

/** `with backoff, full jitter`; `abusing, 2 × n/T each`. */
function retryText(retry: ClientsEntry['retry']): string {
  switch (retry.strategy) {
    case 'none':
      return 'with no retry';
    case 'backoff':
      return `with backoff, ${retry.jitter === 'none' ? 'no' : retry.jitter} jitter`;
    case 'retry-poll':
    case 'retry-after':
      return `with ${retry.strategy}`;
    case 'careless':
      return `careless, one request every ${formatDuration(retry.every)} each`;
    case 'abuser':
      return `abusing, ${formatNumber(retry.a, 6)} × n/T each`;
  }
}

/** `, 1 job a second each`, `, 8 phases`; nothing of those who set their own pace. */
function jobRateText({ rate, phases, arrivals }: ClientsEntry): string {
  const randomText = arrivals === 'poisson' ? ' at random' : '';
  if (phases !== undefined) return `, ${pluralize(phases.length, 'phase')}${randomText}`;
  if (rate === undefined) return '';
  const [, figure = '', unit = ''] = /^(\S+) (.*)$/.exec(formatRate(rate)) ?? [];
  return `, ${figure} ${figure === '1' ? 'job' : 'jobs'} ${unit} each${randomText}`;
}

/** What the figures of a day mean: `Over each day of 24 h the rate goes between 1 and 9 a second, highest at 14:00.` */
export function dailyText({ mean, swing, peakAt }: Extract<TrafficEntry, { kind: 'daily' }>): string {
  if (swing === 0) return `Over each day of 24 h the rate stays ${formatRate(mean)}.`;
  const range = rateRangeText([mean * (1 - swing), mean * (1 + swing)], formatRate, ' and ');
  return `Over each day of 24 h the rate goes between ${range}, highest at ${timeOfDay(peakAt)}.`;
}

/** `14:00`; with seconds where there are some. */
function timeOfDay(at: number): string {
  const whole = Math.floor(at) % 86_400;
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[2] === 0 ? parts.slice(0, 2) : parts).map((part) => String(part).padStart(2, '0')).join(':');
}

/** Why nothing of a phase can happen; null when something may. Seconds. */
export function phaseNoEffectText(index: number, entry: TrafficEntry, end: number): string | null {
  if (!('from' in entry)) return null;
  const nothing = 'Nothing of it is seen.';
  if (entry.from >= end)
    return `Phase ${index + 1} begins at ${formatSeconds(entry.from)}; the run ends at ${formatSeconds(end)}. ${nothing}`;
  if (entry.to !== undefined && entry.to <= entry.from)
    return `Phase ${index + 1} ends at ${formatSeconds(entry.to)}, where it begins. ${nothing}`;
  return null;
}

function timesText(at: readonly number[]): string {
  if (at.length === 0) return ', no requests';
  const from = at.reduce((a, b) => Math.min(a, b));
  const to = at.reduce((a, b) => Math.max(a, b));
  const when = from === to ? `at ${formatSeconds(from)}` : `${formatSeconds(from)} to ${formatSeconds(to)}`;
  return `, ${pluralize(at.length, 'request')}, ${when}`;
}

/** `1 to 20 a second`; where no one unit suits both, `3.6 an hour to 2 a second`. */
function rateRangeText([first, last]: readonly [number, number], words: (rate: number) => string, to: string): string {
  const parts = (rate: number): readonly string[] => /^([\d.,]+)(.*)$/.exec(words(rate))?.slice(1) ?? [];
  const [figure, unit] = parts(first);
  const [end, endUnit] = parts(last);
  if (last === 0) return `${figure}${unit}${to}0`;
  return first === 0 || unit === endUnit ? `${figure}${to}${end}${endUnit}` : `${figure}${unit}${to}${end}${endUnit}`;
}
