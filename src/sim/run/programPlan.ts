/** Turns a distributed lane into the program that its nodes run, with its parameters. */
import type { EmbeddedLimiter, PreparedScheme, SchemeInfo } from '../cluster/scheme.ts';
import { schemeById } from '../cluster/schemes/index.ts';
import { limiterById } from '../limiters/index.ts';
import { defaultsOf, type Limiter, type Policy } from '../limiters/limiter.ts';
import { DEFAULT_CLUSTER, type Cluster } from '../scenario/cluster.ts';
import { crashPointsOf } from '../scenario/crashPoints.ts';
import type { PolicyFields } from '../scenario/policy.ts';
import { resolvePolicy, scalarOptions, type LimiterSpec, type Scenario } from '../scenario/scenario.ts';
import { microsFromSeconds, MILLISECOND, type Duration } from '../time.ts';
import { prepareLimiter, type RunExtent, type SchemePlan } from './lanePlan.ts';
import { planNotes, unansweredNotes } from './planNotes.ts';
import { findProgram } from './programs.ts';

const DEFAULT_TIMEOUT: Duration = 100 * MILLISECOND;

/** A `ProgramPlanner`. */
export function planProgram(scenario: Scenario, lane: LimiterSpec, extent: RunExtent) {
  const cluster = scenario.cluster ?? assumedCluster(schemeById(lane.limiter) as SchemeInfo);
  const options = scalarOptions(lane);
  const { scheme, params } = prepareScheme(scenario, lane, { ...scenario.policy, ...lane.policy }, extent, cluster);
  // A product that sends nothing, or leaves both to whoever calls it, does as a scheme does.
  const { timeout = DEFAULT_TIMEOUT, fallback = 'deny' } = scheme.outage ?? {};
  const clusterAssumed = scenario.cluster === undefined;
  const replyTimeout = 'timeout' in options ? microsFromSeconds(options['timeout'] as number) : timeout;
  return {
    kind: 'scheme' as const,
    algorithm: scheme,
    params,
    options,
    cluster,
    clusterAssumed,
    notes: planNotes(cluster, clusterAssumed, scheme),
    unansweredNotes: unansweredNotes(cluster, replyTimeout),
    crashPoints: crashPointsOf([lane]),
    timeout: replyTimeout,
    fallback: (options['fallback'] ?? fallback) as SchemePlan['fallback'],
  };
}

/** The cluster on which a lane runs in a scenario without one. */
function assumedCluster({ sharesMemory }: SchemeInfo): Cluster {
  return sharesMemory === true ? { ...DEFAULT_CLUSTER, latency: { kind: 'fixed', mean: 0 } } : DEFAULT_CLUSTER;
}

/** @param policyFields the fields given by the lane and, failing that, by the scenario: an embedded limiter inherits them */
function prepareScheme(
  scenario: Scenario,
  lane: LimiterSpec,
  policyFields: PolicyFields,
  extent: RunExtent,
  cluster: Cluster,
): PreparedScheme {
  const policy = resolvePolicy({ policy: policyFields, lanes: [] }, 0);
  const scheme = findProgram(lane.limiter);
  if (scheme === undefined) throw new TypeError(`no program for ${lane.limiter}`);
  /** The limiter in an option, and the fields of its policy. */
  const embeddedOption = (option: string): { readonly of: LimiterSpec; readonly ownFields: PolicyFields } => {
    const of = lane.options[option] as LimiterSpec;
    return { of, ownFields: { ...policyFields, ...of.policy } };
  };
  const prepareEmbedded = (limiting: LimiterSpec, policyOfLimiter: Policy): EmbeddedLimiter => {
    const limiter = limiterById(limiting.limiter) as Limiter;
    return { limiter, params: prepareLimiter(scenario, limiting, limiter, policyOfLimiter, extent) };
  };
  const { weights } = lane.options;
  const params = scheme.prepare({
    policy,
    options: scalarOptions(lane),
    edition: lane.edition,
    epoch: scenario.epoch,
    nodes: cluster.nodes,
    weights: Array.isArray(weights) ? (weights as readonly number[]) : null,
    embeddedLimiter: (option, split = (whole) => whole) => {
      const { of, ownFields } = embeddedOption(option);
      return prepareEmbedded(of, split(resolvePolicy({ policy: ownFields, lanes: [] }, 0)));
    },
    innerScheme: (option) => {
      const { of, ownFields: own } = embeddedOption(option);
      if (schemeById(of.limiter) === undefined) return null;
      // When the store does not answer, or with an error, the outermost scheme's fallback applies.
      const { fallback = 'deny' } = lane.options;
      return prepareScheme(scenario, { ...of, options: { ...of.options, fallback } }, own, extent, cluster);
    },
    catalogueLimiter: (id, given, options = {}) => {
      const limiter = limiterById(id) as Limiter;
      const edition = limiter.editions.includes('corrected') ? 'corrected' : 'published';
      return prepareEmbedded(
        { limiter: id, edition, policy: {}, options: { ...defaultsOf(limiter.knobs), ...options } },
        given,
      );
    },
  });
  return { scheme, params };
}
