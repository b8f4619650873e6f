/** Turns a lane of the scenario into a limiter, or a program for the nodes of a cluster, with its parameters. */
import type { CommandName } from '../cluster/command.ts';
import type { Scheme, SchemeInfo } from '../cluster/scheme.ts';
import { schemeById } from '../cluster/schemes/index.ts';
import { limiterById } from '../limiters/index.ts';
import {
  UnsupportedPolicyError,
  type Edition,
  type Gauge,
  type Limiter,
  type Options,
  type Params,
  type Policy,
  type StackedLimiter,
} from '../limiters/limiter.ts';
import { runsOnNodes } from '../limiters/story.ts';
import type { Cluster } from '../scenario/cluster.ts';
import type { StackedLimit } from '../scenario/lanes.ts';
import {
  scalarOptions,
  resolveStackedPolicy,
  type Lane,
  type LimiterSpec,
  type Scenario,
} from '../scenario/scenario.ts';
import { runsUserCode } from '../scenario/vocabulary.ts';
import type { OwnCodeError } from '../ownCodeError.ts';
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

/** A message that the store executes right after another one, before anything else of the same instant. */
export interface PostponedMessage {
  readonly request: number;
  readonly command: number;
  readonly after: { readonly request: number; readonly command: number; readonly executedAt: Instant };
}

export interface SchemePlan extends LanePlanBase {
  readonly kind: 'scheme';
  readonly algorithm: Scheme;
  /** The lane's options, with defaults filled in. */
  readonly options: Options;
  readonly cluster: Cluster;
  /** Whether the scenario has no cluster; the lane then runs on one node. */
  readonly clusterAssumed: boolean;
  /** Sentences about facts that may surprise: always, and where the store answered no request. */
  readonly notes: readonly string[];
  readonly unansweredNotes: readonly string[];
  /** The commands after whose reply a node can die before it sends the next message. */
  readonly crashPoints: readonly CommandName[];
  /** How long a node waits for a reply. */
  readonly timeout: Duration;
  /** What it does when none arrives, or an error. */
  readonly fallback: 'deny' | 'allow' | 'local';
  /** For a what-if run; undefined in the lanes of a scenario. */
  readonly postponedMessage?: PostponedMessage;
}

export type LanePlan = LimiterPlan | SchemePlan;

/** The message right after which a request's command is executed, if the plan postpones it. */
export function postponementOf(
  { postponedMessage: postponed }: SchemePlan,
  request: number,
  command: number,
): PostponedMessage['after'] | null {
  return postponed?.request === request && postponed.command === command ? postponed.after : null;
}

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

/** Whether a lane may delay a request: what holds other limiters does only if one of them does. */
export function canDelay({ algorithm, params }: LanePlan): boolean {
  return algorithm.canDelay?.(params) ?? algorithm.outcomes.includes('delay');
}

/**
 * Whether a lane runs on the nodes of a cluster. Schemes always do; of limiters only real systems, and only where the
 * scenario has a cluster.
 */
export function isDistributed(
  { limiter }: Pick<LimiterSpec, 'limiter'>,
  { cluster }: Pick<Scenario, 'cluster'>,
): boolean {
  return schemeById(limiter) !== undefined || (cluster !== undefined && runsOnNodes(limiterById(limiter)?.story));
}

/** The range that a limiter must be able to count. */
export interface RunExtent {
  /** The scenario's duration, or the last explicit request if that is later, microseconds. */
  readonly end: Instant;
}

/** Plans a lane that is distributed. */
export type ProgramPlanner = (
  scenario: Scenario,
  lane: Lane,
  extent: RunExtent,
) => Omit<SchemePlan, keyof LanePlanBase> & Pick<SchemePlan, 'params' | 'kind'>;

let planProgram: ProgramPlanner = (_, { limiter }) => {
  throw new TypeError(`the program of ${limiter} is not loaded`);
};

/** The programs come with the engine (`programPlan.ts`): few scenarios need them. */
export function setProgramPlanner(planner: ProgramPlanner): void {
  planProgram = planner;
}

/** The lane's plan, or a sentence that begins with the limiter's name and says why it cannot run. */
export function planLane(...args: Parameters<typeof planLaneOrThrow>): LanePlan | string {
  try {
    return planLaneOrThrow(...args);
  } catch (error) {
    return laneErrorSentence(args[1].limiter, error);
  }
}

/**
 * The lane's plan.
 * @param index its position among the scenario's lanes
 * @throws what `laneErrorSentence` makes a sentence of
 */
export function planLaneOrThrow(
  scenario: Scenario,
  lane: Lane,
  policy: Policy,
  extent: RunExtent,
  index: number,
): LanePlan {
  const limiter = limiterById(lane.limiter);
  const algorithm = algorithmOf(lane.limiter);
  const { edition, label = algorithm.laneName?.(lane.options) ?? algorithm.name } = lane;
  const common = { label, edition, policy, laneIndex: index };
  if (limiter !== undefined && !isDistributed(lane, scenario)) {
    const params = prepareLimiter(scenario, lane, limiter, policy, extent);
    // Every run is shown with it: a user's code that fails in it ends its lane here, and not the run.
    if (hasUserCode(lane)) limiter.bound(params, policy.T);
    return { kind: 'limiter', algorithm: limiter, params, ...common };
  }
  return { ...planProgram(scenario, lane, extent), ...common };
}

/** Whether the user wrote the lane's limiter, or one that it stacks. */
export function hasUserCode({ limiter, of = [] }: Pick<LimiterSpec, 'limiter' | 'of'>): boolean {
  return runsUserCode(limiter) || of.some((limit) => runsUserCode(limit.limiter));
}

function algorithmOf(id: string): Limiter | SchemeInfo {
  const algorithm = limiterById(id) ?? schemeById(id);
  if (algorithm === undefined) throw new TypeError(`no limiter ${id}`);
  return algorithm;
}

/** By its name: the class comes with the sandbox. */
export function isOwnCodeError(error: unknown): error is OwnCodeError {
  return error instanceof Error && error.name === 'OwnCodeError';
}

/**
 * Why a lane cannot run, or had to end.
 * @throws the error, if it is about anything else
 */
export function laneErrorSentence(limiter: string, error: unknown): string {
  const { name } = algorithmOf(limiter);
  if (isOwnCodeError(error)) return error.sentenceOf(name);
  if (!(error instanceof PrecisionLossError) && !(error instanceof UnsupportedPolicyError)) throw error;
  return `${name}: ${error.message}.`;
}

/** A limiter's parameters on that policy. @throws as its `prepare` */
export function prepareLimiter(
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
    ...(limiting.of && { stacked: limiting.of.map((limit) => stackedLimiter(scenario, limiting, limit, extent)) }),
  });
}

function stackedLimiter(
  scenario: Pick<Scenario, 'epoch' | 'policy'>,
  stack: LimiterSpec,
  limit: StackedLimit,
  extent: RunExtent,
): StackedLimiter {
  const limiter = limiterById(limit.limiter) as Limiter;
  const policy = resolveStackedPolicy(scenario, stack, limit);
  const prepare = () => prepareLimiter(scenario, limit, limiter, policy, extent);
  return { limiter, policy, label: limit.label, sharedByKeys: limit.key === 'all', prepare };
}
