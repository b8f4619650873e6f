/** The ingress controller of HAProxy Technologies: annotations that it turns into a table of addresses and a rule that denies. */
import { MILLISECOND, SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { fieldOf, partsOf, textOf } from '../text/tree.ts';
import { parseManifests } from '../text/terraform.ts';
import { brief, numberAt, timeAt } from '../values.ts';

const PREFIX = 'haproxy.org/rate-limit-';
export const ANNOTATION_SIGN = /^[^#\n]{0,200}\bhaproxy\.org\/rate-limit-requests\b/m;

export function readHaproxyIngress(text: string, findings: Findings): void {
  for (const { within, tree } of partsOf(parseManifests(text, findings))) {
    const requests = tree.fields?.get(`${PREFIX}requests`);
    if (requests === undefined) continue;
    const owner = textOf(fieldOf(within.at(-1), 'name'));
    const n = numberAt(requests, 'rate-limit-requests', requests.line, findings);
    const period = tree.fields?.get(`${PREFIX}period`);
    const T = timeAt(period, 'rate-limit-period', requests.line, MILLISECOND, findings, SECOND);
    if (n !== null && T !== null)
      findings.limit(
        requests.line,
        `rate-limit-requests ${n}${owner === undefined ? '' : `, of ${brief(owner)}`}`,
        { n, T, capacity: null },
        { expire: 'none' },
        [period === undefined && 'rate-limit-period is left out: it is 1 s.'],
      );
  }
}
