/**
 * A plan on a real Redis: distributed schemes run there, in the order of their lanes; limiters of one process are
 * simulated as usual. All keys begin with a prefix that is unique to the run, and are always removed.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  differenceOfStores,
  failedLane,
  RemoteLane,
  simulate,
  StoreError,
  withoutEnded,
  type FailedLane,
  type LaneRun,
  type Plan,
  type Run,
  type SchemePlan,
  type UpstashParams,
} from '../sim/engine.ts';
import { joinWithAnd, OwnCodeError, runsUserCode, secondsFromMicros } from '../sim/index.ts';
import { CommandStats, type CommandStatsByLane } from './redisCommandStats.ts';
import type { Interruption } from './interruption.ts';
import { connectionProblem, type RedisAddress } from './redisAddress.ts';
import { RedisConnection, ConnectionLostError } from './redisConnection.ts';
import { RedisLaneRunner, type ClockKind, type ProductPackage } from './redisLane.ts';
import { UserError } from './userError.ts';

export const CLOCKS: readonly ClockKind[] = ['scenario', 'wall'];

export interface RedisOptions {
  readonly address: RedisAddress;
  /** Null: chosen per lane. */
  readonly clock: ClockKind | null;
  /** Ends the run in order. */
  readonly interruption: Interruption;
  /** Logs a line of progress, which is not part of the result. */
  readonly log: (line: string) => void;
}

export interface RedisRun {
  /** The lanes as far as they were decided. */
  readonly run: Run;
  /** What became of the commands of each lane that ran on the server. */
  readonly commands: CommandStatsByLane;
  /** What ended the run, or was left on the server: sentences. */
  readonly errors: readonly string[];
}

/** @throws {UserError} why no lane was begun */
export async function runOnRedis(plan: Plan, options: RedisOptions): Promise<RedisRun> {
  const schemes = plan.lanes.filter((lane) => lane.kind === 'scheme');
  checkPlan(plan, schemes);
  const prefix = `spillway:${randomBytes(6).toString('hex')}:`;
  await withConnection(options.address, prefix, (connection) => connection.probe());
  return options.interruption.during(() => runLanes(plan, schemes, prefix, options));
}

/** Runs all lanes, and removes what they left on the server. @throws {UserError} why no lane was begun */
async function runLanes(
  plan: Plan,
  schemes: readonly SchemePlan[],
  prefix: string,
  options: RedisOptions,
): Promise<RedisRun> {
  const { interruption, log } = options;
  const { signal } = interruption;
  const lanes: LaneRun[] = [];
  const commands = new Map<LaneRun, CommandStats>();
  const ended: FailedLane[] = [];
  const errors: string[] = [];
  interruption.leftUndone = `The keys that begin with ${prefix} were not removed.`;
  for (const line of startupNotes(plan, schemes)) log(line);
  const keep = (lane: LaneRun, stats: CommandStats) => {
    lanes.push(lane);
    commands.set(lane, stats);
    for (const note of [stats.unansweredNote(), stats.errorNote(), stats.queuedNote()]) {
      if (note !== null) log(`Lane ${lane.plan.laneIndex + 1}, ${lane.plan.label}: ${note}`);
    }
  };
  try {
    for (const lane of plan.lanes) {
      signal.throwIfAborted();
      if (lane.kind === 'limiter') {
        const run = await simulateInterruptibly({ ...plan, lanes: [lane], failedLanes: [] }, signal);
        lanes.push(...run.lanes);
        ended.push(...run.plan.failedLanes);
        continue;
      }
      const failed = await runLane(plan, lane, `${prefix}${lane.laneIndex}:`, options, keep);
      if (failed !== null) ended.push(failed);
    }
  } catch (error) {
    // It ends the run; what was decided is kept.
    errors.push(...sentencesOf(error));
  } finally {
    await removeKeys(options.address, prefix).catch((error: unknown) => errors.push(...sentencesOf(error)));
  }
  if (lanes.length + ended.length === 0) throw new UserError(...errors);
  return { run: { plan: withoutEnded(plan, ended), lanes }, commands, errors };
}

/** @throws the error itself, unless it is the user's */
function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof UserError) return error.sentences;
  throw error;
}

/** @throws the signal's reason */
async function simulateInterruptibly(plan: Plan, signal: AbortSignal): Promise<Run> {
  const slices = simulate(plan);
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    await nextTurn();
    signal.throwIfAborted();
  }
}

/** @throws {UserError} why nothing of it can run on a real server */
function checkPlan({ isClosedLoop }: Plan, schemes: readonly SchemePlan[]): void {
  if (schemes.length === 0)
    throw new UserError(
      'No lane of this scenario uses a store, so there is nothing to run on Redis. Omit --redis, or add a lane such as redis-incr.',
    );
  if (isClosedLoop)
    throw new UserError(
      'Clients that retry and scripts that wait for answers depend on virtual time, so they cannot run on a real server. ' +
        'Omit --redis, or set the clients not to retry.',
    );
}

function startupNotes({ lanes, scenario }: Plan, schemes: readonly SchemePlan[]): string[] {
  const { cluster } = schemes[0] as SchemePlan;
  const ignored = [
    cluster.faults.length > 0 ? 'faults' : '',
    cluster.moves.length > 0 ? 'delays of messages' : '',
    cluster.service > 0 ? 'service time' : '',
    scenario.cluster === undefined ? '' : 'latency',
  ].filter((word) => word !== '');
  const simulatedLanes = lanes.flatMap(({ kind, label, laneIndex }) =>
    kind === 'limiter' ? [`${laneIndex + 1} (${label})`] : [],
  );
  return [
    ...(ignored.length === 0 ? [] : [`Not reproduced on a real server: the scenario's ${joinWithAnd(ignored)}.`]),
    ...(simulatedLanes.length === 0 ? [] : [`Simulated as one ideal instance: lane ${joinWithAnd(simulatedLanes)}.`]),
  ];
}

/** Does something over a connection of its own. @throws {UserError} why the server cannot be used */
async function withConnection(
  address: RedisAddress,
  prefix: string,
  work: (connection: RedisConnection) => Promise<void>,
): Promise<void> {
  const connection = await RedisConnection.open(address, prefix);
  try {
    await work(connection);
  } catch (error) {
    if (!(error instanceof StoreError) && !(error instanceof ConnectionLostError)) throw error;
    throw new UserError(connectionProblem(address, error));
  } finally {
    await connection.close();
  }
}

/**
 * Runs a lane and keeps it, as far as it was decided; one that its own code ends is returned.
 * @throws {UserError} what ended the run
 */
async function runLane(
  plan: Plan,
  lanePlan: SchemePlan,
  prefix: string,
  { address, clock, interruption: { signal }, log }: RedisOptions,
  keep: (lane: LaneRun, stats: CommandStats) => void,
): Promise<FailedLane | null> {
  const { algorithm: scheme, params, label, cluster, laneIndex } = lanePlan;
  const supportsVirtualTime = scheme.supportsVirtualTime(params);
  const clockKind = clock ?? (supportsVirtualTime ? 'scenario' : 'wall');
  const remoteLane = new RemoteLane(plan, lanePlan);
  const tell = (sentence: string): void => log(`Lane ${laneIndex + 1}, ${label}: ${sentence}`);
  const last = secondsFromMicros(remoteLane.requests.at(-1)?.at ?? 0);
  if (clockKind === 'wall') tell(`in real time, until the last request at ${last} s.`);
  else if (!supportsVirtualTime) tell(`its keys expire in real time, regardless of the scenario's clock.`);

  // Before there are connections: that it cannot be loaded is not the server's fault.
  const productFor = await productForLane(lanePlan);
  const connections: RedisConnection[] = [];
  const stats = new CommandStats(lanePlan.timeout);
  let runner: RedisLaneRunner | null = null;
  let failed: FailedLane | null = null;
  const began = performance.now();
  try {
    for (let node = 0; node < cluster.nodes; node++) {
      connections.push(await RedisConnection.open(address, prefix));
      signal.throwIfAborted();
    }
    runner = new RedisLaneRunner(remoteLane, connections, clockKind, stats, productFor);
    await runner.run(signal);
    const elapsedSeconds = (performance.now() - began) / 1_000;
    const nodes = `${cluster.nodes} ${cluster.nodes === 1 ? 'connection' : 'connections'}`;
    tell(`${remoteLane.requests.length} decisions over ${nodes} in ${elapsedSeconds.toFixed(2)} s.`);
    if (clockKind === 'scenario' && supportsVirtualTime && elapsedSeconds > secondsFromMicros(plan.end))
      tell('this took longer than the scenario lasts, so keys may have expired too early.');
    if (runsUserCode(scheme.id)) tell(comparison(plan, remoteLane, clockKind));
  } catch (error) {
    if (error instanceof OwnCodeError) failed = failedLane({ limiter: scheme.id }, laneIndex, error);
    else {
      const progress = `${runner?.decided ?? 0} of ${remoteLane.requests.length} decisions of lane ${laneIndex + 1}`;
      throw endOfRun(error, progress, signal, address);
    }
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    if (failed === null) keep(remoteLane.toLaneRun(), stats);
  }
  return failed;
}

/** What ended a run, for the user; any other error as it is. @param progress `12 of 40 decisions of lane 2` */
function endOfRun(error: unknown, progress: string, signal: AbortSignal, { display }: RedisAddress): unknown {
  if (error === signal.reason) return new UserError(`The run was stopped after ${progress}.`);
  if (error instanceof ConnectionLostError)
    return new UserError(`The connection to ${display} was lost after ${progress}.`);
  return error;
}

/** Whether users' code decides on the simulated store as it did on this one. */
function comparison(plan: Plan, lane: RemoteLane, clock: ClockKind): string {
  try {
    const { compared, different, first } = differenceOfStores(plan, lane.lanePlan, lane.toLaneRun());
    if (first === null) return `the simulated store decides all ${compared} requests the same way.`;
    const [here, there] = first.simulatedAdmits ? ['admits', 'refused'] : ['refuses', 'admitted'];
    const why = clock === 'wall' ? ' In real time, requests come a little later than in the scenario.' : '';
    return (
      `the simulated store decides ${different} of ${compared} requests differently, the first being request ${first.request + 1}, ` +
      `which it ${here} and Redis ${there}.${why}`
    );
  } catch (error) {
    if (!(error instanceof OwnCodeError)) throw error;
    return `on the simulated store it fails: ${error.message}`;
  }
}

/** What stands in for our program of a product: its own package, where it is for Node. */
async function productForLane({ algorithm, params }: SchemePlan): Promise<(() => ProductPackage) | null> {
  if (algorithm.id !== 'upstash') return null;
  const { UpstashPackage } = await import('./redisUpstash.ts');
  return () => new UpstashPackage(params as UpstashParams);
}

/** @throws {UserError} that this run's keys are still on the server, and why */
async function removeKeys(address: RedisAddress, prefix: string): Promise<void> {
  try {
    await withConnection(address, prefix, (connection) => connection.removeKeys());
  } catch (error) {
    const [why] = sentencesOf(error);
    throw new UserError(`The keys that begin with ${prefix} were not removed. ${why}`);
  }
}
