/** resilience4j's rate limiters in an application's YAML or properties. */
import { MILLISECOND, microsFromSeconds, SECOND, secondsFromMicros } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { durationText } from '../text/durations.ts';
import { chainOf, pathOf } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { addSetting, springSettingsIn, type SpringSettings } from '../text/spring.ts';
import { textOf, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt, numberIn, timeAt, timeIn } from '../values.ts';

const SETTING = /resilience4j\.ratelimiter\.(instances|limiters|backends|configs)\.(.+)\.([\w-]+)$/i;
/** The config that an instance without a `baseConfig` takes the rest from, and every other config, too. */
const DEFAULT = 'default';

const READ = ['limitForPeriod', 'limitRefreshPeriod', 'timeoutDuration'];
const OTHERS =
  /^(baseconfig|registerhealthindicator|allowhealthindicatortofail|subscribeforevents|eventconsumerbuffersize|writablestacktraceenabled)$/;

/** In Java or Kotlin. */
const BUILDER = /\bRateLimiterConfig\s{0,9}\.\s{0,9}custom\s{0,9}\(/;

export const resilience4j: ConfigProduct = {
  id: 'resilience4j',
  aliases: [],
  fileName: 'application.yaml',
  language: 'yaml',
  sign: /limit-?(for-?period|refresh-?period)/i,
  understands: 'instances of resilience4j.ratelimiter, in YAML or properties, and RateLimiterConfig.custom() in code',
  codeSign: BUILDER,
  shared: {
    is: 'one limiter for all calls of the instance',
    perClient: 'Code that makes an instance for each client, by its name, limits each of them.',
    isObject: true,
  },
  print: ({ policy: { n, T }, options }) => {
    const timeout = microsFromSeconds(options['timeoutDuration'] as number);
    const units = ['s', 'ms', 'us'];
    return (
      `resilience4j.ratelimiter.instances.api:\n  limitForPeriod: ${n}\n` +
      `  limitRefreshPeriod: ${durationText(T, units)}\n  timeoutDuration: ${durationText(timeout, units)}\n`
    );
  },
  read(text, findings) {
    if (BUILDER.test(text)) {
      readBuilders(text, findings);
      return;
    }
    for (const one of springSettingsIn(text, findings)) readSettings(one, findings);
  },
};

function readSettings({ settings: all, hasOwn, note }: SpringSettings, findings: Findings): void {
  const configs = new Map<string, Settings>();
  const instances = new Map<string, Settings>();
  for (const [path, tree] of all) {
    const [, kind = '', name = '', setting = ''] = SETTING.exec(path.replace(/rate-limiter/i, 'ratelimiter')) ?? [];
    if (name === '') continue;
    addSetting(kind.toLowerCase() === 'configs' ? configs : instances, name, setting, tree);
    checkNames([[setting, tree]], 'a rate limiter', READ, OTHERS, findings);
  }
  // A config is a limiter, too: of each name that no instance has. It need not be whole.
  for (const [name, settings] of [...configs, ...instances]) {
    const isConfig = configs.get(name) === settings;
    const fallback = isConfig ? defaultFor(name) : DEFAULT;
    const whole = completed(settings, fallback, configs).settings;
    if (hasOwn(whole.values()) && (!isConfig || whole.has('limitrefreshperiod')))
      readLimit(name, settings, { fallback, configs, note }, findings);
  }
}

function readBuilders(text: string, findings: Findings): void {
  for (const call of callsIn(text, 'java', ['build'], findings)) {
    const chain = chainOf(call);
    const [first] = chain;
    if (first?.name !== 'custom' || !/\bRateLimiterConfig$/.test(pathOf(first.on))) continue;
    const settings = new Map(chain.map((setter) => [setter.name, setter]));
    const said = (name: string) => settings.get(name)?.args[0];
    const n = numberIn(said('limitForPeriod'), 'limitForPeriod', first.line, findings, 50);
    const T = timeIn(said('limitRefreshPeriod'), 'limitRefreshPeriod', first.line, null, findings);
    const timeout = timeIn(said('timeoutDuration'), 'timeoutDuration', first.line, null, findings, 5 * SECOND);
    if (n !== null && T !== null && timeout !== null)
      findings.limit(
        first.line,
        brief(call.text),
        { n, T, capacity: null },
        { timeoutDuration: secondsFromMicros(timeout) },
        [!settings.has('limitForPeriod') && 'limitForPeriod is left out: it is 50.'],
      );
  }
}

/** By their names in lower case, without dashes. */
type Settings = Map<string, Tree>;

const defaultFor = (config: string) => (config === DEFAULT ? null : DEFAULT);

/** With what the settings take from the configs that they name, or are not asked to name. */
function completed(own: Settings, fallback: string | null, configs: ReadonlyMap<string, Settings>) {
  const settings = new Map(own);
  const seen = new Set<string>();
  let base = textOf(own.get('baseconfig')) ?? fallback;
  while (base !== null && !seen.has(base)) {
    seen.add(base);
    const config = configs.get(base);
    for (const [setting, tree] of config ?? []) if (!settings.has(setting)) settings.set(setting, tree);
    const next = textOf(config?.get('baseconfig'));
    if (config === undefined) return { settings, missing: base === DEFAULT ? null : base };
    base = next ?? defaultFor(base);
  }
  return { settings, missing: null };
}

interface Around {
  /** The config that it has where it names none. */
  readonly fallback: string | null;
  readonly configs: ReadonlyMap<string, Settings>;
  readonly note: string | false;
}

function readLimit(name: string, own: Settings, { fallback, configs, note }: Around, findings: Findings): void {
  const line = Math.min(...[...own.values()].map((tree) => tree.line));
  const { settings, missing } = completed(own, fallback, configs);
  if (missing !== null) {
    findings.problem(
      own.get('baseconfig')?.line ?? line,
      `${name} takes the rest from the config ${brief(missing)}, which is not in this text.`,
    );
    if (!settings.has('limitforperiod') || !settings.has('limitrefreshperiod')) return;
  }
  const n = numberAt(settings.get('limitforperiod'), 'limitForPeriod', line, findings, 50);
  const T = timeAt(settings.get('limitrefreshperiod'), 'limitRefreshPeriod', line, MILLISECOND, findings);
  const timeout = timeAt(settings.get('timeoutduration'), 'timeoutDuration', line, MILLISECOND, findings, 5 * SECOND);
  // Of a config that is not here it is not known.
  const isTimeoutKnown = missing === null || settings.has('timeoutduration');
  if (n !== null && T !== null && timeout !== null)
    findings.limit(
      own.get('limitforperiod')?.line ?? line,
      `limitForPeriod ${n}, in ${name}`,
      { n, T, capacity: null },
      isTimeoutKnown ? { timeoutDuration: secondsFromMicros(timeout) } : {},
      [note, !settings.has('limitforperiod') && 'limitForPeriod is left out: it is 50.'],
    );
}
