/** Random requests, delays and faults, each case from its own seed. */
import { nextBelow, type SchemePlan } from '../../sim/engine.ts';
import { makeStream, nextFloat, type Fault, type Instant } from '../../sim/index.ts';
import type { Allowance } from '../question.ts';
import { faultsOf } from './faults.ts';
import { SLOT } from './orders.ts';
import { runRace, type Delay, type RaceRun } from './raceRun.ts';

const MOST_REQUESTS = 100;
/** Commands of a request that may be delayed. */
const COMMANDS = 4;

/** A run, and for half of them the same with one fault. */
export function* randomCase(
  plan: SchemePlan,
  { n, T }: Allowance,
  instants: readonly Instant[],
  seed: number,
  number: number,
): Generator<RaceRun> {
  const random = makeStream(seed, 0, number);
  const few = 1 + nextBelow(random, 8);
  const count = nextBelow(random, 2) === 0 ? few : Math.min(MOST_REQUESTS, n + few);
  const at: Instant[] = [];
  let now = instants[nextBelow(random, instants.length)] as Instant;
  while (at.length < count) {
    at.push(now);
    const choice = nextBelow(random, 12);
    if (choice === 0) now += Math.floor(nextFloat(random) * 2 * T);
    else if (choice === 1) now += T;
    else if (choice < 4) now += nextBelow(random, 4 * SLOT);
  }
  const moves: Delay[] = [];
  for (let request = 0; request < count; request++)
    for (let command = 0; command < COMMANDS; command++)
      if (nextBelow(random, 3) === 0)
        moves.push({ request, command, delay: SLOT * (1 + nextBelow(random, 2 * Math.min(count, 12))) });
  const run = runRace(plan, { at, moves, faults: [] });
  yield run;
  const faults = nextBelow(random, 2) === 0 ? faultsOf(plan, run) : [];
  if (faults.length > 0)
    yield runRace(plan, { at, moves, faults: [faults[nextBelow(random, faults.length)] as Fault] });
}
