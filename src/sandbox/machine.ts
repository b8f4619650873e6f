/** The machines' code: fetched, made to count its work, and compiled, once for all instances. */
import { ScriptError } from '../sim/index.ts';
import { meterModule } from './meter.ts';

const FORBIDDEN =
  'Scripts run in WebAssembly, and it is switched off here, by the browser or by a policy of this page. ' +
  'Open the scenario in another browser, or remove the phase.';

/** A machine's file: its name as a package's, and its address on the page's own server. */
interface MachineFile {
  readonly packaged: string;
  readonly address: () => URL;
}

// The build looks for both addresses as they are written here.
const QUICKJS: MachineFile = {
  packaged: '@jitl/quickjs-wasmfile-release-sync/wasm',
  address: () => new URL('@jitl/quickjs-wasmfile-release-sync/wasm', import.meta.url),
};
const LUA: MachineFile = {
  packaged: 'wasmoon-lua5.1/dist/liblua5.1.wasm',
  address: () => new URL('wasmoon-lua5.1/dist/liblua5.1.wasm', import.meta.url),
};

/** The part of Node's `process` that is used: the worker's types know nothing of Node. */
interface NodeProcess {
  readonly versions?: { readonly node?: string };
  getBuiltinModule(name: 'node:fs'): { readFileSync(path: string): Uint8Array };
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): { resolve(this: void, name: string): string } };
}

/**
 * @throws {ScriptError} where WebAssembly is forbidden or missing
 * @throws {Error} if the code cannot be fetched; the next call tries again
 */
export const compileQuickJs = compiledOnce(QUICKJS);
/** As `compileQuickJs`. */
export const compileLua = compiledOnce(LUA);

function compiledOnce(file: MachineFile): () => Promise<WebAssembly.Module> {
  let compiled: Promise<WebAssembly.Module> | null = null;
  return async () => {
    compiled ??= fetchCode(file).then(compile);
    try {
      return await compiled;
    } catch (error) {
      compiled = null;
      throw error;
    }
  };
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

async function fetchCode({ packaged, address }: MachineFile): Promise<Uint8Array> {
  const node = (globalThis as { process?: NodeProcess }).process;
  if (node?.versions?.node !== undefined) {
    // Not imported, so that the page's build does not look for them.
    const { resolve } = node.getBuiltinModule('node:module').createRequire(import.meta.url);
    return node.getBuiltinModule('node:fs').readFileSync(resolve(packaged));
  }
  const answer = await fetch(address());
  if (!answer.ok) throw new Error(`The server answers ${answer.status} for the sandbox, ${answer.url}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
