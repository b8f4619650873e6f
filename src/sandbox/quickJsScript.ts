/** One script in its machine: its top level, which runs immediately, and its clients, which run step by step. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, VmCallResult } from 'quickjs-emscripten-core';
import {
  makeStream,
  nextFloat,
  type Instant,
  type RandomStream,
  type ScriptInstance,
  type ScriptAnswer,
  type ScriptError,
  type ScriptEnvironment,
  type ScriptStep,
  type SentRequests,
} from '../sim/index.ts';
import { toScriptError, rejectUnsupportedSyntax, SCRIPT_FILE, type Excess, type ThrownValue } from './errors.ts';
import { exceedsLimit, STACK_BYTES, type ScriptBudget } from './limits.ts';
import type { QuickJsInstance } from './quickJsInstance.ts';
import { checkedCost, checkedKey, SentRequestBuffer } from './sentRequestBuffer.ts';
import { BLOCK_SIZE, CLIENT_ENDED, PLAIN_REQUEST, PRELUDE_FILE, PRELUDE_CODE } from './prelude.ts';
import { Unstoppable, Watchdog } from './watchdog.ts';

/**
 * The language without its clock (Date) and without Proxy, which would run code whenever an object is inspected.
 * The machine itself needs promises; `tame.ts` makes them unreachable.
 */
const INTRINSICS = {
  BaseObjects: true,
  Eval: true,
  JSON: true,
  MapSet: true,
  Promise: true,
  RegExp: true,
  RegExpCompiler: true,
  TypedArrays: true,
};

const OUTCOMES = { allow: 1, delay: 2, deny: 3 } as const;

/** The prelude's functions for the host. */
type PreludeFunctions = Readonly<Record<'step' | 'finish' | 'describe', QuickJSHandle>>;

export class QuickJsScript implements ScriptInstance {
  readonly sent: SentRequests;
  readonly clients: number;
  readonly #instance: QuickJsInstance;
  readonly #code: string;
  readonly #budget: ScriptBudget;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #watchdog: Watchdog;
  readonly #prelude: PreludeFunctions;
  readonly #sentRequests = new SentRequestBuffer();
  #topLevelDone = false;
  #open = true;

  /** @throws {ScriptError} */
  constructor(instance: QuickJsInstance, code: string, environment: ScriptEnvironment, budget: ScriptBudget) {
    rejectUnsupportedSyntax(code);
    this.#instance = instance;
    this.#code = code;
    this.#budget = budget;
    const runtime = instance.quickjs.newRuntime();
    const context = runtime.newContext({ intrinsics: INTRINSICS });
    // The library does not expose the address.
    const { value: address } = (context as unknown as { ctx: { value: number } }).ctx;
    const watch = new Watchdog(instance, address, budget);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => watch.shouldInterrupt());
    this.#runtime = runtime;
    this.#context = context;
    this.#watchdog = watch;
    watch.findCounter(() => context.unwrapResult(context.evalCode('for (let i = 0; i < 9; i++);')).dispose());
    this.#prelude = this.#runPrelude(environment);
    this.#runTurn(() => context.evalCode(code, SCRIPT_FILE, { type: 'global', strict: true })).dispose();
    const clientCount = this.#runTurn(() => context.callFunction(this.#prelude.finish, context.undefined));
    this.clients = context.getNumber(clientCount);
    clientCount.dispose();
    this.sent = this.#sentRequests.toSentRequests();
    this.#topLevelDone = true;
  }

  resume(client: number, now: Instant, answer: ScriptAnswer | null): ScriptStep {
    const context = this.#context;
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
    if (!this.#open) return;
    this.#open = false;
    try {
      for (const handle of Object.values(this.#prelude)) handle.dispose();
      this.#context.dispose();
      this.#runtime.dispose();
    } catch {
      // It ran out of memory at a bad moment, and some of it cannot be freed: discard the machine.
      this.#instance.broken = true;
    }
  }

  #runPrelude({ seed, stream, n, T, duration }: ScriptEnvironment): PreludeFunctions {
    const context = this.#context;
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
    const prelude = context.unwrapResult(context.evalCode(PRELUDE_CODE, PRELUDE_FILE, { type: 'global' }));
    const own = context.unwrapResult(context.callFunction(prelude, context.undefined, args));
    const [step, finish, describe] = ['step', 'finish', 'describe'].map((name) => context.getProp(own, name));
    for (const handle of [...args, prelude, own]) handle.dispose();
    return { step, finish, describe } as PreludeFunctions;
  }

  /**
   * Runs the script for one turn. Any result other than a value ends it.
   * @param args handles, disposed here
   * @throws {ScriptError}
   */
  #runTurn(run: () => VmCallResult<QuickJSHandle>, args: readonly QuickJSHandle[] = []): QuickJSHandle {
    const instance = this.#instance;
    const watch = this.#watchdog;
    let result;
    if (exceedsLimit(instance.memory)) watch.exceeded ??= 'memory';
    // It may have swallowed the interruption at the very end of the previous turn.
    if (watch.exceeded !== null) throw this.#scriptFailure(null);
    watch.beginTurn();
    try {
      result = run();
      watch.endTurn();
    } catch (error) {
      watch.endTurn();
      throw this.#crash(error);
    }
    for (const arg of args) arg.dispose();
    if (result.error) throw this.#scriptFailure(result.error);
    return result.value;
  }

  /** Closes the script. */
  #scriptFailure(error: QuickJSHandle | null): ScriptError {
    let thrown: ThrownValue | null = null;
    try {
      if (error !== null) {
        thrown = this.#describeThrown(error);
        error.dispose();
      }
    } catch (trap) {
      return this.#crash(trap);
    }
    const watch = this.#watchdog;
    if (exceedsLimit(this.#instance.memory)) watch.exceeded ??= 'memory';
    this.close();
    return toScriptError(this.#code, { thrown, excess: this.#excess() }, this.#topLevelDone);
  }

  /** Nothing in the machine can be relied on or freed. */
  #crash(error: unknown): ScriptError {
    this.#instance.broken = true;
    this.#open = false;
    const cause =
      error instanceof Unstoppable
        ? { excess: this.#excess(), thrown: this.#describePlace() }
        : { crash: crashKind(error) };
    return toScriptError(this.#code, cause, this.#topLevelDone);
  }

  #excess(): Excess | null {
    const { exceeded, turnSteps } = this.#watchdog;
    return exceeded === null ? null : { exceeded, turnSteps, budget: this.#budget };
  }

  /**
   * Where a machine was that ended in mid-work. Its frames are still on its stack, so an error that is made now has a trace
   * through them. Only its position is used; a machine that is too damaged for that gives none.
   */
  #describePlace(): ThrownValue | null {
    try {
      const made = this.#context.evalCode('throw new Error()', PRELUDE_FILE);
      return made.error ? this.#describeThrown(made.error) : null;
    } catch {
      return null;
    }
  }

  #describeThrown(error: QuickJSHandle): ThrownValue | null {
    const context = this.#context;
    const told = context.callFunction(this.#prelude.describe, context.undefined, error);
    if (told.error) {
      told.error.dispose();
      return null;
    }
    const text = context.getString(told.value);
    told.value.dispose();
    const [ours, name, message, stack] = JSON.parse(text) as [boolean, string, string, string];
    return { byPrelude: ours, name, message, stack };
  }
}

/** A host stack overflow is a RangeError, or an InternalError in Firefox. Anything other than that or a trap is a bug. */
function crashKind(error: unknown): 'depth' | 'machine' {
  if (error instanceof WebAssembly.RuntimeError) return 'machine';
  if (error instanceof Error && ['RangeError', 'InternalError'].includes(error.name)) return 'depth';
  throw error;
}

/** `k`, the cost (0: none), and, after a space, the key as JSON, if there is one. */
function parseRequest(text: string): ScriptStep {
  const blank = text.indexOf(' ');
  const cost = checkedCost(Number(text.slice(1, blank < 0 ? undefined : blank)));
  const key = blank < 0 ? null : checkedKey(JSON.parse(text.slice(blank + 1)));
  return { do: 'request', key, cost: cost === 0 ? null : cost };
}
