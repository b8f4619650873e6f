/** What a lesson's step keeps from being changed, however it is tried: by a control, a key, a drag or a form. */
import { isSent, type Lane, type Lock, type Scenario } from '../sim/index.ts';

const NAMES: Readonly<Record<Lock, string>> = {
  n: 'n is',
  T: 'T is',
  capacity: 'The capacity is',
  traffic: 'The traffic is',
  send: 'Sending is',
  lanes: 'The lanes are',
  options: 'The options of the lanes are',
  cluster: 'The cluster is',
  seed: 'The seed is',
};

/**
 * Why an edit is not made, in a sentence; null where it touches nothing that is locked.
 * @param place where that is, as in `n is locked in this step.`
 */
export function lockedText(before: Scenario, after: Scenario, locks: readonly Lock[], place: string): string | null {
  const lock = locks.find((one) => CHANGED[one](before, after));
  return lock === undefined ? null : `${NAMES[lock]} locked ${place}.`;
}

const CHANGED: Readonly<Record<Lock, (before: Scenario, after: Scenario) => boolean>> = {
  n: (before, after) => before.policy.n !== after.policy.n,
  T: (before, after) => before.policy.T !== after.policy.T,
  capacity: (before, after) => before.policy.capacity !== after.policy.capacity,
  traffic: (before, after) => differ(phasesOf(before), phasesOf(after)),
  send: (before, after) => differ(before.traffic.filter(isSent), after.traffic.filter(isSent)),
  lanes: (before, after) => differ(before.lanes.map(limiterOf), after.lanes.map(limiterOf)),
  // Where lanes come and go, their options do with them.
  options: (before, after) =>
    before.lanes.length === after.lanes.length &&
    after.lanes.some((lane, index) => {
      const old = before.lanes[index] as Lane;
      return (
        old.options !== lane.options || old.of !== lane.of || old.policy !== lane.policy || old.edition !== lane.edition
      );
    }),
  cluster: (before, after) => before.cluster !== after.cluster,
  seed: (before, after) => before.seed !== after.seed,
};

function phasesOf({ traffic }: Scenario): Scenario['traffic'] {
  return traffic.filter((entry) => !isSent(entry));
}

function limiterOf({ limiter }: Lane): string {
  return limiter;
}

function differ(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length !== after.length || before.some((one, index) => one !== after[index]);
}
