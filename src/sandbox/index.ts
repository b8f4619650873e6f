/**
 * The sandbox: users' scripts, each in a JavaScript machine that is written in C and compiled to WebAssembly. Nothing but
 * numbers and texts goes in or out; there is no page, no network and no clock in there to be reached.
 */
import { ScriptError, type Sandbox } from '../sim/index.ts';
import { BUDGET, type Budget } from './limits.ts';
import { isAsNew, isUsable, newMachine, type Machine } from './machine.ts';
import { RunningScript } from './running.ts';

let latest: Promise<Machine> | null = null;

/**
 * To be awaited before every run: the first time it fetches and compiles half a megabyte; later it looks whether a script
 * broke the machine or made its memory grow, and then makes another.
 * @param patience milliseconds that the host can wait for an answer, if that is less than the last resort allows
 */
export async function loadSandbox(patience = BUDGET.turnMs): Promise<Sandbox> {
  const known = latest;
  try {
    if (known === null || !isAsNew(await known)) {
      // Unless somebody else, who waited too, was quicker.
      if (latest === known) latest = newMachine();
    }
    return sandboxOf(await (latest as Promise<Machine>), { ...BUDGET, turnMs: patience });
  } catch (error) {
    // It could not be fetched: asked for again, it is fetched again.
    latest = null;
    throw error;
  }
}

function sandboxOf(machine: Machine, budget: Budget): Sandbox {
  return {
    start(code, setting) {
      if (isUsable(machine)) return new RunningScript(machine, code, setting, budget);
      throw new ScriptError('Another script broke the sandbox, which starts anew. Run once more.', null, null);
    },
  };
}
