/**
 * Lua 5.1.5, the version in Redis, in WebAssembly: the C library alone. It imports files, a clock and an environment, and gets
 * none of them, so that nothing outside is in its reach.
 */
import { compileLua } from '../machine.ts';
import { type METER_EXPORT, METER_IMPORT, METER_MODULE } from '../meter.ts';

/** An address in the machine's memory. */
export type Pointer = number;

const TABLE = '__indirect_function_table';
const CONSTRUCTORS = '__wasm_call_ctors';

/** What is used of Lua's C API (reference manual 5.1, section 3), and of the runtime below it. */
export interface LuaExports {
  readonly memory: WebAssembly.Memory;
  /** The functions that code refers to by number. */
  readonly [TABLE]: WebAssembly.Table;
  readonly [METER_EXPORT]: WebAssembly.Global<'i32'>;
  [CONSTRUCTORS](): void;
  stackSave(): Pointer;
  stackRestore(to: Pointer): void;
  setThrew(threw: number, value: number): void;
  /** 0 if there is no such room. */
  malloc(bytes: number): Pointer;
  free(at: Pointer): void;
  luaL_newstate(): Pointer;
  luaL_openlibs(lua: Pointer): void;
  luaL_loadbuffer(lua: Pointer, code: Pointer, bytes: number, name: Pointer): number;
  luaL_where(lua: Pointer, level: number): void;
  lua_sethook(lua: Pointer, hook: number, mask: number, count: number): void;
  lua_checkstack(lua: Pointer, slots: number): number;
  lua_pcall(lua: Pointer, args: number, results: number, handler: number): number;
  lua_error(lua: Pointer): never;
  lua_gettop(lua: Pointer): number;
  lua_settop(lua: Pointer, index: number): void;
  lua_type(lua: Pointer, index: number): number;
  lua_toboolean(lua: Pointer, index: number): number;
  lua_tonumber(lua: Pointer, index: number): number;
  lua_tolstring(lua: Pointer, index: number, length: Pointer): Pointer;
  lua_pushvalue(lua: Pointer, index: number): void;
  lua_pushboolean(lua: Pointer, value: number): void;
  lua_pushnumber(lua: Pointer, value: number): void;
  lua_pushlstring(lua: Pointer, text: Pointer, bytes: number): void;
  lua_pushcclosure(lua: Pointer, code: number, upvalues: number): void;
  lua_createtable(lua: Pointer, list: number, fields: number): void;
  lua_rawget(lua: Pointer, index: number): void;
  lua_rawgeti(lua: Pointer, index: number, place: number): void;
  lua_rawset(lua: Pointer, index: number): void;
  lua_rawseti(lua: Pointer, index: number, place: number): void;
}

/** What the host is called for. What it throws passes through Lua, and leaves the machine unusable. */
export interface LuaHost {
  /** A C function: its arguments are on the stack of `lua`. @returns how many results it has pushed */
  call(lua: Pointer): number;
  /** A debug hook. */
  hook(lua: Pointer): void;
  /** The work that was allotted is done. */
  workDone(): void;
}

export interface LuaInstance {
  readonly api: LuaExports;
  /** In the table of functions. */
  readonly callPlace: number;
  readonly hookPlace: number;
}

/** At the start the machine has 16 MB. Filling more than this takes longer than a script may run. */
export const MAX_MEGABYTES = 32;
const MAX_BYTES = MAX_MEGABYTES * 1_048_576;
const PAGE_BYTES = 65_536;

/** Lua's errors are thrown as this, from `lua_error` to the nearest `pcall`. */
const LONG_JUMP = Infinity;

/** Functions of the host, with the types that C knows them by: int (*)(lua_State *) and void (*)(lua_State *, lua_Debug *). */
// prettier-ignore
const TYPED_FUNCTIONS = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // a module:
  1, 11, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 2, 0x7f, 0x7f, 0, // types 0: (i32) → i32, and 1: (i32, i32) → nothing
  2, 17, 2, 1, 0x68, 3, 0x63, 0x6c, 0x6c, 0, 0, 1, 0x68, 3, 0x68, 0x6f, 0x6b, 0, 1, // imports h.cll and h.hok
  7, 13, 2, 3, 0x63, 0x6c, 0x6c, 0, 0, 3, 0x68, 0x6f, 0x6b, 0, 1, // and exports both
]);

export async function compiledLua(): Promise<(host: LuaHost) => LuaInstance> {
  const module = await compileLua();
  const typedFunctions = new WebAssembly.Module(TYPED_FUNCTIONS);
  return (host) => instantiate(module, typedFunctions, host);
}

function instantiate(module: WebAssembly.Module, typedFunctions: WebAssembly.Module, host: LuaHost): LuaInstance {
  const given: Record<string, (...args: number[]) => number | void> = {
    invoke_vii(place = 0, left = 0, right = 0) {
      const stack = api.stackSave();
      try {
        (api[TABLE].get(place) as (left: number, right: number) => void)(left, right);
      } catch (error) {
        api.stackRestore(stack);
        if (error !== LONG_JUMP) throw error;
        api.setThrew(1, 0);
      }
    },
    _emscripten_throw_longjmp() {
      // oxlint-disable-next-line typescript/only-throw-error -- what the compiled code catches
      throw LONG_JUMP;
    },
    emscripten_memcpy_js(to = 0, from = 0, bytes = 0) {
      new Uint8Array(api.memory.buffer).copyWithin(to, from, from + bytes);
    },
    emscripten_resize_heap(bytes = 0) {
      if (bytes > MAX_BYTES) return 0;
      api.memory.grow(Math.ceil((bytes - api.memory.buffer.byteLength) / PAGE_BYTES));
      return 1;
    },
    // There are no variables: their number and their length stay 0.
    environ_sizes_get: () => 0,
    environ_get: () => 0,
  };
  const imports: Record<string, Record<string, (...args: number[]) => number | void>> = {
    [METER_MODULE]: { [METER_IMPORT]: () => host.workDone() },
  };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== METER_MODULE) (imports[from] ??= {})[name] = given[name] ?? refused(name);
  }
  const api = new WebAssembly.Instance(module, imports).exports as unknown as LuaExports;
  api[CONSTRUCTORS]();
  const { exports } = new WebAssembly.Instance(typedFunctions, {
    h: { cll: (lua: Pointer) => host.call(lua), hok: (lua: Pointer) => host.hook(lua) },
  });
  const table = api[TABLE];
  const callPlace = table.grow(2);
  table.set(callPlace, exports['cll']);
  table.set(callPlace + 1, exports['hok']);
  return { api, callPlace, hookPlace: callPlace + 1 };
}

/** The prelude hides all that would come here. */
function refused(name: string): () => never {
  return () => {
    throw new Error(`The Lua machine asked for ${name}.`);
  };
}
