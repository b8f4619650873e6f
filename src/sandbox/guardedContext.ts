/** A program's own context in the machine: what the host calls in it is counted, and ended when it exceeds its budget. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, VmCallResult } from 'quickjs-emscripten-core';
import type { ScriptError } from '../sim/index.ts';
import { toScriptError, type Excess, type FailureWords, type ThrownValue } from './errors.ts';
import { exceedsLimit, STACK_BYTES, type ScriptBudget } from './limits.ts';
import { PRELUDE_FILE } from './preludeKit.ts';
import type { QuickJsInstance } from './quickJsInstance.ts';
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

export class GuardedContext {
  readonly context: QuickJSContext;
  /** The prelude's function that describes what was thrown; a failure before it is set is a bug. */
  #describe: QuickJSHandle | null = null;
  /** Released with the context. */
  readonly #handles: QuickJSHandle[] = [];
  /** The request of a turn with many at which it last failed, from 0; −1 if at none. */
  failedAt = -1;
  /** What is said of failures; may change as the program goes on. */
  words: FailureWords;
  readonly #instance: QuickJsInstance;
  readonly #code: string;
  readonly #budget: ScriptBudget;
  readonly #runtime: QuickJSRuntime;
  readonly #watchdog: Watchdog;
  #open = true;

  /** @param code the user's text, to which the positions of failures refer */
  constructor(instance: QuickJsInstance, code: string, budget: ScriptBudget, words: FailureWords) {
    this.#instance = instance;
    this.#code = code;
    this.#budget = budget;
    this.words = words;
    const runtime = instance.quickjs.newRuntime();
    const context = runtime.newContext({ intrinsics: INTRINSICS });
    // The library does not expose the address.
    const { value: address } = (context as unknown as { ctx: { value: number } }).ctx;
    const watch = new Watchdog(instance, address, budget);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => watch.shouldInterrupt());
    this.#runtime = runtime;
    this.context = context;
    this.#watchdog = watch;
    watch.findCounter(() => context.unwrapResult(context.evalCode('for (let i = 0; i < 9; i++);')).dispose());
  }

  /**
   * Runs a prelude, a function of the host's values, and returns those functions of it that are asked for. One of them is
   * `describe` (`preludeKit.ts`).
   * @param args handles, disposed here
   */
  runPrelude<const K extends string>(
    code: string,
    args: readonly QuickJSHandle[],
    names: readonly K[],
  ): Readonly<Record<K, QuickJSHandle>> {
    const { context } = this;
    const prelude = context.unwrapResult(context.evalCode(code, PRELUDE_FILE, { type: 'global' }));
    const own = context.unwrapResult(context.callFunction(prelude, context.undefined, [...args]));
    const functions = Object.fromEntries(names.map((name) => [name, context.getProp(own, name)]));
    this.#describe = context.getProp(own, 'describe');
    this.#handles.push(...Object.values(functions), this.#describe);
    for (const handle of [...args, prelude, own]) handle.dispose();
    return functions as Readonly<Record<K, QuickJSHandle>>;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Steps that the last turn took. */
  get turnSteps(): number {
    return this.#watchdog.turnSteps;
  }

  /**
   * Runs the program for one turn.
   * @param args handles, disposed here
   * @throws {ScriptError} what the program threw; after any limit that it exceeded, the context is closed
   */
  runTurn(run: () => VmCallResult<QuickJSHandle>, args: readonly QuickJSHandle[] = []): QuickJSHandle {
    const instance = this.#instance;
    const watch = this.#watchdog;
    let result;
    if (exceedsLimit(instance.memory)) watch.exceeded ??= 'memory';
    // It may have swallowed the interruption at the very end of the previous turn.
    if (watch.exceeded !== null) {
      for (const arg of args) arg.dispose();
      throw this.#failure(null);
    }
    watch.beginTurn();
    try {
      result = run();
      watch.endTurn();
    } catch (error) {
      watch.endTurn();
      throw this.#crash(error);
    }
    for (const arg of args) arg.dispose();
    if (result.error) throw this.#failure(result.error);
    return result.value;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      for (const handle of this.#handles) handle.dispose();
      this.context.dispose();
      this.#runtime.dispose();
    } catch {
      // It ran out of memory at a bad moment, and some of it cannot be freed: discard the machine.
      this.#instance.broken = true;
    }
  }

  #failure(error: QuickJSHandle | null): ScriptError {
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
    const excess = this.#excess();
    if (excess !== null) this.close();
    return toScriptError(this.#code, { thrown, excess }, this.words);
  }

  /** Nothing in the machine can be relied on or freed. */
  #crash(error: unknown): ScriptError {
    this.#instance.broken = true;
    this.#open = false;
    const cause =
      error instanceof Unstoppable
        ? { excess: this.#excess(), thrown: this.#describePlace() }
        : { crash: crashKind(error) };
    return toScriptError(this.#code, cause, this.words);
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
      const made = this.context.evalCode('throw new Error()', PRELUDE_FILE);
      return made.error ? this.#describeThrown(made.error) : null;
    } catch {
      return null;
    }
  }

  #describeThrown(error: QuickJSHandle): ThrownValue | null {
    const { context } = this;
    if (this.#describe === null) throw new Error('the prelude failed');
    const told = context.callFunction(this.#describe, context.undefined, error);
    if (told.error) {
      told.error.dispose();
      return null;
    }
    const text = context.getString(told.value);
    told.value.dispose();
    const [ours, name, message, stack, place] = JSON.parse(text) as [boolean, string, string, string, number];
    this.failedAt = place;
    return { byPrelude: ours, name, message, stack };
  }
}

/** A host stack overflow is a RangeError, or an InternalError in Firefox. Anything other than that or a trap is a bug. */
function crashKind(error: unknown): 'depth' | 'machine' {
  if (error instanceof WebAssembly.RuntimeError) return 'machine';
  if (error instanceof Error && ['RangeError', 'InternalError'].includes(error.name)) return 'depth';
  throw error;
}
