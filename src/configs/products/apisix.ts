/** The limit-count plugin of APISIX, in JSON or YAML. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import { fieldOf, parseJson, partsOf, textOf } from '../text/tree.ts';
import { brief, numberAt, timeAt } from '../values.ts';

export const apisix: ConfigProduct = {
  id: 'apisix-limit-count',
  aliases: ['apisix'],
  fileName: 'limit-count.json',
  language: 'json',
  sign: /\blimit-count\b/,
  timeGrid: { unit: SECOND },
  print: ({ policy: { n, T }, options }) =>
    `"limit-count": {\n  "count": ${n},\n  "time_window": ${secondsText(T)},\n  "window_type": "${options['windowType']}",\n` +
    '  "key": "remote_addr",\n  "policy": "local",\n  "rejected_code": 429\n}\n',
  read(text, findings) {
    for (const { path, tree } of partsOf(parseJson(text, findings))) {
      if (path.at(-1) !== 'limit-count' || tree.fields === null) continue;
      const { line } = tree;
      const n = numberAt(fieldOf(tree, 'count'), 'count', line, findings);
      const T = timeAt(fieldOf(tree, 'time_window'), 'time_window', line, SECOND, findings);
      const type = textOf(fieldOf(tree, 'window_type')) ?? 'fixed';
      const policy = textOf(fieldOf(tree, 'policy')) ?? 'local';
      if (type !== 'fixed' && type !== 'sliding')
        findings.problem(
          fieldOf(tree, 'window_type')?.line ?? line,
          `window_type is ${brief(type)}: a lane has fixed and sliding.`,
        );
      else if (n !== null && T !== null)
        findings.limit(line, `count ${n}, time_window ${T / SECOND}`, { n, T, capacity: null }, { windowType: type }, [
          policy !== 'local' && `Its policy is ${policy}: the lane counts as policy local does, in one node.`,
          textOf(fieldOf(fieldOf(tree, '_meta'), 'disable')) === 'true' &&
            'disable is true: the plugin is off and refuses nothing; the lane refuses.',
        ]);
    }
  },
};
