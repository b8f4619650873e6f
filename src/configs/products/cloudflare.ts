/** Cloudflare's rate limiting rules, as its API takes them. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { HOUR, MINUTE, secondsText } from '../text/durations.ts';
import { fieldOf, parseJson, partsOf, textOf } from '../text/tree.ts';
import { numberAt, timeAt } from '../values.ts';

export const cloudflare: ConfigProduct = {
  id: 'cloudflare',
  aliases: [],
  fileName: 'rule.json',
  language: 'json',
  sign: /\brequests_per_period\b/,
  timeGrid: { spans: [10 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, HOUR] },
  print: ({ policy: { n, T }, options }) =>
    '"action": "block",\n"ratelimit": {\n  "characteristics": ["cf.colo.id", "ip.src"],\n' +
    `  "period": ${secondsText(T)},\n  "requests_per_period": ${n},\n` +
    `  "mitigation_timeout": ${options['mitigationTimeout']}\n}\n`,
  read(text, findings) {
    for (const { tree } of partsOf(parseJson(text, findings))) {
      const rule = fieldOf(tree, 'ratelimit');
      if (rule === undefined) continue;
      const { line } = rule;
      const n = numberAt(fieldOf(rule, 'requests_per_period'), 'requests_per_period', line, findings);
      const T = timeAt(fieldOf(rule, 'period'), 'period', line, SECOND, findings);
      const timeout = numberAt(fieldOf(rule, 'mitigation_timeout'), 'mitigation_timeout', line, findings, 10);
      const action = textOf(fieldOf(tree, 'action')) ?? 'block';
      if (n !== null && T !== null && timeout !== null)
        findings.limit(line, `${n} per ${T / SECOND} s`, { n, T, capacity: null }, { mitigationTimeout: timeout }, [
          action !== 'block' && `Its action is ${action}: the lane refuses instead.`,
          textOf(fieldOf(tree, 'enabled')) === 'false' &&
            'enabled is false: the rule is off and refuses nothing; the lane refuses.',
        ]);
    }
  },
};
