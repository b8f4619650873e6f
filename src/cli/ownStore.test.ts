/** What users write against a store decides as our own schemes, over a cluster with races. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSandbox } from '../sandbox/index.ts';
import { openSession, planOf, runToEnd, simulateToEnd, type Run } from '../sim/engine.ts';
import { send } from '../sim/cluster/command.ts';
import { loadSystems, luaTemplates, OWN_COMMANDS, ownSchemeApi, scenarioOf, schemeTemplates } from '../sim/index.ts';
import { runAndFormat } from './formats.ts';
import { Interruption } from './interruption.ts';
import { parseRedisAddress } from './redisAddress.ts';
import { RedisConnection } from './redisConnection.ts';
import { hasRedis, RedisServer } from './redisServer.ts';

beforeAll(async () => {
  await Promise.all([loadSystems(), loadSandbox(undefined, true)]);
});

const TEMPLATES = [
  ...schemeTemplates.map((template) => ({ limiter: 'own-scheme', ...template })),
  ...luaTemplates.map((template) => ({ limiter: 'own-lua', ...template })),
];

/** Three nodes with clocks of their own, and traffic that fills what there is. No cost is too large: of those ours ask nobody. */
function raced(seed: number, lanes: readonly unknown[]): unknown {
  return {
    version: 1,
    seed,
    duration: 20,
    policy: [
      { n: 3, T: 1 },
      { n: 10, T: 2.5, capacity: 4 },
      { n: 7, T: 3, capacity: 12 },
    ][seed % 3],
    traffic: [
      { kind: 'poisson', rate: 9, keys: { count: 2, share: 'even' }, cost: { of: [1, 2, 3], weights: [8, 2, 1] } },
      { kind: 'burst', at: 7.3, count: 8, spread: 0.004 },
    ],
    lanes,
    cluster: {
      nodes: 3,
      routing: 'round-robin',
      latency: seed % 2 === 0 ? { kind: 'exponential', mean: 0.02 } : { kind: 'fixed', mean: 0.001 },
      skew: [{ node: 1, offset: 0.3, drift: 0.001 }],
      faults: [{ kind: 'node-down', node: 2, at: 5, until: 6 }],
    },
  };
}

function runOf(document: unknown): Run {
  const plan = planOf(scenarioOf(document));
  expect(plan.failedLanes).toEqual([]);
  const run = simulateToEnd(plan);
  expect(run.plan.failedLanes).toEqual([]);
  return run;
}

describe.each(TEMPLATES)('$limiter: $title', ({ limiter, twin, code }) => {
  it.each([1, 2, 3, 4, 5, 6])('decides as its twin, seed %i', (seed) => {
    const { lanes } = runOf(raced(seed, [{ limiter, options: { code } }, twin]));
    const [own, ours] = lanes.map(({ verdicts }) => [...verdicts].map((verdict) => (verdict >= 2 ? 'deny' : 'allow')));
    expect(own).toContain('deny');
    expect(own).toContain('allow');
    expect(own).toEqual(ours);
  });
});

/** The lane's sentence when it ends; null if it does not. */
function endOf(limiter: string, code: string, extra: object = {}): string | null {
  const document = {
    policy: { n: 2, T: 10 },
    traffic: [{ kind: 'times', at: [0, 0.5, 1] }],
    lanes: [{ limiter, options: { code } }, { limiter: 'redis-incr' }],
    ...extra,
  };
  const { plan, lanes } = simulateToEnd(planOf(scenarioOf(document)));
  // The other lane runs.
  expect(lanes.at(-1)?.plan.label).toBe('Redis INCR');
  return plan.failedLanes[0]?.error ?? null;
}

describe('a scheme that is wrong ends its lane, and only that', () => {
  it.each<[string, string]>([
    ['', 'Your own scheme, line 1: There is no code. Choose a template, or write function* decide.'],
    ['const a = 1;', 'Your own scheme: There is no generator function decide. Write function* decide({ key, cost, now, policy }) { … }, with the asterisk.'],
    ['export function decide() { return true; }', 'Your own scheme, line 1: There is no generator function decide. Write function* decide({ key, cost, now, policy }) { … }, with the asterisk.'],
    ['function* decide( {', 'Your own scheme, line 1: Unexpected token.'],
    ['function* decide({ key, now }) {\n  if (now > 0.7) null.x;\n  return true;\n}', "Your own scheme, line 2, at request 3, 1.000 s: TypeError: cannot read property 'x' of null."],
    ['function* decide({ key }) {\n  for (;;);\n}', 'Your own scheme, line 2, at request 1, 0.000 s: This ran for too long without yielding: it was stopped after 1,000,000 steps. Is there a loop that never ends?'],
    ['function* decide({ key }) {\n  while ((yield set(key, 1, "NX")) === null) yield sleep(0.001);\n  return true;\n}', 'Your own scheme, line 1, at request 2, 0.500 s: One request yielded 10,000 times and was not decided. Is there a loop that never ends?'],
    ['function* decide({ key }) {\n  yield 3;\n}', 'Your own scheme, line 2, at request 1, 0.000 s: decide may yield only commands, such as incr(key). This one yielded 3.'],
    ['function* decide({ key }) {\n  yield incr;\n}', 'Your own scheme, line 2, at request 1, 0.000 s: decide may yield only commands, such as incr(key). This one yielded incr without calling it.'],
    ['function* decide({ key }) {\n  const count = incr(key);\n  return count <= 3;\n}', 'Your own scheme, line 3, at request 1, 0.000 s: A command is used as its reply. Put yield before it: (yield incr(key)) <= n.'],
    ['function* decide({ key }) {\n  yield incr();\n}', 'Your own scheme, line 2, at request 1, 0.000 s: incr: its key is missing. It must be a string.'],
    ['function* decide({ key }) {\n  yield incrby(key, NaN);\n}', 'Your own scheme, line 2, at request 1, 0.000 s: incrby: its argument 2 is NaN. It must be a string or a finite number.'],
    ['function* decide({ key }) {\n  yield set(key, 1.5);\n  yield incr(key);\n}', 'Your own scheme, line 3, at request 1, 0.000 s: StoreError: ERR value is not an integer or out of range.'],
    ['function* decide() {}', 'Your own scheme, line 1, at request 1, 0.000 s: decide returned nothing. It must return true, false, a wait in seconds, or { allowed, wait, retryAfter, level }.'],
    ['function* decide() {\n  yield sleep(1e7);\n}', 'Your own scheme, line 2, at request 1, 0.000 s: sleep: seconds is 10,000,000. It must be a number from 0 to 2,592,000.'],
    ['function* decide({ local }) {\n  local.s = new Set([1]);\n  return true;\n}', 'Your own scheme, line 1, at request 1, 0.000 s: local.s is a Set. It must be plain data: numbers, strings, true, false, null, and arrays and objects of these.'],
    ['function* decide({ key, local }) {\n  local.list = [{ at: [1, new Map()] }];\n  yield incr(key);\n}', 'Your own scheme, line 3, at request 1, 0.000 s: local.list[0].at[1] is a Map. It must be plain data: numbers, strings, true, false, null, and arrays and objects of these.'],
    ['function* decide({ local }) {\n  local.i = Infinity;\n  return true;\n}', 'Your own scheme, line 1, at request 1, 0.000 s: local.i is Infinity. It must be a finite number.'],
    ['function* decide({ local }) {\n  local.i = [NaN];\n  return true;\n}', 'Your own scheme, line 1, at request 1, 0.000 s: local.i[0] is NaN. It must be a finite number.'],
    ['function* decide({ local }) {\n  local.list = [undefined];\n  return true;\n}', 'Your own scheme, line 1, at request 1, 0.000 s: local.list[0] is undefined. It must be plain data: numbers, strings, true, false, null, and arrays and objects of these.'],
    ['function* decide({ local }) {\n  local.toJSON = () => undefined;\n  return true;\n}', 'Your own scheme, line 1, at request 1, 0.000 s: local.toJSON is a function. It must be plain data: numbers, strings, true, false, null, and arrays and objects of these.'],
    ['function* decide({ local }) {\n  Object.defineProperty(local, "toJSON", { value: () => undefined });\n  Object.setPrototypeOf(local, null);\n  return local.x;\n}', 'Your own scheme, line 1, at request 1, 0.000 s: decide returned nothing. It must return true, false, a wait in seconds, or { allowed, wait, retryAfter, level }.'],
    ['function* decide({ local }) {\n  local.self = local;\n  return true;\n}', 'Your own scheme, line 1, at request 1, 0.000 s: local.self.self.self.self.self.self.self.self.self.self.sel… is too deep: local may have 16 levels.'],
    ['\nfunction* decide() { return -1; }', 'Your own scheme, line 2, at request 1, 0.000 s: decide: the wait is −1. It must be a number of seconds, 0 or more.'],
    ['function* decide() { return { ok: true }; }', 'Your own scheme, line 1, at request 1, 0.000 s: decide returned an object with "ok". It must return true, false, a wait in seconds, or { allowed, wait, retryAfter, level }.'],
    ['function* decide({ policy }) {\n  policy.n = 99;\n  return true;\n}', "Your own scheme, line 2, at request 1, 0.000 s: TypeError: 'n' is read-only. What changes from one request to the next belongs in local."],
    ['let count = 0;\nfunction* decide() { return ++count < 3; }', 'Your own scheme, line 1: let at the top level could change from one request to the next. Write const, and keep what changes in local.'],
    ['class Count { static seen = new Map(); }\nfunction* decide() { return true; }', 'Your own scheme, line 2: The top level keeps a Map, which could change from one request to the next. Keep it in local, as an array or an object.'],
    ['function* decide() {\n  return Date.now() > 0;\n}', "Your own scheme, line 2, at request 1, 0.000 s: ReferenceError: 'Date' is not defined. The time is now, in seconds, by the clock of the node."],
    ['function* decide() {\n  return fetch("x");\n}', "Your own scheme, line 2, at request 1, 0.000 s: ReferenceError: 'fetch' is not defined. A scheme reaches nothing but the store: yield a command, such as incr(key)."],
  ])('%s', (code, said) => expect(endOf('own-scheme', code)).toBe(said)); // prettier-ignore

  it.each<[string, string]>([
    ['return 2', 'Your own Redis script, at request 1, 0.000 s: The script returned 2. It must return 1 or 0, or { allowed, retry after in ms, permits used }.'],
    ['local a = 1', 'Your own Redis script, at request 1, 0.000 s: The script returned nil (Redis turns false into nil, too). It must return 1 or 0, or { allowed, retry after in ms, permits used }.'],
    ['if', "Your own Redis script, line 1: Unexpected symbol near '<eof>'."],
    ['\nreturn os.time() and 1', "Your own Redis script, line 2, at request 1, 0.000 s: Redis gives scripts no os. The time is ARGV[5], or redis.call('TIME')."],
    ["\n\nreturn redis.call('GET', 'other')", 'Your own Redis script, line 3, at request 1, 0.000 s: GET uses the key "other", which is not in KEYS. Where a script names KEYS[2], it gets that key as well, up to KEYS[8].'],
    ["return { 0, 'soon' }", 'Your own Redis script, at request 1, 0.000 s: The script returned { 0, "soon" }, where the retry-after time is not a number. It must return 1 or 0, or { allowed, retry after in ms, permits used }.'],
    ["return { 0, 5, 'few' }", 'Your own Redis script, at request 1, 0.000 s: The script returned { 0, 5, "few" }, where the permits used are not a number. It must return 1 or 0, or { allowed, retry after in ms, permits used }.'],
    ["return redis.call('GET', KEYS[1] .. KEYS[8])", 'Your own Redis script, line 1, at request 1, 0.000 s: GET uses the key "aa:8", which is not in KEYS. A script gets at most 8 keys.'],
    ["-- With KEYS[2] it would work.\nreturn redis.call('GET', KEYS[1] .. ':2')", 'Your own Redis script, line 2, at request 1, 0.000 s: GET uses the key "a:2", which is not in KEYS. Where a script names KEYS[2], it gets that key as well, up to KEYS[8].'],
    ["return redis.call('GEOADD', KEYS[1])", 'Your own Redis script, line 1, at request 1, 0.000 s: The simulated store has no GEOADD. It has SET.'],
    ["redis.call('RPUSH', KEYS[1], 1)\nreturn redis.call('INCR', KEYS[1])", 'Your own Redis script, line 2, at request 1, 0.000 s: WRONGTYPE Operation against a key holding the wrong kind of value.'],
    ["\nreturn string.find(string.rep('a', 200000), string.rep('a?', 200000) .. 'b')", 'Your own Redis script, line 2, at request 1, 0.000 s: This nests calls or a pattern too deeply.'],
    ['while true do\nend', 'Your own Redis script, line 1, at request 1, 0.000 s: The script ran for too long: it was stopped after 1,000,000 instructions. Is there a loop that never ends?'],
  ])('%s', (code, said) => expect(endOf('own-lua', code)?.replace(/It has .*\.$/, 'It has SET.')).toBe(said)); // prettier-ignore
});

describe('what a scheme may do', () => {
  it.each<[string, string]>([
    ['keeps all plain data in local as it is', 'function* decide({ local, now }) {\n  const was = local.seen;\n  local.seen = { "": [-0, 1e21, 5e-324, -1.5, true, false, null, "\\u2028\\ud800\\n\\"", [], {}], 1: [[1]], __proto__: null, gone: undefined };\n  if (was === undefined) return true;\n  const [minus, ...rest] = was[""];\n  return Object.is(minus, -0) && rest.length === 9 && rest[0] === 1e21 && rest[1] === 5e-324 && rest[6] === "\\u2028\\ud800\\n\\"" && was[1][0][0] === 1 && !("gone" in was) && now < 1;\n}'],
    ['keeps what it likes in local, a record of each node', 'function* decide({ local }) { local.seen = (local.seen ?? 0) + 1; return local.seen <= 2; }'],
    ['draws at random, alike for the same request', 'function* decide({ now }) { return Math.random() >= 0 && now < 1; }'],
    ['waits, and catches what the store says', 'function* decide({ key, now }) {\n  yield sleep(0.1);\n  try {\n    yield set(key, "x");\n    yield incr(key);\n  } catch (error) {\n    return error instanceof StoreError && now < 1;\n  }\n}'],
    ['sends several commands at once', 'function* decide({ key }) {\n  const [count] = yield pipeline(incr(key), pexpire(key, 1000));\n  const [all] = yield multi(get(key));\n  return count <= 2 && Number(all) === count;\n}'],
    ['has keys of its own', 'function* decide({ key }) { return (yield incr(key + ":count")) <= 2; }'],
  ])('%s', (_, code) => {
    const document = { policy: { n: 2, T: 10 }, traffic: [{ kind: 'times', at: [0, 0.5, 1] }], lanes: [{ limiter: 'own-scheme', options: { code } }] };
    expect([...(runOf(document).lanes[0]?.verdicts ?? [])]).toEqual([0, 0, 2]);
  }); // prettier-ignore

  it('leaves a store that does not answer to the fallback, unless it catches that', () => {
    const down = (code: string) => ({
      policy: { n: 2, T: 10 },
      traffic: [{ kind: 'times', at: [0, 0.5, 1] }],
      lanes: [{ limiter: 'own-scheme', options: { code } }],
      cluster: { nodes: 1, faults: [{ kind: 'store-down', at: 0.4, until: 0.9 }] },
    });
    const verdictsOf = (code: string) => [...(runOf(down(code)).lanes[0]?.verdicts ?? [])];
    expect(verdictsOf('function* decide({ key }) { yield incr(key); return true; }')).toEqual([0, 2, 0]);
    const caught =
      'function* decide({ key }) { try { yield incr(key); } catch (e) { return e instanceof NoReplyError; } return false; }';
    expect(verdictsOf(caught)).toEqual([2, 0, 2]);
  });

  it('is not said to have had no answer where it gives up although the store answers', () => {
    const saidOf = (throws: string) => {
      const code = `function* decide({ key, now }) { yield incr(key); ${throws}; return true; }`;
      const run = runOf({
        policy: { n: 2, T: 10 },
        traffic: [{ kind: 'times', at: [0, 0.5] }],
        lanes: [{ limiter: 'own-scheme', options: { code } }],
        cluster: { nodes: 1, faults: [{ kind: 'store-down', at: 0.4 }] },
      });
      return [0, 1].map((request) => runToEnd(openSession(run).why(0, request))?.explanation.sentence);
    };
    expect(saidOf("throw new NoReplyError('nobody knows')")).toEqual([
      'The node gave up: nobody knows. So the node denies the request.',
      'The store did not answer within 0.100 s (INCR was not answered). So the node denies the request.',
    ]);
  });
});

describe('a scheme remembers nothing but local', () => {
  const asked = (ask: string) => `function* decide({ key }) { return ${ask} < 3; }`;
  const frozen = /^Your own scheme, line \d, at request 1, 0\.000 s: TypeError: /;
  const outside = /^Your own scheme, line \d, at request 3, 1\.000 s: decide behaved differently when it ran alone: /;
  it.each<[string, string, RegExp]>([
    ['a function', `function count() {}\n${asked('count.n = (count.n ?? 0) + 1')}`, frozen],
    ['an arrow', `const count = () => 0;\n${asked('count.n = (count.n ?? 0) + 1')}`, frozen],
    ['decide itself', asked('decide.n = (decide.n ?? 0) + 1'), frozen],
    ['a class', `class Count { static n = 0; }\n${asked('++Count.n')}`, frozen],
    ['the methods of a class', `class Count { ask() {} }\n${asked('Count.prototype.ask.n = 1')}`, frozen],
    ['a getter', `const count = { get n() { return 0; } };\n${asked('Object.getOwnPropertyDescriptor(count, "n").get.n = 1')}`, frozen],
    ['what is within something frozen', `const count = Object.freeze({ within: { n: 0 } });\n${asked('++count.within.n')}`, frozen],
    ['a field without a name', `const count = { [Symbol.iterator]: { n: 0 } };\n${asked('++count[Symbol.iterator].n')}`, frozen],
    ['a built-in function', asked('Math.max.n = (Math.max.n ?? 0) + 1'), frozen],
    ['a built-in method', asked('[].map.n = ([].map.n ?? 0) + 1'), frozen],
    ['what functions inherit from', asked('Object.getPrototypeOf(() => 0).n = 1'), frozen],
    ['what iterators inherit from', asked('Object.getPrototypeOf([].keys()).n = 1'), frozen],
    ['what generators inherit from', asked('Object.getPrototypeOf(decide.prototype).n = 1'), frozen],
    ['a command', asked('incr.n = 1'), frozen],
    ['a closure', `const count = (() => { let n = 0; return () => ++n; })();\n${asked('count()')}`, outside],
    ['a private field', `class Count { static #n = 0; static next() { return ++Count.#n; } }\n${asked('Count.next()')}`, outside],
    ['a generator', `const count = (function* () { for (let n = 1; ; n++) yield n; })();\n${asked('count.next().value')}`, outside],
  ])('%s', (_, code, said) => {
    const at = { traffic: [{ kind: 'times', at: [0, 0.5, 1, 2, 3, 4] }] };
    expect(endOf('own-scheme', code, at)).toMatch(said);
    // And again: nothing is left of the run before.
    expect(endOf('own-scheme', code, at)).toMatch(said);
  }); // prettier-ignore

  it('a program may remember what it would find again', () => {
    const code = `const once = (make) => { let made; return () => (made ??= make()); };
const limit = once(() => 2);
function* decide({ key }) { return (yield incr(key)) <= limit(); }`;
    expect(endOf('own-scheme', code)).toBeNull();
  });

  it('a second run, and a second lane, begin anew', () => {
    const code = `const count = (() => { let n = 0; return () => ++n; })();\n${asked('2 * count()')}`;
    const lane = { limiter: 'own-scheme', options: { code } };
    const once = { policy: { n: 2, T: 10 }, traffic: [{ kind: 'times', at: [0] }], lanes: [lane, lane] };
    for (let time = 0; time < 3; time++)
      expect(runOf(once).lanes.map(({ verdicts }) => [...verdicts])).toEqual([[0], [0]]);
  });
});

it('Why? shows the messages, the lines that ran, and the same decision', () => {
  const { code } = schemeTemplates[1] as (typeof schemeTemplates)[0];
  const run = runOf({
    policy: { n: 1, T: 10 },
    traffic: [{ kind: 'times', at: [0, 1, 2] }],
    lanes: [{ limiter: 'own-scheme', options: { code } }],
  });
  const why = runToEnd(openSession(run).why(0, 2));
  expect(why?.sequence?.messages.filter(({ request }) => request === 2).map(({ text }) => text)).toEqual(['GET a']);
  expect(why?.explanation.sentence).toBe('Your code refused the request.');
  expect(why?.explanation.code).toEqual(code.split('\n'));
  expect(why?.explanation.executedLines.map((line) => code.split('\n')[line]?.trim())).toEqual([
    'if (cost > n) return false;',
    'const count = Number(yield get(key));',
    'if (count > n) return { allowed: false, level: count };',
  ]);
});

it('Why? marks the lines of a Redis script that ran', () => {
  const { code } = luaTemplates[0];
  const run = runOf({
    policy: { n: 1, T: 10 },
    traffic: [{ kind: 'times', at: [0, 1] }],
    lanes: [{ limiter: 'own-lua', options: { code } }],
  });
  const [admitted, refused] = [0, 1].map((request) => runToEnd(openSession(run).why(0, request))?.explanation);
  const linesOf = (one: typeof admitted) => one?.executedLines.map((line) => one.code[line]?.trim()).slice(2);
  expect([admitted?.sentence, refused?.sentence]).toEqual([
    'Your script admitted the request.',
    'Your script refused the request. It says to come back in 9.000 s.',
  ]);
  expect(linesOf(admitted)).toEqual([
    "local count = redis.call('INCRBY', KEYS[1], cost)",
    'if count == cost then',
    "redis.call('PEXPIRE', KEYS[1], 1000 * T)",
    'if count <= n then',
    'return { 1, -1, count }',
  ]);
  expect(linesOf(refused)).toEqual([
    "local count = redis.call('INCRBY', KEYS[1], cost)",
    'if count == cost then',
    'if count <= n then',
    "return { 0, redis.call('PTTL', KEYS[1]), count }",
  ]);
});

it('Why? knows every key of a command that names several', () => {
  const code = `function* decide({ key }) {
  yield set(key, 1);
  yield set(key + ':b', 2);
  return (yield del(key, key + ':b')) === 2;
}`;
  const run = runOf({
    policy: { n: 1, T: 10 },
    traffic: [{ kind: 'times', at: [0] }],
    lanes: [{ limiter: 'own-scheme', options: { code } }],
  });
  const messages = runToEnd(openSession(run).why(0, 0))?.sequence?.messages ?? [];
  expect(messages.at(-1)).toMatchObject({
    name: 'DEL',
    keyAccesses: [
      { key: 'a', writes: true, before: '1', after: '–' },
      { key: 'a:b', writes: true, before: '2', after: '–' },
    ],
  });
});

describe.runIf(hasRedis)('on a real Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());

  async function onRedis(
    limiter: string,
    code: string,
  ): Promise<{ readonly errors: readonly string[]; readonly log: readonly string[] }> {
    const log: string[] = [];
    // Within T, so that nothing expires: a real clock cannot be hurried.
    const scenario = scenarioOf({
      policy: { n: 4, T: 600 },
      seed: 5,
      duration: 300,
      traffic: [{ kind: 'poisson', rate: 0.1, keys: { count: 2, share: 'even' }, cost: { of: [1, 2] } }],
      lanes: [{ limiter, options: { code, timeout: 20 } }],
      // With one, requests cannot race, so both stores see the same.
      cluster: { nodes: 1 },
    });
    const address = parseRedisAddress(server.url);
    const { errors } = await runAndFormat(scenario, 'summary', {
      address,
      clock: 'scenario',
      interruption: new Interruption(),
      log: (line) => log.push(line),
    });
    return { errors, log };
  }

  it.each(TEMPLATES)('$limiter: $title decides as on the simulated store', async ({ limiter, code }) => {
    const { errors, log } = await onRedis(limiter, code);
    expect(errors).toEqual([]);
    expect(log.join('\n')).toMatch(/the simulated store decides all \d\d requests the same way\./);
  });

  it('says where the two stores differ', async () => {
    // The server's own time, which the simulated store does not have.
    const { log } = await onRedis('own-lua', "return tonumber(redis.call('TIME')[1]) > 1e9 and 1 or ARGV[5] and 0");
    expect(log.join('\n')).toMatch(
      /the simulated store decides (\d+) of \1 requests differently, the first being request 1, which it refuses and Redis admitted\./,
    );
  });

  it('ends a lane whose script fails there, with its line', async () => {
    const { errors } = await onRedis('own-lua', "local now = ARGV[5]\nlocal sum = redis.call('INCR', KEYS[1], 'x')");
    expect(errors).toEqual([
      'Lane 1, Your own Redis script, line 2, at request 1, 4.147261 s: ERR Wrong number of args calling Redis command from script.',
    ]);
  });

  it.each([
    ["redis.call('FLUSHALL')", 'FLUSHALL is not sent to a real server, where a script may only use its KEYS'],
    ["local all = redis.call('KEYS', '*')", 'KEYS is not sent'],
    ["local kept = redis.pcall('SET', 'mine', 1) if kept.err then error(kept.err) end", 'SET uses the key "mine"'],
    ["local two = redis.call('MGET', KEYS[1], 'mine')", 'MGET uses the key "mine", which is not in KEYS.'],
    ["local list = redis.call('SORT', KEYS[1], 'GET', 'mine')", 'SORT is not sent'],
    ["_G.redis.call('FLUSHALL')", 'FLUSHALL is not sent'],
    ["setmetatable({}, { __index = _G }).redis.call('FLUSHALL')", 'FLUSHALL is not sent'],
    ["getmetatable(redis).__index.call('FLUSHALL')", 'attempt to index a boolean value'],
    ["rawget(_G, 'redis').call('FLUSHALL')", 'attempt to index a nil value'],
    ["loadstring('redis.call([[FLUSHALL]])')()", "attempt to call local 'loadstring'"],
    ["_G.load('redis.call([[FLUSHALL]])')()", "attempt to call field 'load'"],
    ["server.call('FLUSHALL')", "attempt to index local 'server'"],
    ["_G.server.call('FLUSHALL')", "attempt to index field 'server'"],
    ["getfenv(0).redis.call('FLUSHALL')", "attempt to call local 'getfenv'"],
  ])('holds a script to its keys: %s', async (code, said) => {
    const other = await RedisConnection.open(parseRedisAddress(server.url), '');
    await other.send(send('SET', 'mine', 7));
    const { errors } = await onRedis('own-lua', `local now = ARGV[5]\n${code}\nreturn 1`);
    expect(errors).toEqual([expect.stringContaining(`line 2, at request 1, 4.147261 s: ${said}`)]);
    expect(await other.send(send('GET', 'mine'))).toBe('7');
    await other.close();
  });

  it('lets a script use what the simulated store has not, on its keys', async () => {
    const code =
      "local now = ARGV[5] redis.call('LPUSH', KEYS[1], now) return redis.call('LINDEX', KEYS[1], -1) and bit.band(1, 3)";
    const { errors, log } = await onRedis('own-lua', code);
    expect(errors).toEqual([]);
    expect(log.join('\n')).toMatch(/on the simulated store it fails: The simulated store has no LPUSH\./);
  });
});

it('the help names every command that there is', () => {
  const { help = '' } = ownSchemeApi.find(({ name }) => name === 'incr') ?? {};
  const named = help
    .slice(help.indexOf(':'))
    .match(/[a-z]+/g)
    ?.filter((word) => word !== 'or');
  expect(named?.sort()).toEqual(OWN_COMMANDS.map((name) => name.toLowerCase()).sort());
});
