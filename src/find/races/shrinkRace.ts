/** Makes a run smaller as long as it shows the same: fewest requests, then no fault, fewest delays, shortest, and first. */
import { MILLISECOND, secondsFromMicros, type Fault } from '../../sim/index.ts';
import { SLOT } from './orders.ts';
import type { Delay, RaceCase, RaceRun } from './raceRun.ts';

/** Yields after each step; the result is smaller, or what was given. */
export function* shrinkRace(
  shown: RaceRun,
  rerun: (one: RaceCase) => RaceRun,
  shows: (run: RaceRun) => boolean,
): Generator<undefined, RaceRun> {
  let best = shown;
  for (let before: RaceRun | null = null; before !== best;) {
    before = best;
    for (const smaller of smallerCases(best)) {
      const run = rerun(smaller);
      yield;
      if (!shows(run)) continue;
      best = run;
      break;
    }
  }
  return best;
}

/** Each with one thing less, what weighs most first. */
function* smallerCases(one: RaceCase): Generator<RaceCase> {
  for (let request = one.at.length - 1; request >= 0 && one.at.length > 1; request--)
    yield withoutRequest(one, request);
  if (one.faults.length > 0) yield { ...one, faults: [] };
  if (one.moves.length > 1) yield { ...one, moves: [] };
  for (const move of one.moves) yield { ...one, moves: one.moves.filter((other) => other !== move) };
  for (const move of one.moves)
    for (const delay of [SLOT, Math.floor(move.delay / 2 / SLOT) * SLOT, move.delay - SLOT])
      if (delay > 0 && delay < move.delay)
        yield { ...one, moves: one.moves.map((other): Delay => (other === move ? { ...move, delay } : other)) };
  yield* earlier(one);
}

function withoutRequest({ at, moves, faults }: RaceCase, request: number): RaceCase {
  const kept = moves.filter((move) => move.request !== request);
  const renumbered = kept.map((move) => (move.request > request ? { ...move, request: move.request - 1 } : move));
  return { at: at.filter((_, index) => index !== request), moves: renumbered, faults };
}

/** All from some instant on come as early as the request before it, or begin at 0, or come whole milliseconds later. */
function* earlier(one: RaceCase): Generator<RaceCase> {
  for (const [index, from] of one.at.entries()) {
    const gap = from - (index === 0 ? 0 : (one.at[index - 1] as number));
    for (const by of [gap, gap % MILLISECOND])
      if (by > 0)
        yield {
          ...one,
          at: one.at.map((instant, place) => (place < index ? instant : instant - by)),
          faults: one.faults.map((fault) => (fault.at >= secondsFromMicros(from) ? shifted(fault, by) : fault)),
        };
  }
}

function shifted(fault: Fault, by: number): Fault {
  const seconds = (at: number): number => secondsFromMicros(Math.round(at * 1e6) - by);
  const at = seconds(fault.at);
  return 'until' in fault && fault.until !== undefined
    ? { ...fault, at, until: seconds(fault.until) }
    : { ...fault, at };
}
