/**
 * A plan on a real Redis: schemes of several processes run there, in their lanes' order; limiters of one process are
 * simulated as ever. All keys begin with a prefix of this run's own, and are removed whatever happens.
 */
import { randomBytes } from 'node:crypto';
import {
  RemoteLane,
  simulateAll,
  StoreError,
  type LaneRun,
  type Plan,
  type Run,
  type SchemePlan,
} from '../sim/engine.ts';
import { secondsFromMicros } from '../sim/index.ts';
import { whyNot, type Address } from './redisAddress.ts';
import { Connection, Lost } from './redisClient.ts';
import { LaneOnRedis, type ClockKind } from './redisLane.ts';

export const CLOCKS: readonly ClockKind[] = ['scenario', 'wall'];

export function isClock(word: string): word is ClockKind {
  return (CLOCKS as readonly string[]).includes(word);
}

export interface OnRedis {
  readonly address: Address;
  /** Null: what suits each lane. */
  readonly clock: ClockKind | null;
  /** Aborts the run; the reason is an error whose message says why. */
  readonly signal: AbortSignal;
  /** Takes a line of what is worth knowing and no part of the answer. */
  readonly say: (line: string) => void;
}

export interface RedisRun {
  /** Lanes as far as they were decided; null where none was begun. */
  readonly run: Run | null;
  /** What went wrong, in sentences. */
  readonly troubles: readonly string[];
}

/** Ends the run; what was decided stands. */
class Ended extends Error {}

export async function runOnRedis(plan: Plan, on: OnRedis): Promise<RedisRun> {
  const schemes = plan.lanes.filter((lane) => lane.kind === 'scheme');
  const refusal = refusalOf(plan, schemes);
  if (refusal !== null) return { run: null, troubles: [refusal] };
  const prefix = `spillway:${randomBytes(6).toString('hex')}:`;
  const lanes: LaneRun[] = [];
  const troubles: string[] = [];
  const useless = await checked(on.address, prefix);
  if (useless !== null) return { run: null, troubles: [useless] };
  for (const line of notesOn(plan, schemes)) on.say(line);
  try {
    for (const [index, lane] of plan.lanes.entries()) {
      on.signal.throwIfAborted();
      if (lane.kind === 'limiter') lanes.push(...simulateAll({ ...plan, lanes: [lane] }).lanes);
      else await laneOn(plan, lane, index, `${prefix}${index}:`, on, lanes);
    }
  } catch (error) {
    if (error === on.signal.reason) troubles.push(`${(error as Error).message}.`);
    else if (error instanceof Ended) troubles.push(error.message);
    else throw error;
  } finally {
    troubles.push(...(await removed(on.address, prefix)));
  }
  return { run: lanes.length === 0 ? null : { plan, lanes }, troubles };
}

function refusalOf({ answersBack }: Plan, schemes: readonly SchemePlan[]): string | null {
  if (schemes.length === 0) {
    return 'No lane of this scenario uses a store, so there is nothing to run on Redis. Leave --redis out, or add a lane like redis-incr.';
  }
  if (!answersBack) return null;
  return (
    'Clients that try again, and scripts that wait for answers, hang on virtual time, and do not run on a real server. ' +
    'Leave --redis out, or let the clients not try again.'
  );
}

function notesOn({ lanes, scenario }: Plan, schemes: readonly SchemePlan[]): string[] {
  const { cluster } = schemes[0] as SchemePlan;
  const there = [
    cluster.faults.length > 0 ? 'faults' : '',
    cluster.moves.length > 0 ? 'moves' : '',
    cluster.service > 0 ? 'service' : '',
    scenario.cluster === undefined ? '' : 'latency',
  ].filter((word) => word !== '');
  const single = lanes.flatMap(({ kind, label }, index) => (kind === 'limiter' ? [`${index + 1} (${label})`] : []));
  return [
    ...(there.length === 0 ? [] : [`The scenario's ${there.join(', ')}: not made on a real server.`]),
    ...(single.length === 0 ? [] : [`Simulated, as one shared ideal: lane ${single.join(', ')}.`]),
  ];
}

/** Why the server cannot be used, if it cannot. */
async function checked(address: Address, prefix: string): Promise<string | null> {
  try {
    const connection = await Connection.open(address, prefix);
    const answer = await connection.probe();
    await connection.close();
    return answer instanceof StoreError ? whyNot(address, answer) : null;
  } catch (error) {
    return whyNot(address, error as Error);
  }
}

/** Adds the lane to `lanes`, as far as it was decided. @throws {Ended} */
async function laneOn(
  plan: Plan,
  lane: SchemePlan,
  index: number,
  prefix: string,
  { address, clock, signal, say }: OnRedis,
  lanes: LaneRun[],
): Promise<void> {
  const { limiter, params, label, cluster } = lane;
  const name = `Lane ${index + 1}, ${label}`;
  const takesNow = limiter.takesNow(params);
  const kind = clock ?? (takesNow ? 'scenario' : 'wall');
  const remote = new RemoteLane(plan, lane);
  const last = secondsFromMicros(remote.asked.at(-1)?.at ?? 0);
  if (kind === 'wall') say(`${name}: in real time, until the last request at ${last} s.`);
  else if (!takesNow) say(`${name}: what it keeps expires in real time, whatever the scenario's clock says.`);

  const connections: Connection[] = [];
  let onRedis: LaneOnRedis | null = null;
  const began = performance.now();
  try {
    for (let node = 0; node < cluster.nodes; node++) connections.push(await Connection.open(address, prefix));
    onRedis = new LaneOnRedis(remote, connections, kind);
    await onRedis.run(signal);
    const took = (performance.now() - began) / 1_000;
    const nodes = `${cluster.nodes} ${cluster.nodes === 1 ? 'connection' : 'connections'}`;
    say(`${name}: ${remote.asked.length} decisions over ${nodes} in ${took.toFixed(2)} s.`);
    if (kind === 'scenario' && takesNow && took > secondsFromMicros(plan.end)) {
      say(`${name}: this is longer than the scenario lasts, so that keys may have expired too early.`);
    }
  } catch (error) {
    const far = `${onRedis?.decided ?? 0} of ${remote.asked.length} decisions of lane ${index + 1}`;
    if (error === signal.reason) throw new Ended(`${(error as Error).message} after ${far}.`);
    if (error instanceof Lost) {
      throw new Ended(`The connection to ${address.shown} was lost after ${far}.`);
    }
    if (onRedis === null) throw new Ended(whyNot(address, error as Error));
    throw error;
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    lanes.push(remote.run());
  }
}

/** Removes this run's keys, by a connection of its own. Why they are still there, if they are. */
async function removed(address: Address, prefix: string): Promise<string[]> {
  try {
    const connection = await Connection.open(address, prefix);
    try {
      await connection.removeKeys();
    } finally {
      await connection.close();
    }
    return [];
  } catch (error) {
    return [`The keys that begin with ${prefix} are not removed. ${whyNot(address, error as Error)}`];
  }
}
