/** On a real store, users' code runs at the scenario's own times only where no decision depends on what expires there. */
import { expect, it } from 'vitest';
import { luaTemplates } from '../own/luaTemplates.ts';
import { schemeTemplates } from '../own/schemeTemplates.ts';
import { withoutComments } from '../own/withoutComments.ts';
import { ownLua } from './ownLua.ts';
import { ownScheme, type OwnParams } from './ownScheme.ts';

const paramsOf = (code: string, language: 'javascript' | 'lua') =>
  ({ bareCode: withoutComments(code, language) }) as OwnParams;
const keepsTime = (code: string) => ownScheme.supportsVirtualTime(paramsOf(code, 'javascript'));
const scriptKeepsTime = (code: string) =>
  ownLua.supportsVirtualTime(paramsOf(code, 'lua') as Parameters<typeof ownLua.supportsVirtualTime>[0]);

const decide = (takes: string, body: string) => `function* decide({ ${takes} }) {\n  ${body}\n}`;

it.each([
  ['takes now and leaves it', decide('key, now', 'if ((yield incr(key)) === 1) yield pexpire(key, 10);'), false],
  ['says now in a comment', decide('key, now', 'yield expire(key, 1); // now'), false],
  ['sets a key that expires', decide('key', "yield set(key, 1, 'PX', 10);"), false],
  ['uses now, and expiry to tidy up', decide('key, now', 'yield hset(key, "at", now); yield pexpire(key, 10);'), true],
  [
    'asks its context for now',
    'function* decide(c) { yield hset(c.key, "at", c.now); yield pexpire(c.key, 10); }',
    true,
  ],
  ['takes now by another name', decide('key, now: t', 'yield hset(key, "at", t); yield pexpire(key, 10);'), true],
  ['has nothing that expires', decide('key', 'return (yield incr(key)) < 3;'), true],
])('code that %s', (_, code, keeps) => expect(keepsTime(code)).toBe(keeps));

it.each([
  ['names its time and leaves it', "local now = tonumber(ARGV[5])\nredis.call('PEXPIRE', KEYS[1], 10)", false],
  ['says it in a comment', "redis.call('PEXPIRE', KEYS[1], 10) -- ARGV[5]", false],
  ['uses its time', "local now = tonumber(ARGV[5])\nredis.call('SET', KEYS[1], now, 'PX', 10)", true],
  ['uses it at once', "redis.call('SET', KEYS[1], ARGV[5], 'PX', 10)", true],
  ['uses it after it was named', "local now = ARGV[5]\nredis.call('SET', KEYS[1], ARGV[5], 'PX', 10)", true],
  ['names several on a line', "local a = 1 local t = ARGV[5] redis.call('SET', KEYS[1], t, 'PX', a)", true],
  ['asks the server for the time', "return redis.call('TIME')[1] > ARGV[5] and 1 or 0", false],
  ['has nothing that expires', "return redis.call('INCR', KEYS[1]) < 3 and 1 or 0", true],
])('a script that %s', (_, code, keeps) => expect(scriptKeepsTime(code)).toBe(keeps));

it('the templates: only the counters depend on expiry', () => {
  const dependent = (keeps: (code: string) => boolean, templates: readonly { title: string; code: string }[]) =>
    templates.filter(({ code }) => !keeps(code)).map(({ title }) => title);
  expect(dependent(keepsTime, schemeTemplates)).toEqual(['Counter that expires', 'GET, then INCR: a race']);
  expect(dependent(scriptKeepsTime, luaTemplates)).toEqual(['Counter that expires']);
});
