/**
 * Moves of faults and of clocks' steps in time, as pure functions from one scenario to the next; instants and durations in
 * microseconds. A move that changes nothing returns the scenario itself; nothing is moved out of the run.
 */
import {
  durationOf,
  isIntervalFault,
  microsFromSeconds,
  MILLISECOND,
  secondsFromMicros,
  type Duration,
  type Fault,
  type Instant,
  type Scenario,
} from '../sim/index.ts';
import { withCluster } from './cluster.ts';
import { nodeClock, withClock, withFault } from './clusterEdits.ts';

/** A fault by its index, or the step of a node's clock. */
export interface FaultItem {
  readonly of: 'fault' | 'clock';
  readonly index: number;
}

/** All of it, or one end of a fault that lasts. */
export type FaultPart = 'body' | 'from' | 'to';

/** @param minLength a fault that lasts is made no shorter than this */
export function withFaultMoved(
  scenario: Scenario,
  { of, index }: FaultItem,
  part: FaultPart,
  by: Duration,
  minLength: Duration,
): Scenario {
  const end = microsFromSeconds(durationOf(scenario));
  if (of === 'clock') {
    return withCluster(scenario, (cluster) => {
      const clock = nodeClock(cluster, index);
      if (clock.step === undefined) return cluster;
      const at = movedStart(microsFromSeconds(clock.step.at), by, end - MILLISECOND);
      return at === clock.step.at ? cluster : withClock(cluster, { ...clock, step: { ...clock.step, at } });
    });
  }
  const fault = scenario.cluster?.faults[index];
  return fault === undefined
    ? scenario
    : withFault(scenario, index, movedFault(fault, part, by, minLength, end)).scenario;
}

function movedFault(fault: Fault, part: FaultPart, by: Duration, minLength: Duration, end: Instant): Fault {
  const from = microsFromSeconds(fault.at);
  const latest = end - MILLISECOND;
  if (!isIntervalFault(fault) || (part === 'body' && fault.until === undefined))
    return startingAt(fault, movedStart(from, by, latest));
  // Without an end it lasts to that of the run, and goes on doing so until its end is moved.
  const to = fault.until === undefined ? end : microsFromSeconds(fault.until);
  const shortest = Math.min(minLength, Math.max(0, to - from));
  if (part === 'to') {
    const until = secondsFromMicros(Math.max(from + shortest, Math.min(Math.max(to, end), to + by)));
    return until === (fault.until ?? secondsFromMicros(end)) ? fault : { ...fault, until };
  }
  if (part === 'from') return startingAt(fault, movedStart(from, by, Math.min(to - shortest, latest)));
  const at = movedStart(from, by, from + end - to);
  return at === fault.at ? fault : { ...fault, at, until: secondsFromMicros(to + microsFromSeconds(at) - from) };
}

/** In seconds: moved by that much, neither before the run nor after `latest`, unless it is there already. */
function movedStart(from: Instant, by: Duration, latest: Instant): number {
  return secondsFromMicros(Math.max(0, Math.min(Math.max(from, latest), from + by)));
}

function startingAt<F extends Fault>(fault: F, at: number): F {
  return at === fault.at ? fault : { ...fault, at };
}
