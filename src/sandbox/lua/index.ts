/** Redis scripts in the page: each in a machine of its own, which is kept for as long as it is among the last that ran. */
import { OwnCodeError, ScriptError, setLuaMachine } from '../../sim/index.ts';
import { compiledLua } from './luaInstance.ts';
import { LuaScriptMachine } from './luaScript.ts';

/** A machine takes 16 MB. */
const MACHINES_KEPT = 8;

/** From then on lanes with Redis scripts run. The first call fetches and compiles 200 kB. */
export async function loadLua(): Promise<void> {
  let instantiate;
  try {
    instantiate = await compiledLua();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    // Said of the lanes that need it: the others run.
    const fail = (): never => {
      throw new OwnCodeError(error.message, null, null);
    };
    setLuaMachine({ check: fail, run: fail });
    return;
  }
  const machines = new Map<string, LuaScriptMachine>();
  const machineOf = (code: string): LuaScriptMachine => {
    let machine = machines.get(code);
    if (machine?.isUsable !== true) machine = new LuaScriptMachine(instantiate, code);
    // The last one used comes last.
    machines.delete(code);
    machines.set(code, machine);
    for (const old of machines.keys()) if (machines.size > MACHINES_KEPT) machines.delete(old);
    return machine;
  };
  setLuaMachine({
    check: (code) => void machineOf(code),
    run: (code, call, keys, args) => machineOf(code).run(call, keys, args),
  });
}
