/** One script in its machine: its top level, run at once, and its clients, run on step by step. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, VmCallResult } from 'quickjs-emscripten-core';
import {
  makeStream,
  nextFloat,
  type Instant,
  type RandomStream,
  type Script,
  type ScriptAnswer,
  type ScriptError,
  type ScriptSetting,
  type ScriptStep,
  type SentRequests,
} from '../sim/index.ts';
import { failureOf, refuseLeftOut, SCRIPT, type Thrown } from './errors.ts';
import { isOverfull, STACK_BYTES, type Budget } from './limits.ts';
import type { Machine } from './machine.ts';
import { checkedCost, checkedKey, Outbox } from './outbox.ts';
import { BLOCK, ENDED, PLAIN_REQUEST, PRELUDE, PRELUDE_CODE } from './prelude.ts';
import { Watch } from './watch.ts';

/**
 * The language without its clock (Date) and without Proxy, which would run code wherever an object is looked at.
 * Promises are part of what the machine needs; `tame.ts` takes them out of reach.
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
type Own = Readonly<Record<'step' | 'finish' | 'describe', QuickJSHandle>>;

export class RunningScript implements Script {
  readonly sent: SentRequests;
  readonly clients: number;
  readonly #machine: Machine;
  readonly #code: string;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #watch: Watch;
  readonly #own: Own;
  readonly #outbox = new Outbox();
  #started = false;
  #open = true;

  /** @throws {ScriptError} */
  constructor(machine: Machine, code: string, setting: ScriptSetting, budget: Budget) {
    refuseLeftOut(code);
    this.#machine = machine;
    this.#code = code;
    const runtime = machine.quickjs.newRuntime();
    const context = runtime.newContext({ intrinsics: INTRINSICS });
    // The library keeps the address to itself.
    const { value: address } = (context as unknown as { ctx: { value: number } }).ctx;
    const watch = new Watch(machine.memory, address, budget);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => watch.interrupts());
    this.#runtime = runtime;
    this.#context = context;
    this.#watch = watch;
    watch.findCounter(() => context.unwrapResult(context.evalCode('for (let i = 0; i < 9; i++);')).dispose());
    this.#own = this.#prepare(setting);
    this.#turn(() => context.evalCode(code, SCRIPT, { type: 'global', strict: true })).dispose();
    const clients = this.#turn(() => context.callFunction(this.#own.finish, context.undefined));
    this.clients = context.getNumber(clients);
    clients.dispose();
    this.sent = this.#outbox.all();
    this.#started = true;
  }

  resume(client: number, now: Instant, answer: ScriptAnswer | null): ScriptStep {
    const context = this.#context;
    const code = answer === null ? 0 : OUTCOMES[answer.outcome] + (answer.timedOut ? 4 : 0);
    const args = [context.newNumber(8 * client + code), context.newNumber(now)];
    if (answer?.outcome === 'delay') args.push(context.newNumber(answer.wait));
    if (answer?.outcome === 'deny') args.push(context.newNumber(answer.retryAfter ?? -1));
    const told = this.#turn(() => context.callFunction(this.#own.step, context.undefined, args), args);
    const number = context.getNumber(told);
    const text = Number.isNaN(number) ? context.getString(told) : '';
    told.dispose();
    if (text !== '') return requested(text);
    if (number === ENDED) return { do: 'end' };
    if (number === PLAIN_REQUEST) return { do: 'request', key: null, cost: null };
    if (!(number >= now)) throw new Error(`the sandbox let a sleep out that ends at ${number}`);
    return { do: 'sleep', until: number };
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      for (const handle of Object.values(this.#own)) handle.dispose();
      this.#context.dispose();
      this.#runtime.dispose();
    } catch {
      // It ran out of memory in a bad moment, and not all that it held is found again: gone with the machine.
      this.#machine.broken = true;
    }
  }

  /** Runs the prelude. */
  #prepare({ seed, stream, n, T, duration }: ScriptSetting): Own {
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
      const numbers = new Float64Array(buffer, byteOffset, 2 * BLOCK);
      const full = this.#outbox.take(
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
    const prelude = context.unwrapResult(context.evalCode(PRELUDE_CODE, PRELUDE, { type: 'global' }));
    const own = context.unwrapResult(context.callFunction(prelude, context.undefined, args));
    const [step, finish, describe] = ['step', 'finish', 'describe'].map((name) => context.getProp(own, name));
    for (const handle of [...args, prelude, own]) handle.dispose();
    return { step, finish, describe } as Own;
  }

  /**
   * Lets the script run. Whatever comes of it but a value is its end.
   * @param args disposed of
   */
  #turn(run: () => VmCallResult<QuickJSHandle>, args: readonly QuickJSHandle[] = []): QuickJSHandle {
    const machine = this.#machine;
    const watch = this.#watch;
    let result;
    if (isOverfull(machine.memory)) watch.excess ??= 'memory';
    // Or it swallowed its end in the turn before, and did nothing more in it.
    if (watch.excess !== null) throw this.#failed(null);
    watch.begin();
    try {
      result = run();
    } catch (error) {
      throw this.#broken(error);
    } finally {
      watch.end();
    }
    for (const arg of args) arg.dispose();
    if (result.error) throw this.#failed(result.error);
    return result.value;
  }

  /** Frees everything. */
  #failed(error: QuickJSHandle | null): ScriptError {
    let thrown: Thrown | null = null;
    try {
      if (error !== null) {
        thrown = this.#described(error);
        error.dispose();
      }
    } catch (trap) {
      return this.#broken(trap);
    }
    const watch = this.#watch;
    if (isOverfull(this.#machine.memory)) watch.excess ??= 'memory';
    this.close();
    return failureOf(this.#code, { thrown, excess: watch.excess }, this.#started);
  }

  /** Nothing in the machine can be relied on, nor freed. */
  #broken(error: unknown): ScriptError {
    this.#machine.broken = true;
    this.#open = false;
    return failureOf(this.#code, { broke: brokenBy(error) }, this.#started);
  }

  #described(error: QuickJSHandle): Thrown | null {
    const context = this.#context;
    const told = context.callFunction(this.#own.describe, context.undefined, error);
    if (told.error) {
      told.error.dispose();
      return null;
    }
    const text = context.getString(told.value);
    told.value.dispose();
    const [ours, name, message, stack] = JSON.parse(text) as [boolean, string, string, string];
    return { ours, name, message, stack };
  }
}

/** The host's own stack ends in a RangeError, or an InternalError in Firefox. Anything but that and a trap is a defect. */
function brokenBy(error: unknown): 'depth' | 'machine' {
  if (error instanceof WebAssembly.RuntimeError) return 'machine';
  if (error instanceof Error && ['RangeError', 'InternalError'].includes(error.name)) return 'depth';
  throw error;
}

/** `k`, the cost (0: none), and after a blank the key as JSON, if one is named. */
function requested(text: string): ScriptStep {
  const blank = text.indexOf(' ');
  const cost = checkedCost(Number(text.slice(1, blank < 0 ? undefined : blank)));
  const key = blank < 0 ? null : checkedKey(JSON.parse(text.slice(blank + 1)));
  return { do: 'request', key, cost: cost === 0 ? null : cost };
}
