/**
 * A scheme that the user writes: a generator of commands, like ours, which runs in a sandbox. What a node remembers between
 * requests is one object, `local`. Each lane of a plan opens the program anew, and the program's top level is frozen. What a
 * closure or a private field remembers can't be frozen: a few of the first requests are tried in another program, and one
 * that does something else there ends the lane. What such a program does only later is not seen.
 */
import { formatSeconds } from '../../numberFormat.ts';
import type { Explanation, KeyState } from '../../limiters/limiter.ts';
import { OwnCodeError } from '../../ownCodeError.ts';
import { microsFromSeconds, secondsFromMicros } from '../../time.ts';
import { ALLOW, DELAY, DENY, isDenied } from '../../verdict.ts';
import { NoReplyError, StoreError, type Reply } from '../command.ts';
import { GaveUpError } from '../gaveUpError.ts';
import { schemeMachine, type OwnDecision, type OwnRun, type OwnStep } from '../own/machines.ts';
import { schemeTemplates } from '../own/schemeTemplates.ts';
import { withoutComments } from '../own/withoutComments.ts';
import type { Effect, Program, RequestContext, Scheme, SchemeConfig, SchemeDecision } from '../scheme.ts';
import { ownSchemeInfo } from './info/ownScheme.ts';

export type OwnParams = {
  readonly code: string;
  /** Without its comments. */
  readonly bareCode: string;
  /** T in seconds. */
  readonly policy: { readonly n: number; readonly T: number; readonly capacity: number };
  readonly capacity: number;
};

/** @param initial the code of a lane that has none */
export function ownParams(
  { policy: { n, T, capacity }, options }: SchemeConfig,
  initial: string,
  language: 'javascript' | 'lua',
): OwnParams {
  const code = typeof options['code'] === 'string' ? options['code'] : initial;
  return {
    code,
    bareCode: withoutComments(code, language),
    policy: { n, T: secondsFromMicros(T), capacity },
    capacity,
  };
}

/** The failure of a program at a request. */
export function failureAt({ request, now }: RequestContext, { message, line, column }: OwnCodeError): OwnCodeError {
  const failure = new OwnCodeError(message, line, column, { at: now });
  failure.request = request;
  return failure;
}

/** What is said of a decision that users' code made. */
export function explainOwn({ verdict, retryAfter, wait }: SchemeDecision, said: string) {
  const holds = !isDenied(verdict);
  const later =
    retryAfter !== null
      ? ` It says to come back in ${formatSeconds(retryAfter)}.`
      : wait === undefined
        ? ''
        : ` It makes the request wait ${formatSeconds(wait)}.`;
  return {
    sentence: `${said} ${holds ? 'admitted' : 'refused'} the request.${later}`,
    condition: 'allowed = 1',
    evaluatedCondition: `${holds ? 1 : 0} = 1`,
    holds,
  } satisfies Partial<Explanation>;
}

/** By name in a node's memory: what a program keeps in `local`, as the UTF-16 units of its JSON. */
const LOCAL = 'local';

function localText(memory: RequestContext['memory']): string {
  const units = memory.get(LOCAL)?.['units'];
  return units instanceof Uint32Array ? Array.from(units, (unit) => String.fromCharCode(unit)).join('') : '{}';
}

function localState(text: string): KeyState {
  return { units: Uint32Array.from({ length: text.length }, (_, place) => text.charCodeAt(place)) };
}

function effectOf({ kind, what }: Extract<OwnStep, { kind: 'c' | 'p' | 't' | 's' }>): Effect {
  switch (kind) {
    case 'c':
      return { kind: 'command', command: what };
    case 'p':
      return { kind: 'pipeline', commands: what };
    case 't':
      return { kind: 'transaction', commands: what };
    case 's':
      return { kind: 'sleep', for: what };
  }
}

function decisionOf([allowed, wait, retryAfter, level]: OwnDecision): SchemeDecision {
  if (!allowed) return { verdict: DENY, level, retryAfter: retryAfter === null ? null : microsFromSeconds(retryAfter) };
  const held = microsFromSeconds(wait ?? 0);
  return held === 0
    ? { verdict: ALLOW, level, retryAfter: null }
    : { verdict: DELAY, level, retryAfter: null, wait: held };
}

function* runProgram(context: RequestContext, params: OwnParams): Program {
  const { code, policy } = params;
  const { key, cost, now, node, request, memory, wantsExplanation } = context;
  const own = { key, cost, now: secondsFromMicros(now), node, request, policy };
  const run: OwnRun = schemeMachine().start(params, own, wantsExplanation);
  let reply: Reply | NoReplyError = null;
  for (;;) {
    const step = run.next(reply, localText(memory));
    if (step.local !== undefined) memory.set(LOCAL, localState(step.local));
    if (step.kind === 'u') {
      // That of a command, which the code did not catch, or one that the code makes.
      throw reply instanceof NoReplyError && reply.message === step.what ? reply : new GaveUpError(step.what);
    }
    if (step.kind === 'd') {
      const decision = decisionOf(step.what);
      return wantsExplanation ? explainedByLines(decision, 'Your code', code, run.lines()) : decision;
    }
    try {
      reply = yield effectOf(step);
    } catch (error) {
      if (!(error instanceof StoreError || error instanceof NoReplyError)) throw error;
      reply = error;
    }
  }
}

/** A decision with the program's lines that were executed for it, from 0. */
export function explainedByLines(
  decision: SchemeDecision,
  said: string,
  code: string,
  executed: Iterable<number>,
): SchemeDecision {
  const executedLines = [...new Set(executed)].sort((a, b) => a - b);
  const { verdict } = decision;
  return {
    ...decision,
    explanation: { ...explainOwn(decision, said), verdict, code: code.split('\n'), executedLines },
  };
}

/** A command that sets when a key expires, or an option of SET that does. */
const SETS_EXPIRY = /expire|\b(?:px|ex)(?:at)?\b/i;

/**
 * Whether a real store can keep the scenario's time. Where keys expire in its own, decisions may depend on that; code that works
 * with the time that it is given needs expiry only to tidy up.
 *
 * @param usesTime whether the code does anything with that time
 */
export function keepsVirtualTime(bareCode: string, usesTime: boolean): boolean {
  return usesTime || !SETS_EXPIRY.test(bareCode);
}

/** Whether `now` is more than one of the names that `decide` takes; under another name it is taken to be used. */
function usesNow(bareCode: string): boolean {
  return /\.\s*now\b|\bnow\s*:/.test(bareCode) || (bareCode.match(/\bnow\b/g) ?? []).length > 1;
}

/** With WATCH a node has one request at a time, for a connection has one set of watched keys. */
const WATCHES = /\bwatch\s*\(/;

export const ownScheme: Scheme<OwnParams> = {
  ...ownSchemeInfo,

  prepare(config) {
    const params = ownParams(config, schemeTemplates[0].code, 'javascript');
    schemeMachine().check(params);
    return params;
  },

  // The code decides about any cost.
  maxCost: () => Infinity,

  *decide(context, params) {
    try {
      return yield* runProgram(context, params);
    } catch (error) {
      throw error instanceof OwnCodeError ? failureAt(context, error) : error;
    }
  },

  isSerialPerNode: ({ bareCode }) => WATCHES.test(bareCode),
  localFallback: () => () => null,
  supportsVirtualTime: ({ bareCode }) => keepsVirtualTime(bareCode, usesNow(bareCode)),
  code: ({ code }) => code.split('\n'),
  explain: (decision) => decision.explanation ?? explainOwn(decision, 'Your code'),
};
