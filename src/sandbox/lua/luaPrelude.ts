/**
 * What a Redis script finds in its machine, as Lua that runs before it: the globals that Redis gives to scripts, and nothing
 * that a run could leave for the next. Libraries are reached through empty tables that each run gets anew.
 */

/** The chunk's name in the messages of Lua, which Redis uses too. */
export const SCRIPT_CHUNK = 'user_script';

/**
 * Instructions between two looks at the count, and how many one run may take: some hundredths of a second. Redis stops at
 * none, and no limiter comes near.
 */
export const INSTRUCTIONS_PER_LOOK = 1_000;
export const MAX_INSTRUCTIONS = 1_000_000;

/**
 * A chunk. It takes two of the host's functions: `give` returns the keys and the arguments of a run, `send` sends one command
 * and returns its reply. It returns the function for the host: `run(script)`. Its reasons stand here, because it is shipped as
 * it is:
 *
 * - `math.random`: Redis goes on drawing where its last script stopped.
 * - `string.format`: a C long, which `%d` takes, has 64 bits in Redis and 32 here. A greater number is written as a float
 *   without a fraction.
 * - `pcall`: of an error reply, Redis's gives the text alone. Its `xpcall` does not.
 * - `tostring`, `collectgarbage`, `gcinfo`: no addresses and no sizes, since they depend on what ran before.
 */
export const LUA_PRELUDE = String.raw`
local give, send = ...
local metatableOf = debug.getmetatable
local error, math, pairs, pcall, rawget, select, setfenv, setmetatable, string, tonumber, tostring, type, unpack =
  error, math, pairs, pcall, rawget, select, setfenv, setmetatable, string, tonumber, tostring, type, unpack

local redis = {
  call = send,
  pcall = function(...)
    local ok, reply = pcall(send, ...)
    if not ok and type(reply) ~= 'table' then error(reply, 0) end
    return reply
  end,
  error_reply = function(text) return { err = text } end,
  status_reply = function(text) return { ok = text } end,
  log = function() end,
  replicate_commands = function() return true end,
  LOG_DEBUG = 0, LOG_VERBOSE = 1, LOG_NOTICE = 2, LOG_WARNING = 3,
}

local maths = {}
for name, value in pairs(math) do maths[name] = value end
maths.random = function()
  error('math.random is not available here: in Redis its sequence carries on from earlier scripts, so no run could be repeated. ARGV[6] is unique to the request.', 2)
end
maths.randomseed = maths.random

local texts = {}
for name, value in pairs(string) do if name ~= 'dump' then texts[name] = value end end
texts.format = function(pattern, ...)
  local values, place = { ... }, 0
  if type(pattern) == 'string' and pattern:find('%%[^%a%%]*[diuxXo]') then
    pattern = pattern:gsub('%%([-+ #0]*%d*)%.?%d*(.)', function(flags, kind)
      if kind == '%' then return end
      place = place + 1
      local value = tonumber(values[place]) or 0
      if kind:find('[di]') and (value >= 2^31 or value <= -2^31) then
        values[place] = value > -2^63 and value < 2^63 and value - math.fmod(value, 1) or -2^63
        return '%' .. flags .. '.0f'
      elseif kind:find('[uxXo]') and (value < 0 or value >= 2^32) then
        error('%' .. kind .. ' takes only numbers from 0 to 2^32 - 1 here.', 4)
      end
    end)
  end
  local ok, text = pcall(string.format, pattern, unpack(values, 1, select('#', ...)))
  if not ok then error(text:gsub("'%?'", "'format'", 1), 2) end
  return text
end
getmetatable('').__index = texts
getmetatable('').__metatable = false

local function textOfError(ok, value, ...)
  local text = not ok and type(value) == 'table' and rawget(value, 'err')
  if text then return ok, text end
  return ok, value, ...
end

local ADDRESSED = { table = true, ['function'] = true, thread = true, userdata = true }
local globals = {
  _VERSION = _VERSION, assert = assert, error = error, getmetatable = getmetatable, ipairs = ipairs, next = next,
  pairs = pairs, pcall = function(...) return textOfError(pcall(...)) end, rawequal = rawequal, rawget = rawget, rawset = rawset, select = select,
  setmetatable = setmetatable, tonumber = tonumber, type = type, unpack = unpack, xpcall = xpcall,
  tostring = function(value)
    local kind, meta = type(value), metatableOf(value)
    local isPlain = not (meta and rawget(meta, '__tostring'))
    return ADDRESSED[kind] and isPlain and kind or tostring(value)
  end,
  collectgarbage = function() return 0 end,
  gcinfo = function() return 0 end,
}

local CLOCK = "Redis gives scripts no %s. The time is ARGV[5], or redis.call('TIME')."
local NONE = 'Redis gives scripts no %s.'
local ELSEWHERE = 'Redis has %s for scripts; the Lua here does not.'
local MISSING = {
  os = CLOCK, io = NONE, print = NONE, require = NONE, package = NONE, debug = NONE, dofile = NONE, loadfile = NONE,
  setfenv = NONE, getfenv = NONE, newproxy = NONE, module = NONE,
  cjson = ELSEWHERE, cmsgpack = ELSEWHERE, struct = ELSEWHERE, bit = ELSEWHERE, load = ELSEWHERE, loadstring = ELSEWHERE,
}
local function missing(_, name)
  local value = globals[name]
  if value ~= nil then return value end
  local why = MISSING[name] and MISSING[name]:format(name)
  error(why or ('There is no variable ' .. tostring(name) .. '. Declare it with local.'), 2)
end
local function readOnly(_, name)
  error('A script may not set the global variable ' .. tostring(name) .. ': Redis forbids it. Write local ' .. tostring(name) .. '.', 2)
end
local environment = { __index = missing, __newindex = readOnly, __metatable = false }

local function refuseField(_, name)
  error('A script may not change a library: Redis forbids it (' .. tostring(name) .. ').', 2)
end
local libraries = { redis = redis, string = texts, table = table, math = maths, coroutine = coroutine }
for name, library in pairs(libraries) do
  libraries[name] = { __index = library, __newindex = refuseField, __metatable = false }
end

return function(script)
  local own = {}
  own.KEYS, own.ARGV = give()
  own._G = own
  for name, library in pairs(libraries) do own[name] = setmetatable({}, library) end
  setfenv(script, setmetatable(own, environment))
  return script()
end
`;
