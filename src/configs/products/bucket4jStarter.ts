/** The starter of Bucket4j for Spring Boot, which builds its bandwidths from settings in YAML or properties. */
import type { Options } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { microsOf } from '../text/durations.ts';
import { lookUp } from '../text/lookUp.ts';
import { springSettingsIn, type SpringSettings } from '../text/spring.ts';
import { textOf, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt } from '../values.ts';
import { countsBy } from '../commonNotes.ts';

/** A key of YAML or of properties. */
export const STARTER_SIGN = /^[ \t]{0,99}(?:- )?[\w.[\]-]{0,200}\bbandwidths\b[\w.[\]-]{0,99}[ \t]{0,9}[:=]/m;

/** What a rate limit has, or one of its bandwidths: `bucket4j.filters[0].rate-limits[0].bandwidths[0].capacity`. */
const SETTING = /^(.{0,300}\brate-?limits[.[\d\]]+)\.(?:(bandwidths[.[\d\]]+)\.)?([\w-]+)$/i;
const READ = ['capacity', 'refill-capacity', 'time', 'unit', 'refill-speed', 'initial-capacity'];

type Settings = Map<string, Tree>;

export function readStarter(text: string, findings: Findings): void {
  for (const one of springSettingsIn(text, findings)) readSettings(one, findings);
}

function readSettings({ settings: all, hasOwn, note }: SpringSettings, findings: Findings): void {
  const keys = new Map<string, string>();
  const bandwidths = new Map<string, { readonly rateLimit: string; readonly settings: Settings }>();
  for (const [path, tree] of all) {
    const value = textOf(tree);
    const [place = '', rateLimit, bandwidth, setting = ''] = SETTING.exec(path) ?? [];
    if (rateLimit === undefined || value === undefined) continue;
    // Older releases have an expression.
    if (bandwidth === undefined) {
      if (/^(cache-?key|expression)$/i.test(setting)) keys.set(rateLimit, value);
      continue;
    }
    const name = place.slice(0, -setting.length);
    const { settings } = bandwidths.get(name) ?? { settings: new Map<string, Tree>() };
    bandwidths.set(name, { rateLimit, settings: settings.set(setting.replaceAll('-', '').toLowerCase(), tree) });
    checkNames([[setting, tree]], 'a bandwidth', READ, /^id$/, findings);
  }
  // A bucket takes tokens from all bandwidths of a rate limit.
  const isOff = [...all].some(([path, tree]) => /\bbucket4j\.enabled$/i.test(path) && textOf(tree) === 'false');
  const notes = [note, isOff && 'bucket4j.enabled is false: the filter is off and refuses nothing; the lane refuses.'];
  for (const { rateLimit, settings } of bandwidths.values())
    if (hasOwn(settings.values()))
      readBandwidth(settings, keys.get(rateLimit), { group: `${rateLimit} ${note}`, notes }, findings);
}

interface Place {
  readonly group: string;
  readonly notes: readonly (string | false)[];
}

function readBandwidth(
  settings: Settings,
  cacheKey: string | undefined,
  { group, notes }: Place,
  findings: Findings,
): void {
  const line = Math.min(...[...settings.values()].map((tree) => tree.line));
  const capacity = numberAt(settings.get('capacity'), 'capacity', line, findings);
  const n = numberAt(settings.get('refillcapacity'), 'refill-capacity', line, findings, capacity ?? undefined);
  const time = numberAt(settings.get('time'), 'time', line, findings);
  const unit = textOf(settings.get('unit')) ?? '';
  const T = time === null ? null : microsOf(time, lookUp(UNITS, unit.toLowerCase()) ?? unit.toLowerCase());
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
      ...notes,
      cacheKey === undefined && 'cache-key is left out: all requests share the bucket.',
      isOfEach && countsBy(cacheKey),
    ],
    { key: isOfEach ? 'each' : 'all', group },
  );
}

/** Of Java’s ChronoUnit, besides those that durations have anyway. */
const UNITS: Readonly<Record<string, string>> = { millis: 'ms', micros: 'us', nanos: 'ns' };
