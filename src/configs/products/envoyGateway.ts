/** BackendTrafficPolicy of Envoy Gateway, a resource of Kubernetes that becomes limits of Envoy. */
import { DAY, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { NAMED_UNITS } from '../text/durations.ts';
import { lookUp } from '../text/lookUp.ts';
import { fieldOf, saidIn, sameName, textOf, type Located, type Tree } from '../text/tree.ts';
import { brief, numberAt } from '../values.ts';
import { limitsOnly } from '../commonNotes.ts';

export const GATEWAY_SIGN = /\bBackendTrafficPolicy\b/;

const UNITS: Readonly<Record<string, Duration>> = {
  ...NAMED_UNITS,
  month: 30 * DAY,
};

/** The rules of `rateLimit.global`, which Envoy’s rate limit service counts, or of `rateLimit.local`, each with a bucket in Envoy. */
export function readGatewayRules({ path, within, tree }: Located, kind: 'global' | 'local', findings: Findings): void {
  const isRules = sameName(path.at(-1) ?? '', kind) && sameName(path.at(-2) ?? '', 'rateLimit');
  if (!isRules) return;
  const type = textOf(fieldOf(within.at(-1), 'type'));
  if (type !== undefined && !sameName(type, kind)) return;
  for (const rule of fieldOf(tree, 'rules')?.items ?? []) {
    const limit = fieldOf(rule, 'limit');
    const line = (limit ?? rule).line;
    const n = numberAt(fieldOf(limit, 'requests'), 'requests', line, findings);
    const T = unitAt(limit, line, findings);
    if (n === null || T === null) continue;
    const { isOfAll, isOfEach } = selectedBy(rule);
    findings.limit(
      line,
      `${n} per ${textOf(fieldOf(limit, 'unit'))}, of rateLimit.${kind}`,
      { n, T, capacity: kind === 'local' ? n : null },
      {},
      [
        !isOfAll && limitsOnly('requests that its clientSelectors select'),
        textOf(fieldOf(rule, 'shadowMode')) === 'true' && 'It is in shadow mode: nothing is refused.',
        fieldOf(rule, 'cost') !== undefined &&
          'Its cost decides how much a request counts; in the lane it is the cost of a request.',
      ],
      { key: isOfEach ? 'each' : 'all' },
    );
  }
}

function unitAt(tree: Tree | undefined, line: number, findings: Findings): Duration | null {
  const unit = fieldOf(tree, 'unit');
  const T = lookUp(UNITS, (textOf(unit) ?? '').toLowerCase());
  if (T !== undefined) return T;
  const said = unit === undefined ? 'missing' : brief(saidIn(unit));
  findings.problem(unit?.line ?? line, `unit is ${said}: a lane has second, minute, hour, day or month.`);
  return null;
}

/** Whether a rule is of all requests, and whether it counts each value of what it selects by apart. */
function selectedBy(rule: Tree): { readonly isOfAll: boolean; readonly isOfEach: boolean } {
  const selectors = fieldOf(rule, 'clientSelectors')?.items ?? [];
  const parts = selectors.flatMap(({ fields }) => [...(fields ?? [])]);
  const isAnyAddress = ([name, tree]: readonly [string, Tree]): boolean =>
    name === 'sourceCIDR' && /^(0\.0\.0\.0|::)\/0$/.test(textOf(fieldOf(tree, 'value')) ?? '');
  const matches = parts.flatMap(([, tree]) => tree.items ?? [tree]);
  return {
    isOfAll: parts.every(isAnyAddress),
    isOfEach: matches.some((match) => textOf(fieldOf(match, 'type')) === 'Distinct'),
  };
}
