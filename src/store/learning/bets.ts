/** A bet that was placed, and how it compares with the run. */
import {
  lineQuantities,
  type Bet,
  type ConditionResult,
  type Curve,
  type ReadStep,
  type RunAnswer,
  type RunQuestion,
} from '../../sim/index.ts';

export type PlacedBet =
  | { readonly kind: 'choice'; readonly option: number }
  /** A number, or a place on the time axis in seconds. */
  | { readonly kind: 'number' | 'time'; readonly value: number }
  /** One value for each point. */
  | { readonly kind: 'line'; readonly values: readonly number[] }
  /** None: the learner asked to be shown. */
  | { readonly kind: 'none' };

export interface BetOutcome {
  /** Null where there is nothing to be right or wrong about: no bet, or a drawn line. */
  readonly right: boolean | null;
  /** The option that is right; null in other bets, or if none is. */
  readonly option: number | null;
  /** What the run has: one value, or one for each point of a line. */
  readonly values: readonly (number | null)[];
  /** What a drawn line is compared with; null in other bets. */
  readonly curve: Curve | null;
}

/** What a bet asks of its run. */
export function betQuestion(bet: Bet): RunQuestion {
  if (bet.kind === 'choice') return { quantities: [], conditions: bet.options.flatMap(({ when = [] }) => when) };
  if (bet.kind !== 'line') return { quantities: [bet.quantity], conditions: [] };
  const { lane, curve, from, to } = bet;
  return { quantities: lineQuantities(bet), conditions: [], curve: { lane, curve, from, to } };
}

export function betOutcome(bet: Bet, placed: PlacedBet, { values, conditions, curve }: RunAnswer): BetOutcome {
  if (bet.kind === 'choice') {
    const option = rightOption(bet, conditions);
    return { right: placed.kind === 'choice' ? placed.option === option : null, option, values, curve };
  }
  const [value = null] = values;
  const isNumber = placed.kind === 'number' || placed.kind === 'time';
  const right =
    bet.kind === 'line' || !isNumber
      ? null
      : value !== null && Math.abs(placed.value - value) <= (bet.within ?? 0) + 1e-9;
  return { right, option: null, values, curve };
}

function rightOption(
  { options }: Extract<Bet, { kind: 'choice' }>,
  conditions: readonly ConditionResult[],
): number | null {
  let next = 0;
  const holds = options.map(({ when = [] }) => {
    const own = conditions.slice(next, (next += when.length));
    return own.length > 0 && own.every((condition) => condition.holds);
  });
  const option = holds.indexOf(true);
  return option < 0 ? null : option;
}

/** Those of the bets that were kept which fit their steps, by index. */
export function keptBets(
  steps: readonly Pick<ReadStep, 'bet'>[],
  kept: Readonly<Record<number, unknown>>,
): Readonly<Record<number, PlacedBet>> {
  const bets: Record<number, PlacedBet> = {};
  for (const [index, { bet }] of steps.entries()) {
    const placed = bet && betFrom(kept[index], bet);
    if (placed) bets[index] = placed;
  }
  return bets;
}

/** A bet that was kept, or null: another release may ask something else at that step. */
function betFrom(kept: unknown, bet: Bet): PlacedBet | null {
  const { kind, option, value, values } = (kept ?? {}) as Record<string, unknown>;
  if (kind === 'none') return { kind };
  if (kind !== bet.kind) return null;
  switch (bet.kind) {
    case 'choice':
      return typeof option === 'number' && option in bet.options ? { kind: 'choice', option } : null;
    case 'line':
      return Array.isArray(values) && values.length === bet.points && values.every(Number.isFinite)
        ? { kind: 'line', values: values as number[] }
        : null;
    default:
      return Number.isFinite(value) ? { kind: bet.kind, value: value as number } : null;
  }
}
