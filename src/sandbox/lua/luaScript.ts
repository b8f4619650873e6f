/** One Redis script in a machine of its own: compiled once, run for each request. */
import { OwnCodeError, StoreError, type RedisCall, type Reply } from '../../sim/index.ts';
import { METER_EXPORT } from '../meter.ts';
import type { LuaHost, LuaInstance, Pointer } from './luaInstance.ts';
import { INSTRUCTIONS_PER_LOOK, LUA_PRELUDE, MAX_INSTRUCTIONS, SCRIPT_CHUNK } from './luaPrelude.ts';
import { LuaStack, luaType, NO_MEMORY } from './luaStack.ts';

/** The work within Lua's own functions that a run may do, in the units of `meter.ts`: some tenths of a second. */
const MAX_WORK = 50_000_000;
const UNLIMITED = 0x7fffffff;

const HOOK_ON_COUNT = 8;
const STATUS_NO_MEMORY = 4;
/** Frames up to the script's own: `pcall`, and our function for it, lie between. */
const MAX_LEVELS = 8;

/** The host's functions for Lua, by the number that each has as its first upvalue. */
const GIVE = 1;
const SEND = 2;
const TAKE = 3;
const FIRST_UPVALUE = -10_003;
/** The prelude's function, the script and `take` lie at the bottom of the stack. */
const BOTTOM = 3;

/** Replies that are a status, which a script gets as a table with `ok`; elsewhere `OK` is text. */
const STATUS_COMMANDS = /^(?:HMSET|SET|P?SETEX)$/;

const TOO_LONG = `The script ran for too long: it was stopped after ${MAX_INSTRUCTIONS.toLocaleString('en-US')} instructions. Is there a loop that never ends?`;
const TOO_DEEP = 'This nests calls or a pattern too deeply.';
const BROKEN = 'This broke the Lua machine. The next run starts a new one.';
const TOO_MUCH_WORK = 'The script ran for too long within one of Lua’s own functions.';

export class LuaScriptMachine {
  readonly #instance: LuaInstance;
  readonly #stack: LuaStack;
  readonly #lua: Pointer;
  #call: RedisCall = () => null;
  #given: readonly [keys: readonly string[], args: readonly string[]] = [[], []];
  #returned: Reply = null;
  /** The lines that the run has executed, from 0; null where nobody asks. */
  #executed: Set<number> | null = null;
  #instructions = 0;
  #usable = true;

  /** @throws {OwnCodeError} if the code does not compile */
  constructor(instantiate: (host: LuaHost) => LuaInstance, code: string) {
    this.#instance = instantiate({
      call: (lua) => this.#called(lua),
      hook: (lua) => this.#look(lua),
      workDone: () => this.#workDone(),
    });
    const { api } = this.#instance;
    const lua = api.luaL_newstate();
    this.#lua = lua;
    this.#stack = new LuaStack(api);
    api.luaL_openlibs(lua);
    this.#load(LUA_PRELUDE, 'prelude');
    this.#pushHost(GIVE);
    this.#pushHost(SEND);
    this.#guarded(2, 1);
    this.#load(code, SCRIPT_CHUNK);
    this.#pushHost(TAKE);
  }

  /** Whether it can run: a script that was stopped, or that filled the memory, leaves its machine in the middle of something. */
  get isUsable(): boolean {
    return this.#usable;
  }

  /**
   * @param args as Redis hands them over: as text
   * @param executed takes the lines that are executed, from 0
   * @throws {OwnCodeError} if the script fails; what `call` throws apart from store errors
   */
  run(call: RedisCall, keys: readonly string[], args: readonly string[], executed?: Set<number>): Reply {
    const { api, hookPlace } = this.#instance;
    const lua = this.#lua;
    this.#call = call;
    this.#given = [keys, args];
    this.#executed = executed ?? null;
    this.#instructions = 0;
    api.lua_sethook(lua, hookPlace, HOOK_ON_COUNT, this.#instructionsPerLook());
    for (const place of [TAKE, 1, 2]) api.lua_pushvalue(lua, place);
    this.#guarded(1, 1);
    this.#guarded(1, 0);
    return this.#returned;
  }

  #pushHost(number: number): void {
    const { api, callPlace } = this.#instance;
    api.lua_pushnumber(this.#lua, number);
    api.lua_pushcclosure(this.#lua, callPlace, 1);
  }

  #load(code: string, name: string): void {
    const { api } = this.#instance;
    const chunk = api.malloc(name.length + 2);
    const bytes = new TextEncoder().encode(`@${name}\0`);
    new Uint8Array(api.memory.buffer).set(bytes, chunk);
    const [at, length] = this.#stack.write(code);
    if (api.luaL_loadbuffer(this.#lua, at, length, chunk) !== 0) throw this.#failure();
  }

  /**
   * Calls what is on the stack, with that many arguments. Whatever may need memory happens in here: outside, Lua ends the
   * machine for want of it.
   */
  #guarded(args: number, results: number): void {
    const { api } = this.#instance;
    const stack = api.stackSave();
    let status;
    api[METER_EXPORT].value = MAX_WORK;
    try {
      status = api.lua_pcall(this.#lua, args, results, 0);
    } catch (error) {
      this.#usable = false;
      api[METER_EXPORT].value = UNLIMITED;
      api.stackRestore(stack);
      throw this.#crash(error);
    }
    api[METER_EXPORT].value = UNLIMITED;
    if (status === STATUS_NO_MEMORY) {
      this.#usable = false;
      throw new OwnCodeError(NO_MEMORY, null, null);
    }
    if (status !== 0) throw this.#failure();
  }

  /** A host stack overflow is a RangeError, or an InternalError in Firefox. Anything other than that or a trap is a bug. */
  #crash(error: unknown): unknown {
    if (error instanceof WebAssembly.RuntimeError) return new OwnCodeError(BROKEN, this.#lastLine(), null);
    if (error instanceof Error && ['RangeError', 'InternalError'].includes(error.name))
      return new OwnCodeError(TOO_DEEP, this.#lastLine(), null);
    return error;
  }

  /** Where the script was; null if the machine is too damaged to tell. */
  #lastLine(): number | null {
    try {
      return this.#lineOf(this.#lua);
    } catch {
      return null;
    }
  }

  /** What Lua threw, which lies on top of the stack: text that begins with its position, or an error reply. */
  #failure(): OwnCodeError {
    const { api } = this.#instance;
    const lua = this.#lua;
    const top = api.lua_gettop(lua);
    const isTable = api.lua_type(lua, top) === luaType.table;
    const text = isTable ? this.#stack.fieldAt(lua, top, 'err') : this.#stack.replyAt(lua, top);
    const line = isTable ? this.#stack.fieldAt(lua, top, 'line') : null;
    api.lua_settop(lua, Math.min(BOTTOM, top - 1));
    return codeError(
      typeof text === 'string' ? text : 'The script threw a value that is not a string',
      typeof line === 'number' ? line : null,
    );
  }

  #called(lua: Pointer): number {
    switch (this.#instance.api.lua_tonumber(lua, FIRST_UPVALUE)) {
      case GIVE:
        for (const texts of this.#given) this.#stack.pushTexts(lua, texts);
        return 2;
      case SEND:
        return this.#send(lua);
      default:
        this.#returned = this.#stack.replyAt(lua, 1);
        return 0;
    }
  }

  /** `redis.call`. */
  #send(lua: Pointer): number {
    const { api } = this.#instance;
    const stack = this.#stack;
    const words: (string | number)[] = [];
    const count = api.lua_gettop(lua);
    for (let place = 1; place <= count; place++) {
      const kind = api.lua_type(lua, place);
      if (kind === luaType.number) words.push(wireNumber(api.lua_tonumber(lua, place)));
      else if (kind === luaType.string) words.push(stack.textAt(lua, place));
      else
        return this.#raise(
          lua,
          `redis.call takes strings and numbers, and its argument ${place} is ${stack.typeName(lua, place)}`,
        );
    }
    if (count === 0) return this.#raise(lua, 'redis.call needs the name of a command');
    const name = String(words[0]).toUpperCase();
    const reply = this.#reply([name, ...words.slice(1)] as unknown as Parameters<RedisCall>);
    if (reply instanceof StoreError) return this.#raise(lua, reply.message);
    if (reply === 'OK' && STATUS_COMMANDS.test(name)) stack.pushField(lua, 'ok', reply);
    else stack.pushReply(lua, reply);
    return 1;
  }

  #reply(words: Parameters<RedisCall>): Reply {
    try {
      return this.#call(...words);
    } catch (error) {
      if (error instanceof StoreError) return error;
      throw error;
    }
  }

  #raise(lua: Pointer, message: string): never {
    this.#stack.pushError(lua, message, this.#lineOf(lua));
    return this.#instance.api.lua_error(lua);
  }

  /** The line at which the script is, as far as Lua tells. */
  #lineOf(lua: Pointer): number | null {
    const { api } = this.#instance;
    for (let level = 0; level < MAX_LEVELS; level++) {
      api.luaL_where(lua, level);
      const [, line] = POSITION.exec(this.#stack.textAt(lua, api.lua_gettop(lua))) ?? [];
      api.lua_settop(lua, -2);
      if (line !== undefined) return Number(line);
    }
    return null;
  }

  #instructionsPerLook(): number {
    return this.#executed === null ? INSTRUCTIONS_PER_LOOK : 1;
  }

  #look(lua: Pointer): void {
    if (this.#executed !== null) {
      const line = this.#lineOf(lua);
      if (line !== null) this.#executed.add(line - 1);
    }
    this.#instructions += this.#instructionsPerLook();
    if (this.#instructions >= MAX_INSTRUCTIONS) throw new OwnCodeError(TOO_LONG, this.#lineOf(lua), null);
  }

  #workDone(): void {
    this.#instance.api[METER_EXPORT].value = UNLIMITED;
    throw new OwnCodeError(TOO_MUCH_WORK, this.#lineOf(this.#lua), null);
  }
}

const POSITION = new RegExp(`^${SCRIPT_CHUNK}:(\\d+): `);

/** @param text as Lua says it, with the position in front */
function codeError(text: string, line: number | null): OwnCodeError {
  const found = POSITION.exec(text);
  const said = found === null ? text : text.slice(found[0].length);
  // What begins with a name that the script uses stays as it is.
  const start = /^\w+\./.test(said) ? said.slice(0, 1) : said.slice(0, 1).toUpperCase();
  return new OwnCodeError(
    `${start}${said.slice(1)}${/[.?!]$/.test(said) ? '' : '.'}`,
    line ?? (found === null ? null : Number(found[1])),
    null,
  );
}

/** As Redis sends numbers: as C's `%.17g` writes them. */
function wireNumber(value: number): number | string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return value;
  if (Number.isNaN(value)) return '-nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const [digits = '', exponent] = value.toExponential(16).split('e');
  const power = Number(exponent);
  const isFixed = power >= -4 && power < 17;
  const text = (isFixed ? value.toPrecision(17) : digits).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  // JavaScript writes −0 without its sign.
  if (isFixed) return value === 0 ? '-0' : text;
  return `${text}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
