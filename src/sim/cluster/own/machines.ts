/**
 * The machines that run users' programs against a store. They are sandboxes, which the simulator never imports: the host
 * loads them before it plans a scenario that names one.
 */
import type { RedisCall, Reply } from '../command.ts';

/** Runs Redis scripts. A run depends on nothing but what it is given. */
export interface LuaMachine {
  /** @throws {ScriptError} if the code does not compile */
  check(code: string): void;
  /**
   * @param args as Redis hands them over: as text
   * @throws {ScriptError} if the script fails; what `call` throws apart from store errors
   */
  run(code: string, call: RedisCall, keys: readonly string[], args: readonly string[]): Reply;
}

let lua: LuaMachine | null = null;

export function setLuaMachine(machine: LuaMachine): void {
  lua = machine;
}

/** @throws {TypeError} if the host has not loaded it */
export function luaMachine(): LuaMachine {
  if (lua === null) throw new TypeError('a scenario with a Redis script, and no machine to run it in');
  return lua;
}
