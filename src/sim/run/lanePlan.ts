/** Turns a lane of the scenario into a limiter, or a distributed scheme, with its parameters. */
import type { EmbeddedLimiter, PreparedScheme, Scheme, SchemeInfo } from '../cluster/scheme.ts';
import { schemeById } from '../cluster/schemes/index.ts';
import { programById } from '../cluster/schemes/knownPrograms.ts';
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
  type StackPart,
} from '../limiters/limiter.ts';
import { DEFAULT_CLUSTER, type Cluster } from '../scenario/cluster.ts';
import type { PolicyFields } from '../scenario/policy.ts';
import { scalarOptions, resolvePolicy, type Lane, type LimiterSpec, type Scenario } from '../scenario/scenario.ts';
import { formatNumber, formatSeconds } from '../numberFormat.ts';
import type { StackedLimit } from '../scenario/lanes.ts';
import { PrecisionLossError } from '../ticks.ts';
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';

/** The maximum number of decisions in a run. */
export const MAX_DECISIONS = 20_000_000;

interface LanePlanBase {
  readonly label: string;
  readonly edition: Edition;
  readonly policy: Policy;
  readonly params: Params;
  /** The lane's position in the scenario. */
  readonly laneIndex: number;
}

export interface LimiterPlan extends LanePlanBase {
  readonly kind: 'limiter';
  readonly algorithm: Limiter;
}

export interface SchemePlan extends LanePlanBase {
  readonly kind: 'scheme';
  readonly algorithm: Scheme;
  /** The lane's options, with defaults filled in. */
  readonly options: Options;
  readonly cluster: Cluster;
  /** Whether the scenario has no cluster; the lane then runs on one node. */
  readonly clusterAssumed: boolean;
  /** How long a node waits for a reply. */
  readonly timeout: Duration;
  /** What it does when none arrives. */
  readonly fallback: 'deny' | 'allow' | 'local';
  /** A message that arrives no earlier than `notBefore`, for a what-if run; undefined in the lanes of a scenario. */
  readonly postponedMessage?: { readonly request: number; readonly command: number; readonly notBefore: Instant };
}

export type LanePlan = LimiterPlan | SchemePlan;

/** The manual delays of the lane's messages, by `request/command`. */
export function manualDelaysOf({ cluster, laneIndex }: SchemePlan): ReadonlyMap<string, Duration> {
  const own = cluster.moves.filter(({ lane }) => lane === laneIndex);
  return new Map(own.map(({ request, command, delay }) => [`${request}/${command}`, microsFromSeconds(delay)]));
}

/** How the lane's level is drawn: by what an option chooses; for a scheme with an embedded limiter, as the limiter's. */
export function gaugeOf({ kind, algorithm, params }: LanePlan): Gauge {
  const own = kind === 'scheme' ? algorithm.embeddedGauge?.(params) : algorithm.gaugeFor?.(params);
  return own ?? algorithm.gauge;
}

/** The range that a limiter must be able to count. */
export interface RunExtent {
  /** The scenario's duration, or the last explicit request if that is later, microseconds. */
  readonly end: Instant;
}

/**
 * The lane's plan, or a sentence that begins with the limiter's name and says why it cannot run.
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
  const common = { label, edition, policy, laneIndex: index };
  try {
    if (limiter !== undefined) {
      return {
        kind: 'limiter',
        algorithm: limiter,
        params: prepareLimiter(scenario, lane, limiter, policy, extent),
        ...common,
      };
    }
    return { ...planScheme(scenario, lane, extent), ...common };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    return `${algorithm.name}: ${error.message}.`;
  }
}

function prepareLimiter(
  scenario: Pick<Scenario, 'epoch' | 'policy'>,
  limiting: LimiterSpec,
  limiter: Limiter,
  policy: Policy,
  extent: RunExtent,
): Params {
  return limiter.prepare({
    policy,
    options: scalarOptions(limiting),
    edition: limiting.edition,
    epoch: scenario.epoch,
    // Charts read up to one window past the end, and a retry-after time may lie there.
    horizon: extent.end + policy.T,
    ...(limiting.of && {
      parts: limiting.of.map((limit, part) => stackedLimit(scenario, limiting.policy, limit, part, extent)),
    }),
  });
}

/** @param inherited of the stack; what it leaves open is the scenario's */
function stackedLimit(
  scenario: Pick<Scenario, 'epoch' | 'policy'>,
  inherited: LimiterSpec['policy'],
  limit: StackedLimit,
  part: number,
  extent: RunExtent,
): StackPart {
  const limiter = limiterById(limit.limiter) as Limiter;
  const policy = resolvePolicy({ policy: { ...scenario.policy, ...inherited, ...limit.policy }, lanes: [] }, 0);
  const sharedByKeys = limit.key === 'all';
  const name = `${limit.label ?? `${limiter.name}, ${formatNumber(policy.n)} per ${formatSeconds(policy.T)}`}${sharedByKeys ? ', all keys' : ''}`;
  try {
    return { name, limiter, params: prepareLimiter(scenario, limit, limiter, policy, extent), sharedByKeys };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    throw new UnsupportedPolicyError(`limit ${part + 1}, ${limiter.name}: ${error.message}`);
  }
}

function isUnsupported(error: unknown): error is RangeError {
  return error instanceof PrecisionLossError || error instanceof UnsupportedPolicyError;
}

function planScheme(scenario: Scenario, lane: LimiterSpec, extent: RunExtent) {
  const cluster = scenario.cluster ?? assumedCluster(schemeById(lane.limiter) as SchemeInfo);
  const options = scalarOptions(lane);
  const { scheme, params } = prepareScheme(scenario, lane, { ...scenario.policy, ...lane.policy }, extent, cluster);
  return {
    kind: 'scheme' as const,
    algorithm: scheme,
    params,
    options,
    cluster,
    clusterAssumed: scenario.cluster === undefined,
    timeout: microsFromSeconds(options['timeout'] as number),
    fallback: options['fallback'] as SchemePlan['fallback'],
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
  const scheme = programById(lane.limiter);
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
    nodes: cluster.nodes,
    weights: Array.isArray(weights) ? (weights as readonly number[]) : null,
    embeddedLimiter: (option, split = (whole) => whole) => {
      const { of, ownFields } = embeddedOption(option);
      return prepareEmbedded(of, split(resolvePolicy({ policy: ownFields, lanes: [] }, 0)));
    },
    innerScheme: (option) => {
      const { of, ownFields: own } = embeddedOption(option);
      if (schemeById(of.limiter) === undefined) return null;
      // When the store does not answer, the outermost scheme's fallback applies.
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
