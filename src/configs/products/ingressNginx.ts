/** ingress-nginx in Kubernetes: annotations of an Ingress, which it turns into `limit_req` with nodelay, keyed by client address. */
import { SECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { noPolicyText, policyOfFraction } from '../rates.ts';
import { MINUTE } from '../text/durations.ts';
import { fieldOf, partsOf, saidIn, textOf, type Tree } from '../text/tree.ts';
import { parseManifests } from '../text/terraform.ts';
import { brief } from '../values.ts';
import { lookUp } from '../text/lookUp.ts';

const PREFIX = 'nginx.ingress.kubernetes.io/';
/** Outside comments. */
export const INGRESS_SIGN = /^[^#\n]*\bnginx\.ingress\.kubernetes\.io\/(limit-|global-rate-limit)/m;
/** Directives in a snippet. */
const DIRECTIVES = /^[^#\n]*\blimit_req(_zone)?\s/m;
/** kubectl keeps the whole manifest in it once more. */
const COPY = 'kubectl.kubernetes.io/last-applied-configuration';

const UNITS: readonly (readonly [name: string, unit: Duration])[] = [
  ['limit-rps', SECOND],
  ['limit-rpm', MINUTE],
];
const DEFAULT_MULTIPLIER = 5;

/** Limits of another kind, which are not part of a lane. */
const OTHERS: Readonly<Record<string, string>> = {
  'limit-connections': 'limits connections at the same time',
  'limit-rate': 'limits the bytes per second of a response',
  'limit-rate-after': 'limits the bytes per second of a response',
  'global-rate-limit': 'counts for all replicas together',
};

type Annotations = ReadonlyMap<string, Tree>;

export function readIngress(text: string, findings: Findings): void {
  let isRead = false;
  for (const { path, within, tree } of partsOf(parseManifests(text, findings))) {
    const key = path.at(-1) ?? '';
    if (key !== COPY && DIRECTIVES.test(textOf(tree) ?? ''))
      findings.problem(
        tree.line,
        `${brief(key.replace(PREFIX, ''))} is not read: it has limit_req. Paste what is in it alone.`,
      );
    const known = [...(tree.fields ?? [])].filter(([name]) => name.startsWith(PREFIX));
    const annotations = new Map(known.map(([name, value]) => [name.slice(PREFIX.length), value]));
    if (annotations.size > 0) readAnnotations(annotations, textOf(fieldOf(within.at(-1), 'name')), findings);
    isRead ||= known.some(([name]) => INGRESS_SIGN.test(name));
  }
  if (isRead) return;
  const line = text.slice(0, text.search(INGRESS_SIGN)).split('\n').length;
  findings.problem(line, 'Annotations are read only from a Kubernetes manifest.');
}

function readAnnotations(annotations: Annotations, owner: string | undefined, findings: Findings): void {
  for (const [name, { line }] of annotations)
    if (lookUp(OTHERS, name) !== undefined)
      findings.problem(line, `${name} ${OTHERS[name]}: it is not part of the lane.`);
  const { multiplier, note } = multiplierOf(annotations.get('limit-burst-multiplier'), findings);
  const exempt = ['limit-whitelist', 'limit-allowlist'].find((name) => annotations.has(name));
  const counts = UNITS.flatMap(([name, unit]) => {
    const tree = annotations.get(name);
    return tree === undefined ? [] : [{ name, unit, tree, count: countAt(tree, name, 0, findings) }];
  });
  const isLimited = counts.some(({ count }) => count !== 0);
  for (const { name, unit, tree, count } of counts) {
    if (count === 0 && !isLimited) findings.problem(tree.line, `${name} is 0: it limits nothing.`);
    if (count === null || count === 0 || multiplier === null) continue;
    const policy = policyOfFraction(count, unit, findings.keepT);
    if (policy === null) findings.problem(tree.line, noPolicyText(`${name} is ${count}`));
    else
      findings.limit(
        tree.line,
        `${name} ${count}, burst ${count * multiplier}${owner === undefined ? '' : `, of ${brief(owner)}`}`,
        { ...policy, capacity: null },
        { burst: count * multiplier, delay: 'none' },
        [note, exempt !== undefined && `Addresses in ${exempt} are not limited; in the lane all are.`],
        // Both are of the same locations.
        { group: `annotations at line ${Math.min(...[...annotations.values()].map(({ line }) => line))}` },
      );
  }
}

/** What ingress-nginx cannot parse is the default. Less than 1 gives a burst that nginx does not take. */
function multiplierOf(set: Tree | undefined, findings: Findings) {
  const name = 'limit-burst-multiplier';
  if (set === undefined)
    return { multiplier: DEFAULT_MULTIPLIER, note: `${name} is left out: it is ${DEFAULT_MULTIPLIER}.` };
  const said = saidIn(set);
  if (said === 'a template' || /^[+-]?\d+$/.test(said))
    return { multiplier: countAt(set, name, 1, findings), note: false } as const;
  const note = `${name} is ${brief(said)}, which is not a whole number: ingress-nginx takes ${DEFAULT_MULTIPLIER}.`;
  return { multiplier: DEFAULT_MULTIPLIER, note };
}

/** A whole number in digits alone; null for anything else, which is said. */
function countAt(tree: Tree, name: string, least: 0 | 1, findings: Findings): number | null {
  const text = textOf(tree) ?? '';
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  findings.problem(tree.line, `${name} is ${brief(saidIn(tree))}: only a whole number from ${least} is understood.`);
  return null;
}
