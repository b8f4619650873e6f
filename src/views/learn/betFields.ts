/** What the fields of every kind of bet are given. */
import type { Bet } from '../../sim/index.ts';
import type { PlacedBet } from '../../store/learning/bets.ts';

export interface BetFieldsProps<B extends Bet = Bet> {
  readonly bet: B;
  /** What was placed, or is about to be; null for nothing. */
  readonly bid: PlacedBet | null;
  /** Null while what is typed is no bet. */
  readonly onChange: (bid: PlacedBet | null) => void;
}
