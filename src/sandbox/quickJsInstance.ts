/** QuickJS in WebAssembly. */
import quickjs from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import { hasGrown, exceedsLimit, createLimitedMemory } from './limits.ts';

/** One engine: its scripts are isolated from each other, but share its memory. */
export interface QuickJsInstance {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  /** Left in an unreliable state. */
  broken: boolean;
}

export async function createQuickJs(): Promise<QuickJsInstance> {
  const memory = createLimitedMemory();
  const quickJS = await newQuickJSWASMModuleFromVariant(newVariant(quickjs, { wasmMemory: memory }));
  return { quickjs: quickJS, memory, broken: false };
}

/** Whether a script can be started in it. */
export function isUsable({ broken, memory }: QuickJsInstance): boolean {
  return !broken && !exceedsLimit(memory);
}

/** Whether a run may start with it: as good as new, so that a script finds the same memory every time. */
export function isPristine(instance: QuickJsInstance): boolean {
  return isUsable(instance) && !hasGrown(instance.memory);
}
