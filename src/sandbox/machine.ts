/** QuickJS in WebAssembly. */
import quickjs from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import { hasGrown, isOverfull, limitedMemory } from './limits.ts';

/** Scripts in one machine are strangers to each other, and share its memory. */
export interface Machine {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  /** Left in a state that nobody can rely on. */
  broken: boolean;
}

export async function newMachine(): Promise<Machine> {
  const memory = limitedMemory();
  const quickJS = await newQuickJSWASMModuleFromVariant(newVariant(quickjs, { wasmMemory: memory }));
  return { quickjs: quickJS, memory, broken: false };
}

/** Whether a script can be started in it. */
export function isUsable({ broken, memory }: Machine): boolean {
  return !broken && !isOverfull(memory);
}

/** Whether a run may begin with it: as if new, so that a script finds the same memory every time. */
export function isAsNew(machine: Machine): boolean {
  return isUsable(machine) && !hasGrown(machine.memory);
}
