/**
 * `_headers`, as Cloudflare Pages and Netlify document it: a path, and below it, indented, the headers that it adds. One `*` is any
 * characters. All rules that match apply, and the values of a header that several set are joined by commas.
 */
interface Rule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What Cloudflare Pages reads at most. */
const MAX_RULES = 100;
const MAX_LINE = 2_000;

/** @throws Error if a host would not read all of it */
export function parseHeadersFile(text: string): readonly Rule[] {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.some((line) => line.length > MAX_LINE)) throw new Error('A line of _headers is too long.');
  const rules: { pattern: RegExp; headers: [string, string][] }[] = [];
  for (const line of lines) {
    const [, name, value] = /^\s+([\w-]+): (.+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name, value]);
    else if (/^\/[^*\s:]*\*?[^*\s:]*$/.test(line)) rules.push({ pattern: patternOf(line), headers: [] });
    else throw new Error(`_headers has a line that no host reads: ${line}`);
  }
  if (rules.length > MAX_RULES) throw new Error('_headers has too many rules.');
  return rules;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`).replace('*', '.*')}$`);
}

export function headersOf(rules: readonly Rule[], path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { pattern, headers: added } of rules)
    if (pattern.test(path))
      for (const [name, value] of added)
        headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  return headers;
}
