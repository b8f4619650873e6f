/** The sandbox for scripts and for limiters that users write: the same as in the browser, and loaded only where it is needed. */
import { needsLua, needsSandbox } from '../sim/engine.ts';
import type { Sandbox, Scenario } from '../sim/index.ts';

/** Null if none of the scenarios needs one. */
export async function sandboxFor(...scenarios: readonly Scenario[]): Promise<Sandbox | null> {
  if (!scenarios.some(needsSandbox)) return null;
  return (await import('../sandbox/index.ts')).loadSandbox(undefined, scenarios.some(needsLua));
}
