import { beforeAll, describe, expect, it } from 'vitest';
import { OwnCodeError, StoreError, type LuaMachine, type RedisCall, type Reply } from '../../sim/index.ts';
import { loadLua } from './index.ts';

let lua: LuaMachine;
beforeAll(async () => {
  lua = await loadLua();
});

const noCall: RedisCall = () => {
  throw new Error('no command was expected');
};

function run(
  code: string,
  call: RedisCall = noCall,
  keys: readonly string[] = [],
  args: readonly string[] = [],
): Reply {
  return lua.run(code, call, keys, args);
}

/** `line: message` of a failure. */
function failureOf(code: string, call: RedisCall = noCall): string {
  try {
    run(code, call);
  } catch (error) {
    if (error instanceof OwnCodeError) return `${error.line}: ${error.message}`;
    throw error;
  }
  throw new Error(`does not fail: ${code}`);
}

describe('a reply is what Redis makes of a value', () => {
  it.each<[string, Reply]>([
    ['return 1', 1],
    ['return 3.99', 3],
    ['return -3.99', -3],
    ['return -0.5', 0],
    ["return 'text'", 'text'],
    ["return 'Grüße, 世界'", 'Grüße, 世界'],
    ['return true', 1],
    ['return false', null],
    ['return nil', null],
    ['return', null],
    ['', null],
    ['return function() end', null],
    ['return { 1, nil, 3 }', [1]],
    ["return { 1.9, true, 'x', { 2, { 3 } }, false, 4 }", [1, 1, 'x', [2, [3]], null, 4]],
    ["return redis.status_reply('FINE')", 'FINE'],
    ["return redis.error_reply('NO way')", new StoreError('NO way')],
    // A C long has 64 bits in Redis.
    ["return string.format('%d|%i', 1764374400123456.7, -3e9)", '1764374400123456|-3000000000'],
    [
      "return string.format('%-12d|%+d|%012d|%%|%s', 3e9, 3e9, 3e9, 3e9)",
      '3000000000  |+3000000000|003000000000|%|3000000000',
    ],
    ["return ('%d %s %05.1f %d'):format('12', 3e9, 2.25, -3.99)", '12 3000000000 002.2 -3'],
    ["return string.format('%d %d', 1e20, 2^31)", '-9223372036854775808 2147483648'],
    ["return string.format('%x %X %u', 255, 2^32 - 1, 3e9)", 'ff FFFFFFFF 3000000000'],
    // As in every Redis since 7, where scripts replicate their effects.
    ['return redis.replicate_commands()', 1],
    ['return 1/0', -(2 ** 63)],
    ['return 1e20', -(2 ** 63)],
  ])('%s', (code, reply) => expect(run(code)).toEqual(reply));

  it('keys and arguments are text', () => {
    expect(run('return { KEYS[1], ARGV[2], type(ARGV[1]), #ARGV }', noCall, ['k'], ['1', '2.5'])).toEqual([
      'k',
      '2.5',
      'string',
      2,
    ]);
  });
});

describe('a command', () => {
  const echo: RedisCall = (...words) => words.map(String);

  it.each<[string, Reply]>([
    ["return redis.call('get', 'a')", ['GET', 'a']],
    ["return redis.call('SET', 'a', 1.5, 'px', 10)", ['SET', 'a', '1.5', 'px', '10']],
    ["return redis.call('SET', 'a', 0.1)", ['SET', 'a', '0.10000000000000001']],
    ["return redis.call('SET', 'a', 1e15)", ['SET', 'a', '1000000000000000']],
    ["return redis.call('SET', 'a', 2^53)", ['SET', 'a', '9007199254740992']],
    ["return redis.call('SET', 'a', 1/3)", ['SET', 'a', '0.33333333333333331']],
    // What a real Redis received, as C's %.17g.
    ["return redis.call('SET', 'a', math.ceil(-0.5))", ['SET', 'a', '-0']],
    ["return redis.call('SET', 'a', 2.5)", ['SET', 'a', '2.5']],
    ["return redis.call('SET', 'a', 100.5)", ['SET', 'a', '100.5']],
    ["return redis.call('SET', 'a', 1e16)", ['SET', 'a', '10000000000000000']],
    ["return redis.call('SET', 'a', 1e17)", ['SET', 'a', '1e+17']],
    ["return redis.call('SET', 'a', 123456789012345678)", ['SET', 'a', '1.2345678901234568e+17']],
    ["return redis.call('SET', 'a', 1e300)", ['SET', 'a', '1.0000000000000001e+300']],
    ["return redis.call('SET', 'a', 0.0001)", ['SET', 'a', '0.0001']],
    ["return redis.call('SET', 'a', -0.00001)", ['SET', 'a', '-1.0000000000000001e-05']],
    ["return redis.call('SET', 'a', 1e-7)", ['SET', 'a', '9.9999999999999995e-08']],
    ["return redis.call('SET', 'a', -1/0)", ['SET', 'a', '-inf']],
  ])('%s', (code, reply) => expect(run(code, echo)).toEqual(reply));

  it('gives nil as false, and a status as a table', () => {
    expect(run("return redis.call('GET', 'a') == false and 1 or 0", () => null)).toBe(1);
    expect(run("return redis.call('SET', 'a', 1).ok", () => 'OK')).toBe('OK');
    expect(run("return redis.call('GET', 'a')", () => 'OK')).toBe('OK');
    expect(run("local all = redis.call('HGETALL', 'a') return { #all, all[2] }", () => ['f', '1'])).toEqual([2, '1']);
  });

  it('raises an error, which pcall returns', () => {
    const wrong: RedisCall = () => {
      throw new StoreError('WRONGTYPE no');
    };
    expect(failureOf("\n\nreturn redis.call('GET', 'a')", wrong)).toBe('3: WRONGTYPE no.');
    expect(failureOf("\nlocal function f() return redis.call('GET', 'a') end\nreturn f() + 1", wrong)).toBe(
      '2: WRONGTYPE no.',
    );
    expect(run("return redis.pcall('GET', 'a').err", wrong)).toBe('WRONGTYPE no');
    expect(run("local ok, e = pcall(redis.call, 'GET', 'a') return { ok, e }", wrong)).toEqual([null, 'WRONGTYPE no']);
    expect(run("local ok, e = xpcall(function() redis.call('GET', 'a') end, function(e) return e.err end) return e", wrong)).toBe('WRONGTYPE no'); // prettier-ignore
    expect(run('local ok, e = pcall(error, { 1 }) return { ok, e[1] }')).toEqual([null, 1]);
    expect(run('local ok, e = pcall(error, { 1, err = 2 }) return { ok, e }')).toEqual([null, 2]);
    expect(run('return { pcall(function() return 1, nil, 3 end) }')).toEqual([1, 1]);
  });

  it('refuses what is neither a string nor a number', () => {
    expect(failureOf("redis.call('GET', {})")).toBe(
      '1: redis.call takes strings and numbers, and its argument 2 is a table.',
    );
    expect(failureOf('redis.call()')).toBe('1: redis.call needs the name of a command.');
  });
});

describe('what a script may not', () => {
  it.each([
    ['\nlocal t = os.time()', "2: Redis gives scripts no os. The time is ARGV[5], or redis.call('TIME')."],
    ["io.open('x')", '1: Redis gives scripts no io.'],
    ["\n\nprint('x')", '3: Redis gives scripts no print.'],
    ['return debug.getinfo(1)', '1: Redis gives scripts no debug.'],
    ["loadfile('x')", '1: Redis gives scripts no loadfile.'],
    ['return cjson.encode({})', '1: Redis has cjson for scripts; the Lua here does not.'],
    ["loadstring('x = 1')()", '1: Redis has loadstring for scripts; the Lua here does not.'],
    ['return foo', '1: There is no variable foo. Declare it with local.'],
    [
      'local a = 1\ncount = 2',
      '2: A script may not set the global variable count: Redis forbids it. Write local count.',
    ],
    ['string.x = 1', '1: A script may not change a library: Redis forbids it (x).'],
    ['local a = nil + 1', '1: Attempt to perform arithmetic on a nil value.'],
    ['local a = 1\nif a then', "2: 'end' expected near '<eof>'."],
    [
      'local x = math.random()',
      '1: math.random is not available here: in Redis its sequence carries on from earlier scripts, so no run could be repeated. ARGV[6] is unique to the request.',
    ],
    ["\nlocal s = string.format('%x', -1)", '2: %x takes only numbers from 0 to 2^32 - 1 here.'],
    ["\nlocal s = string.format('%s')", "2: Bad argument #2 to 'format' (no value)."],
    ["error('boom')", '1: Boom.'],
    ["error({ err = 'mine' })", 'null: Mine.'],
    ["error({ err = 'mine', line = 'abc' })", 'null: Mine.'],
    ["error({ err = 'mine', line = 7 })", '7: Mine.'],
    ['error({})', 'null: The script threw a value that is not a string.'],
    [
      '\nwhile true do end',
      '2: The script ran for too long: it was stopped after 1,000,000 instructions. Is there a loop that never ends?',
    ],
    [
      'pcall(function()\n  repeat until false\nend)',
      '2: The script ran for too long: it was stopped after 1,000,000 instructions. Is there a loop that never ends?',
    ],
    [
      "local a = ('a'):rep(10000)\nreturn a:find('.-.-.-.-b$')",
      '2: The script ran for too long within one of Lua’s own functions.',
    ],
    [
      "local t, long = {}, ('x'):rep(1e4)\nfor i = 1, 1e5 do\n  t[i] = long .. i\nend",
      '3: The script ran for too long within one of Lua’s own functions.',
    ],
    ['local function f() return 1 + f() end\nreturn f()', '1: Stack overflow.'],
  ])('%s', (code, said) => expect(failureOf(code)).toBe(said));

  it('leaves nothing for the next run', () => {
    const code = `
      local seen = rawget(_G, 'seen') or 0
      rawset(_G, 'seen', seen + 1)
      rawset(string, 'seen', seen + 1)
      return { seen, rawget(string, 'seen') or 0, (rawget(redis, 'x') or 0) }`;
    expect(run(code)).toEqual([0, 1, 0]);
    expect(run(code)).toEqual([0, 1, 0]);
  });

  it('runs on after a script was stopped', () => {
    expect(failureOf('while true do end')).toMatch(/^1: /);
    expect(failureOf('while true do end')).toMatch(/^1: /);
    expect(run('return 1')).toBe(1);
  });
});

describe('memory', () => {
  const length = 'return #ARGV[1]';
  // Each a text of its own: Lua keeps equal ones once.
  const many = Array.from({ length: 60 }, (_, place) => place + 'x'.repeat(1e6));
  const lengthOf = (text: string) => run(length, noCall, [], [text]);

  it('is not used up by texts of ever more lengths', () => {
    for (let size = 342; size < 6_000; size++) expect(lengthOf('x'.repeat(size))).toBe(size);
  });

  it.each<[string, () => unknown]>([
    ['an argument', () => lengthOf('x'.repeat(12_000_000))],
    ['many arguments', () => run(length, noCall, [], many)],
    ['a reply', () => run("return redis.call('GET', 'a')", () => 'x'.repeat(12_000_000))],
    ['many replies', () => run("return redis.call('GET', 'a')", () => many)],
    ['a script', () => run(`return '${'x'.repeat(12_000_000)}'`)],
  ])('that %s exceeds ends the run, and nothing is left of it', (_, exceed) => {
    expect(lengthOf('abc')).toBe(3);
    expect(exceed).toThrow(new OwnCodeError('This needs more than 32 MB of memory.', null, null));
    expect(lengthOf('abc')).toBe(3);
    expect(run('return ARGV[1]', noCall, [], ['abc'])).toBe('abc');
  }); // prettier-ignore
});

it.each([
  "\nreturn string.find(('a'):rep(200000), ('a?'):rep(200000) .. 'b')",
  "\nlocal found = pcall(string.find, ('a'):rep(200000), ('a?'):rep(200000) .. 'b')",
  "\nreturn coroutine.wrap(function() return string.find(('a'):rep(200000), ('a?'):rep(200000) .. 'b') end)()",
])('a pattern that is too deep for the host ends the run, and the next one finds a new machine: %s', (code) => {
  expect(failureOf(code)).toBe('2: This nests calls or a pattern too deeply.');
  expect(failureOf(code)).toBe('2: This nests calls or a pattern too deeply.');
});

describe('the lines that a run executes', () => {
  const code = `local n = tonumber(ARGV[1])
-- twice
local function twice(x)
  return 2 * x
end
if n > 1 then
  return twice(n)
end
local sum = 0
for i = 1, 3 do
  sum = sum + i
end
return coroutine.wrap(function()
  return sum
end)()`;
  const linesOf = (n: number): readonly number[] => {
    const executed = new Set<number>();
    lua.run(code, noCall, [], [String(n)], executed);
    return [...executed].sort((a, b) => a - b);
  };

  it('are told, of functions and coroutines too, and of the branch that was taken alone', () => {
    expect(linesOf(2)).toEqual([0, 4, 5, 3, 6].sort((a, b) => a - b));
    expect(linesOf(1)).toEqual([0, 4, 5, 8, 9, 10, 12, 13, 14]);
  });

  it('change nothing: neither the reply nor how long a run may take', () => {
    const loop = (times: number): string => `local s = 0 for i = 1, ${times} do s = s + i end return s`;
    expect(lua.run(loop(1_000), noCall, [], [], new Set())).toBe(500_500);
    for (const executed of [undefined, new Set<number>()])
      expect(() => lua.run(loop(10_000_000), noCall, [], [], executed)).toThrow('The script ran for too long');
    expect(lua.run(loop(100_000), noCall, [], [])).toBe(5_000_050_000);
  });
});

it('shows no addresses', () => {
  expect(run('return { tostring({}), tostring(tostring), tostring(1.5), tostring(nil) }')).toEqual([
    'table',
    'function',
    '1.5',
    'nil',
  ]);
  expect(
    run(`return {
      tostring(setmetatable({}, {})), tostring(setmetatable({}, { __metatable = {} })), tostring(redis), tostring(_G),
      tostring(setmetatable({}, { __tostring = function() return 'mine' end })),
      tostring(setmetatable({}, { __metatable = false, __tostring = function() return 'mine too' end })),
    }`),
  ).toEqual(['table', 'table', 'table', 'table', 'mine', 'mine too']);
});
