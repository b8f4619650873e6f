/** caddy-ratelimit: zones with events in a window, in a Caddyfile or in Caddy’s JSON. */
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { durationText, parseDuration } from '../text/durations.ts';
import { parseDirectives, type Directive } from '../text/directives.ts';
import { fieldOf, parseJson, partsOf, textOf, type Located, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt, timeAt } from '../values.ts';
import { limitsOnly } from '../commonNotes.ts';

export const caddy: ConfigProduct = {
  id: 'caddy-ratelimit',
  aliases: ['caddy'],
  fileName: 'Caddyfile',
  language: 'caddy',
  // In quotes it is a name in Terraform.
  sign: /^[^#=:;\n'"()]{0,300}\brate_limit\b(?!["'.,)(!?])[^=:;\n]{0,300}$|"rate_limits"\s*:/m,
  understands: 'zones of rate_limit, in a Caddyfile or in JSON',
  sharesLimits: true,
  print: ({ policy: { n, T }, key }) =>
    `rate_limit {\n\tzone api {\n\t\tkey ${key === 'all' ? 'static' : '{remote_host}'}\n\t\tevents ${n}\n\t\twindow ${durationText(T, ['s', 'ms', 'us'])}\n\t}\n}\n`,
  read(text, findings) {
    if (/"rate_limits"\s*:/.test(text)) {
      for (const part of partsOf(parseJson(text, findings))) readHandler(part, findings);
      return;
    }
    const { directives, problems } = parseDirectives(text, 'newline');
    for (const { line, message } of problems) findings.problem(line, message);
    // A snippet is read where it stands.
    const snippets = new Set(directives.map(({ words }) => words[0]));
    visit(directives, [], snippets, findings);
  },
};

/** What encloses directives for some of the requests, by its matcher. */
const ENCLOSES = /^(handle|handle_path|route)$/;
const OF_HANDLER = /^(jitter|sweepinterval|logkey|storage|disablemetrics)$/;
const DISTRIBUTED = 'distributed counts over several nodes by their storage, which the lane does not.';

/** @param within the matchers of the blocks around the directives */
function visit(
  directives: readonly Directive[],
  within: readonly string[],
  snippets: ReadonlySet<string | undefined>,
  findings: Findings,
): void {
  const isOneOfSeveral = directives.filter(({ words }) => words[0] === 'handle').length > 1;
  for (const directive of directives) {
    const { words, line, block } = directive;
    const [name = '', ...args] = words;
    const matcher = args.join(' ');
    if (name === 'import' && !snippets.has(`(${args[0]})`))
      findings.problem(line, `import ${args[0] ?? ''}: that file or snippet is not read.`);
    if (name === 'rate_limit') readDirective(directive, [...within, matcher], findings);
    else if (block !== undefined) {
      const rest = name === 'handle' && matcher === '' && isOneOfSeveral ? ['no other handle'] : [];
      visit(block, [...within, ...(ENCLOSES.test(name) ? [matcher, ...rest] : [])], snippets, findings);
    }
  }
}

function readDirective({ words, line, block }: Directive, matchers: readonly string[], findings: Findings): void {
  if (block === undefined)
    findings.problem(
      line,
      words.some((word) => /^\d+r\/[sm]$/.test(word))
        ? 'This rate_limit is another plugin’s, not caddy-ratelimit’s: only blocks with zones are read.'
        : 'rate_limit has no block with zones.',
    );
  for (const zone of block ?? []) {
    const [name = ''] = zone.words;
    if (name === 'zone') readZone(zone, matchers, findings);
    else if (name === 'distributed') findings.problem(zone.line, DISTRIBUTED);
    else if (!OF_HANDLER.test(name.replaceAll('_', '')))
      findings.problem(zone.line, `${brief(zone.words.join(' '))} is not a setting of rate_limit known here.`);
  }
}

const READ = ['key', 'events', 'window'];
const OTHERS = /^(match|ipv[46]prefix)$/;

/** @param matchers of rate_limit itself, and of what is around it */
function readZone({ words, line, block = [] }: Directive, matchers: readonly string[], findings: Findings): void {
  // In one line: `zone api { key {remote_host} events 10 window 1s }`.
  if (block.length > 1)
    checkNames(
      block.map((one) => [one.words[0] ?? '', one]),
      'a zone',
      READ,
      OTHERS,
      findings,
    );
  const settings = block.flatMap((one) => one.words);
  const after = (name: string) => settings[settings.indexOf(name) + 1];
  const said = (name: string) => (settings.includes(name) ? after(name) : undefined);
  const events = said('events');
  const window = said('window');
  const T = window === undefined ? null : parseDuration(window, null);
  const n = events !== undefined && /^\d+$/.test(events) ? Number(events) : null;
  if (n === null) findings.problem(line, `events is ${brief(events ?? 'missing')}: only a whole number is understood.`);
  if (T === null) findings.problem(line, `window is ${brief(window ?? 'missing')}, which is not a valid duration.`);
  const what = `events ${n}, window ${window ?? ''}, in zone ${words[1] ?? ''}`;
  // All of a block have to hold, and one of several blocks.
  const matched = block
    .filter((one) => one.words[0] === 'match')
    .map((one) => (one.block ?? []).map(({ words: matcher }) => matcher.join(' ')).join(', '))
    .join(' or ');
  const notes = [noteOnMatchers([...matchers, matched]), ...PREFIXES.map((name) => noteOnPrefix(name, said(name)))];
  if (n !== null && T !== null)
    findings.limit(line, what, { n, T, capacity: null }, {}, notes, { key: keyOf(said('key')) });
}

/** A key without a placeholder, or none, is the same for every request. */
function keyOf(key: string | undefined): 'each' | 'all' {
  return key?.includes('{') === true ? 'each' : 'all';
}

function noteOnMatchers(matchers: readonly string[]): string | false {
  const conditions = matchers.filter((matcher) => matcher !== '' && matcher !== '*');
  return conditions.length > 0 && limitsOnly(`requests that match ${brief(conditions.join(', '))}`);
}

const PREFIXES = ['ipv4_prefix', 'ipv6_prefix'];

function noteOnPrefix(name: string, bits: string | undefined): string | false {
  return bits !== undefined && `${name} is ${brief(bits)}: all addresses of such a network share one limit.`;
}

/** The handler in JSON. */
function readHandler({ within, tree }: Located, findings: Findings): void {
  const zones = fieldOf(tree, 'rate_limits');
  if (zones?.fields === null || zones === undefined) return;
  const distributed = fieldOf(tree, 'distributed');
  if (distributed !== undefined) findings.problem(distributed.line, DISTRIBUTED);
  checkNames(tree.fields ?? [], 'rate_limit', ['rate_limits'], OF_HANDLER_IN_JSON, findings);
  const around = within.flatMap((part) => matchersOf(part));
  for (const [name, zone] of zones.fields) {
    const { line } = zone;
    checkNames(zone.fields ?? [], 'a zone', ['key', 'max_events', 'window'], OTHERS, findings);
    const n = numberAt(fieldOf(zone, 'max_events'), 'max_events', line, findings);
    // A bare number counts nanoseconds.
    const T = timeAt(fieldOf(zone, 'window'), 'window', line, 1e-3, findings);
    const said = (setting: string) => textOf(fieldOf(zone, setting));
    const notes = [
      noteOnMatchers([...around, ...matchersOf(zone)]),
      ...PREFIXES.map((prefix) => noteOnPrefix(prefix, said(prefix))),
    ];
    const what = `max_events ${n}, window ${said('window') ?? ''}, in zone ${brief(name)}`;
    if (n !== null && T !== null)
      findings.limit(line, what, { n, T, capacity: null }, {}, notes, { key: keyOf(said('key')) });
  }
}

const OF_HANDLER_IN_JSON = /^(handler|distributed|jitter|sweepinterval|logkey|storage|disablemetrics)$/;

/** `method GET`, `path /a /b`: of each set of matchers that a route or a zone has. */
function matchersOf(tree: Tree): readonly string[] {
  return (fieldOf(tree, 'match')?.items ?? []).flatMap(({ fields }) =>
    [...(fields ?? [])].map(([name, { items }]) =>
      [name, ...(items ?? []).flatMap((item) => textOf(item) ?? [])].join(' '),
    ),
  );
}
