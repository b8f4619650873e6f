/** One script in its machine: its top level, which runs immediately, and its clients, which run step by step. */
import type { QuickJSHandle, VmCallResult } from 'quickjs-emscripten-core';
import {
  makeStream,
  nextFloat,
  type Instant,
  type RandomStream,
  type ScriptInstance,
  type ScriptAnswer,
  type ScriptEnvironment,
  type ScriptStep,
  type SentRequests,
} from '../sim/index.ts';
import { rejectUnsupportedSyntax, SCRIPT_FILE, scriptWords } from './errors.ts';
import { GuardedContext } from './guardedContext.ts';
import type { ScriptBudget } from './limits.ts';
import type { QuickJsInstance } from './quickJsInstance.ts';
import { checkedCost, checkedKey, SentRequestBuffer } from './sentRequestBuffer.ts';
import { BLOCK_SIZE, CLIENT_ENDED, PLAIN_REQUEST, PRELUDE_CODE } from './prelude.ts';

const OUTCOMES = { allow: 1, delay: 2, deny: 3 } as const;

/** The prelude's functions for the host. */
type PreludeFunctions = Readonly<Record<'step' | 'finish', QuickJSHandle>>;

export class QuickJsScript implements ScriptInstance {
  readonly sent: SentRequests;
  readonly clients: number;
  readonly #guarded: GuardedContext;
  readonly #prelude: PreludeFunctions;
  readonly #sentRequests = new SentRequestBuffer();

  /** @throws {ScriptError} */
  constructor(instance: QuickJsInstance, code: string, environment: ScriptEnvironment, budget: ScriptBudget) {
    rejectUnsupportedSyntax(code);
    this.#guarded = new GuardedContext(instance, code, budget, scriptWords(budget, false));
    const { context } = this.#guarded;
    this.#prelude = this.#runPrelude(environment);
    this.#runTurn(() => context.evalCode(code, SCRIPT_FILE, { type: 'global', strict: true })).dispose();
    const clientCount = this.#runTurn(() => context.callFunction(this.#prelude.finish, context.undefined));
    this.clients = context.getNumber(clientCount);
    clientCount.dispose();
    this.sent = this.#sentRequests.toSentRequests();
    this.#guarded.words = scriptWords(budget, true);
  }

  resume(client: number, now: Instant, answer: ScriptAnswer | null): ScriptStep {
    const { context } = this.#guarded;
    const code = answer === null ? 0 : OUTCOMES[answer.outcome] + (answer.timedOut ? 4 : 0);
    const args = [context.newNumber(8 * client + code), context.newNumber(now)];
    if (answer?.outcome === 'delay') args.push(context.newNumber(answer.wait));
    if (answer?.outcome === 'deny') args.push(context.newNumber(answer.retryAfter ?? -1));
    const told = this.#runTurn(() => context.callFunction(this.#prelude.step, context.undefined, args), args);
    const number = context.getNumber(told);
    const text = Number.isNaN(number) ? context.getString(told) : '';
    told.dispose();
    if (text !== '') return parseRequest(text);
    if (number === CLIENT_ENDED) return { do: 'end' };
    if (number === PLAIN_REQUEST) return { do: 'request', key: null, cost: null };
    if (!(number >= now)) throw new Error(`the sandbox let a sleep out that ends at ${number}`);
    return { do: 'sleep', until: number };
  }

  close(): void {
    this.#guarded.close();
  }

  #runPrelude({ seed, stream, n, T, duration }: ScriptEnvironment): PreludeFunctions {
    const { context } = this.#guarded;
    const streams = new Map<number, RandomStream>();
    const draw = (actor: number, count: number): QuickJSHandle => {
      const from = streams.get(actor) ?? makeStream(seed, stream, actor);
      streams.set(actor, from);
      return context.newArrayBuffer(Float64Array.from({ length: count }, () => nextFloat(from)).buffer);
    };
    const flush = (block: QuickJSHandle, count: number, keys: QuickJSHandle): QuickJSHandle => {
      const copy = context.getArrayBuffer(block);
      const { buffer, byteOffset } = copy.value;
      const numbers = new Float64Array(buffer, byteOffset, 2 * BLOCK_SIZE);
      const full = this.#sentRequests.addBlock(
        numbers,
        count,
        context.sameValue(keys, context.undefined) ? null : context.getString(keys),
      );
      copy.dispose();
      return full === null ? context.undefined : context.newString(full);
    };
    const args = [
      context.newFunction('draw', (actor, count) => draw(context.getNumber(actor), context.getNumber(count))),
      context.newFunction('flush', (block, count, keys) => flush(block, context.getNumber(count), keys)),
      ...[n, T, duration].map((value) => context.newNumber(value)),
    ];
    return this.#guarded.runPrelude(PRELUDE_CODE, args, ['step', 'finish']);
  }

  /**
   * Runs the script for one turn. Any result other than a value ends it.
   * @param args handles, disposed here
   * @throws {ScriptError}
   */
  #runTurn(run: () => VmCallResult<QuickJSHandle>, args: readonly QuickJSHandle[] = []): QuickJSHandle {
    try {
      return this.#guarded.runTurn(run, args);
    } catch (error) {
      this.close();
      throw error;
    }
  }
}

/** `k`, the cost (0: none), and, after a space, the key as JSON, if there is one. */
function parseRequest(text: string): ScriptStep {
  const blank = text.indexOf(' ');
  const cost = checkedCost(Number(text.slice(1, blank < 0 ? undefined : blank)));
  const key = blank < 0 ? null : checkedKey(JSON.parse(text.slice(blank + 1)));
  return { do: 'request', key, cost: cost === 0 ? null : cost };
}
