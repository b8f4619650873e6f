/** Helpers for tests: start scripts, run their clients, and read their error messages. */
import {
  ScriptError,
  type ScriptInstance,
  type ScriptAnswer,
  type ScriptEnvironment,
  type ScriptStep,
} from '../sim/index.ts';
import { loadSandbox } from './index.ts';
import { SCRIPT_BUDGET, type ScriptBudget } from './limits.ts';
import { createQuickJs, type QuickJsInstance } from './quickJsInstance.ts';
import { QuickJsScript } from './quickJsScript.ts';

export const ENVIRONMENT: ScriptEnvironment = { seed: 7, stream: 3, n: 10, T: 60, duration: 120 };

/** A hundredth of the work that a script may do, so that endless loops end soon. */
export const SMALL_BUDGET: ScriptBudget = {
  ...SCRIPT_BUDGET,
  stepsPerTurn: 400_000,
  totalSteps: 3_000_000,
  msPerTurn: 2_000,
};

export const ALLOWED: ScriptAnswer = { outcome: 'allow', wait: 0, timedOut: false, retryAfter: null };

/** Starts a script, passes it to `inspect`, and closes it. */
export async function withScript<T>(
  code: string,
  inspect: (script: ScriptInstance) => T,
  environment = ENVIRONMENT,
): Promise<T> {
  const script = (await loadSandbox()).start(code, environment);
  try {
    return inspect(script);
  } finally {
    script.close();
  }
}

let instance: Promise<QuickJsInstance> | null = null;

/** In a machine of its own, which is replaced when a script has broken it. */
export async function startWithSmallBudget(code: string, budget = SMALL_BUDGET): Promise<ScriptInstance> {
  const known = await (instance ??= createQuickJs());
  if (known.broken || known.memory.buffer.byteLength > 16 * 1_048_576) instance = createQuickJs();
  return new QuickJsScript(await instance, code, ENVIRONMENT, budget);
}

/** `line:column message` of a script's failure: at its start, or when its first client runs. */
export async function failureMessage(
  code: string,
  answers: readonly (ScriptAnswer | null)[] = [null],
  budget = SMALL_BUDGET,
): Promise<string> {
  try {
    const script = await startWithSmallBudget(code, budget);
    try {
      runSteps(script, answers);
    } finally {
      script.close();
    }
  } catch (error) {
    if (error instanceof ScriptError) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  throw new Error(`does not fail: ${code}`);
}

/** The steps of the first client, resumed once a second. */
export function runSteps(script: ScriptInstance, answers: readonly (ScriptAnswer | null)[]): ScriptStep[] {
  return answers.map((answer, i) => script.resume(0, 1_000_000 * i, answer));
}
