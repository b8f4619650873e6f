/** caddy-ratelimit: zones with events in a window, in a Caddyfile. */
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { durationText, parseDuration } from '../text/durations.ts';
import { parseDirectives, type Directive } from '../text/directives.ts';
import { brief, checkNames } from '../values.ts';

export const caddy: ConfigProduct = {
  id: 'caddy-ratelimit',
  aliases: ['caddy'],
  fileName: 'Caddyfile',
  language: 'caddy',
  // In quotes it is a name in Terraform.
  sign: /^[^#=:;\n]{0,300}\brate_limit\b(?!")[^=:;\n]{0,300}$/m,
  understands: 'zones of rate_limit, in a Caddyfile',
  sharesLimits: true,
  print: ({ policy: { n, T }, key }) =>
    `rate_limit {\n\tzone api {\n\t\tkey ${key === 'all' ? 'static' : '{remote_host}'}\n\t\tevents ${n}\n\t\twindow ${durationText(T, ['s', 'ms', 'us'])}\n\t}\n}\n`,
  read(text, findings) {
    const { directives, problems } = parseDirectives(text, 'newline');
    for (const { line, message } of problems) findings.problem(line, message);
    visit(directives, findings);
  },
};

function visit(directives: readonly Directive[], findings: Findings): void {
  for (const { words, line, block } of directives) {
    if (words[0] === 'import') findings.problem(line, `import ${words[1] ?? ''}: that file or snippet is not read.`);
    if (words[0] !== 'rate_limit') {
      if (block !== undefined) visit(block, findings);
      continue;
    }
    const matcher = words.slice(1).join(' ');
    for (const zone of block ?? []) {
      if (zone.words[0] === 'zone') readZone(zone, matcher, findings);
      else if (zone.words[0] === 'distributed')
        findings.problem(zone.line, 'distributed counts over several nodes by their storage, which the lane does not.');
      else if (!/^(jitter|sweep_interval|log_key|storage)$/.test(zone.words[0] ?? ''))
        findings.problem(zone.line, `${brief(zone.words.join(' '))} is not a setting of rate_limit known here.`);
    }
    if (block === undefined) findings.problem(line, 'rate_limit has no block with zones.');
  }
}

const READ = ['key', 'events', 'window'];
const OTHERS = /^(match|ipv[46]prefix)$/;

/** @param matcher of rate_limit itself; empty if it has none */
function readZone({ words, line, block = [] }: Directive, matcher: string, findings: Findings): void {
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
  // A key without a placeholder, or none, is the same for every request.
  const key = said('key')?.includes('{') === true ? 'each' : 'all';
  const what = `events ${n}, window ${window ?? ''}, in zone ${words[1] ?? ''}`;
  const matched = (block.find((one) => one.words[0] === 'match')?.block ?? []).map((one) => one.words.join(' '));
  const conditions = [matcher, ...matched].filter((condition) => condition !== '');
  const note =
    conditions.length > 0 && `It limits only requests that match ${brief(conditions.join(', '))}; the lane limits all.`;
  if (n !== null && T !== null) findings.limit(line, what, { n, T, capacity: null }, {}, [note], { key });
}
