/** Scripts for tests: started, run on, and what they say when they fail. */
import { ScriptError, type Script, type ScriptAnswer, type ScriptSetting, type ScriptStep } from '../sim/index.ts';
import { loadSandbox } from './index.ts';
import { BUDGET, type Budget } from './limits.ts';
import { newMachine, type Machine } from './machine.ts';
import { RunningScript } from './running.ts';

export const SETTING: ScriptSetting = { seed: 7, stream: 3, n: 10, T: 60, duration: 120 };

/** A hundredth of what a script may do, so that endless loops end soon. */
export const SMALL: Budget = { ...BUDGET, turnPolls: 400_000, allPolls: 3_000_000, turnMs: 2_000 };

export const ALLOWED: ScriptAnswer = { outcome: 'allow', wait: 0, timedOut: false, retryAfter: null };

/** Hands a started script over, and closes it. */
export async function withScript<T>(code: string, look: (script: Script) => T, setting = SETTING): Promise<T> {
  const script = (await loadSandbox()).start(code, setting);
  try {
    return look(script);
  } finally {
    script.close();
  }
}

let machine: Promise<Machine> | null = null;

/** In a machine of its own, which another takes the place of when a script has broken it. */
export async function startedSmall(code: string, budget = SMALL): Promise<Script> {
  const known = await (machine ??= newMachine());
  if (known.broken || known.memory.buffer.byteLength > 16 * 1_048_576) machine = newMachine();
  return new RunningScript(await machine, code, SETTING, budget);
}

/** `line:column message` of what a script fails with: at its start, or in its first client when that is run on. */
export async function failure(code: string, answers: readonly (ScriptAnswer | null)[] = [null]): Promise<string> {
  try {
    const script = await startedSmall(code);
    try {
      steps(script, answers);
    } finally {
      script.close();
    }
  } catch (error) {
    if (error instanceof ScriptError) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  throw new Error(`does not fail: ${code}`);
}

/** What the first client does, a second apart. */
export function steps(script: Script, answers: readonly (ScriptAnswer | null)[]): ScriptStep[] {
  return answers.map((answer, i) => script.resume(0, 1_000_000 * i, answer));
}
