/** The machine's code: fetched, made to count its work, and compiled, once for all instances. */
import { ScriptError } from '../sim/index.ts';
import { meterModule } from './meter.ts';

const FORBIDDEN =
  'Scripts run in WebAssembly, and it is switched off here, by the browser or by a policy of this page. ' +
  'Open the scenario in another browser, or remove the phase.';
const PACKAGED = '@jitl/quickjs-wasmfile-release-sync/wasm';

/** The part of Node's `process` that is used: the worker's types know nothing of Node. */
interface NodeProcess {
  readonly versions?: { readonly node?: string };
  getBuiltinModule(name: 'node:fs'): { readFileSync(path: string): Uint8Array };
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): { resolve(this: void, name: string): string } };
}

let compiled: Promise<WebAssembly.Module> | null = null;

/**
 * @throws {ScriptError} where WebAssembly is forbidden or missing
 * @throws {Error} if the code cannot be fetched; the next call tries again
 */
export async function compileMachine(): Promise<WebAssembly.Module> {
  compiled ??= fetchCode().then(compile);
  try {
    return await compiled;
  } catch (error) {
    compiled = null;
    throw error;
  }
}

async function compile(code: Uint8Array): Promise<WebAssembly.Module> {
  const metered = meterModule(code);
  try {
    return await WebAssembly.compile(metered);
  } catch (error) {
    // The code is always the same, so it is not what is wrong: engines name a policy in errors of different kinds.
    throw Object.assign(new ScriptError(FORBIDDEN, null, null), { cause: error });
  }
}

async function fetchCode(): Promise<Uint8Array> {
  const node = (globalThis as { process?: NodeProcess }).process;
  if (node?.versions?.node !== undefined) {
    // Not imported, so that the page's build does not look for them.
    const { resolve } = node.getBuiltinModule('node:module').createRequire(import.meta.url);
    return node.getBuiltinModule('node:fs').readFileSync(resolve(PACKAGED));
  }
  const answer = await fetch(new URL('@jitl/quickjs-wasmfile-release-sync/wasm', import.meta.url));
  if (!answer.ok) throw new Error(`The server answers ${answer.status} for the sandbox, ${answer.url}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
