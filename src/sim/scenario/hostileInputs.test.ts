/**
 * 100,000 damaged, hostile, oversized and old links and files, the same ones every time: `npm test` reads every tenth,
 * `npm run test:long` all. None throws; what is refused is refused in a short sentence that shows as it is written.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { thorough } from '../../thorough.ts';
import { encodeLink, decodeLink } from './link.ts';
import { FIRST_VISIT_VIEW, presets, presetScenario } from './presets/index.ts';
import { readText } from './readText.ts';
import { recogniseFile } from './recogniseFile.ts';
import { minimalDocument } from './scenario.ts';

const CASES = 100_000;
const STEP = thorough ? 1 : 10;
const SEED = 20_261_122;
/** Longer than any sentence of ours. */
const MOST_CHARACTERS = 2_000;

const golden = join(import.meta.dirname, '../../cli/golden/links');
const oldLinks = ['release-1', 'release-2'].flatMap((release) =>
  Object.values(JSON.parse(readFileSync(join(golden, `${release}.json`), 'utf8')) as Record<string, string>),
);
const scenarios = presets.map(presetScenario);
const newLinks = scenarios.flatMap((scenario) => [encodeLink(scenario), encodeLink(scenario, FIRST_VISIT_VIEW)]);
const documents = scenarios.map(minimalDocument);

/** Small whole numbers from 0, of a sequence of their own for each case. */
type Draw = (below: number) => number;

function drawsOf(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const LETTERS = Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~#%1 \n\0\u202E\u{1F600}\uD800é',
);
const VALUES: readonly unknown[] = [
  '<img src=x onerror=alert(1)>',
  '<script>fetch("https://evil.example")</script>',
  'javascript:alert(1)',
  '\u202Egnp.exe',
  'a\0b\u0007\u2028',
  '\uD800',
  'x'.repeat(5_000),
  '../../etc/passwd',
  '${process.exit()}',
  -1,
  0,
  1e308,
  -0,
  0.1,
  2 ** 53,
  null,
  true,
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: null, constructor: 1 },
  JSON.parse('{"__proto__":{"admin":true}}') as unknown,
  Array.from({ length: 2_000 }, () => 1),
];
const NAMES = ['n', 'T', 'rate', 'kind', 'limiter', 'at', '__proto__', 'constructor', 'toString', '<b>', '\u202E', ''];

function pick<T>(draw: Draw, from: readonly T[]): T {
  return from[draw(from.length)] as T;
}

function damaged(draw: Draw, link: string): string {
  let text = link;
  for (let times = 1 + draw(4); times > 0; times--) {
    const at = draw(text.length + 1);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const letter = pick(draw, LETTERS);
    text = pick(draw, [
      before + letter + after.slice(1),
      before + letter + after,
      before + after.slice(1),
      before,
      after + before,
    ]);
  }
  return text;
}

/** A copy in which a field somewhere has another value, or another name. */
function spoilt(draw: Draw, value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 4 || draw(6) === 0) return pick(draw, VALUES);
  const copy = structuredClone(value) as Record<string, unknown>;
  const keys = Object.keys(copy);
  if (keys.length === 0 || draw(8) === 0) copy[pick(draw, NAMES)] = pick(draw, VALUES);
  else {
    const key = pick(draw, keys);
    copy[key] = spoilt(draw, copy[key], depth + 1);
  }
  return copy;
}

function linkTo(text: string): string {
  const content = deflateRawSync(text).toString('base64url');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return `#1~${sum.toString('base64url')}.${content}`;
}

function randomBytes(draw: Draw): Uint8Array {
  return Uint8Array.from({ length: draw(300) }, () => draw(256));
}

const OVERSIZED: readonly (() => string)[] = [
  () => '.'.repeat(50_000_000),
  () => `#1.${'.'.repeat(1_300_000)}`,
  () => `#1~AAAAAA.${'A'.repeat(1_900_000)}`,
  () => ' '.repeat(5_000_000),
  () => `#1.${' \n'.repeat(900_000)}`,
  () => '['.repeat(2_000_000),
  () => '{"a":'.repeat(500_000),
  () => `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join(',')}}`,
  () => `{"traffic":[${'{},'.repeat(500_000)}0]}`,
  () => `{"traffic":[{"kind":"times","at":[${'0,'.repeat(1_500_000)}0]}]}`,
  () => `{"traffic":[{"kind":"times","at":[${'-1,'.repeat(500_000)}0]}]}`,
  () => linkTo('\0'.repeat(100_000_000)),
  () => linkTo(`{"traffic":[{"kind":"times","at":[${'"x",'.repeat(240_000)}0]}]}`),
  () => linkTo(`{"lanes":[${'{},'.repeat(300_000)}0]}`),
  () => linkTo('['.repeat(900_000)),
  () => `https://${'a'.repeat(3_000_000)}#1.q64FAA`,
  () => `{"notes":"${'<b>'.repeat(2_000_000)}"}`,
  () => 'a,b\n'.repeat(1_000_000),
];

/** The case of a number: what it is called, and its text. */
function inputOf(index: number): readonly [kind: string, text: string] {
  const draw = drawsOf(SEED + index);
  // By tens, so that every tenth case has all kinds.
  switch (Math.floor(index / 10) % 10) {
    case 0:
      return ['damaged link', damaged(draw, pick(draw, newLinks))];
    case 1:
      return ['damaged link of an older release', damaged(draw, pick(draw, oldLinks))];
    case 2:
      return ['hostile document in a link', linkTo(JSON.stringify(pick(draw, VALUES)))];
    case 3:
      return ['hostile file', JSON.stringify(spoilt(draw, pick(draw, documents)))];
    case 4:
      return ['hostile link', linkTo(JSON.stringify(spoilt(draw, pick(draw, documents))))];
    case 5:
      return ['bytes', Buffer.from(randomBytes(draw)).toString(pick(draw, ['utf8', 'latin1', 'utf16le']))];
    case 6:
      return [
        'letters',
        pick(draw, ['', '#1.', '#1~', '{"', 'https://a.b/#']) +
          Array.from({ length: draw(200) }, () => pick(draw, LETTERS)).join(''),
      ];
    case 7:
      return ['damaged file', damaged(draw, JSON.stringify(pick(draw, documents)))];
    case 8:
      return [
        'old link',
        pick(draw, [(one: string) => one, (one: string) => `<https://a.b/${one}>`, (one: string) => `See ${one}.`])(
          pick(draw, oldLinks),
        ),
      ];
    default:
      return Math.floor(index / 100) % 50 === 0
        ? ['oversized', (OVERSIZED[Math.floor(index / 5_000) % OVERSIZED.length] as () => string)()]
        : ['hostile bytes in a link', `#1.${Buffer.from(randomBytes(draw)).toString('base64url')}`];
  }
}

it('none of 100,000 throws, and each is opened or refused in a sentence', { timeout: 600_000 }, () => {
  const opened: Record<string, number> = {};
  const read: Record<string, number> = {};
  const wrong: string[] = [];
  let slowest = { milliseconds: 0, kind: '', index: 0 };
  const started = performance.now();
  for (let index = 0; index < CASES; index += STEP) {
    const [kind, text] = inputOf(index);
    const before = performance.now();
    const result = readText(text);
    recogniseFile(Buffer.from(text.slice(0, 5_000), 'latin1'), text.slice(0, 50));
    const milliseconds = performance.now() - before;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, kind, index };
    read[kind] = (read[kind] ?? 0) + 1;
    if (result.ok) {
      opened[kind] = (opened[kind] ?? 0) + 1;
      if (!kind.startsWith('hostile')) continue;
      const again = decodeLink(encodeLink(result.scenario));
      if (!again.ok || JSON.stringify(again.scenario) !== JSON.stringify(result.scenario))
        wrong.push(`${index}, ${kind}: does not come back`);
    } else if (!isSentence(result.message))
      wrong.push(`${index}, ${kind}: ${JSON.stringify(result.message.slice(0, 300))}`);
  }
  const total = Object.values(read).reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `${total} inputs in ${Math.round(performance.now() - started)} ms; the slowest, ${slowest.kind} (case ${slowest.index}): ${Math.round(slowest.milliseconds)} ms\n`,
  );
  expect(wrong).toEqual([]);
  expect(total).toBe(CASES / STEP);
  // What is whole opens, whenever it was made; what is damaged, only where the damage is beside the link.
  expect(opened['old link']).toBe(read['old link']);
  expect(opened['hostile file']).toBeGreaterThan(0);
  expect(opened['oversized']).toBe(undefined);
});

/** Plain text that begins with a capital or a field's name, ends, and has nothing that does not show. */
function isSentence(message: string): boolean {
  return (
    message.length <= MOST_CHARACTERS &&
    /^[A-Za-z[].*[.?]$/s.test(message) &&
    !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(message)
  );
}

it('a damaged link never opens as anything else', () => {
  const wrong: string[] = [];
  for (let index = 0; index < CASES; index += STEP) {
    if (Math.floor(index / 10) % 10 !== 0) continue;
    const draw = drawsOf(SEED + index);
    const original = pick(draw, newLinks);
    const text = damaged(draw, original);
    const decoded = decodeLink(text);
    if (decoded.ok && JSON.stringify(decoded) !== JSON.stringify(decodeLink(original))) wrong.push(`${index}: ${text}`);
  }
  expect(wrong).toEqual([]);
});
