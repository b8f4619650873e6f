/** Traefik's rateLimit middleware, in a file, as a resource of Kubernetes, or as labels of a container. */
import { SECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { durationText, parseDuration } from '../text/durations.ts';
import { parseToml, TOML_TABLE } from '../text/toml.ts';
import { fieldOf, parseYaml, partsOf, sameName, textOf, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt, timeAt, withDefault } from '../values.ts';

export const traefik: ConfigProduct = {
  id: 'traefik',
  aliases: [],
  fileName: 'traefik.yaml',
  language: 'yaml',
  sign: /\brate_?limit\b/i,
  alsoSign: /\baverage\b/i,
  understands: 'rateLimit with average, period and burst, in YAML, TOML or labels',
  sharesLimits: true,
  print: ({ policy: { n, T, capacity }, key }) =>
    'http:\n  middlewares:\n    limit:\n      rateLimit:\n' +
    `        average: ${n}\n        period: ${durationText(T, ['s', 'ms', 'us'])}\n        burst: ${capacity}\n${key === 'all' ? '        sourceCriterion:\n          requestHost: true\n' : ''}`,
  read(text, findings) {
    readLabels(text, findings);
    const trees = TOML_TABLE.test(text) ? parseToml(text, findings) : parseYaml(text, findings);
    for (const { path, within, tree } of partsOf(trees)) {
      if (sameName(path.at(-1) ?? '', 'inFlightReq')) findings.problem(tree.line, IN_FLIGHT);
      if (!sameName(path.at(-1) ?? '', 'rateLimit') || !isMiddleware(tree)) continue;
      // A resource of Kubernetes has its name beside its spec.
      const resource = path.at(-2) === 'spec' ? textOf(fieldOf(fieldOf(within.at(-2), 'metadata'), 'name')) : undefined;
      readMiddleware(tree, resource ?? path.at(-2) ?? '', findings);
    }
  },
};

const READ = ['average', 'period', 'burst'];
const OTHERS = /^(sourcecriterion|redis)$/;
const IN_FLIGHT = 'inFlightReq limits requests at the same time: it is not part of the lane.';

/** Another thing may have that name: a service of Compose, the schema of the resource, or the middleware around it. */
function isMiddleware(tree: Tree): boolean {
  return (
    tree.fields !== null &&
    !['image', 'build', 'properties', 'rateLimit', 'rateset'].some((name) => fieldOf(tree, name))
  );
}

function readMiddleware(tree: Tree, name: string, findings: Findings): void {
  const { line } = tree;
  checkNames(tree.fields ?? [], 'rateLimit', READ, OTHERS, findings);
  const average = fieldOf(tree, 'average');
  const n = numberAt(average, 'average', line, findings, 0);
  const T = timeAt(fieldOf(tree, 'period'), 'period', line, SECOND, findings, SECOND);
  const burst = numberAt(fieldOf(tree, 'burst'), 'burst', line, findings, 1);
  if (fieldOf(tree, 'redis') !== undefined)
    findings.problem(
      fieldOf(tree, 'redis')?.line ?? line,
      'In Redis Traefik follows another rule, which is not among the lanes.',
    );
  else if (n !== null && T !== null && burst !== null) {
    const byHost = textOf(fieldOf(fieldOf(tree, 'sourceCriterion'), 'requestHost'));
    const isBurstLeftOut = fieldOf(tree, 'burst') === undefined;
    add(line, name, { n, T, burst, isBurstLeftOut, isByHost: byHost === 'true' }, findings);
  }
}

interface Settings {
  readonly n: number;
  readonly T: Duration;
  readonly burst: number;
  readonly isBurstLeftOut: boolean;
  /** One bucket for each host that is asked, whoever asks. */
  readonly isByHost: boolean;
}

function add(
  line: number,
  name: string,
  { n, T, burst, isBurstLeftOut, isByHost }: Settings,
  findings: Findings,
): void {
  if (n === 0) findings.problem(line, 'average is 0 or missing, which Traefik treats as no limit.');
  else {
    const place = name === '' || /^\d+$/.test(name) ? '' : `, in ${name}`;
    const notes = [isBurstLeftOut && 'burst is left out: it is 1.'];
    findings.limit(line, `average ${n}, burst ${burst}${place}`, { n, T, capacity: Math.max(1, burst) }, {}, notes, {
      key: isByHost ? 'all' : 'each',
    });
  }
}

/** A cluster may have a prefix of its own, and a name a variable in it. */
const LABEL =
  /\btraefik[\w-]{0,100}\.http\.middlewares\.((?:[\w@-]|\$(?:\{[^\s{}]{0,100}\})?)+)\.ratelimit\.([a-z]+)([\w.]*)["']?\s*[=:]\s*["']?([^"'\s,\]]+)/gi;
/** Of YAML, or of HCL. */
const COMMENT = /(^|\s)(#|\/\/).*/;

/** `traefik.http.middlewares.NAME.ratelimit.average=100`, also as a key of YAML. */
function readLabels(text: string, findings: Findings): void {
  const found = new Map<string, { line: number; values: Map<string, string> }>();
  for (const [index, line] of text.split('\n').entries()) {
    const row = line.replace(COMMENT, '');
    if (/\.inflightreq\.amount\b/i.test(row)) findings.problem(index + 1, IN_FLIGHT);
    for (const [, name = '', setting = '', part = '', value = ''] of row.matchAll(LABEL)) {
      checkNames([[setting, { line: index + 1 }]], 'rateLimit', READ, OTHERS, findings);
      const one = found.get(name) ?? { line: index + 1, values: new Map<string, string>() };
      one.values.set(`${setting}${part}`.toLowerCase(), withDefault(value, setting, index + 1, findings));
      found.set(name, one);
    }
  }
  for (const [name, { line, values }] of found) {
    const n = Number(values.get('average') ?? 0);
    const burst = Number(values.get('burst') ?? 1);
    const T = parseDuration(values.get('period') ?? '1s', SECOND);
    if (Number.isNaN(n) || Number.isNaN(burst) || T === null)
      findings.problem(line, `The labels of ${brief(name)} hold something else than numbers and a time.`);
    else {
      const isByHost = values.get('sourcecriterion.requesthost') === 'true';
      add(line, name, { n, T, burst, isBurstLeftOut: !values.has('burst'), isByHost }, findings);
    }
  }
}
