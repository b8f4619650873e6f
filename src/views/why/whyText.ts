/** One decision in words: its verdict, what an HTTP server would answer, and what it changed. */
import {
  DENY_TOO_LARGE,
  NEVER,
  nodeName,
  SECOND,
  secondsFromMicros,
  type JobTry,
  type Decision,
  type Readout,
  type Quota,
  type TrafficEntry,
  type Why,
} from '../../sim/index.ts';
import type { Result } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';
import { formatDuration, formatInstantExact } from '../format/time.ts';
import { waitNote } from '../text/clockText.ts';

/** `Request 11 of 32, at 10.050 s`; for a client, `Request 11 of 32, try 3 of job 2, at 10.050 s`. */
export function requestText(
  { request, requestCount, at, try: clientTry }: Why,
  traffic: readonly TrafficEntry[],
): string {
  const tryText =
    clientTry === null
      ? ''
      : `, try ${formatCount(clientTry.number)} of job ${formatCount(clientTry.job)}${clientText(clientTry, traffic)}`;
  return `Request ${formatCount(request + 1)} of ${formatCount(requestCount)}${tryText}, at ${formatInstantExact(at)}`;
}

/**
 * ` of client 4`, if there may be several, as in a script; ` of client 4 of phase 2`, if several phases have clients.
 */
function clientText({ client, entry }: JobTry, traffic: readonly TrafficEntry[]): string {
  const closedLoopEntries = traffic.filter(({ kind }) => kind === 'clients' || kind === 'script');
  const phase = closedLoopEntries.length > 1 ? ` of phase ${entry + 1}` : '';
  const alone = closedLoopEntries.every((each) => each.kind === 'clients' && each.count === 1);
  return alone && phase === '' ? '' : ` of client ${formatCount(client)}${phase}`;
}

/** Key and cost, unless they are the only key and cost 1. */
export function keyAndCostText({ key, cost }: Decision, keys: number): string {
  return [...(keys > 1 ? [`key ${key}`] : []), ...(cost === 1 ? [] : [`cost ${formatCount(cost)}`])].join(', ');
}

/** The draft that defines the RateLimit fields. */
export const RATE_LIMIT_DRAFT = 'draft-ietf-httpapi-ratelimit-headers-11';

export interface HttpAnswer {
  readonly status: string;
  /** The header fields in order, `Retry-After: 9` among them. */
  readonly fields: readonly string[];
  /** Explains missing fields or a delay; may be empty. */
  readonly note: string;
}

/** @param policy of the lane: n, and T in microseconds */
export function httpAnswer(why: Why, policy: { readonly n: number; readonly T: number }): HttpAnswer {
  const { outcome, wait, retryAfter, quota } = why;
  if (why.sequence?.nodeDied === true)
    return {
      status: 'No answer',
      fields: [],
      note: 'The connection closes. A proxy in between would say 502 Bad Gateway.',
    };
  if (why.sequence !== null && why.node === null)
    return {
      status: '503 Service Unavailable',
      fields: [],
      note: 'From whatever routes requests to the nodes, such as a load balancer: it has no node to send this one to.',
    };
  // In a distributed lane no node knows the remaining quota.
  const limits = quota === null ? [] : rateLimitFields(quota, policy);
  const noWindowText = quota !== null && policy.T % SECOND !== 0 ? 'No w: T is no whole number of seconds.' : '';
  const noRateLimitText = quota?.remaining === null ? 'No RateLimit: any cost would be admitted now.' : '';
  // In a distributed lane every decision takes time, including denials.
  const takesTime = outcome === 'delay' || (why.sequence !== null && wait > 0);
  const delayText = takesTime ? `The answer comes after ${formatDuration(wait / SECOND)}.` : '';
  const noteOf = (...sentences: readonly string[]): string =>
    [...sentences, delayText, noWindowText, noRateLimitText].filter(Boolean).join(' ');
  if (outcome !== 'deny') return { status: '200 OK', fields: limits, note: noteOf() };
  const status = '429 Too Many Requests';
  if (retryAfter === null || retryAfter === NEVER) {
    const since = isRetryTimeUnknown(why)
      ? 'the node cannot tell whether waiting would help'
      : 'waiting would not help';
    return { status, fields: limits, note: noteOf(`No Retry-After: ${since}.`) };
  }
  // It counts from the answer, which a distributed lane gives later.
  const left = Math.max(0, retryAfter - (why.sequence === null ? 0 : wait));
  return { status, fields: [`Retry-After: ${wholeSeconds(left)}`, ...limits], note: noteOf() };
}

/** `8.950 s`, `86,040.054 s, 23 h 54 min`. @param wait µs */
export function waitText(wait: number): string {
  return `${formatInstantExact(wait)}${waitNote(wait)}`;
}

/** Microseconds as whole seconds for a header: rounded up, and never 0. */
function wholeSeconds(wait: number): number {
  return Math.max(1, Math.ceil(secondsFromMicros(wait)));
}

/**
 * `RateLimit-Policy` gives the quota q and the window w, omitted if T is not a whole number of seconds; `RateLimit`
 * gives r, the largest cost that would be admitted now, and t, the seconds until r grows, omitted if it never does.
 */
function rateLimitFields({ remaining, growsIn }: Quota, { n, T }: { readonly n: number; readonly T: number }) {
  const window = T % SECOND === 0 ? `;w=${T / SECOND}` : '';
  const policy = `RateLimit-Policy: "default";q=${n}${window}`;
  if (remaining === null) return [policy];
  const t = growsIn === NEVER ? '' : `;t=${wholeSeconds(growsIn)}`;
  return [policy, `RateLimit: "default";r=${remaining}${t}`];
}

/** When the same request would be admitted if no others came. */
export interface RetryRemedy {
  readonly at: number;
  readonly from: string;
  readonly wait: string;
}

/** Null if the request was not denied, or no wait helps. */
export function retryRemedy({ outcome, at, retryAfter }: Why): RetryRemedy | null {
  if (outcome !== 'deny' || retryAfter === null || retryAfter === NEVER) return null;
  return { at: at + retryAfter, from: formatInstantExact(at + retryAfter), wait: waitText(retryAfter) };
}

/** Beginning of the remedy's text: a node of a cluster knows only what it has read. */
export function remedyLeadText({ sequence, node, delayAfterRetry }: Why): string {
  if (sequence !== null && node !== null) return `As far as ${nodeName(node)} knows, admitted`;
  return delayAfterRetry > 0 ? 'Accepted' : 'Admitted';
}

/** Whether a wait may help, but the node has not read enough to know which. */
function isRetryTimeUnknown({ sequence, retryAfter, explanation }: Why): boolean {
  return sequence !== null && retryAfter === null && explanation.verdict !== DENY_TOO_LARGE;
}

/** Why a denied request has no remedy. */
export function noRemedyText(why: Why): string {
  const { node, sequence } = why;
  if (!isRetryTimeUnknown(why)) return 'No wait helps: this request would never be admitted.';
  return node === null || sequence?.nodeDied === true
    ? 'It is unknown when it would be admitted.'
    : `${nodeName(node)} has not read enough to know when it would be admitted.`;
}

/** ` at N2` if a node of a cluster decided; else empty. */
export function atNodeText({ node }: Decision): string {
  return node === null ? '' : ` at ${nodeName(node)}`;
}

/** When a client's request is retried, if at all. */
export function nextTryText({ try: clientTry, outcome, nextTry }: Why): string | null {
  if (nextTry !== null) return `Retried at ${formatInstantExact(nextTry.at)}`;
  return clientTry !== null && outcome === 'deny' ? 'Not retried in this run.' : null;
}

/** Another lane's answer to the same request: wait or reason, and the try if it is a different one. */
export function otherLaneText({ outcome, wait, reason, at, try: clientTry }: Decision, own: Decision): string {
  const reasonText = outcome === 'delay' ? `by ${waitText(wait)}` : reason;
  if (clientTry === null || (clientTry.number === own.try?.number && at === own.at)) return reasonText;
  return `${reasonText}${reasonText === '' ? '' : ', '}try ${formatCount(clientTry.number)} at ${formatInstantExact(at)}`;
}

/** Why another lane has no answer to the same request, after its name. @param unit what lanes have in common */
export function noAnswerText({ failedLanes }: Pick<Result, 'failedLanes'>, lane: number, unit: string): string {
  return failedLanes.some(({ laneIndex }) => laneIndex === lane) ? 'cannot run' : `never received this ${unit}`;
}

export interface StateChange {
  readonly name: string;
  readonly before: string;
  /** Null if unchanged. */
  readonly after: string | null;
}

/** The state's quantities in order; a quantity missing on one side is `–` there. */
export function stateChanges(before: readonly Readout[], after: readonly Readout[]): readonly StateChange[] {
  const [then, now] = [new Map(before), new Map(after)];
  return [...new Set([...then.keys(), ...now.keys()])].map((name) => {
    const [was, is] = [then.get(name) ?? '–', now.get(name) ?? '–'];
    return { name, before: was, after: was === is ? null : is };
  });
}
