/** Kong's rate-limiting plugin in a declarative config. */
import { DAY, SECOND, type Duration } from '../../sim/index.ts';
import { CannotPrintError, type ConfigLane, type ConfigProduct } from '../product.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import { fieldOf, parseYaml, partsOf, textOf } from '../text/tree.ts';
import { numberAt } from '../values.ts';
import { lookUp } from '../text/lookUp.ts';

const PERIODS: Readonly<Record<string, Duration>> = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY };

function periodOf({ policy: { T } }: ConfigLane): string {
  return Object.keys(PERIODS).find((name) => PERIODS[name] === T) ?? 'second';
}

function pluginText(lanes: readonly ConfigLane[]): string {
  const limits = lanes.map((lane) => `      ${periodOf(lane)}: ${lane.policy.n}\n`).join('');
  return `plugins:\n  - name: rate-limiting\n    config:\n${limits}      policy: local\n`;
}

export const kong: ConfigProduct = {
  id: 'kong',
  aliases: [],
  fileName: 'kong.yaml',
  language: 'yaml',
  sign: /name["']?:\s*["']?rate-limiting\b/,
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
  read(text, findings) {
    for (const { path, tree } of partsOf(parseYaml(text, findings))) {
      const name = textOf(fieldOf(tree, 'name'));
      if (name === 'rate-limiting-advanced')
        findings.problem(tree.line, 'rate-limiting-advanced follows another rule, which is not among the lanes.');
      if (name !== 'rate-limiting') continue;
      const config = fieldOf(tree, 'config');
      const policy = textOf(fieldOf(config, 'policy')) ?? 'local';
      const owner = path
        .filter((key) => !/^\d+$/.test(key))
        .slice(-2, -1)
        .join('');
      const place = owner === '' ? '' : `, of ${owner}`;
      for (const [period, setting] of config?.fields ?? []) {
        const T = lookUp(PERIODS, period);
        if (period === 'month' || period === 'year')
          findings.problem(setting.line, `${period} is the calendar’s, which a lane does not have.`);
        if (T === undefined || setting.value === null) continue;
        const n = numberAt(setting, period, setting.line, findings);
        if (n === null) continue;
        const shared =
          policy !== 'local' && `Its policy is ${policy}: the lane counts as policy local does, in one node.`;
        const isOff =
          textOf(fieldOf(tree, 'enabled')) === 'false' &&
          'enabled is false: the plugin is off and refuses nothing; the lane refuses.';
        const group = `plugin at line ${tree.line}`;
        findings.limit(setting.line, `${n} per ${period}${place}`, { n, T, capacity: null }, {}, [shared, isOff], {
          group,
        });
      }
    }
  },
};
