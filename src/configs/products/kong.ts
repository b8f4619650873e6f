/** Kong's rate-limiting plugin in a declarative config. */
import { DAY, SECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { CannotPrintError, type ConfigLane, type ConfigProduct } from '../product.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import { lookUp } from '../text/lookUp.ts';
import { bodiesIn, fieldsOfCommands } from '../text/shell.ts';
import { fieldOf, parseYaml, partsOf, textOf, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt } from '../values.ts';

const PERIODS: Readonly<Record<string, Duration>> = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY };

/** Other plugins that limit. */
const OTHERS: Readonly<Record<string, string>> = {
  'rate-limiting-advanced': 'follows another rule, which is not among the lanes',
  'response-ratelimiting': 'counts what responses say: it is not part of the lane',
};

function periodOf({ policy: { T } }: ConfigLane): string {
  return Object.keys(PERIODS).find((name) => PERIODS[name] === T) ?? 'second';
}

/** By the consumer, if it is left out. */
function limitBy(lanes: readonly ConfigLane[]): string {
  const shared = lanes.filter(({ key }) => key === 'all').length;
  if (shared > 0 && shared < lanes.length)
    throw new CannotPrintError('Kong counts all periods of a plugin by one key, and the limits have two.');
  return shared > 0 ? '      limit_by: service\n' : '';
}

function pluginText(lanes: readonly ConfigLane[]): string {
  const limits = lanes.map((lane) => `      ${periodOf(lane)}: ${lane.policy.n}\n`).join('');
  return `plugins:\n  - name: rate-limiting\n    config:\n${limits}${limitBy(lanes)}      policy: local\n`;
}

export const kong: ConfigProduct = {
  id: 'kong',
  aliases: [],
  fileName: 'kong.yaml',
  language: 'yaml',
  sign: /(name|plugin)["']?[:=]\s*["']?(response-)?rate-?limiting\b/,
  understands: 'plugins of the name rate-limiting, in YAML or JSON, or in commands for the Admin API',
  sharesLimits: true,
  timeGrid: { spans: Object.values(PERIODS) },
  print: (lane) => pluginText([lane]),
  // It reads the counts of all periods first, and adds to them once every one admits the request.
  stack: {
    charge: 'together',
    print(lanes) {
      const twice = lanes.find(({ policy: { T } }, index) => lanes.findIndex((one) => one.policy.T === T) !== index);
      if (twice !== undefined)
        throw new CannotPrintError(`Kong takes one limit a ${periodOf(twice)}, and there are several.`);
      return pluginText(lanes);
    },
  },
  notes: ({ key }) =>
    key === 'all' ? ['limit_by: service keeps one count for each service, also as a global plugin.'] : [],
  read(text, findings) {
    for (const plugin of pluginsInCommands(text)) readPlugin(plugin, '', findings);
    if (COMMAND.test(text) && bodiesIn(text).length === 0) return;
    for (const { path, tree } of partsOf(parseYaml(text, findings))) {
      // A KongPlugin of Kubernetes has it in a field of its own.
      const resource = textOf(fieldOf(tree, 'plugin'));
      const name = resource ?? textOf(fieldOf(tree, 'name')) ?? '';
      const other = lookUp(OTHERS, name);
      if (other !== undefined) findings.problem(tree.line, `${name} ${other}.`);
      if (name !== 'rate-limiting') continue;
      const keys = path.filter((key) => !/^\d+$/.test(key));
      const owner =
        resource === undefined ? (keys.at(-2) ?? '') : (textOf(fieldOf(fieldOf(tree, 'metadata'), 'name')) ?? '');
      readPlugin(tree, owner, findings);
    }
  },
};

const COMMAND = /\bname=["']?rate-limiting\b/;

/** `--data name=rate-limiting --data config.minute=5`, or the same words of HTTPie. */
function pluginsInCommands(text: string): readonly Tree[] {
  const leaf = ({ line, value }: { readonly line: number; readonly value: string }): Tree => ({ line, value, fields: null, items: null }); // prettier-ignore
  return fieldsOfCommands(text).flatMap((words) => {
    const name = words.get('name');
    if (name?.value !== 'rate-limiting') return [];
    // `config.minute`, or as a form has it, `config[minute]`.
    const settings = [...words].flatMap(([key, word]) => {
      const setting = /^config(?:\.(.*)|\[(.*)\])$/.exec(key);
      return setting === null ? [] : [[setting[1] ?? setting[2]!, leaf(word)] as const];
    });
    const config = new Map(settings);
    const enabled = words.get('enabled');
    return [
      {
        line: name.line,
        value: null,
        items: null,
        fields: new Map<string, Tree>([
          ['config', { line: name.line, value: null, fields: config, items: null }],
          ...(enabled === undefined ? [] : [['enabled', leaf(enabled)] as const]),
        ]),
      },
    ];
  });
}

const OTHER_FIELDS =
  /^(month|year|headername|path|faulttolerant|hideclientheaders|errorcode|errormessage|syncrate|throttling|lockdictionaryname|redis.*)$/;
const KEYS = ['consumer', 'credential', 'ip', 'service', 'header', 'path', 'consumer-group'];

function readPlugin(tree: Tree, owner: string, findings: Findings): void {
  const config = fieldOf(tree, 'config');
  checkNames(
    config?.fields ?? [],
    'rate-limiting',
    [...Object.keys(PERIODS), 'limit_by', 'policy'],
    OTHER_FIELDS,
    findings,
  );
  const policy = textOf(fieldOf(config, 'policy')) ?? 'local';
  const by = textOf(fieldOf(config, 'limit_by')) ?? 'consumer';
  if (!KEYS.includes(by))
    findings.problem(
      fieldOf(config, 'limit_by')?.line ?? tree.line,
      `limit_by is ${brief(by)}: it may be ${KEYS.slice(0, -1).join(', ')} or ${KEYS.at(-1)}.`,
    );
  const isOff =
    textOf(fieldOf(tree, 'enabled')) === 'false'
      ? 'enabled is false'
      : textOf(fieldOf(tree, 'disabled')) === 'true' && 'disabled is true';
  for (const [period, setting] of config?.fields ?? []) {
    const T = lookUp(PERIODS, period);
    if (period === 'month' || period === 'year')
      findings.problem(setting.line, `${period} is the calendar’s, which a lane does not have.`);
    if (T === undefined || setting.value === null) continue;
    const n = numberAt(setting, period, setting.line, findings);
    if (n === null) continue;
    findings.limit(
      setting.line,
      `${n} per ${period}${owner === '' ? '' : `, of ${brief(owner)}`}`,
      { n, T, capacity: null },
      {},
      [
        policy !== 'local' && `Its policy is ${policy}: the lane counts as policy local does, in one node.`,
        isOff && `${isOff}: the plugin is off and refuses nothing; the lane refuses.`,
      ],
      // A service and a path have one count, whoever asks.
      { group: `plugin at line ${tree.line}`, key: by === 'service' || by === 'path' ? 'all' : 'each' },
    );
  }
}
