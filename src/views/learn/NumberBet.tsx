/** A bet on a number. */
import type { ReactElement } from 'react';
import type { Bet } from '../../sim/index.ts';
import { BetField } from './BetField.tsx';
import type { BetFieldsProps } from './betFields.ts';
import { numberLabel, unitOf } from './quantityText.ts';

type NumberBetProps = BetFieldsProps<Extract<Bet, { kind: 'number' }>>;

/** A share is written in per cent. */
export function NumberBet({ bet, bid, onChange }: NumberBetProps): ReactElement {
  const scale = unitOf(bet.quantity.of) === 'share' ? 100 : 1;
  return (
    <BetField
      label={numberLabel(bet.quantity.of)}
      value={bid?.kind === 'number' ? Number((bid.value * scale).toFixed(6)) : null}
      onChange={(value) => onChange(value === null ? null : { kind: 'number', value: value / scale })}
    />
  );
}
