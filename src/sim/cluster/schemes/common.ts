/** What the schemes' programs share: times to live, parsing of replies, fallback limiters and explanations. */
import type { Explanation, Options } from '../../limiters/limiter.ts';
import { divCeil } from '../../math.ts';
import { MILLISECOND, SECOND, type Duration } from '../../time.ts';
import { formatNumber } from '../../numberFormat.ts';
import type { Reply } from '../command.ts';
import type { EmbeddedLimiter, SchemeConfig } from '../scheme.ts';
import { neverAdmits, shareOfPolicy, clampToMinimum } from '../policyShare.ts';

/** A time to live in whole milliseconds, as the store counts; rounded up. */
export function ttlMillis(duration: Duration): number {
  return Math.max(1, divCeil(duration, MILLISECOND));
}

/** The command that sets a time to live: in whole seconds where possible, as the sources do, else in milliseconds. */
export function expiryCommand(duration: Duration): readonly [name: 'EXPIRE' | 'PEXPIRE', ttl: number] {
  return duration % SECOND === 0 ? ['EXPIRE', duration / SECOND] : ['PEXPIRE', ttlMillis(duration)];
}

/** A reply as a number, whether the store sent a number or text; 0 for a missing key. */
export function numberFromReply(reply: Reply | undefined): number {
  return reply === undefined || reply === null ? 0 : Number(reply);
}

/** A reply that is a list. */
export function listFromReply(reply: Reply): readonly Reply[] {
  return reply as readonly Reply[];
}

/** The number in a field of a hash, from an HGETALL reply, in which fields and values alternate; undefined if it has none. */
export function fieldFromReply(reply: Reply, field: string): number | undefined {
  const flat = listFromReply(reply);
  for (let place = 0; place < flat.length; place += 2)
    if (flat[place] === field) return numberFromReply(flat[place + 1]);
  return undefined;
}

/**
 * What a node decides with while the store is unavailable: a catalogue limiter on the node's share of the policy.
 * Prepared eagerly, since a share may be rejected where the whole policy is not, and only if `fallback` is `local`.
 */
export function catalogueFallback(
  config: SchemeConfig,
  id: string,
  options?: Options,
): (node: number) => EmbeddedLimiter | null {
  if (config.options['fallback'] !== 'local') return () => null;
  const { nodes, policy } = config;
  const limiters = Array.from({ length: nodes + 1 }, (_, node) => {
    const share = shareOfPolicy(policy, nodes, node);
    const embedded = config.catalogueLimiter(id, clampToMinimum(share), options);
    return neverAdmits(share, embedded) ? null : embedded;
  });
  return (node) => limiters[Math.min(node, nodes)] ?? null;
}

/** Compares a count with n; both are whole numbers. */
export function explainAtMost(
  rule: string,
  sentence: string,
  [left, right]: readonly [number, number],
): Pick<Explanation, 'sentence' | 'condition' | 'evaluatedCondition' | 'holds'> {
  return {
    sentence,
    condition: rule,
    evaluatedCondition: `${formatNumber(left)} ≤ ${formatNumber(right)}`,
    holds: left <= right,
  };
}

/**
 * Compares count + cost with n, for example `10 + 1 ≤ 10`.
 * @param subject begins the sentence; the count follows it
 */
export function explainFit(
  rule: string,
  subject: string,
  [left, right]: readonly [number, number],
  cost: number,
): Pick<Explanation, 'sentence' | 'condition' | 'evaluatedCondition' | 'holds'> {
  const holds = left <= right;
  return {
    sentence:
      `${subject} ${formatNumber(left - cost)} of ${formatNumber(right)}, and the request ` +
      `${holds ? 'makes' : 'would make'} it ${formatNumber(left)}.`,
    condition: rule,
    evaluatedCondition: `${formatNumber(left - cost)} + ${formatNumber(cost)} ≤ ${formatNumber(right)}`,
    holds,
  };
}
