/** What a script did wrong, as a sentence and a position. */
import { ScriptError } from '../sim/index.ts';
import { MAX_MEGABYTES, type ScriptBudget } from './limits.ts';
import { findLoop, type StackFrame } from './findLoop.ts';
import { maskNonCode, offsetOf, positionOf } from './sourceText.ts';
import type { ExceededBudget } from './watchdog.ts';

/** The script's file name in stack traces. */
export const SCRIPT_FILE = 'script';

/** What was thrown, as the prelude describes it. */
export interface ThrownValue {
  /** Thrown by the prelude: its message is one of our sentences. */
  readonly byPrelude: boolean;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

export interface FailureCause {
  /** The machine stopped with a trap, or because the host's own stack overflowed. */
  readonly crash?: 'depth' | 'machine';
  /** Null if it cannot be described. */
  readonly thrown?: ThrownValue | null;
  readonly excess?: Excess | null;
}

export interface Excess {
  readonly exceeded: ExceededBudget;
  readonly turnSteps: number;
  readonly budget: ScriptBudget;
}

/** What is said of a program's failures that depends on what it is for. */
export interface FailureWords {
  /** One turn took too many steps; two sentences. */
  readonly turn: string;
  /** All turns together did. */
  readonly allTurns: string;
  /** What to do about too much memory: a sentence. */
  readonly memory: string;
  /** By names that it may miss, separated by spaces: what there is instead. */
  readonly hints: readonly (readonly [names: string, hint: string])[];
  /** Where what changes is kept, for programs that may not change anything else; a sentence. */
  readonly changing?: string;
  /** Where it may yield; a sentence. */
  readonly yielding: string;
}

const ENDLESS_LOOP_HINT = 'Is there a loop that never ends?';
const TOO_DEEP = 'This nests calls or brackets too deeply.';
const TOO_MUCH_MEMORY = `This needs more than ${MAX_MEGABYTES} MB of memory.`;

/** @param clients whether its top level has finished, and its clients run */
export function scriptWords({ stepsPerTurn, totalSteps }: ScriptBudget, clients: boolean): FailureWords {
  const used = `stopped after ${withThousands(stepsPerTurn)} steps`;
  return {
    turn: clients
      ? `This ran for too long without yielding: it was ${used}. A client may run for about a second between two yields.`
      : `This ran for too long: it was ${used}. Code outside clients may run for about a second.`,
    allTurns: `The clients of this script have run for too long in total: they were stopped after ${withThousands(totalSteps)} steps. Let them do less between yields.`,
    memory: 'Keep less in memory: send requests as you generate them.',
    hints: SCRIPT_HINTS,
    yielding: 'Use yield only inside client(function* () { … }), with the asterisk.',
  };
}

/** @param code the whole script */
export function toScriptError(
  code: string,
  { crash, thrown = null, excess = null }: FailureCause,
  words: FailureWords,
): ScriptError {
  if (crash !== undefined) {
    return new ScriptError(
      crash === 'depth' ? TOO_DEEP : 'This broke the sandbox. The next run starts a new one.',
      null,
      null,
    );
  }
  const frames = thrown === null ? [] : parseFrames(code, thrown.stack);
  const offset = (excess === null ? null : findLoop(maskNonCode(code), frames)) ?? frames[0]?.offset;
  const { line, column } =
    offset === undefined ? { line: null, column: null } : positionOf(code, calleeOffset(code, offset));
  return new ScriptError(
    excess === null ? thrownMessage(code, thrown, line, words) : exceededMessage(excess, words),
    line,
    column,
  );
}

const withThousands = (value: number): string => value.toLocaleString('en-US');

function exceededMessage({ exceeded, turnSteps, budget }: Excess, { turn, allTurns, memory }: FailureWords): string {
  switch (exceeded) {
    case 'memory':
      return `${TOO_MUCH_MEMORY} ${memory}`;
    case 'all turns':
      return allTurns;
    case 'clock':
      return `This ran for too long: the clock stopped it after ${budget.msPerTurn / 1_000} s, at ${withThousands(turnSteps)} of ${withThousands(budget.stepsPerTurn)} steps. ${ENDLESS_LOOP_HINT}`;
    case 'turn':
      return `${turn} ${ENDLESS_LOOP_HINT}`;
  }
}

function thrownMessage(code: string, thrown: ThrownValue | null, line: number | null, words: FailureWords): string {
  if (thrown === null) return 'The script threw something that cannot be shown.';
  const { byPrelude, name, message } = thrown;
  if (byPrelude) return message;
  if (message === 'stack overflow') return TOO_DEEP;
  // A list that needs a block larger than the whole memory, or a string above the maximum length.
  if (name === 'InternalError' && (message === 'out of memory' || message === 'string too long'))
    return `${TOO_MUCH_MEMORY} ${words.memory}`;
  if (name === '') return `The script threw ${message}.`;
  const text = [name, message].filter((part) => part !== '').join(': ');
  return `${text}${/[.?!…]$/.test(text) ? '' : '.'}${hintFor(name, message, line === null ? '' : lineOf(code, line), words)}`;
}

const SCRIPT_HINTS: FailureWords['hints'] = [
  ['Date performance', 'The only clock is now(), in virtual seconds.'],
  ['setTimeout setInterval setImmediate queueMicrotask', 'In a client, wait with yield sleep(seconds).'],
  ['Promise', 'Nothing is asynchronous here: clients wait with yield.'],
  ['console alert print', 'A script cannot print: its only output is requests.'],
];

/** Of what no program has. */
const HINTS: FailureWords['hints'] = [
  [
    'fetch XMLHttpRequest WebSocket require process module window document self navigator localStorage crypto',
    'A script has no access to the network, the page or files.',
  ],
  [
    'eval Function BigInt Proxy WeakRef FinalizationRegistry Intl ArrayBuffer SharedArrayBuffer DataView Atomics WebAssembly ' +
      'Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array',
    'That part of JavaScript is not available here.',
  ],
];

/** With a leading space; empty if there is no hint. */
function hintFor(name: string, message: string, line: string, { hints, changing, yielding }: FailureWords): string {
  const missing = name === 'ReferenceError' ? /^'?([\w$]+)'? is not defined$/.exec(message)?.[1] : undefined;
  const hint = [...hints, ...HINTS].find(([names]) => missing !== undefined && names.split(' ').includes(missing))?.[1];
  if (hint !== undefined) return ` ${hint}`;
  if (name === 'TypeError' && changing !== undefined && / is (?:read-only|not extensible)$/.test(message))
    return ` ${changing}`;
  if (name === 'SyntaxError' && /\byield\b/.test(maskNonCode(line))) {
    return ` ${yielding}`;
  }
  return '';
}

/** Syntax that would wait for ever silently, since no promise settles in virtual time. */
const ASYNC = /(?<![.\w$])(?:async\s*(?:function\b|[*([#'"]|[\w$]+\s*(?:=>|\())|await\b(?!\s*:)|import\b(?!\s*:))/;
/** One step with a number of 300,000 digits may take seconds, during which QuickJS does not poll. */
const BIGINT = /(?<![.\w$])(?:0[box][\da-f_]+|\d[\d_]*)n\b/i;

/** @throws {ScriptError} for unsupported syntax that cannot be removed from the machine */
export function rejectUnsupportedSyntax(code: string): void {
  // Tested first on the raw text: few scripts contain any of it, and masking comments takes longer.
  if (!ASYNC.test(code) && !BIGINT.test(code)) return;
  const text = maskNonCode(code);
  const waiting = ASYNC.exec(text);
  const bigint = BIGINT.exec(text);
  const refuse = (sentence: string, at: number): never => {
    const { line, column } = positionOf(code, at);
    throw new ScriptError(sentence, line, column);
  };
  if (bigint !== null)
    refuse(`BigInts such as ${bigint[0]} are not available here: write the number without the n.`, bigint.index);
  if (waiting === null) return;
  if (waiting[0].startsWith('import')) refuse('Scripts cannot import anything.', waiting.index);
  refuse('Nothing is asynchronous here: clients wait with yield, for a request() or a sleep().', waiting.index);
}

const MAX_FRAME_LENGTH = 500;
const FRAME_PATTERN = /^ {4}at (?:(.*) \()?(.*?)(?::(\d+):(\d+))?\)?$/;

/** The script's own frames, innermost first. */
function parseFrames(code: string, stack: string): StackFrame[] {
  const frames: StackFrame[] = [];
  let calling = false;
  for (const entry of stack.split('\n')) {
    // A function's name may have any length, and matching a frame takes quadratic time.
    const [, name = '', file, line, column] = entry.length > MAX_FRAME_LENGTH ? [] : (FRAME_PATTERN.exec(entry) ?? []);
    const offset = file === SCRIPT_FILE ? offsetOf(code, { line: Number(line), column: Number(column) }) : -1;
    if (offset >= 0) frames.push({ name, offset, isCaller: calling });
    calling = true;
  }
  return frames;
}

/** QuickJS reports the bracket or the dot of a call; the name before it is clearer. */
function calleeOffset(code: string, offset: number): number {
  if (code[offset] !== '(' && code[offset] !== '.') return offset;
  return offset - (/[\w$]*$/.exec(code.slice(Math.max(0, offset - 100), offset))?.[0].length ?? 0);
}

function lineOf(code: string, line: number): string {
  return code.split('\n', line).at(-1) ?? '';
}
