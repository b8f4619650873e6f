/** A phase of the traffic in words: for the names of buttons, and short for a block on the track. */
import type { Traffic } from '../../sim/index.ts';
import { count, counted } from '../format/numbers.ts';
import { rateShort, rateWords } from '../format/rates.ts';
import { inSeconds } from '../format/time.ts';

export type Kind = Traffic['kind'];

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
      return `, ${count(entry.count)} with ${entry.retry.strategy === 'none' ? 'no retry' : entry.retry.strategy}, ${spanWords(entry)}`;
    case 'script':
      return `, ${counted(entry.code.split('\n').length, 'line')}`;
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
