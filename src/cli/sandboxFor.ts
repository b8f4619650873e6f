/** The sandbox for scripts and for limiters that users write: the same as in the browser, and loaded only where it is needed. */
import { needsSandbox } from '../sim/engine.ts';
import type { Sandbox, Scenario } from '../sim/index.ts';

/** Null if none of the scenarios needs one. */
export async function sandboxFor(...scenarios: readonly Scenario[]): Promise<Sandbox | null> {
  return scenarios.some(needsSandbox) ? (await import('../sandbox/index.ts')).loadSandbox() : null;
}
