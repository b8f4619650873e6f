/** Messages moved by hand, and lanes without the race: plain functions from one scenario to the next. */
import {
  DEFAULT_CLUSTER,
  microsFromSeconds,
  scalarOptions,
  schemeById,
  secondsFromMicros,
  type Duration,
  type Lane,
  type Scenario,
} from '../sim/index.ts';
import { newLane, withLane } from './scenarioEdits.ts';

/** A message of a lane: which of its requests, and which of that one's messages, each from 0. */
export interface MessageRef {
  readonly lane: number;
  readonly request: number;
  readonly command: number;
}

/** How much later that message is made by hand. */
export function messageDelay({ cluster }: Scenario, { lane, request, command }: MessageRef): Duration {
  const move = cluster?.moves.find((one) => one.lane === lane && one.request === request && one.command === command);
  return move === undefined ? 0 : microsFromSeconds(move.delay);
}

/**
 * With that message made later by so much, by nothing or less as its node sends it. What is moved is written down with its
 * cluster, also where there was none.
 */
export function withMessageDelay(scenario: Scenario, { lane, request, command }: MessageRef, by: Duration): Scenario {
  const cluster = scenario.cluster ?? DEFAULT_CLUSTER;
  const delaySeconds = secondsFromMicros(Math.max(0, Math.round(by)));
  const place = cluster.moves.findIndex(
    (move) => move.lane === lane && move.request === request && move.command === command,
  );
  if ((cluster.moves[place]?.delay ?? 0) === delaySeconds) return scenario;
  const entries = delaySeconds === 0 ? [] : [{ lane, request, command, delay: delaySeconds }];
  const moves = cluster.moves.toSpliced(place < 0 ? cluster.moves.length : place, place < 0 ? 0 : 1, ...entries);
  return { ...scenario, cluster: { ...cluster, moves } };
}

/** The lane by the same rule without the race, on its own policy; as it is where there is no such rule. */
export function withAtomicLane(scenario: Scenario, lane: number): Scenario {
  const old = scenario.lanes[lane];
  const atomic = old === undefined ? null : (schemeById(old.limiter)?.atomicVariant(scalarOptions(old)) ?? null);
  if (atomic === null) return scenario;
  return withLane(scenario, lane, (racy) =>
    'limiter' in atomic
      ? { ...newLane(atomic.limiter), policy: racy.policy }
      : withoutLabel({ ...racy, options: { ...racy.options, ...atomic.options } }),
  );
}

/** Its label may name what it was, as where the limiter is changed. */
function withoutLabel({ label: _, ...lane }: Lane): Lane {
  return lane;
}
