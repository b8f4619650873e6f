/**
 * What holds a user's script to its own keys on a real server, where nothing else would: a scenario from somebody else may
 * hold `FLUSHALL`. It is Lua in front of the script, on its first line, so that lines keep their numbers, and hides from it
 * what would reach `redis` another way; `server` is Valkey's name for it. Before Redis 7 a script can replace Lua's own
 * functions, and with them this.
 */
import { keysOfCommand } from '../sim/engine.ts';
import { OWN_COMMANDS } from '../sim/index.ts';

/** Commands whose first argument is their only key. Of all others the server is asked which keys they use. */
const ON_ONE_KEY = OWN_COMMANDS.filter((name) => keysOfCommand([name, 'a', 'b']).length === 1);

/**
 * An error reply is raised again as Redis raises it, with the line of the script in place of ours, which Redis would write
 * there. After `return redis.call(…)` Lua no longer knows that line: it is 0.
 */
const GUARD = String.raw`
local redis, server, _G, load, loadstring, getfenv, setfenv = (function(raw, globals, keys, known)
  local mine, simple, guarded = {}, {}, {}
  local seen = { server = false, load = false, loadstring = false, getfenv = false, setfenv = false }
  for _, key in ipairs(keys) do mine[key] = true end
  for name in known:gmatch('%u+') do simple[name] = true end
  local function refusal(name, key, ...)
    name = tostring(name):upper()
    if name == 'TIME' or (simple[name] and mine[tostring(key)]) then return end
    local used = raw.pcall('COMMAND', 'GETKEYS', name, key or '', ...)
    if name:find('^SORT') then used = { err = 'its patterns name other keys' } end
    if used.err then
      return name .. ' is not sent to a real server, where a script may only use its KEYS: ' .. used.err:gsub('^ERR ', '')
    end
    for _, one in ipairs(used) do
      if not mine[one] then return name .. ' uses the key "' .. one .. '", which is not in KEYS' end
    end
  end
  local function raised(reply)
    local _, place = pcall(error, '', 4)
    if not raw.REDIS_VERSION_NUM then error(place .. reply.err, 0) end
    local at = { source = '@user_script', line = tonumber(place:match(':(%d+)')) or 0 }
    error(setmetatable({ err = reply.err }, { __index = at, __newindex = function() end }), 0)
  end
  guarded.pcall = function(...)
    local why = refusal(...)
    if why then return { err = why } end
    return raw.pcall(...)
  end
  guarded.call = function(...)
    local why = refusal(...)
    local reply = why and { err = why } or raw.pcall(...)
    if type(reply) == 'table' and reply.err then raised(reply) end
    return reply
  end
  setmetatable(guarded, { __index = raw, __metatable = false })
  seen.redis, seen._G = guarded, setmetatable({}, {
    __index = function(_, name)
      if seen[name] ~= nil then return seen[name] or nil end
      return globals[name]
    end,
    __metatable = false,
  })
  return guarded, nil, seen._G
end)(redis, _G, KEYS, '${ON_ONE_KEY.join(' ')}')`;

const GUARD_LINE = GUARD.trim().replace(/\s*\n\s*/g, ' ');

export function guardedScript(lua: string): string {
  return `${GUARD_LINE} ${lua}`;
}
