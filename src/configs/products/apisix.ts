/** The limit-count plugin of APISIX, in JSON or YAML. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import { lookUp } from '../text/lookUp.ts';
import { fieldOf, parseJson, partsOf, textOf, type Located, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt, timeAt } from '../values.ts';

/** Other plugins that limit. */
const OTHERS: Readonly<Record<string, string>> = {
  'limit-req': 'delays and refuses by a leaky bucket',
  'limit-conn': 'limits requests at the same time',
};
const READ = ['count', 'time_window', 'window_type', 'key', 'key_type'];
const OTHER_FIELDS =
  /^(rejectedcode|rejectedmsg|policy|allowdegradation|showlimitquotaheader|group|meta|disable|syncinterval|(limit|remaining|reset)header|redis.*|sentinel.*)$/;
/** Variables that are the same whoever asks. */
const OF_NO_CLIENT = /^(server_\w+|hostname|host|scheme|route_id|service_id)$/;

/** A plugin by its name: before its settings, beside them in a resource of Kubernetes, or before them in a list of workflow. */
function pluginAt({ path, tree }: Located) {
  const config = fieldOf(tree, 'config');
  const name = textOf(fieldOf(tree, 'name'));
  const isOff =
    textOf(fieldOf(tree, 'enable')) === 'false' &&
    'enable is false: the plugin is off and refuses nothing; the lane refuses.';
  if (config !== undefined && name !== undefined) return { plugin: name, tree: config, notes: [isOff] };
  const [first, second] = tree.items ?? [];
  if (first !== undefined && second !== undefined && path.includes('actions'))
    return { plugin: textOf(first) ?? '', tree: second, notes: [OF_WORKFLOW] };
  return { plugin: path.at(-1) ?? '', tree, notes: [] };
}

const OF_WORKFLOW = 'It is an action of workflow: it limits only the requests of its case; the lane limits all.';

function isShared(tree: Tree): boolean {
  return (
    textOf(fieldOf(tree, 'key_type')) === 'constant' || OF_NO_CLIENT.test(textOf(fieldOf(tree, 'key')) ?? 'remote_addr')
  );
}

export const apisix: ConfigProduct = {
  id: 'apisix-limit-count',
  aliases: ['apisix'],
  fileName: 'limit-count.json',
  language: 'json',
  sign: /\blimit-count\b|^[ \t]*["']?limit-(req|conn)["']?\s*:/m,
  understands: 'the settings of limit-count, in JSON or YAML',
  timeGrid: { unit: SECOND },
  sharesLimits: true,
  print: ({ policy: { n, T }, options, key }) =>
    `"limit-count": {\n  "count": ${n},\n  "time_window": ${secondsText(T)},\n  "window_type": "${options['windowType']}",\n` +
    `${key === 'all' ? '  "key_type": "constant",\n  "key": "all"' : '  "key": "remote_addr"'},\n` +
    '  "policy": "local",\n  "rejected_code": 429\n}\n',
  read(text, findings) {
    for (const part of partsOf(parseJson(text, findings))) {
      const { plugin, tree, notes } = pluginAt(part);
      const { line } = tree;
      if (tree.fields === null) continue;
      const other = lookUp(OTHERS, plugin);
      if (other !== undefined) findings.problem(line, `${plugin} ${other}: it is not part of the lane.`);
      if (plugin !== 'limit-count') continue;
      const rules = fieldOf(tree, 'rules');
      if (rules !== undefined) {
        findings.problem(rules.line, 'rules is in the place of count and time_window, and not read.');
        continue;
      }
      checkNames(tree.fields, 'limit-count', READ, OTHER_FIELDS, findings);
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
        findings.limit(
          line,
          `count ${n}, time_window ${T / SECOND}`,
          { n, T, capacity: null },
          { windowType: type },
          [
            policy !== 'local' && `Its policy is ${policy}: the lane counts as policy local does, in one node.`,
            textOf(fieldOf(fieldOf(tree, '_meta'), 'disable')) === 'true' &&
              'disable is true: the plugin is off and refuses nothing; the lane refuses.',
            ...notes,
          ],
          { key: isShared(tree) ? 'all' : 'each' },
        );
    }
  },
};
