/**
 * A Redis script that the user writes. The whole decision is one message, so nothing can come in between. A node on a real Redis
 * sends the same text, with the same keys and arguments.
 */
import { OwnCodeError } from '../../ownCodeError.ts';
import { microsFromSeconds, secondsFromMicros } from '../../time.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { evaluate, keysOfCommand, StoreError, type LuaScript, type RedisCall, type Reply } from '../command.ts';
import { OWN_COMMANDS } from '../own/commands.ts';
import { luaMachine } from '../own/machines.ts';
import { luaTemplates } from '../own/luaTemplates.ts';
import type { Scheme, SchemeDecision } from '../scheme.ts';
import { ownLuaInfo } from './info/ownLua.ts';
import { explainedByLines, explainOwn, failureAt, keepsVirtualTime, ownParams, type OwnParams } from './ownScheme.ts';

type OwnLuaParams = OwnParams & {
  readonly script: LuaScript;
  /** How many keys the script names. */
  readonly keys: number;
};

const MAX_KEYS = 8;
const NAMED_KEY = /\bKEYS\s*\[\s*(\d)\s*\]/g;

/**
 * The script, and what stands for it in the simulated store.
 *
 * @param executed takes the lines that are executed, from 0
 */
function scriptOf(code: string, executed?: Set<number>): LuaScript {
  return {
    name: 'your script',
    lua: code,
    isUsers: true,
    run(call, keys, args) {
      try {
        return luaMachine().run(code, checked(call, keys), keys, args.map(String), executed);
      } catch (error) {
        if (!(error instanceof OwnCodeError)) throw error;
        // As Redis answers when a script fails.
        throw new StoreError(error.message, error.line);
      }
    },
  };
}

const NOT_IN_SCRIPTS: ReadonlySet<string> = new Set(['WATCH', 'UNWATCH']);
const IN_SCRIPTS = [...OWN_COMMANDS.filter((name) => !NOT_IN_SCRIPTS.has(name)), 'TIME'];

/** Of a command that the store does not have, or on a key that is not declared, the script is told. */
function checked(call: RedisCall, keys: readonly string[]): RedisCall {
  return (...command) => {
    const [name] = command;
    if (!IN_SCRIPTS.includes(name)) {
      throw new StoreError(`The simulated store has no ${name}. It has ${IN_SCRIPTS.join(', ')}`);
    }
    const used = name === 'TIME' ? [] : keysOfCommand(command);
    const undeclared = used.find((key) => !keys.includes(key));
    if (undeclared === undefined) return call(...command);
    const more =
      keys.length < MAX_KEYS
        ? `Where a script names KEYS[${keys.length + 1}], it gets that key as well, up to KEYS[${MAX_KEYS}]`
        : `A script gets at most ${MAX_KEYS} keys`;
    throw new StoreError(`${name} uses the key "${undeclared}", which is not in KEYS. ${more}`);
  };
}

const RETURNED = 'It must return 1 or 0, or { allowed, retry after in ms, permits used }';

/** @throws {OwnCodeError} */
function decisionFrom(reply: Reply): SchemeDecision {
  const values: readonly Reply[] = Array.isArray(reply) ? reply : [reply];
  const [allowed, retryAfterMs = -1, used = null] = values;
  if ((allowed !== 0 && allowed !== 1) || values.length > 3) throw nonsense(`The script returned ${shown(reply)}.`);
  if (typeof retryAfterMs !== 'number')
    throw nonsense(`The script returned ${shown(reply)}, where the retry-after time is not a number.`);
  // Redis cuts the fraction off a number; as text it comes whole.
  const level = used === null || used === '' ? null : Number(used);
  if (level !== null && !Number.isFinite(level))
    throw nonsense(`The script returned ${shown(reply)}, where the permits used are not a number.`);
  return allowed === 1
    ? { verdict: ALLOW, level, retryAfter: null }
    : { verdict: DENY, level, retryAfter: retryAfterMs < 0 ? null : microsFromSeconds(retryAfterMs / 1_000) };
}

function nonsense(sentence: string): OwnCodeError {
  return new OwnCodeError(`${sentence} ${RETURNED}.`, null, null);
}

function asSentence({ message }: StoreError): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

function shown(reply: Reply): string {
  if (reply === null) return 'nil (Redis turns false into nil, too)';
  if (Array.isArray(reply))
    return `{ ${reply.map((item) => (item === null ? 'nil' : JSON.stringify(item))).join(', ')} }`;
  return JSON.stringify(reply);
}

const READS_SERVER_TIME = /\bp?call\s*\(\s*['"]TIME['"]/i;
/** The node's time; if it is given a name, that is caught. */
const NOW = /(?:\blocal\s+(\w+)\s*=(?:(?!\blocal\b)[^\n,])*)?\bARGV\s*\[\s*5\s*\]/g;

/** Whether the node's time is more than given a name. */
function usesNow(bareCode: string): boolean {
  return [...bareCode.matchAll(NOW)].some(
    ([, name]) => name === undefined || bareCode.split(new RegExp(`\\b${name}\\b`)).length > 2,
  );
}

export const ownLua: Scheme<OwnLuaParams> = {
  ...ownLuaInfo,

  prepare(config) {
    const params = ownParams(config, luaTemplates[0].code, 'lua');
    const { code, bareCode } = params;
    luaMachine().check(code);
    const named = [...bareCode.matchAll(NAMED_KEY)].map(([, place]) => Number(place));
    return { ...params, script: scriptOf(code), keys: Math.min(MAX_KEYS, Math.max(1, ...named)) };
  },

  // The script decides about any cost.
  maxCost: () => Infinity,

  *decide(context, { script, code, keys, policy: { n, T, capacity } }) {
    const { key, cost, now, request, wantsExplanation } = context;
    const names = Array.from({ length: keys }, (_, place) => (place === 0 ? key : `${key}:${place + 1}`));
    const args = [n, T, capacity, cost, secondsFromMicros(now), request];
    try {
      if (!wantsExplanation) return decisionFrom(yield evaluate(script, names, args));
      const executed = new Set<number>();
      const decision = decisionFrom(yield evaluate(scriptOf(code, executed), names, args));
      return explainedByLines(decision, 'Your script', code, executed);
    } catch (error) {
      if (error instanceof OwnCodeError) throw failureAt(context, error);
      // A script that fails is wrong; a store that does not answer is not.
      if (error instanceof StoreError) throw failureAt(context, new OwnCodeError(asSentence(error), error.line, null));
      throw error;
    }
  },

  isSerialPerNode: () => false,
  localFallback: () => () => null,
  supportsVirtualTime: ({ bareCode }) =>
    !READS_SERVER_TIME.test(bareCode) && keepsVirtualTime(bareCode, usesNow(bareCode)),
  code: ({ code }) => code.split('\n'),
  explain: (decision) => decision.explanation ?? explainOwn(decision, 'Your script'),
};
