/** Runs a scheme's program up to its next wait. Programs are resumed, and their errors caught, only here. */
import { NoReplyError, StoreError, type Reply } from './command.ts';
import type { Effect, Program, SchemeDecision } from './scheme.ts';

type WakeEffect = Extract<Effect, { readonly kind: 'wake' }>;

/** What a program waits for, or how it ended. */
export type ProgramStep =
  | Exclude<Effect, WakeEffect>
  | { readonly kind: 'decided'; readonly decision: SchemeDecision }
  /** The store did not answer or replied with an error, and the program did not catch that. */
  | { readonly kind: 'failed'; readonly error: NoReplyError | StoreError };

/**
 * @param reply to what the program waits for; null to start it
 * @param wake called for every `wake` effect, after which the program continues immediately
 */
export function advanceProgram(
  program: Program,
  reply: Reply | NoReplyError,
  wake: (effect: WakeEffect) => void,
): ProgramStep {
  try {
    const isError = reply instanceof StoreError || reply instanceof NoReplyError;
    let result = isError ? program.throw(reply) : program.next(reply);
    for (;;) {
      if (result.done === true) return { kind: 'decided', decision: result.value };
      if (result.value.kind !== 'wake') return result.value;
      wake(result.value);
      result = program.next(null);
    }
  } catch (error) {
    if (error instanceof StoreError || error instanceof NoReplyError) return { kind: 'failed', error };
    throw error;
  }
}
