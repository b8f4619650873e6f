/** Values on Lua's stack, and what they are for the host: text, numbers and lists. */
import { OwnCodeError, StoreError, type Reply } from '../../sim/index.ts';
import { MAX_MEGABYTES, type LuaExports, type Pointer } from './luaInstance.ts';

export const luaType = { nil: 0, boolean: 1, number: 3, string: 4, table: 5 } as const;
const TYPE_NAMES = [
  'nil',
  'a boolean',
  'userdata',
  'a number',
  'a string',
  'a table',
  'a function',
  'userdata',
  'a thread',
];

/** As deep as a reply may nest, and as many slots as that takes. */
const MAX_DEPTH = 100;
const SLOTS = 3 * MAX_DEPTH;

/** What Redis makes of a number that no 64-bit integer holds. */
const NO_INTEGER = -(2 ** 63);

export const NO_MEMORY = `This needs more than ${MAX_MEGABYTES} MB of memory.`;

export class LuaStack {
  readonly #api: LuaExports;
  /** Room for one text, and for its length. */
  #buffer: Pointer;
  #size = 1_024;
  readonly #length: Pointer;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(api: LuaExports) {
    this.#api = api;
    this.#length = api.malloc(4);
    this.#buffer = api.malloc(this.#size);
  }

  /**
   * @returns where the text stands until the next one is written, and its bytes
   * @throws {OwnCodeError} if there is no room for it
   */
  write(text: string): readonly [at: Pointer, bytes: number] {
    // UTF-8 takes at most three bytes for a UTF-16 unit.
    const needed = 3 * text.length;
    if (needed > this.#size) {
      this.#api.free(this.#buffer);
      this.#size = Math.max(needed, 2 * this.#size);
      this.#buffer = this.#api.malloc(this.#size);
      if (this.#buffer === 0) {
        this.#size = 0;
        throw new OwnCodeError(NO_MEMORY, null, null);
      }
    }
    const room = new Uint8Array(this.#api.memory.buffer, this.#buffer, this.#size);
    return [this.#buffer, this.#encoder.encodeInto(text, room).written];
  }

  pushText(lua: Pointer, text: string): void {
    const [at, bytes] = this.write(text);
    this.#api.lua_pushlstring(lua, at, bytes);
  }

  pushTexts(lua: Pointer, texts: readonly string[]): void {
    this.#api.lua_createtable(lua, texts.length, 0);
    for (const [index, text] of texts.entries()) {
      this.pushText(lua, text);
      this.#api.lua_rawseti(lua, -2, index + 1);
    }
  }

  /** A table with one field. */
  pushField(lua: Pointer, name: string, value: string): void {
    this.#api.lua_createtable(lua, 0, 1);
    this.#setField(lua, name, () => this.pushText(lua, value));
  }

  /** An error as Redis throws it into a script, with the line at which it was raised. */
  pushError(lua: Pointer, message: string, line: number | null): void {
    this.pushField(lua, 'err', message);
    if (line !== null) this.#setField(lua, 'line', () => this.#api.lua_pushnumber(lua, line));
  }

  /** A reply as a script gets it: nil is false, a list a table. */
  pushReply(lua: Pointer, reply: Reply): void {
    const api = this.#api;
    if (reply === null) api.lua_pushboolean(lua, 0);
    else if (typeof reply === 'number') api.lua_pushnumber(lua, reply);
    else if (typeof reply === 'string') this.pushText(lua, reply);
    else if (reply instanceof StoreError) this.pushError(lua, reply.message, null);
    else {
      api.lua_createtable(lua, reply.length, 0);
      for (const [index, item] of reply.entries()) {
        this.pushReply(lua, item);
        api.lua_rawseti(lua, -2, index + 1);
      }
    }
  }

  typeName(lua: Pointer, index: number): string {
    return TYPE_NAMES[this.#api.lua_type(lua, index)] ?? 'nothing';
  }

  textAt(lua: Pointer, index: number): string {
    const at = this.#api.lua_tolstring(lua, index, this.#length);
    const [bytes = 0] = new Uint32Array(this.#api.memory.buffer, this.#length, 1);
    return this.#decoder.decode(new Uint8Array(this.#api.memory.buffer, at, bytes));
  }

  /** What Redis replies with for a script's value: numbers lose their fraction, a list ends at its first nil. */
  replyAt(lua: Pointer, index: number): Reply {
    this.#api.lua_checkstack(lua, SLOTS);
    return this.#replyAt(lua, index, 0);
  }

  /** A field of the table there, as a reply. */
  fieldAt(lua: Pointer, index: number, name: string): Reply {
    const api = this.#api;
    api.lua_pushvalue(lua, index);
    this.pushText(lua, name);
    api.lua_rawget(lua, -2);
    const reply = this.#replyAt(lua, -1, MAX_DEPTH);
    api.lua_settop(lua, -3);
    return reply;
  }

  #replyAt(lua: Pointer, index: number, depth: number): Reply {
    const api = this.#api;
    switch (api.lua_type(lua, index)) {
      case luaType.string:
        return this.textAt(lua, index);
      case luaType.number: {
        const number = api.lua_tonumber(lua, index);
        return Math.abs(number) < 2 ** 63 ? Math.trunc(number) + 0 : NO_INTEGER;
      }
      case luaType.boolean:
        return api.lua_toboolean(lua, index) === 0 ? null : 1;
      case luaType.table:
        return depth < MAX_DEPTH ? this.#tableReply(lua, index, depth) : null;
      default:
        return null;
    }
  }

  #tableReply(lua: Pointer, index: number, depth: number): Reply {
    const error = this.fieldAt(lua, index, 'err');
    if (typeof error === 'string') return new StoreError(error);
    const status = this.fieldAt(lua, index, 'ok');
    if (typeof status === 'string') return status;
    const items: Reply[] = [];
    for (;;) {
      this.#api.lua_rawgeti(lua, index, items.length + 1);
      const ended = this.#api.lua_type(lua, -1) === luaType.nil;
      if (!ended) items.push(this.#replyAt(lua, this.#api.lua_gettop(lua), depth + 1));
      this.#api.lua_settop(lua, -2);
      if (ended) return items;
    }
  }

  #setField(lua: Pointer, name: string, pushValue: () => void): void {
    this.pushText(lua, name);
    pushValue();
    this.#api.lua_rawset(lua, -3);
  }
}
