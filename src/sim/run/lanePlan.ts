/** From a lane of the scenario to a limiter, or a scheme of several processes, with its parameters. */
import type { Part, Prepared, Scheme } from '../cluster/scheme.ts';
import { schemeById } from '../cluster/schemes/index.ts';
import { limiterById } from '../limiters/index.ts';
import {
  defaultsOf,
  Unusable,
  type Edition,
  type Gauge,
  type Limiter,
  type Options,
  type Params,
  type Policy,
} from '../limiters/limiter.ts';
import { DEFAULT_CLUSTER, type Cluster } from '../scenario/cluster.ts';
import type { PolicyFields } from '../scenario/policy.ts';
import { plainOptions, resolvePolicy, type Lane, type Limiting, type Scenario } from '../scenario/scenario.ts';
import { Inexact } from '../ticks.ts';
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';
import { number } from '../words.ts';

/** No run makes more decisions than this. */
export const MOST_DECISIONS = 20_000_000;

interface Planned {
  readonly label: string;
  readonly edition: Edition;
  readonly policy: Policy;
  readonly params: Params;
}

export interface LimiterPlan extends Planned {
  readonly kind: 'limiter';
  readonly limiter: Limiter;
}

export interface SchemePlan extends Planned {
  readonly kind: 'scheme';
  readonly limiter: Scheme;
  /** As given, complete. */
  readonly options: Options;
  readonly cluster: Cluster;
  /** Whether the scenario has no cluster, so that this is one node. */
  readonly assumed: boolean;
  /** How long a node waits for a reply. */
  readonly timeout: Duration;
  /** What it does without one. */
  readonly fallback: 'deny' | 'allow' | 'local';
  /** The lane's position, which moves of messages name. */
  readonly index: number;
  /** One message that comes no earlier, by itself, to see what would have been; none in a lane of the scenario. */
  readonly apart?: { readonly request: number; readonly command: number; readonly notBefore: Instant };
}

export type LanePlan = LimiterPlan | SchemePlan;

/** By how much messages of the lane were made later by hand: by `request/command`. */
export function movesOf({ cluster, index }: SchemePlan): ReadonlyMap<string, Duration> {
  const own = cluster.moves.filter(({ lane }) => lane === index);
  return new Map(own.map(({ request, command, delay }) => [`${request}/${command}`, microsFromSeconds(delay)]));
}

/** How the lane's level is drawn: where a limiter of one process decides within a scheme, as that one's. */
export function gaugeOf({ kind, limiter, params }: LanePlan): Gauge {
  return (kind === 'scheme' ? limiter.gaugeOf?.(params) : undefined) ?? limiter.gauge;
}

/** What a limiter must be able to count. */
export interface Extent {
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
  extent: Extent,
  index: number,
): LanePlan | string {
  const limiter = limiterById(lane.limiter);
  const made = limiter ?? schemeById(lane.limiter);
  if (made === undefined) throw new TypeError(`no limiter ${lane.limiter}`);
  const { edition, label = made.name } = lane;
  const planned = { label, edition, policy };
  try {
    if (limiter !== undefined) {
      const many = tooMany(limiter, extent.permits);
      if (many !== null) return many;
      return { kind: 'limiter', limiter, params: prepareLimiter(scenario, lane, limiter, policy, extent), ...planned };
    }
    return { ...planScheme(scenario, lane, extent), index, ...planned };
  } catch (error) {
    if (!(error instanceof Inexact) && !(error instanceof Unusable)) throw error;
    return `${made.name}: ${error.message}.`;
  }
}

/** A limiter that keeps every permit needs memory for them all, and one request may ask for a million. */
function tooMany(limiter: Limiter, permits: number): string | null {
  if (limiter.keepsPermits !== true || permits <= MOST_DECISIONS) return null;
  return (
    `${limiter.name}: it keeps every permit, and this traffic asks for ${number(permits)}; ` +
    `the most is ${number(MOST_DECISIONS)}. Lower a cost or a rate, shorten the run, or change the limiter.`
  );
}

function prepareLimiter(
  { epoch }: Pick<Scenario, 'epoch'>,
  of: Limiting,
  limiter: Limiter,
  policy: Policy,
  { end }: Extent,
): Params {
  return limiter.prepare({
    policy,
    options: plainOptions(of),
    edition: of.edition,
    epoch,
    // Charts look a window past the end, and a retry may be promised there.
    horizon: end + policy.T,
  });
}

function planScheme(scenario: Scenario, lane: Limiting, extent: Extent) {
  const cluster = scenario.cluster ?? oneNode(schemeById(lane.limiter) as Scheme);
  const options = plainOptions(lane);
  const { scheme, params } = prepareScheme(scenario, lane, { ...scenario.policy, ...lane.policy }, extent, cluster);
  return {
    kind: 'scheme' as const,
    limiter: scheme,
    params,
    options,
    cluster,
    assumed: scenario.cluster === undefined,
    timeout: microsFromSeconds(options['timeout'] as number),
    fallback: options['fallback'] as SchemePlan['fallback'],
  };
}

/** What a lane runs on in a scenario without a cluster. */
function oneNode({ sharesMemory }: Scheme): Cluster {
  return sharesMemory === true ? { ...DEFAULT_CLUSTER, latency: { kind: 'fixed', mean: 0 } } : DEFAULT_CLUSTER;
}

/** @param fields the lane's policy as it is written, its own over the scenario's: a limiter within inherits from that */
function prepareScheme(
  scenario: Scenario,
  lane: Limiting,
  fields: PolicyFields,
  extent: Extent,
  cluster: Cluster,
): Prepared {
  const policy = resolvePolicy({ policy: fields, lanes: [] }, 0);
  const scheme = schemeById(lane.limiter) as Scheme;
  /** The limiter that an option holds, and the fields of its policy. */
  const held = (option: string): { readonly of: Limiting; readonly own: PolicyFields } => {
    const of = lane.options[option] as Limiting;
    return { of, own: { ...fields, ...of.policy } };
  };
  const part = (of: Limiting, given: Policy): Part => {
    const limiter = limiterById(of.limiter) as Limiter;
    const many = tooMany(limiter, extent.permits);
    if (many !== null) throw new Unusable(many);
    return { limiter, params: prepareLimiter(scenario, of, limiter, given, extent) };
  };
  const { weights } = lane.options;
  const params = scheme.prepare({
    policy,
    options: plainOptions(lane),
    edition: lane.edition,
    nodes: cluster.nodes,
    weights: Array.isArray(weights) ? (weights as readonly number[]) : null,
    part: (option, split = (whole) => whole) => {
      const { of, own } = held(option);
      return part(of, split(resolvePolicy({ policy: own, lanes: [] }, 0)));
    },
    inner: (option) => {
      const { of, own } = held(option);
      if (schemeById(of.limiter) === undefined) return null;
      // Without an answer the lane does what the outermost scheme says.
      const { fallback = 'deny' } = lane.options;
      return prepareScheme(scenario, { ...of, options: { ...of.options, fallback } }, own, extent, cluster);
    },
    limiter: (id, given, options = {}) => {
      const limiter = limiterById(id) as Limiter;
      const edition = limiter.editions.includes('corrected') ? 'corrected' : 'published';
      return part({ limiter: id, edition, policy: {}, options: { ...defaultsOf(limiter.knobs), ...options } }, given);
    },
  });
  return { scheme, params };
}
