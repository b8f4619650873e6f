/** Requests of an open loop, handed to a program in one block. */
import type { DecidedSlice, KeyState } from '../limiters/limiter.ts';
import { OwnCodeError } from '../ownCodeError.ts';
import type { Duration } from '../time.ts';
import { ALLOW, DELAY, DENY, type Verdict } from '../verdict.ts';
import type { OwnProgram, PlainState, ProgramSetting } from './program.ts';

/** The state of a key. */
export type OwnState = KeyState &
  PlainState & {
    /** Of the request that was delayed last. */
    wait: Duration;
  };

interface Deciding {
  readonly program: OwnProgram;
  readonly setting: ProgramSetting;
  /** Before a key's first request. */
  readonly initial: PlainState;
}

/** A key's first state, which shares nothing. */
export function begun({ shape, numbers }: PlainState): OwnState {
  return { wait: 0, shape: shape.slice(), numbers: numbers.slice() };
}

/** @param wait −1 for refused */
export function verdictOf(wait: Duration): Verdict {
  return wait < 0 ? DENY : wait === 0 ? ALLOW : DELAY;
}

/** The requests [from, to). @throws {OwnCodeError} with the place of the request at which the program failed */
export function decideOwnSlice(
  { program, setting, initial }: Deciding,
  states: (KeyState | undefined)[],
  { arrivals, verdicts, waits }: DecidedSlice,
  from: number,
  to: number,
): void {
  const count = to - from;
  const state = new Uint32Array(count);
  const own: OwnState[] = [];
  const places = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const key = arrivals.key?.[from + i] ?? 0;
    let place = places.get(key);
    if (place === undefined) {
      places.set(key, (place = own.length));
      own.push((states[key] ??= begun(initial)) as OwnState);
    }
    state[i] = place;
  }
  const at = Float64Array.from(arrivals.at.subarray(from, to));
  const cost =
    arrivals.cost === null ? new Float64Array(count).fill(1) : Float64Array.from(arrivals.cost.subarray(from, to));
  const decided = new Float64Array(count);
  try {
    program.decide(setting, { count, at, cost, state, states: own, waits: decided });
  } catch (error) {
    if (error instanceof OwnCodeError && error.place !== null) error.request = from + error.place;
    throw error;
  }
  for (let i = 0; i < count; i++) {
    const wait = decided[i] as number;
    verdicts[from + i] = verdictOf(wait);
    if (wait <= 0) continue;
    if (waits !== null) waits[from + i] = wait;
    (own[state[i] as number] as OwnState).wait = wait;
  }
}
