/** The instants that matter to lanes: where windows end, permits return, and clocks tick, each give or take a microsecond. */
import { MAX_SECONDS, microsFromSeconds, MILLISECOND, NEVER, SECOND, type Instant } from '../sim/index.ts';
import type { Question } from './question.ts';

/** The latest instant of a scenario. */
export const LATEST: Instant = microsFromSeconds(MAX_SECONDS);

/** The most instants that all traffics are tried on. */
const MOST_INSTANTS = 24;
/** The largest crowd that is tried out, far above those of a search: of a huge limit it would take seconds. */
const MOST_IN_CROWD = 20_000;

/**
 * In order of their weight, each once: the first few are those that no search should be without.
 * @returns at most `MOST_INSTANTS`
 */
export function instantsThatMatter({
  contenders,
  windows,
}: Pick<Question, 'contenders' | 'windows'>): readonly Instant[] {
  const policies = [...windows, ...contenders.map(({ policy }) => policy)];
  const multiples = (spans: readonly (readonly [unit: number, times: number])[]) =>
    spans.map(([unit, times]) => Math.ceil(unit * times)).flatMap((at) => [at, at - 1]);
  const candidates = [
    0,
    ...multiples(policies.map(({ T }) => [T, 1])),
    ...multiples(policies.map(({ n, T }) => [T / n, 1])),
    ...contenders.flatMap(ownSteps).flatMap((step) => [step, step - 1]),
    ...multiples(
      policies.flatMap(({ n, T }) => [[T / n, n - 1] as const, [T / n, 2] as const, [T / n, n + 1] as const]),
    ),
    ...multiples(policies.map(({ T }) => [T, 2])),
    ...policies.flatMap(({ T }) => [MILLISECOND, SECOND].flatMap((unit) => (unit < 2 * T ? [unit - 1, unit] : []))),
    1,
    ...multiples(policies.map(({ T }) => [T, 1 / 2])),
    ...policies.map(({ T }) => T + 1),
    ...multiples(policies.map(({ T }) => [T, 3])),
    ...multiples(policies.flatMap(({ n, T }) => [[T / n, 3] as const, [T / n, n + 2] as const])),
  ];
  const possible = candidates.filter((at) => Number.isInteger(at) && at >= 0 && at <= LATEST);
  return [...new Set(possible)].slice(0, MOST_INSTANTS);
}

/** When a lane's state changes by itself after a request at 0, and when it admits again after a crowd at 0. */
function ownSteps(contender: Question['contenders'][number]): readonly Instant[] {
  const { n, capacity } = contender.policy;
  const state = contender.init();
  contender.decide(state, 0, 0, 1);
  const first = contender.nextBreakpoint(state, 0, 0);
  const second = first === NEVER ? NEVER : contender.nextBreakpoint(state, 0, first);
  for (let i = 0; i < Math.min(n + capacity, MOST_IN_CROWD); i++) contender.decide(state, 0, 0, 1);
  return [contender.retryAfter(state, 0, 0, 1), first, second];
}
