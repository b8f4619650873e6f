/** Edits that delay messages or make a lane atomic, as pure functions from one scenario to the next. */
import {
  atomicVariantOf,
  DEFAULT_CLUSTER,
  microsFromSeconds,
  secondsFromMicros,
  withAtomicVariant,
  type Duration,
  type Lane,
  type Scenario,
} from '../sim/index.ts';
import { withLane } from './scenarioEdits.ts';

/** A message: its lane, the request, and the command within that request, each from 0. */
export interface MessageRef {
  readonly lane: number;
  readonly request: number;
  readonly command: number;
}

/** The manual delay of that message; 0 if it has none. */
export function messageDelay({ cluster }: Scenario, { lane, request, command }: MessageRef): Duration {
  const move = cluster?.moves.find((one) => one.lane === lane && one.request === request && one.command === command);
  return move === undefined ? 0 : microsFromSeconds(move.delay);
}

/**
 * Delays that message by `by`; zero or less removes the delay. Delays are stored in the cluster, which is added if the
 * scenario has none.
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

/** Replaces the lane by the atomic variant of its rule, on the same policy; unchanged if there is none. */
export function withAtomicLane(scenario: Scenario, lane: number): Scenario {
  const old = scenario.lanes[lane];
  const atomic = old === undefined ? null : atomicVariantOf(old);
  if (atomic === null) return scenario;
  return withLane(scenario, lane, (racy) => withoutLabel(withAtomicVariant(racy, atomic)));
}

/** Drops the label, which may describe the old variant. */
function withoutLabel({ label: _, ...lane }: Lane): Lane {
  return lane;
}
