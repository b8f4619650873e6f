/** Whatever a text is, it is read without an exception, in little time, and what is no limit is no limit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultsOf, limiterById, loadSystems, SECOND } from '../sim/index.ts';
import { configProducts, printConfig, readConfig } from './index.ts';

await loadSystems();

const ids = configProducts.map(({ id }) => id);

/** A text of each product that it can say. */
const texts = ids.map((id) => {
  const options = defaultsOf(limiterById(id)?.knobs ?? []);
  return printConfig(id, { policy: { n: 30, T: 60 * SECOND, capacity: 40 }, options }).text;
});

const bad: Readonly<Record<string, string>> = {
  'open braces': '{'.repeat(2_000),
  'open parentheses': `rate.NewLimiter${'('.repeat(2_000)}`,
  'open brackets in YAML': `token_bucket: ${'['.repeat(2_000)}`,
  'nested calls': `pThrottle(${'f('.repeat(1_000)}`,
  'nested blocks': `limit_req zone=a;${'a {'.repeat(1_000)}`,
  'aliases of aliases': `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
    .split('')
    .map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index]},`.repeat(9)}]`)
    .join('\n')}\ntoken_bucket: *h\n`,
  'a long list': `rate.NewLimiter\n${'- '.repeat(20_000)}`,
  'a long chain of calls': `pThrottle${'.a()'.repeat(20_000)}`,
  'a long path': `pThrottle${'.a'.repeat(20_000)}`,
  'an alias of itself': 'token_bucket: &a { max_tokens: *a }\n',
  'blank lines': ' \n'.repeat(30_000),
  'line separators of Unicode': '\u2028'.repeat(40_000),
  'blank lines of a middleware': `rateLimit average${' \n'.repeat(5_000)}`,
  'a label of Traefik with many variables': `rateLimit average traefik.http.middlewares.${'$aaaa'.repeat(2_000)}`,
  'a cluster of Traefik with a long name': `rateLimit average ${'traefik-'.repeat(10_000)}`,
  'no numbers': 'limit_req_zone $a zone=a:1m rate=99999999999999999999r/s;\nlimit_req zone=a burst=1e9;\n',
  infinities: 'RateLimiter.create(1e999);\nlimiter.acquire();\n',
  'a quote that stays open': 'limit_req_zone "a zone=a;',
  'null characters': 'limit_req\u0000zone $a zone=a rate=1r/s;\u0000',
  'an unpaired surrogate': 'limit_req zone=\uD800;',
};

/** A limit within so many calls, a line each. */
function nested(levels: number): string {
  return `${'f(\n'.repeat(levels)}pThrottle({ limit: 2, interval: 1000 })${')'.repeat(levels)}\n`;
}

describe('a bad text', () => {
  it.each(Object.entries(bad))('is read: %s', (_, text) => {
    for (const id of [undefined, ...ids]) {
      const { limits, problems } = readConfig(text, id);
      expect(limits).toEqual([]);
      for (const { line, message } of problems) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(message.length).toBeLessThan(400);
      }
    }
  });

  it('has its limit read, or said at its line, however deeply it is nested', () => {
    for (let levels = 0; levels < 400; levels++) {
      const { limits, problems } = readConfig(nested(levels), 'p-throttle');
      const lines = [...limits, ...problems].map(({ line }) => line);
      expect({ levels, lines: [...new Set(lines)] }).toEqual({ levels, lines: [levels + 1] });
    }
  });

  it('says where a limit is nested too deeply to be read', () => {
    const levels = 1_500;
    const { limits, problems } = readConfig(nested(levels), 'p-throttle');
    expect(limits).toEqual([]);
    expect(problems).toEqual([{ line: levels + 1, message: 'pThrottle is nested too deeply here to be read.' }]);
  });

  it('may have a time in many terms', () => {
    const { limits } = readConfig(`rate.NewLimiter(rate.Every(time.Second${'+time.Second'.repeat(59)}), 1)`);
    expect(limits).toMatchObject([{ policy: { n: 1, T: 60 * SECOND } }]);
  });

  it('of a product that has no name here is a RangeError', () => {
    expect(() => readConfig('', 'apache')).toThrow(RangeError);
  });

  it('that names nothing known is no config', () => {
    expect(readConfig('Dear all,\nthe limit is 10.')).toEqual({
      product: '',
      limits: [],
      problems: [{ line: 1, message: 'No rate limit of a known product is in this text.' }],
    });
  });
});

describe('a text in which much is not closed is read as far as it goes', () => {
  const far = ' '.repeat(10_000);
  const linesOf = (text: string, id: string) => {
    const { limits, problems } = readConfig(text, id);
    return { limits: limits.map(({ line }) => line), problems: problems.map(({ line }) => line) };
  };

  it.each([
    ['the words of a sign far from each other', 'traefik', `rateLimit: {${far}average: 5}`],
    ['and in any order', 'aws-api-gateway', `{"burstLimit": 5,${far}"rateLimit": 5}`],
    ['blank lines before a setting', 'apisix-limit-count', `{"limit-count": {"count": 2,${far}"time_window": 60}}`],
  ])('recognised by %s', (_, product, text) => {
    expect(readConfig(text)).toMatchObject({ product, limits: [{ line: 1 }] });
  });

  it.each([
    ['a comment of JSON', 'aws', '{"rateLimit": 5, "burstLimit": 5} /* a\n/* b', [1], [1]],
    ['a string of JSON', 'aws', '{"rateLimit": 5, // "a\n"burstLimit": 5} // "\\', [1], []],
    ['a path with a star', 'aws', 'path: /*\nrateLimit: 5\nburstLimit: 5\n', [2], []],
    ['a string of Go', 'go', 'rate.NewLimiter(5, 1)\n`\\`\\`\nrate.NewLimiter(5, 1)', [1, 3], []],
    ['a string of Go in its line', 'go', 'a := "\\"\\"\nrate.NewLimiter(5, 1) // "\n', [2], []],
    ['a variable of nginx', 'nginx', 'set $x ${a;\nlimit_req_zone $a zone=a rate=1r/s;\nlimit_req zone=a;', [3], [1]],
    ['a set of nft', 'nft', 'add @s { ip saddr\nadd rule a limit rate over 5/second', [2], []],
    ['a rate of HAProxy', 'haproxy', 'stick-table type ip store http_req_rate(http_req_rate(', [], [1]],
    ['properties after blank lines', 'spring', 'a=\n\n\nredis-rate-limiter.replenishRate = 5\n', [4], []],
  ] as const)('%s', (_, id, text, limits, problems) => {
    expect(linesOf(text, id)).toEqual({ limits, problems });
  });

  it.each(['--[[ a\n}', '[==[ ]] }'])('Lua: %j', (lua) => {
    const text = `limit_req_zone $a zone=a rate=1r/s;\nlimit_req zone=a;\naccess_by_lua_block {\n${lua}\n`;
    expect(readConfig(text, 'nginx').problems).toContainEqual({
      line: 3,
      message: 'The block of access_by_lua_block is not closed.',
    });
  });

  it('nft says of each rule in a line whether it refuses', () => {
    const notesOf = (rule: string) => readConfig(rule, 'nft').limits.map(({ notes }) => notes.length);
    expect(
      notesOf('limit rate over 5/second burst 5 packets drop limit rate over 6/second burst 5 packets log'),
    ).toEqual([1, 1]);
    expect(notesOf('limit rate over 5/second burst 5 packets log drop')).toEqual([0]);
    expect(notesOf('limit rate over 5/second burst 5 packets log \\')).toEqual([0]);
  });
});

describe('a damaged text', () => {
  it.each(ids.map((id, index) => [id, texts[index] as string] as const))(
    'of %s with a word that every object knows has no limit that is none',
    (id, text) => {
      for (const { 0: word, index } of text.matchAll(/[A-Za-z_]\w*/g)) {
        const other = `${text.slice(0, index)}constructor${text.slice(index + word.length)}`;
        const { limits, problems } = readConfig(other, id);
        const numbers = limits.flatMap(({ policy: { n, T, capacity } }) => [n, T, capacity ?? 1]);
        expect(numbers.filter((number) => !Number.isInteger(number) || number <= 0)).toEqual([]);
        expect(problems.map(({ message }) => message).join()).not.toMatch(/NaN|native code|undefined/);
      }
    },
  );

  it('is read by its own product and by every other', () => {
    const damaged = fc
      .tuple(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.nat(20),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 8 }),
          fc.constantFrom('{', '}', '(', ')', '"', "'", '[', '&a', '*a', '{{', '\n', ';', '-1', '0', '1e400', '${x}'),
        ),
      )
      .map(([text, at, cut, insert]) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + insert + text.slice(from + cut);
      });
    fc.assert(
      fc.property(damaged, fc.constantFrom(undefined, ...ids), (text, id) => {
        const { limits, problems } = readConfig(text, id);
        const lines = text.split('\n').length;
        for (const { line, policy } of limits) {
          expect(line).toBeLessThanOrEqual(lines);
          expect(Number.isInteger(policy.n) && Number.isInteger(policy.T) && policy.n > 0 && policy.T > 0).toBe(true);
        }
        for (const { line } of problems) expect(line >= 1 && line <= lines + 1).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });

  it('is random, and read by all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...ids), (text, id) => {
        readConfig(text, id);
      }),
      { numRuns: 500 },
    );
  });
});

it('says that of more than 1,000 limits the rest are not read', () => {
  const text = 'throttling: true\n' + 'rateLimit({ windowMs: 1000, limit: 5 });\n'.repeat(1_002);
  const { limits, problems } = readConfig(text, 'express-rate-limit');
  expect(limits).toHaveLength(1_000);
  expect(problems).toEqual([{ line: 1_001, message: 'This text has more than 1,000 limits: the rest are not read.' }]);
});
