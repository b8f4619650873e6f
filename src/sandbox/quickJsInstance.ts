/** QuickJS in WebAssembly. */
import quickjs from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import { hasGrown, exceedsLimit, createLimitedMemory } from './limits.ts';
import { compileQuickJs } from './machine.ts';
import { METER_EXPORT, METER_IMPORT, METER_MODULE } from './meter.ts';

/** One engine: its scripts are isolated from each other, but share its memory. */
export interface QuickJsInstance {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  readonly meter: Meter;
  /** Left in an unreliable state. */
  broken: boolean;
}

/** Counts down the work of the machine: see `meter.ts`. */
export interface Meter {
  /** Units of work until `onZero` is called: a signed 32-bit integer. */
  left: number;
  /** Called below zero at every step. What it throws ends the machine at once, which is broken then. */
  onZero: () => void;
  /** Called when the memory has grown. */
  onGrowth: () => void;
}

export async function createQuickJs(): Promise<QuickJsInstance> {
  const module = await compileQuickJs();
  const memory = createLimitedMemory();
  let left: WebAssembly.Global<'i32'> | null = null;
  const meter: Meter = {
    get left() {
      return (left as WebAssembly.Global<'i32'>).value;
    },
    set left(units) {
      (left as WebAssembly.Global<'i32'>).value = units;
    },
    onZero: () => (meter.left = UNLIMITED),
    onGrowth: () => {},
  };
  memory.grow = (pages) => {
    const before = WebAssembly.Memory.prototype.grow.call(memory, pages);
    meter.onGrowth();
    return before;
  };
  const variant = newVariant(quickjs, {
    wasmMemory: memory,
    emscriptenModule: {
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, {
          ...imports,
          [METER_MODULE]: { [METER_IMPORT]: () => meter.onZero() },
        });
        left = instance.exports[METER_EXPORT] as WebAssembly.Global<'i32'>;
        receive(instance);
        return instance.exports;
      },
    },
  });
  return { quickjs: await newQuickJSWASMModuleFromVariant(variant), memory, meter, broken: false };
}

/** Units of work for the host's own calls. */
export const UNLIMITED = 0x7fffffff;

/** Whether a script can be started in it. */
export function isUsable({ broken, memory }: QuickJsInstance): boolean {
  return !broken && !exceedsLimit(memory);
}

/** Whether a run may start with it: as good as new, so that a script finds the same memory every time. */
export function isPristine(instance: QuickJsInstance): boolean {
  return isUsable(instance) && !hasGrown(instance.memory);
}
