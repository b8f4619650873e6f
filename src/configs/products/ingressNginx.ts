/** ingress-nginx in Kubernetes: annotations of an Ingress, which it makes to `limit_req` with nodelay, by the client's address. */
import { SECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { policyOfFraction } from '../rates.ts';
import { MINUTE } from '../text/durations.ts';
import { fieldOf, parseYaml, partsOf, textOf, type Tree } from '../text/tree.ts';
import { brief, numberAt } from '../values.ts';

const PREFIX = 'nginx.ingress.kubernetes.io/';
export const INGRESS_SIGN = /\bnginx\.ingress\.kubernetes\.io\/(limit-|global-rate-limit)/;

const UNITS: readonly (readonly [name: string, unit: Duration])[] = [
  ['limit-rps', SECOND],
  ['limit-rpm', MINUTE],
];
const DEFAULT_MULTIPLIER = 5;

/** Beside them, and no part of a lane. */
const OTHERS: Readonly<Record<string, string>> = {
  'limit-connections': 'limits connections at the same time',
  'limit-rate': 'limits the bytes a second of a response',
  'limit-rate-after': 'limits the bytes a second of a response',
  'global-rate-limit': 'counts for all replicas together',
};

type Annotations = ReadonlyMap<string, Tree>;

export function readIngress(text: string, findings: Findings): void {
  for (const { within, tree } of partsOf(parseYaml(text, findings))) {
    const known = [...(tree.fields ?? [])].filter(([key]) => key.startsWith(PREFIX));
    const annotations = new Map(known.map(([key, value]) => [key.slice(PREFIX.length), value]));
    if (annotations.size > 0) readAnnotations(annotations, textOf(fieldOf(within.at(-1), 'name')), findings);
  }
}

function readAnnotations(annotations: Annotations, owner: string | undefined, findings: Findings): void {
  for (const [name, { line }] of annotations)
    if (OTHERS[name] !== undefined) findings.problem(line, `${name} ${OTHERS[name]}: it is not part of the lane.`);
  const set = annotations.get('limit-burst-multiplier');
  const multiplier = set === undefined ? DEFAULT_MULTIPLIER : countAt(set, 'limit-burst-multiplier', findings);
  const exempt = ['limit-whitelist', 'limit-allowlist'].find((name) => annotations.has(name));
  for (const [name, unit] of UNITS) {
    const tree = annotations.get(name);
    const count = tree === undefined ? null : countAt(tree, name, findings);
    if (tree === undefined || count === null || multiplier === null) continue;
    const policy = policyOfFraction(count, unit, findings.keepT);
    if (policy === null) findings.problem(tree.line, 'No n and T that a lane can have give this rate.');
    else
      findings.limit(
        tree.line,
        `${name} ${count}, burst ${count * multiplier}${owner === undefined ? '' : `, of ${brief(owner)}`}`,
        { ...policy, capacity: null },
        { burst: count * multiplier, delay: 'none' },
        [
          set === undefined && `limit-burst-multiplier is left out: it is ${DEFAULT_MULTIPLIER}.`,
          exempt !== undefined && `Addresses in ${exempt} are not limited; in the lane all are.`,
        ],
        // Both are of the same locations.
        { group: `annotations at line ${Math.min(...[...annotations.values()].map(({ line }) => line))}` },
      );
  }
}

/** A whole number from 1; null for anything else, which is said. */
function countAt(tree: Tree, name: string, findings: Findings): number | null {
  const count = numberAt(tree, name, tree.line, findings);
  if (count === null || (Number.isInteger(count) && count > 0)) return count;
  findings.problem(tree.line, `${name} is ${count}: only a whole number from 1 is understood.`);
  return null;
}
