/** Redis scripts in the page: each in a machine of its own, which is kept for as long as it is among the last that ran. */
import type { LuaMachine } from '../../sim/index.ts';
import { compiledLua } from './luaInstance.ts';
import { LuaScriptMachine } from './luaScript.ts';

/** A machine takes 16 MB. */
const MACHINES_KEPT = 8;

let loaded: LuaMachine | null = null;

/**
 * The first call fetches and compiles 200 kB.
 * @throws {ScriptError} where WebAssembly is forbidden or missing
 */
export async function loadLua(): Promise<LuaMachine> {
  if (loaded !== null) return loaded;
  const instantiate = await compiledLua();
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
  loaded = {
    check: (code) => void machineOf(code),
    run: (code, ...given) => machineOf(code).run(...given),
  };
  return loaded;
}
