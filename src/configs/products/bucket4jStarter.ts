/** The starter of Bucket4j for Spring Boot, which builds its bandwidths from settings in YAML or properties. */
import type { Options } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { microsOf } from '../text/durations.ts';
import { parseYamlOrProperties, partsOf, textOf, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt } from '../values.ts';

/** A key of YAML or of properties. */
export const STARTER_SIGN = /^[ \t]{0,99}(?:- )?[\w.[\]-]{0,200}\bbandwidths\b[\w.[\]-]{0,99}[ \t]{0,9}[:=]/m;

/** A bandwidth and its setting: `bucket4j.filters[0].rate-limits[0].bandwidths[0].capacity`, or with dots for the brackets. */
const SETTING = /^(.{0,300}\brate-?limits[.[\d\]]+)\.(?:(bandwidths[.[\d\]]+)\.([\w-]+)|(cache-?key))$/i;
const READ = ['capacity', 'refill-capacity', 'time', 'unit', 'refill-speed', 'initial-capacity'];

interface RateLimit {
  readonly bandwidths: Map<string, Map<string, Tree>>;
  cacheKey?: string;
}

export function readStarter(text: string, findings: Findings): void {
  const rateLimits = new Map<string, RateLimit>();
  for (const { path, tree } of partsOf(parseYamlOrProperties(text, findings))) {
    if (tree.fields !== null || tree.items !== null) continue;
    const [, place, bandwidth, setting = '', key] = SETTING.exec(path.join('.')) ?? [];
    if (place === undefined) continue;
    const rateLimit = rateLimits.get(place) ?? { bandwidths: new Map<string, Map<string, Tree>>() };
    rateLimits.set(place, rateLimit);
    if (key !== undefined) rateLimit.cacheKey = textOf(tree) ?? '';
    if (bandwidth === undefined) continue;
    const settings = rateLimit.bandwidths.get(bandwidth) ?? new Map<string, Tree>();
    rateLimit.bandwidths.set(bandwidth, settings.set(setting.replaceAll('-', '').toLowerCase(), tree));
    checkNames([[setting, tree]], 'a bandwidth', READ, /^id$/, findings);
  }
  for (const { cacheKey, bandwidths } of rateLimits.values()) {
    // A bucket takes tokens from all its bandwidths.
    const group = `bandwidths at line ${Math.min(...[...bandwidths.values()].map(lineOf))}`;
    for (const settings of bandwidths.values()) readBandwidth(settings, cacheKey, group, findings);
  }
}

const lineOf = (settings: ReadonlyMap<string, Tree>): number =>
  Math.min(...[...settings.values()].map(({ line }) => line));

function readBandwidth(
  settings: ReadonlyMap<string, Tree>,
  cacheKey: string | undefined,
  group: string,
  findings: Findings,
): void {
  const line = lineOf(settings);
  const capacity = numberAt(settings.get('capacity'), 'capacity', line, findings);
  const n = numberAt(settings.get('refillcapacity'), 'refill-capacity', line, findings, capacity ?? undefined);
  const time = numberAt(settings.get('time'), 'time', line, findings);
  const unit = textOf(settings.get('unit')) ?? '';
  const T = time === null ? null : microsOf(time, UNITS[unit.toLowerCase()] ?? unit.toLowerCase());
  if (time !== null && T === null)
    findings.problem(
      settings.get('unit')?.line ?? line,
      `unit is ${brief(unit || 'missing')}, which is no unit of time.`,
    );
  const speed = (textOf(settings.get('refillspeed')) ?? 'greedy').toLowerCase();
  const initial = settings.get('initialcapacity');
  const initialTokens = initial === undefined ? 'capacity' : numberAt(initial, 'initial-capacity', line, findings);
  if (capacity === null || n === null || T === null || initialTokens === null) return;
  // A key that is an expression names the client; one is for all where it is left out.
  const isOfEach = cacheKey !== undefined && !/^['"]?\w*['"]?$/.test(cacheKey);
  const options: Options = {
    precision: 'milliseconds',
    refill: speed.startsWith('interval') ? 'intervally' : 'greedy',
    initialTokens,
  };
  findings.limit(
    line,
    `capacity ${capacity}, ${n} per ${time} ${unit}`,
    { n, T, capacity },
    options,
    [
      cacheKey === undefined && 'cache-key is left out: all requests share the bucket.',
      isOfEach && `It counts by ${brief(cacheKey)}; the lane counts for each client.`,
    ],
    { key: isOfEach ? 'each' : 'all', group },
  );
}

/** Of Java’s ChronoUnit, besides those that durations have anyway. */
const UNITS: Readonly<Record<string, string>> = { millis: 'ms', micros: 'us', nanos: 'ns' };
