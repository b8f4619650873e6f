/** The machine's code: fetched, made to count its work, and compiled, once for all instances. */
import { ScriptError } from '../sim/index.ts';
import { meterModule } from './meter.ts';

const PACKAGED = '@jitl/quickjs-wasmfile-release-sync/wasm';

let compiled: Promise<WebAssembly.Module> | null = null;

/**
 * @throws {ScriptError} where WebAssembly is forbidden or missing
 * @throws {Error} if the code cannot be fetched; the next call tries again
 */
export async function compileMachine(): Promise<WebAssembly.Module> {
  compiled ??= readMachine().then((code) => WebAssembly.compile(meterModule(code)));
  try {
    return await compiled;
  } catch (error) {
    compiled = null;
    throw error;
  }
}

async function readMachine(): Promise<Uint8Array> {
  const node = (globalThis as { process?: NodeJS.Process }).process;
  if (node?.versions?.node !== undefined) {
    // Not imported, so that the page's build does not look for them.
    const { createRequire } = node.getBuiltinModule('node:module');
    return node.getBuiltinModule('node:fs').readFileSync(createRequire(import.meta.url).resolve(PACKAGED));
  }
  const answer = await fetch(new URL('@jitl/quickjs-wasmfile-release-sync/wasm', import.meta.url));
  if (!answer.ok) throw new Error(`The server answers ${answer.status} for the sandbox, ${answer.url}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
