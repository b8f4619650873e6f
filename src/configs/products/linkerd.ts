/** Linkerd’s HTTPLocalRateLimitPolicy: each proxy has limiters of governor, whose burst is a second’s requests. */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { fieldOf, parseYaml, textOf, type Tree } from '../text/tree.ts';
import { numberAt } from '../values.ts';

export const LINKERD_SIGN = /\bHTTPLocalRateLimitPolicy\b/;

export function readLinkerd(text: string, findings: Findings): void {
  for (const document of parseYaml(text, findings)) {
    if (textOf(fieldOf(document, 'kind')) !== 'HTTPLocalRateLimitPolicy') continue;
    const spec = fieldOf(document, 'spec');
    const total = fieldOf(spec, 'total');
    const identity = fieldOf(spec, 'identity');
    if (total !== undefined) add(total, 'total', 'all', [], findings);
    if (identity !== undefined)
      add(
        identity,
        'identity',
        'each',
        [total !== undefined && 'A request that it refuses has been charged to total.'],
        findings,
      );
    for (const override of fieldOf(spec, 'overrides')?.items ?? []) {
      add(override, 'overrides', 'all', [], findings, true);
    }
  }
}

function add(
  tree: Tree,
  place: string,
  key: 'each' | 'all',
  notes: readonly (string | false)[],
  findings: Findings,
  isException = false,
): void {
  const n = numberAt(fieldOf(tree, 'requestsPerSecond'), 'requestsPerSecond', tree.line, findings);
  const what = `requestsPerSecond ${n}, of ${place}`;
  if (n !== null) findings.limit(tree.line, what, { n, T: SECOND, capacity: n }, {}, notes, { key, isException });
}
