/** Envoy's rate limit service: descriptors with requests_per_unit. */
import { DAY, type Duration } from '../../sim/index.ts';
import type { ConfigLane, ConfigProduct } from '../product.ts';
import { NAMED_UNITS } from '../text/durations.ts';
import { fieldOf, parseYaml, partsOf, saidIn, textOf, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt } from '../values.ts';
import { lookUp } from '../text/lookUp.ts';
import { GATEWAY_SIGN, readGatewayRules } from './envoyGateway.ts';

const UNITS: Readonly<Record<string, Duration>> = {
  ...NAMED_UNITS,
  week: 7 * DAY,
  month: 30 * DAY,
};

const DESCRIPTOR = ['key', 'value', 'rate_limit', 'shadow_mode', 'descriptors'];

/** @param mode further lines of the descriptor */
function descriptors({ policy: { n, T }, key }: ConfigLane, mode: string): string {
  const unit = Object.keys(UNITS).find((name) => UNITS[name] === T) ?? 'second';
  return (
    `domain: api\ndescriptors:\n  - key: ${key === 'all' ? 'generic_key\n    value: all' : 'remote_address'}\n` +
    `    rate_limit:\n      unit: ${unit}\n      requests_per_unit: ${n}\n${mode}`
  );
}

export const envoyRatelimit: ConfigProduct = {
  id: 'envoy-ratelimit',
  aliases: [],
  fileName: 'ratelimit.yaml',
  language: 'yaml',
  sign: new RegExp(`\\brequests_per_unit\\b|${GATEWAY_SIGN.source}`, 'i'),
  understands:
    'descriptors with requests_per_unit, in YAML or JSON, and rateLimit.global of a BackendTrafficPolicy of Envoy Gateway',
  sharesLimits: true,
  timeGrid: { spans: Object.values(UNITS) },
  print: (lane) => descriptors(lane, ''),
  read(text, findings) {
    for (const part of partsOf(parseYaml(text, findings))) {
      readGatewayRules(part, 'global', findings);
      const { path, within, tree } = part;
      const limit = fieldOf(tree, 'rate_limit');
      if (limit?.fields === null || limit === undefined) continue;
      // Envoy Gateway's has rules in it.
      if (fieldOf(limit, 'global') !== undefined || fieldOf(limit, 'local') !== undefined) continue;
      if (textOf(fieldOf(limit, 'unlimited')) === 'true') continue;
      const { line } = limit;
      checkNames(tree.fields ?? [], 'a descriptor', DESCRIPTOR, /^(detailedmetric|valuetometric)$/, findings);
      checkNames(limit.fields, 'rate_limit', ['unit', 'requests_per_unit'], /^(name|replaces|unlimited)$/, findings);
      const n = numberAt(fieldOf(limit, 'requests_per_unit'), 'requests_per_unit', line, findings);
      const unit = fieldOf(limit, 'unit');
      const T = lookUp(UNITS, (textOf(unit) ?? '').toLowerCase());
      if (T === undefined)
        findings.problem(
          unit?.line ?? line,
          `unit is ${unit === undefined ? 'missing' : brief(saidIn(unit))}: a lane has second, minute, hour, day, week or month.`,
        );
      if (n === null || T === undefined) continue;
      const names = [fieldOf(tree, 'key'), fieldOf(tree, 'value')].flatMap((one) => textOf(one) ?? []);
      const isNested = path.filter((key) => key === 'descriptors').length > 1;
      const counted = countedKeys([...within, tree]);
      const isOfAddress = counted.length === 0 || counted.some((key) => key.endsWith('remote_address'));
      findings.limit(
        line,
        `${n} per ${textOf(unit)}${names.length === 0 ? '' : `, for ${names.join(' = ')}`}${isNested ? ', within another descriptor' : ''}`,
        { n, T, capacity: null },
        {},
        [
          textOf(fieldOf(tree, 'shadow_mode')) === 'true' && 'It is in shadow mode: nothing is refused.',
          !isOfAddress && `It counts for each ${counted.join(' and ')}; the lane counts for each client.`,
        ],
        { key: counted.length === 0 ? 'all' : 'each' },
      );
    }
  },
  dryRun: {
    print: (lane) => descriptors(lane, '    shadow_mode: true\n'),
    collect: 'The counter ratelimit.service.rate_limit.api.remote_address.shadow_mode of the service.',
    comparison:
      'Refused requests also count when the limit is enforced, so the windows count the same. Only clients behave differently: ' +
      'nobody retries after a refusal.',
  },
};

/** The keys of a chain of descriptors that have no value, or one with a wildcard: each of their values is counted apart. */
function countedKeys(chain: readonly Tree[]): readonly string[] {
  return chain.flatMap((tree) => {
    const [key, value] = [textOf(fieldOf(tree, 'key')), textOf(fieldOf(tree, 'value')) ?? ''];
    return key !== undefined && (value === '' || value.endsWith('*')) ? [brief(key)] : [];
  });
}
