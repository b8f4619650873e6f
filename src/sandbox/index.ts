/**
 * The sandbox: users' scripts run in a JavaScript engine written in C and compiled to WebAssembly. Only numbers and strings
 * go in or out; the page, the network and the clock are out of reach.
 */
import {
  OwnCodeError,
  ScriptError,
  setLuaMachine,
  setProgramOpener,
  setSchemeMachine,
  type Sandbox,
} from '../sim/index.ts';
import { SCRIPT_BUDGET, type ScriptBudget } from './limits.ts';
import { isPristine, isUsable, createQuickJs, type QuickJsInstance } from './quickJsInstance.ts';
import { loadLua } from './lua/index.ts';
import { programOpener } from './own/opener.ts';
import { QuickJsScript } from './quickJsScript.ts';
import { schemesIn } from './scheme/index.ts';

let current: Promise<QuickJsInstance> | null = null;

/**
 * To be awaited before every run: the first call fetches and compiles half a megabyte; later calls check whether a script
 * broke the machine or made its memory grow, and if so create a new one.
 * @param onWork called several times a second while a script runs
 * @param withLua whether a lane is a Redis script, which has a machine of its own
 */
export async function loadSandbox(onWork = (): void => {}, withLua = false): Promise<Sandbox> {
  const previous = current;
  try {
    if (withLua) setLuaMachine(await loadLua());
    if (previous === null || !isPristine(await previous)) {
      // Unless a concurrent call has already done so.
      if (current === previous) current = createQuickJs();
    }
    const instance = await (current as Promise<QuickJsInstance>);
    setProgramOpener(programOpener(instance, onWork));
    setSchemeMachine(schemesIn(instance));
    return createSandbox(instance, { ...SCRIPT_BUDGET, onWork });
  } catch (error) {
    // The next call tries again.
    current = null;
    if (!(error instanceof ScriptError)) throw error;
    // Said of the script, or the limiter: the rest of the scenario can be shown without it.
    const fail = (): never => {
      throw new OwnCodeError(error.message, null, null);
    };
    setProgramOpener(fail);
    setSchemeMachine({ check: fail, start: fail });
    setLuaMachine({ check: fail, run: fail });
    return {
      start() {
        throw error;
      },
    };
  }
}

function createSandbox(instance: QuickJsInstance, budget: ScriptBudget): Sandbox {
  return {
    start(code, environment) {
      if (isUsable(instance)) return new QuickJsScript(instance, code, environment, budget);
      throw new ScriptError('Another script broke the sandbox. Run again to start a new one.', null, null);
    },
  };
}
