/**
 * Which laws a lane claims to keep, and why it does not claim the others: by design, or because of a published edition's
 * defect. One table, for what is said of a lane and for the tests.
 */
import { formatDuration, formatNumber, runsUserCode, secondsFromMicros } from '../sim/index.ts';
import type { Contender } from './contender.ts';

export const LAWS = [
  'looking',
  'repeatable',
  'limit',
  'bound',
  'retry-after',
  'time',
  'keys',
  'silence',
  'memory',
  'cost',
] as const;
export type LawName = (typeof LAWS)[number];

/** Null where the law is claimed; else why not, in a few words. */
type Claim = (contender: Contender) => string | null;

const CLAIMED: Claim = () => null;

const CLAIMS: Readonly<Record<LawName, Claim>> = {
  looking: CLAIMED,
  repeatable: CLAIMED,
  limit(contender) {
    const { n, T } = contender.policy;
    const bound = contender.bound(T);
    if (bound <= n) return null;
    return bound === Infinity
      ? noBoundText(contender)
      : `up to ${formatNumber(bound)} in ${formatDuration(secondsFromMicros(T))}: by design`;
  },
  bound(contender) {
    if (contender.bound(contender.policy.T) === Infinity) return noBoundText(contender);
    const { errata } = contender.plan.algorithm;
    const defect = contender.edition === 'published' && errata.find(({ breaks }) => breaks.includes('bound'));
    return defect ? `a defect of the published edition: ${defect.name}` : null;
  },
  'retry-after': ({ plan }) =>
    plan.kind === 'limiter' && plan.algorithm.saysRetryAfter?.(plan.params) === false
      ? 'the code does not say when to try again'
      : null,
  time: CLAIMED,
  keys: ({ keysShare }) => (keysShare ? 'one of its limits is for all keys together: by design' : null),
  silence: CLAIMED,
  memory: CLAIMED,
  cost({ maxCost, plan }) {
    if (maxCost <= 1) return 'every request costs 1';
    const { hidesMaxCost, weighsCosts } = plan.kind === 'limiter' ? plan.algorithm.traits : {};
    if (hidesMaxCost) return null;
    if (maxCost === Infinity) return 'any cost is admitted in the end: by design';
    return weighsCosts ? 'it weighs a cost by the time before it: by design' : null;
  },
};

/** Laws that no distributed scheme claims. */
const SCHEME_REASONS: Readonly<Partial<Record<LawName, string>>> = {
  looking: 'a scheme is seen only by its messages',
  'retry-after': 'a node knows a wait that helps, and not always the shortest',
  time: 'the store has a clock of its own',
};

/** Why this lane does not claim that law; null where it does. */
export function notClaimed(law: LawName, contender: Contender): string | null {
  const { kind, algorithm } = contender.plan;
  const reason = (kind === 'scheme' ? SCHEME_REASONS[law] : undefined) ?? CLAIMS[law](contender);
  // Of bounds, promises and costs, our reasons are those of our schemes.
  const isOurs = reason === null || kind !== 'scheme' || !runsUserCode(algorithm.id);
  return isOurs || law === 'looking' || law === 'time' ? reason : 'your own code claims nothing on nodes';
}

/** Elsewhere, peaks of nodes are measured by the rule that they share. */
function noBoundText({ plan }: Contender): string {
  return plan.kind === 'scheme' ? 'nodes claim no bound; the rule that they share does' : 'no bound is claimed';
}
