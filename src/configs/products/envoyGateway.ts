/** Resources of Kubernetes that become Envoy’s limits: BackendTrafficPolicy of Envoy Gateway, and HTTPProxy of Contour. */
import { DAY, SECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import { lookUp } from '../text/lookUp.ts';
import { fieldOf, saidIn, sameName, textOf, type Located, type Tree } from '../text/tree.ts';
import { brief, numberAt } from '../values.ts';

export const GATEWAY_SIGN = /\bBackendTrafficPolicy\b/;
export const CONTOUR_SIGN = /\brateLimitPolicy\b/;

const UNITS: Readonly<Record<string, Duration>> = {
  second: SECOND,
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
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
    const { conditions, isOfEach } = selectedBy(rule);
    findings.limit(
      line,
      `${n} per ${textOf(fieldOf(limit, 'unit'))}, of rateLimit.${kind}`,
      { n, T, capacity: kind === 'local' ? n : null },
      {},
      [
        conditions.length > 0 && `It limits only requests with ${brief(conditions.join(', '))}; the lane limits all.`,
        textOf(fieldOf(rule, 'shadowMode')) === 'true' && 'It is in shadow mode: nothing is refused.',
        fieldOf(rule, 'cost') !== undefined &&
          'Its cost decides how much a request counts; in the lane it is the cost of a request.',
      ],
      { key: isOfEach ? 'each' : 'all' },
    );
  }
}

/** Contour hands Envoy a bucket that holds the burst besides the requests of a unit. */
export function readContour({ path, tree }: Located, findings: Findings): void {
  if (!sameName(path.at(-1) ?? '', 'rateLimitPolicy')) return;
  const local = fieldOf(tree, 'local');
  if (local === undefined) return;
  const n = numberAt(fieldOf(local, 'requests'), 'requests', local.line, findings);
  const burst = numberAt(fieldOf(local, 'burst'), 'burst', local.line, findings, 0);
  const T = unitAt(local, local.line, findings);
  if (n === null || burst === null || T === null) return;
  const what = `${n} per ${textOf(fieldOf(local, 'unit'))}, burst ${burst}, of ${path.at(-2) ?? 'rateLimitPolicy'}`;
  findings.limit(local.line, what, { n, T, capacity: n + burst }, {}, [], { key: 'all' });
}

function unitAt(tree: Tree | undefined, line: number, findings: Findings): Duration | null {
  const unit = fieldOf(tree, 'unit');
  const T = lookUp(UNITS, (textOf(unit) ?? '').toLowerCase());
  if (T !== undefined) return T;
  const said = unit === undefined ? 'missing' : brief(saidIn(unit));
  findings.problem(unit?.line ?? line, `unit is ${said}: a lane has second, minute, hour, day or month.`);
  return null;
}

/** Which requests a rule selects, and whether it counts each value of what it selects by apart. */
function selectedBy(rule: Tree): { readonly conditions: readonly string[]; readonly isOfEach: boolean } {
  const conditions: string[] = [];
  let isOfEach = false;
  for (const selector of fieldOf(rule, 'clientSelectors')?.items ?? []) {
    const headers = fieldOf(selector, 'headers')?.items ?? [];
    const range = fieldOf(selector, 'sourceCIDR');
    for (const match of [...headers, ...(range === undefined ? [] : [range])]) {
      const isDistinct = textOf(fieldOf(match, 'type')) === 'Distinct';
      isOfEach ||= isDistinct;
      const value = textOf(fieldOf(match, 'value')) ?? '';
      const isAny = match === range && /^(0\.0\.0\.0|::)\/0$/.test(value);
      const name = textOf(fieldOf(match, 'name')) ?? 'an address in';
      if (!isAny) conditions.push(isDistinct && match !== range ? name : `${name} ${value}`.trim());
    }
    for (const name of ['methods', 'path'])
      if (fieldOf(selector, name) !== undefined) conditions.push(`${name} of their own`);
  }
  return { conditions, isOfEach };
}
