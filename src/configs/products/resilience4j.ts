/** resilience4j's rate limiters in an application's YAML or properties. */
import { MILLISECOND, microsFromSeconds, SECOND, secondsFromMicros } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { durationText } from '../text/durations.ts';
import { parseYamlOrProperties, partsOf, type Tree } from '../text/tree.ts';
import { checkNames, numberAt, timeAt } from '../values.ts';

const SETTING = /resilience4j\.ratelimiter\.(?:instances|limiters|backends|configs)\.(.+)\.([\w-]+)$/i;

const READ = ['limitForPeriod', 'limitRefreshPeriod', 'timeoutDuration'];
const OTHERS =
  /^(baseconfig|registerhealthindicator|allowhealthindicatortofail|subscribeforevents|eventconsumerbuffersize|writablestacktraceenabled)$/;

export const resilience4j: ConfigProduct = {
  id: 'resilience4j',
  aliases: [],
  fileName: 'application.yaml',
  language: 'yaml',
  sign: /limit-?(for-?period|refresh-?period)/i,
  understands: 'instances of resilience4j.ratelimiter, in YAML or properties',
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
    const limits = new Map<string, Map<string, Tree>>();
    for (const { path, tree } of partsOf(parseYamlOrProperties(text, findings))) {
      if (tree.fields !== null || tree.items !== null) continue;
      const [, name = '', setting = ''] = SETTING.exec(path.join('.').replace(/rate-limiter/i, 'ratelimiter')) ?? [];
      if (name === '') continue;
      const settings = limits.get(name) ?? new Map<string, Tree>();
      limits.set(name, settings.set(setting.replaceAll('-', '').toLowerCase(), tree));
      checkNames([[setting, tree]], 'a rate limiter', READ, OTHERS, findings);
    }
    for (const [name, settings] of limits) readLimit(name, settings, findings);
  },
};

function readLimit(name: string, settings: ReadonlyMap<string, Tree>, findings: Findings): void {
  const line = Math.min(...[...settings.values()].map((tree) => tree.line));
  const base = settings.get('baseconfig');
  if (base !== undefined)
    findings.problem(base.line, `${name} takes the rest from another config, which is not followed.`);
  const hasBase = base !== undefined && (!settings.has('limitforperiod') || !settings.has('limitrefreshperiod'));
  if (hasBase) return;
  const n = numberAt(settings.get('limitforperiod'), 'limitForPeriod', line, findings, 50);
  const T = timeAt(settings.get('limitrefreshperiod'), 'limitRefreshPeriod', line, MILLISECOND, findings);
  const timeout = timeAt(settings.get('timeoutduration'), 'timeoutDuration', line, MILLISECOND, findings, 5 * SECOND);
  if (n !== null && T !== null && timeout !== null)
    findings.limit(
      settings.get('limitforperiod')?.line ?? line,
      `limitForPeriod ${n}, in ${name}`,
      { n, T, capacity: null },
      { timeoutDuration: secondsFromMicros(timeout) },
      [!settings.has('limitforperiod') && 'limitForPeriod is left out: it is 50.'],
    );
}
