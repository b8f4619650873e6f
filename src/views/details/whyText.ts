/** One decision in words: its verdict, what an HTTP server would answer, and what it changed. */
import { NEVER, secondsFromMicros, type Decision, type Fact, type Outcome, type Why } from '../../sim/index.ts';
import { count } from '../format/numbers.ts';
import { clock } from '../format/time.ts';

export const VERDICTS: { readonly [O in Outcome]: string } = { allow: 'Admitted', delay: 'Delayed', deny: 'Denied' };
export const GLYPHS = { allow: 'admitted', delay: 'delayed', deny: 'denied' } as const;

/** An instant or a wait exactly: `10.050 s`, and `0.000900 s` where milliseconds would not tell it. */
export function exact(micros: number): string {
  return clock(micros, micros % 1_000 === 0 ? 1_000 : 1);
}

/** `Request 11 of 32, at 10.050 s`. */
export function requestWords({ request, of, at }: Why): string {
  return `Request ${count(request + 1)} of ${count(of)}, at ${exact(at)}`;
}

/** Whose it was and what it cost, where that is worth a word. */
export function askedWords({ key, cost }: Decision, keys: number): string {
  return [...(keys > 1 ? [`key ${key}`] : []), ...(cost === 1 ? [] : [`cost ${count(cost)}`])].join(', ');
}

export interface Answer {
  readonly status: string;
  /** Whole seconds, rounded up as the header has them; null where the header is left out. */
  readonly retryAfter: number | null;
  /** What the lines alone do not say. */
  readonly note: string;
}

export function answerOf({ outcome, wait, retryAfter }: Why): Answer {
  if (outcome === 'allow') return { status: '200 OK', retryAfter: null, note: '' };
  if (outcome === 'delay')
    return { status: '200 OK', retryAfter: null, note: `The answer comes after ${exact(wait)}.` };
  const status = '429 Too Many Requests';
  if (retryAfter === null || retryAfter === NEVER) {
    return { status, retryAfter: null, note: 'No Retry-After, since no wait helps.' };
  }
  return { status, retryAfter: Math.max(1, Math.ceil(secondsFromMicros(retryAfter))), note: '' };
}

/** When the same request, alone, would get in. */
export interface Remedy {
  readonly at: number;
  readonly from: string;
  readonly wait: string;
}

/** Null for what was not denied, and where no wait helps. */
export function remedyOf({ outcome, at, retryAfter }: Why): Remedy | null {
  if (outcome !== 'deny' || retryAfter === null || retryAfter === NEVER) return null;
  return { at: at + retryAfter, from: exact(at + retryAfter), wait: exact(retryAfter) };
}

export interface Change {
  readonly name: string;
  readonly before: string;
  /** Null where it is as before. */
  readonly after: string | null;
}

/** The state's quantities in order; one that is on one side only is `–` on the other. */
export function changesOf(before: readonly Fact[], after: readonly Fact[]): readonly Change[] {
  const [then, now] = [new Map(before), new Map(after)];
  return [...new Set([...then.keys(), ...now.keys()])].map((name) => {
    const [was, is] = [then.get(name) ?? '–', now.get(name) ?? '–'];
    return { name, before: was, after: was === is ? null : is };
  });
}
