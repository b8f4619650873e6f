/** Traefik's rateLimit middleware, in a file, as a resource of Kubernetes, or as labels of a container. */
import { SECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { durationText, parseDuration } from '../text/durations.ts';
import { fieldOf, parseYaml, partsOf, sameName, type Tree } from '../text/tree.ts';
import { brief, numberAt, timeAt } from '../values.ts';

export const traefik: ConfigProduct = {
  id: 'traefik',
  aliases: [],
  fileName: 'traefik.yaml',
  language: 'yaml',
  sign: /\brate_?limit\b[\s\S]*\baverage\b/i,
  print: ({ policy: { n, T, capacity } }) =>
    'http:\n  middlewares:\n    limit:\n      rateLimit:\n' +
    `        average: ${n}\n        period: ${durationText(T, ['s', 'ms', 'us'])}\n        burst: ${capacity}\n`,
  read(text, findings) {
    readLabels(text, findings);
    if (/^\s*\[+[\w.]+\]+\s*$/m.test(text)) {
      findings.problem(
        text.split('\n').findIndex((row) => /^\s*\[+[\w.]+\]+\s*$/.test(row)) + 1,
        'This is TOML: only YAML and labels are understood.',
      );
      return;
    }
    for (const { path, tree } of partsOf(parseYaml(text, findings))) {
      if (!sameName(path.at(-1) ?? '', 'rateLimit') || tree.fields === null) continue;
      readMiddleware(tree, path.at(-2) ?? '', findings);
    }
  },
};

function readMiddleware(tree: Tree, name: string, findings: Findings): void {
  const { line } = tree;
  const average = fieldOf(tree, 'average');
  const n = numberAt(average, 'average', line, findings, 0);
  const T = timeAt(fieldOf(tree, 'period'), 'period', line, SECOND, findings, SECOND);
  const burst = numberAt(fieldOf(tree, 'burst'), 'burst', line, findings, 1);
  if (fieldOf(tree, 'redis') !== undefined)
    findings.problem(
      fieldOf(tree, 'redis')?.line ?? line,
      'In Redis Traefik follows another rule, which is not among the lanes.',
    );
  else if (n !== null && T !== null && burst !== null) add(line, name, { n, T, burst }, findings);
}

interface Settings {
  readonly n: number;
  readonly T: Duration;
  readonly burst: number;
}

function add(line: number, name: string, { n, T, burst }: Settings, findings: Findings): void {
  if (n === 0) findings.problem(line, 'average is 0 or missing, which Traefik treats as no limit.');
  else {
    const place = name === '' || /^\d+$/.test(name) ? '' : `, in ${name}`;
    findings.limit(line, `average ${n}, burst ${burst}${place}`, { n, T, capacity: Math.max(1, burst) });
  }
}

const LABEL = /traefik\.http\.middlewares\.([\w@-]+)\.ratelimit\.(average|period|burst)["']?\s*[=:]\s*["']?([^"'\s]+)/i;

/** `traefik.http.middlewares.NAME.ratelimit.average=100`, also as a key of YAML. */
function readLabels(text: string, findings: Findings): void {
  const found = new Map<string, { line: number; values: Map<string, string> }>();
  for (const [index, row] of text.split('\n').entries()) {
    const [, name = '', setting = '', value = ''] = LABEL.exec(row) ?? [];
    if (name === '') continue;
    const one = found.get(name) ?? { line: index + 1, values: new Map<string, string>() };
    one.values.set(setting.toLowerCase(), value);
    found.set(name, one);
  }
  for (const [name, { line, values }] of found) {
    const n = Number(values.get('average') ?? 0);
    const burst = Number(values.get('burst') ?? 1);
    const T = parseDuration(values.get('period') ?? '1s', SECOND);
    if (Number.isNaN(n) || Number.isNaN(burst) || T === null)
      findings.problem(line, `The labels of ${brief(name)} hold something else than numbers and a time.`);
    else add(line, name, { n, T, burst }, findings);
  }
}
