/**
 * The sandbox: users' scripts, each in a JavaScript machine that is written in C and compiled to WebAssembly. Nothing but
 * numbers and texts goes in or out; there is no page, no network and no clock in there to be reached.
 */
import { ScriptError, type Sandbox } from '../sim/index.ts';
import { SCRIPT_BUDGET, type ScriptBudget } from './limits.ts';
import { isPristine, isUsable, createQuickJs, type QuickJsInstance } from './quickJsInstance.ts';
import { QuickJsScript } from './quickJsScript.ts';

let current: Promise<QuickJsInstance> | null = null;

/**
 * To be awaited before every run: the first time it fetches and compiles half a megabyte; later it looks whether a script
 * broke the machine or made its memory grow, and then makes another.
 * @param patience milliseconds that the host can wait for an answer, if that is less than the last resort allows
 */
export async function loadSandbox(timeoutMs = SCRIPT_BUDGET.msPerTurn): Promise<Sandbox> {
  const previous = current;
  try {
    if (previous === null || !isPristine(await previous)) {
      // Unless somebody else, who waited too, was quicker.
      if (current === previous) current = createQuickJs();
    }
    return createSandbox(await (current as Promise<QuickJsInstance>), { ...SCRIPT_BUDGET, msPerTurn: timeoutMs });
  } catch (error) {
    // It could not be fetched: asked for again, it is fetched again.
    current = null;
    throw error;
  }
}

function createSandbox(instance: QuickJsInstance, budget: ScriptBudget): Sandbox {
  return {
    start(code, environment) {
      if (isUsable(instance)) return new QuickJsScript(instance, code, environment, budget);
      throw new ScriptError('Another script broke the sandbox, which starts anew. Run once more.', null, null);
    },
  };
}
