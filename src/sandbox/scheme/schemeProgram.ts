/** A user's scheme in its machine. */
import type { QuickJSHandle } from 'quickjs-emscripten-core';
import {
  NoReplyError,
  OWN_COMMANDS,
  OwnCodeError,
  ScriptError,
  StoreError,
  type OwnContext,
  type OwnStep,
  type Reply,
} from '../../sim/index.ts';
import { SCRIPT_FILE, type FailureWords } from '../errors.ts';
import { GuardedContext } from '../guardedContext.ts';
import type { ScriptBudget } from '../limits.ts';
import { readSource, type OwnSource, type SourceWords } from '../own/source.ts';
import type { QuickJsInstance } from '../quickJsInstance.ts';
import { SCHEME_PRELUDE } from './schemePrelude.ts';

const FUNCTIONS = ['bind', 'begin', 'resume', 'lines'] as const;
type Functions = Readonly<Record<(typeof FUNCTIONS)[number], QuickJSHandle>>;

/** A step between two yields: some hundredths of a second. */
const STEPS_PER_TURN = 1_000_000;
const BUDGET: ScriptBudget = { stepsPerTurn: STEPS_PER_TURN, totalSteps: Infinity, msPerTurn: 15_000 };

export class SchemeProgram {
  readonly #source: OwnSource;
  readonly #lineCount: number;
  readonly #guarded: GuardedContext;
  readonly #functions: Functions;

  /**
   * @param traced whether it notes the lines that it executes
   * @throws {OwnCodeError}
   */
  constructor(instance: QuickJsInstance, code: string, traced: boolean) {
    this.#source = readSource(code, traced, SCHEME_WORDS);
    this.#lineCount = code.split('\n').length;
    const source = this.#source.code;
    this.#guarded = new GuardedContext(instance, source, BUDGET, WORDS);
    const { context } = this.#guarded;
    this.#functions = this.#guarded.runPrelude(
      SCHEME_PRELUDE,
      [context.newString(JSON.stringify(OWN_COMMANDS.map((name) => name.toLowerCase())))],
      FUNCTIONS,
    );
    this.#said(() => {
      const module = this.#guarded.runTurn(() =>
        context.evalCode(source, SCRIPT_FILE, { type: 'module', strict: true }),
      );
      return this.#call('bind', module);
    }).dispose();
  }

  get isOpen(): boolean {
    return this.#guarded.isOpen;
  }

  /** From 1. */
  get lineOfDecide(): number | null {
    return this.#source.exportLines.get('decide') ?? null;
  }

  close(): void {
    this.#guarded.close();
  }

  /** @throws {OwnCodeError} */
  begin(run: number, context: OwnContext, local: string): OwnStep {
    return parseStep(this.#text('begin', run, JSON.stringify(context), local));
  }

  /** Null if it does not remember the run. @throws {OwnCodeError} */
  resume(run: number, reply: Reply | NoReplyError, local: string): OwnStep | null {
    const step = this.#text('resume', run, JSON.stringify(wireReply(reply)), local);
    return step === '' ? null : parseStep(step);
  }

  /** The lines that were executed since it was last asked, from 0. */
  lines(): readonly number[] {
    const told = this.#said(() => this.#call('lines'));
    const lines = JSON.parse(this.#guarded.context.getString(told)) as readonly number[];
    told.dispose();
    return lines.map((line) => line - 1);
  }

  #text(name: 'begin' | 'resume', run: number, ...texts: readonly string[]): string {
    const { context } = this.#guarded;
    const args = [context.newNumber(run), ...texts.map((text) => context.newString(text))];
    const told = this.#said(() => this.#call(name, ...args));
    const text = context.getString(told);
    told.dispose();
    return text;
  }

  #call(name: keyof Functions, ...args: readonly QuickJSHandle[]): QuickJSHandle {
    const { context } = this.#guarded;
    return this.#guarded.runTurn(() => context.callFunction(this.#functions[name], context.undefined, [...args]), args);
  }

  /** What fails without a place of its own failed in what `decide` returned. */
  #said(run: () => QuickJSHandle): QuickJSHandle {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      const { message, column } = error;
      // The last lines are ours.
      const line = error.line !== null && error.line <= this.#lineCount ? error.line : null;
      const at = line === null || column === null ? null : this.#source.columnOf(line, column);
      throw new OwnCodeError(message, line ?? this.lineOfDecide, at);
    }
  }
}

const SCHEME_WORDS: SourceWords = {
  program: 'A scheme',
  memory: 'local',
  missing: 'Choose a template, or write function* decide.',
  asynchronous: 'yield a command, and its reply is the value.',
  exported: ['decide'],
  keepsFunctions: true,
};

function wireReply(reply: Reply | NoReplyError): unknown {
  if (reply instanceof StoreError || reply instanceof NoReplyError)
    return { error: reply.message, silent: reply instanceof NoReplyError };
  return Array.isArray(reply) ? reply.map(wireReply) : reply;
}

/** What comes out of the prelude was checked there. */
function parseStep(text: string): OwnStep {
  const [kind, what, local] = JSON.parse(text) as [OwnStep['kind'], OwnStep['what'], string | undefined];
  return { kind, what, local } as OwnStep;
}

const WORDS: FailureWords = {
  turn: `This ran for too long without yielding: it was stopped after ${STEPS_PER_TURN.toLocaleString('en-US')} steps.`,
  allTurns: 'This ran for too long in total.',
  memory: 'Keep less in local.',
  hints: [
    ['Date performance', 'The time is now, in seconds, by the clock of the node.'],
    ['setTimeout setInterval setImmediate queueMicrotask', 'To wait, yield sleep(seconds).'],
    ['Promise', 'Nothing is asynchronous here: yield a command, and its reply is the value.'],
    ['module exports', 'Write export function* decide: this is an ES module.'],
    ['console alert print', 'A scheme cannot print: Why? shows its messages to the store.'],
    [
      'fetch XMLHttpRequest WebSocket require process module window document self navigator localStorage crypto redis',
      'A scheme reaches nothing but the store: yield a command, such as incr(key).',
    ],
  ],
  changing: 'What changes from one request to the next belongs in local.',
  yielding: 'Use yield only inside function* decide, with the asterisk.',
};
