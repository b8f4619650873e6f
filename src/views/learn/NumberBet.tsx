/** A bet on a number. */
import type { ReactElement } from 'react';
import type { Bet } from '../../sim/index.ts';
import { BetField } from './BetField.tsx';
import type { BetFieldsProps } from './betFields.ts';
import { unitOf } from './quantityText.ts';

type NumberBetProps = BetFieldsProps<Extract<Bet, { kind: 'number' }>>;

const UNIT_NAMES: Readonly<Record<string, string>> = { seconds: 's', share: '%', bytes: 'bytes' };

/** A share is written in per cent. */
export function NumberBet({ bet, bid, onChange }: NumberBetProps): ReactElement {
  const unit = unitOf(bet.quantity.of);
  const scale = unit === 'share' ? 100 : 1;
  const name = UNIT_NAMES[unit];
  return (
    <BetField
      label={name === undefined ? 'Your number' : `Your number, ${name}`}
      value={bid?.kind === 'number' ? Number((bid.value * scale).toFixed(6)) : null}
      onChange={(value) => onChange(value === null ? null : { kind: 'number', value: value / scale })}
    />
  );
}
