/** RequestRateLimiter of Spring Cloud Gateway: p a second of which a request takes q. YAML or properties. */
import { formatNumber, SECOND, type Policy } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { CannotPrintError, type ConfigProduct } from '../product.ts';
import { greatestCommon, noPolicyText, policyOfFraction } from '../rates.ts';
import { addSetting, springSettingsIn, type SpringSettings } from '../text/spring.ts';
import { textOf, type Tree } from '../text/tree.ts';
import { callsIn } from '../text/source.ts';
import { checkNames, numberAt, numberIn } from '../values.ts';

const READ = ['replenishRate', 'burstCapacity', 'requestedTokens'];
/** They are of Java’s type int. */
const LARGEST = 2_147_483_647;

/** n/T in lowest terms, in tokens a second. */
function inLowestTerms({ n, T }: Policy): { readonly p: number; readonly q: number } {
  const divisor = greatestCommon(n * SECOND, T);
  return { p: (n * SECOND) / divisor, q: T / divisor };
}

/** With numbers: there is one that takes a script, too. */
const CONSTRUCTOR = /\bRedisRateLimiter\s*\(\s*(\d|[A-Z_]{3})/;

export const springGateway: ConfigProduct = {
  id: 'spring-gateway',
  aliases: ['spring'],
  fileName: 'application.yaml',
  language: 'yaml',
  sign: new RegExp(`redis-rate-limiter|RequestRateLimiter|${CONSTRUCTOR.source}`),
  codeSign: CONSTRUCTOR,
  understands:
    'settings of redis-rate-limiter, in YAML or properties, and RedisRateLimiter with numbers, in Java or Kotlin',
  nearest: ({ policy }) => {
    const { p, q } = inLowestTerms(policy);
    const seconds = Math.max(1, Math.floor(policy.T / SECOND));
    const whole = [seconds, seconds + 1].map((count) => ({
      ...policy,
      n: Math.max(1, Math.round((policy.n * count * SECOND) / policy.T)),
      T: count * SECOND,
    }));
    return [{ ...policy, capacity: Math.ceil(p / q) }, ...whole];
  },
  print({ policy }) {
    const { p, q } = inLowestTerms(policy);
    if (Math.max(p, policy.capacity * q) > LARGEST)
      throw new CannotPrintError(
        `In lowest terms the rate is ${formatNumber(p)} in ${formatNumber(q)} s, and Spring’s settings go to ${formatNumber(LARGEST)}.`,
      );
    return (
      '- name: RequestRateLimiter\n  args:\n' +
      `    redis-rate-limiter.replenishRate: ${p}\n` +
      `    redis-rate-limiter.burstCapacity: ${policy.capacity * q}\n` +
      `    redis-rate-limiter.requestedTokens: ${q}\n`
    );
  },
  read(text, findings) {
    if (CONSTRUCTOR.test(text)) {
      for (const call of callsIn(text, 'java', ['RedisRateLimiter'], findings)) {
        const { line, args } = call;
        const p = numberIn(args[0], 'replenishRate', line, findings);
        const burst = numberIn(args[1], 'burstCapacity', line, findings);
        const q = numberIn(args[2], 'requestedTokens', line, findings, 1);
        if (p !== null && burst !== null && q !== null) addLimit({ line, p, burst, q }, findings);
      }
      return;
    }
    for (const one of springSettingsIn(text, findings)) readSettings(one, findings);
  },
};

function readSettings({ settings: all, hasOwn, note }: SpringSettings, findings: Findings): void {
  const limits = new Map<string, Map<string, Tree>>();
  for (const [path, tree] of all) {
    if (textOf(tree)?.startsWith('RequestRateLimiter=') === true)
      findings.problem(tree.line, 'RequestRateLimiter has no short form in Spring: only its args by name set a limit.');
    const [, place = '', setting = ''] = /^(.*)redis-?rate-?limiter\.([\w-]+)$/i.exec(path) ?? [];
    if (setting === '') continue;
    addSetting(limits, place, setting, tree);
    checkNames([[setting, tree]], 'redis-rate-limiter', READ, /^(includeheaders|.*header)$/, findings);
  }
  for (const settings of limits.values()) if (hasOwn(settings.values())) readLimit(settings, note, findings);
}

function readLimit(settings: ReadonlyMap<string, Tree>, note: string | false, findings: Findings): void {
  const replenish = settings.get('replenishrate');
  const line = replenish?.line ?? Math.min(...[...settings.values()].map((tree) => tree.line));
  const p = numberAt(replenish, 'replenishRate', line, findings);
  const burst = numberAt(settings.get('burstcapacity'), 'burstCapacity', line, findings, 1);
  const q = numberAt(settings.get('requestedtokens'), 'requestedTokens', line, findings, 1);
  if (p !== null && burst !== null && q !== null)
    addLimit({ line, p, burst, q }, findings, [
      note,
      !settings.has('burstcapacity') && 'burstCapacity is left out: it is 1.',
    ]);
}

/** @param q how many of the tokens a request takes, of which there are p more a second and at most `burst` */
function addLimit(
  { line, p, burst, q }: Readonly<Record<'line' | 'p' | 'burst' | 'q', number>>,
  findings: Findings,
  notes: readonly (string | false)[] = [],
): void {
  if (![p, burst, q].every((number) => Number.isInteger(number) && number > 0))
    findings.problem(line, 'replenishRate, burstCapacity and requestedTokens are whole numbers from 1.');
  else if (burst % q !== 0)
    findings.problem(
      line,
      `burstCapacity (${burst}) is not a multiple of requestedTokens (${q}): a lane counts whole requests.`,
    );
  else {
    const policy = policyOfFraction(p, q * SECOND, findings.keepT, SECOND);
    if (policy === null) findings.problem(line, noPolicyText(`replenishRate is ${p} and requestedTokens ${q}`));
    else
      findings.limit(
        line,
        `replenishRate ${p}, burstCapacity ${burst}${q === 1 ? '' : `, requestedTokens ${q}`}`,
        { ...policy, capacity: burst / q },
        {},
        notes,
      );
  }
}
