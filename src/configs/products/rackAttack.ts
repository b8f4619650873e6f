/** Rack::Attack: throttles by name, limit and period. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import { pathOf, type Call } from '../text/expressions.ts';
import { tokensOf, type Token } from '../text/lexer.ts';
import { lookUp } from '../text/lookUp.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';

/** What else lets requests pass, or refuses them. */
const OTHERS: Readonly<Record<string, string>> = {
  safelist: 'lets requests pass whatever their rate',
  safelist_ip: 'lets requests pass whatever their rate',
  blocklist: 'refuses requests whatever their rate',
  blocklist_ip: 'refuses requests whatever their rate',
  filter: 'bans clients for some time',
};

export const rackAttack: ConfigProduct = {
  id: 'rack-attack',
  aliases: ['rack'],
  fileName: 'rack_attack.rb',
  language: 'ruby',
  sign: /\bRack::Attack\b|\bmodule\s+Rack\s+class\s+Attack\b/,
  alsoSign: /\b(throttle|track|\w+list(_ip)?)\s*[("']/,
  understands: 'throttle and track with numbers, in Ruby code',
  timeGrid: { unit: SECOND },
  print: ({ policy: { n, T } }) =>
    `Rack::Attack.throttle('api', limit: ${n}, period: ${secondsText(T)}) { |req| req.ip }\n`,
  read(text, findings) {
    const blockOf = blocksIn(text);
    for (const call of callsIn(text, 'ruby', ['throttle', 'track', ...Object.keys(OTHERS)], findings)) {
      const other = lookUp(OTHERS, call.name);
      // Anything may have a filter.
      const isOther = other !== undefined && (call.name !== 'filter' || pathOf(call.on).endsWith('2Ban'));
      if (isOther) findings.problem(call.line, `${brief(call.text)}: it ${other}, which is not part of the lane.`);
      if (other !== undefined) continue;
      const isTracked = call.name === 'track';
      const [, hash] = call.args;
      const settings = hash?.kind === 'object' ? hash.fields : call.named;
      if (hash !== undefined && settings.size === 0) {
        findings.problem(
          call.line,
          `${brief(call.text)}: limit and period are read only where they stand in the call.`,
        );
        continue;
      }
      // Without a limit it only counts.
      if (isTracked && !settings.has('limit')) continue;
      const n = numberIn(settings.get('limit'), 'limit', call.line, findings);
      const T = timeIn(settings.get('period'), 'period', call.line, SECOND, findings);
      const block = blockOf(call);
      const condition = conditionIn(block, text);
      const notes = [
        isTracked && 'track counts what is over the limit and refuses nothing; the lane refuses it.',
        condition !== null &&
          `Its block has a condition, ${brief(condition)}: it limits only some requests; the lane limits all.`,
      ];
      if (n !== null && T !== null)
        findings.limit(call.line, brief(call.text), { n, T, capacity: null }, {}, notes, {
          key: hasOneKey(block) ? 'all' : 'each',
        });
    }
  },
  dryRun: {
    print: ({ policy: { n, T } }) =>
      `Rack::Attack.track('api', limit: ${n}, period: ${secondsText(T)}) { |req| req.ip }\n\n` +
      'ActiveSupport::Notifications.subscribe("track.rack_attack") do |_name, _start, _finish, _id, payload|\n' +
      '  Rails.logger.info("limited #{payload[:request].ip}")\nend\n',
    collect: 'The lines of that logger: one for each request above the limit.',
    comparison:
      'Refused requests also count when the limit is enforced, so a track counts the same. It only sees requests that no ' +
      'blocklist and no throttle refuses.',
  },
};

/** More tokens than a block has that only gives a key. */
const LONGEST_BLOCK = 1_000;

/** Says of a call what is in its block. */
function blocksIn(text: string): (call: Call) => readonly Token[] {
  const tokens = tokensOf(text, 'hash');
  const after = new Map(tokens.map(({ to }, index) => [to, index + 1]));
  return ({ to, text: said }) => blockAt(tokens, after.get(to) ?? 0, text, columnOf(text, to - said.length));
}

/** The condition in a block, if any: where the block gives no key, the request is not counted. */
function conditionIn(block: readonly Token[], text: string): string | null {
  const found = block.find(({ kind, text: word, from, to }) =>
    kind === 'name'
      ? /^(if|unless|case|and)$/.test(word)
      : (word === '&' && text.charAt(to) === '&') || (word === '?' && /^ \? $/.test(text.slice(from - 1, to + 1))),
  );
  if (found === undefined) return null;
  const row = block.filter(({ line }) => line === found.line);
  const first = found.kind === 'name' && found.text !== 'and' ? found : row[0];
  return text.slice(first?.from, row.at(-1)?.to);
}

/** Whether a block gives the same key for all requests that it counts: `{ 'all' }`, `{ |req| 'all' if req.post? }`. */
function hasOneKey(block: readonly Token[]): boolean {
  const begins = block[0]?.text === '|' ? block.findIndex(({ text }, at) => at > 0 && text === '|') + 1 : 0;
  const [key, next] = block.slice(begins);
  const isEnd = next === undefined || /^(if|unless)$/.test(next.text);
  return isEnd && (key?.kind === 'string' ? !key.text.includes('#{') : key?.text === 'true');
}

function columnOf(text: string, at: number): number {
  return at - text.lastIndexOf('\n', at - 1);
}

/** What is between braces, or from `do` to the `end` that is in its line, or no further in than the call. */
function blockAt(tokens: readonly Token[], start: number, text: string, column: number): readonly Token[] {
  const opening = tokens[start];
  if (opening?.text !== 'do' && opening?.text !== '{') return [];
  let depth = 0;
  for (let at = start; at < Math.min(tokens.length, start + LONGEST_BLOCK); at++) {
    const { kind, text: word, line, from } = tokens[at] as Token;
    const isFirst = line !== tokens[at - 1]?.line;
    if (kind === 'mark' && word === '{') depth++;
    else if (kind === 'mark' && word === '}') depth--;
    const isEnd =
      opening.text === 'do'
        ? word === 'end' && (line === opening.line || (isFirst && columnOf(text, from) <= column))
        : depth === 0;
    if (isEnd) return tokens.slice(start + 1, at);
  }
  return [];
}
