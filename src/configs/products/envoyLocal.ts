/** Envoy's local rate limit: a token bucket in the filter's settings. */
import { MILLISECOND, SECOND } from '../../sim/index.ts';
import type { ConfigLane, ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import { fieldOf, parseYaml, partsOf } from '../text/tree.ts';
import { numberAt, timeAt } from '../values.ts';

function bucket({ policy: { n, T, capacity } }: ConfigLane): string {
  return `token_bucket:\n  max_tokens: ${capacity}\n  tokens_per_fill: ${n}\n  fill_interval: ${secondsText(T)}s\n`;
}

export const envoyLocal: ConfigProduct = {
  id: 'envoy-local',
  aliases: ['envoy'],
  fileName: 'envoy.yaml',
  language: 'yaml',
  sign: /\b(token_?bucket|max_tokens)\b/i,
  timeGrid: { unit: MILLISECOND, least: 50 * MILLISECOND },
  print: bucket,
  notes: () => [
    'filter_enabled and filter_enforced default to 0 %: set both to 100 %.',
    'Releases before July 2024 fill the bucket by a timer, later ones evenly: the text does not say which.',
  ],
  read(text, findings) {
    for (const { path, tree } of partsOf(parseYaml(text, findings))) {
      const max = fieldOf(tree, 'max_tokens');
      if (max === undefined) continue;
      const { line } = tree;
      const capacity = numberAt(max, 'max_tokens', line, findings);
      const n = numberAt(fieldOf(tree, 'tokens_per_fill'), 'tokens_per_fill', line, findings, 1);
      const T = timeAt(fieldOf(tree, 'fill_interval'), 'fill_interval', line, null, findings);
      if (capacity === null || n === null || T === null) continue;
      const place = path
        .filter((key) => !/^\d+$/.test(key))
        .slice(-3)
        .join('.');
      const what = `${place === '' ? 'token_bucket' : place}: ${n} per ${T / SECOND} s, max_tokens ${capacity}`;
      findings.limit(line, what, { n, T, capacity });
    }
  },
  dryRun: {
    print: (lane) =>
      `stat_prefix: limit\n${bucket(lane)}` +
      'filter_enabled:\n  default_value: { numerator: 100, denominator: HUNDRED }\n' +
      'filter_enforced:\n  default_value: { numerator: 0, denominator: HUNDRED }\n',
    collect: 'The counter limit.http_local_rate_limit.rate_limited, which counts what found no token, enforced or not.',
    comparison:
      'The dry run spends the bucket as enforcing it would, so the counter shows what would be refused. Only ' +
      'clients behave differently: nobody retries after a refusal.',
  },
};
