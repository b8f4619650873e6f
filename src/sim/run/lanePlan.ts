/** From a lane of the scenario to a limiter, or a scheme of several processes, with its parameters. */
import type { EmbeddedLimiter, PreparedScheme, Scheme } from '../cluster/scheme.ts';
import { schemeById } from '../cluster/schemes/index.ts';
import { limiterById } from '../limiters/index.ts';
import {
  defaultsOf,
  UnsupportedPolicyError,
  type Edition,
  type Gauge,
  type Limiter,
  type Options,
  type Params,
  type Policy,
} from '../limiters/limiter.ts';
import { DEFAULT_CLUSTER, type Cluster } from '../scenario/cluster.ts';
import type { PolicyFields } from '../scenario/policy.ts';
import { scalarOptions, resolvePolicy, type Lane, type LimiterSpec, type Scenario } from '../scenario/scenario.ts';
import { PrecisionLossError } from '../ticks.ts';
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';
import { formatNumber } from '../numberFormat.ts';

/** No run makes more decisions than this. */
export const MAX_DECISIONS = 20_000_000;

interface LanePlanBase {
  readonly label: string;
  readonly edition: Edition;
  readonly policy: Policy;
  readonly params: Params;
}

export interface LimiterPlan extends LanePlanBase {
  readonly kind: 'limiter';
  readonly scheme: Limiter;
}

export interface SchemePlan extends LanePlanBase {
  readonly kind: 'scheme';
  readonly scheme: Scheme;
  /** As given, complete. */
  readonly options: Options;
  readonly cluster: Cluster;
  /** Whether the scenario has no cluster, so that this is one node. */
  readonly clusterAssumed: boolean;
  /** How long a node waits for a reply. */
  readonly timeout: Duration;
  /** What it does without one. */
  readonly fallback: 'deny' | 'allow' | 'local';
  /** The lane's position, which moves of messages name. */
  readonly laneIndex: number;
  /** One message that comes no earlier, by itself, to see what would have been; none in a lane of the scenario. */
  readonly postponedMessage?: { readonly request: number; readonly command: number; readonly notBefore: Instant };
}

export type LanePlan = LimiterPlan | SchemePlan;

/** By how much messages of the lane were made later by hand: by `request/command`. */
export function manualDelaysOf({ cluster, laneIndex }: SchemePlan): ReadonlyMap<string, Duration> {
  const own = cluster.moves.filter(({ lane }) => lane === laneIndex);
  return new Map(own.map(({ request, command, delay }) => [`${request}/${command}`, microsFromSeconds(delay)]));
}

/** How the lane's level is drawn: where a limiter of one process decides within a scheme, as that one's. */
export function gaugeOf({ kind, scheme, params }: LanePlan): Gauge {
  return (kind === 'scheme' ? scheme.embeddedGauge?.(params) : undefined) ?? scheme.gauge;
}

/** What a limiter must be able to count. */
export interface RunExtent {
  /** The scenario's duration, or the last explicit request if that is later, microseconds. */
  readonly end: Instant;
  /** All that the traffic asks for. */
  readonly permits: number;
}

/**
 * A lane with its parameters, or the limiter's name and why it cannot run.
 * @param index its position among the scenario's lanes
 */
export function planLane(
  scenario: Scenario,
  lane: Lane,
  policy: Policy,
  extent: RunExtent,
  index: number,
): LanePlan | string {
  const limiter = limiterById(lane.limiter);
  const algorithm = limiter ?? schemeById(lane.limiter);
  if (algorithm === undefined) throw new TypeError(`no limiter ${lane.limiter}`);
  const { edition, label = algorithm.name } = lane;
  const common = { label, edition, policy };
  try {
    if (limiter !== undefined) {
      const problem = permitProblem(limiter, extent.permits);
      if (problem !== null) return problem;
      return {
        kind: 'limiter',
        scheme: limiter,
        params: prepareLimiter(scenario, lane, limiter, policy, extent),
        ...common,
      };
    }
    return { ...planScheme(scenario, lane, extent), laneIndex: index, ...common };
  } catch (error) {
    if (!(error instanceof PrecisionLossError) && !(error instanceof UnsupportedPolicyError)) throw error;
    return `${algorithm.name}: ${error.message}.`;
  }
}

/** A limiter that keeps every permit needs memory for them all, and one request may ask for a million. */
function permitProblem(limiter: Limiter, permits: number): string | null {
  if (limiter.storesEachPermit !== true || permits <= MAX_DECISIONS) return null;
  return (
    `${limiter.name}: it keeps every permit, and this traffic asks for ${formatNumber(permits)}; ` +
    `the most is ${formatNumber(MAX_DECISIONS)}. Lower a cost or a rate, shorten the run, or change the limiter.`
  );
}

function prepareLimiter(
  { epoch }: Pick<Scenario, 'epoch'>,
  limiting: LimiterSpec,
  limiter: Limiter,
  policy: Policy,
  { end }: RunExtent,
): Params {
  return limiter.prepare({
    policy,
    options: scalarOptions(limiting),
    edition: limiting.edition,
    epoch,
    // Charts look a window past the end, and a retry may be promised there.
    horizon: end + policy.T,
  });
}

function planScheme(scenario: Scenario, lane: LimiterSpec, extent: RunExtent) {
  const cluster = scenario.cluster ?? assumedCluster(schemeById(lane.limiter) as Scheme);
  const options = scalarOptions(lane);
  const { scheme, params } = prepareScheme(scenario, lane, { ...scenario.policy, ...lane.policy }, extent, cluster);
  return {
    kind: 'scheme' as const,
    scheme: scheme,
    params,
    options,
    cluster,
    clusterAssumed: scenario.cluster === undefined,
    timeout: microsFromSeconds(options['timeout'] as number),
    fallback: options['fallback'] as SchemePlan['fallback'],
  };
}

/** What a lane runs on in a scenario without a cluster. */
function assumedCluster({ sharesMemory }: Scheme): Cluster {
  return sharesMemory === true ? { ...DEFAULT_CLUSTER, latency: { kind: 'fixed', mean: 0 } } : DEFAULT_CLUSTER;
}

/** @param fields the lane's policy as it is written, its own over the scenario's: a limiter within inherits from that */
function prepareScheme(
  scenario: Scenario,
  lane: LimiterSpec,
  policyFields: PolicyFields,
  extent: RunExtent,
  cluster: Cluster,
): PreparedScheme {
  const policy = resolvePolicy({ policy: policyFields, lanes: [] }, 0);
  const scheme = schemeById(lane.limiter) as Scheme;
  /** The limiter that an option holds, and the fields of its policy. */
  const embeddedOption = (option: string): { readonly of: LimiterSpec; readonly ownFields: PolicyFields } => {
    const of = lane.options[option] as LimiterSpec;
    return { of, ownFields: { ...policyFields, ...of.policy } };
  };
  const prepareEmbedded = (limiting: LimiterSpec, policyOfLimiter: Policy): EmbeddedLimiter => {
    const limiter = limiterById(limiting.limiter) as Limiter;
    const problem = permitProblem(limiter, extent.permits);
    if (problem !== null) throw new UnsupportedPolicyError(problem);
    return { limiter, params: prepareLimiter(scenario, limiting, limiter, policyOfLimiter, extent) };
  };
  const { weights } = lane.options;
  const params = scheme.prepare({
    policy,
    options: scalarOptions(lane),
    edition: lane.edition,
    nodes: cluster.nodes,
    weights: Array.isArray(weights) ? (weights as readonly number[]) : null,
    embeddedLimiter: (option, split = (whole) => whole) => {
      const { of, ownFields } = embeddedOption(option);
      return prepareEmbedded(of, split(resolvePolicy({ policy: ownFields, lanes: [] }, 0)));
    },
    innerScheme: (option) => {
      const { of, ownFields: own } = embeddedOption(option);
      if (schemeById(of.limiter) === undefined) return null;
      // Without an answer the lane does what the outermost scheme says.
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
