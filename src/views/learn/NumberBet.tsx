/** A bet on a number. */
import { useState, type ReactElement } from 'react';
import type { Bet } from '../../sim/index.ts';
import { TextField } from '../ui/TextField.tsx';
import type { BetFieldsProps } from './BetPart.tsx';
import { unitOf } from './quantityText.ts';
import styles from './Learn.module.css';

type NumberBetProps = BetFieldsProps<Extract<Bet, { kind: 'number' }>>;

const UNIT_NAMES: Readonly<Record<string, string>> = { seconds: 's', share: '%', bytes: 'bytes' };

/** A share is typed in per cent. */
export function NumberBet({ bet, bid, onChange }: NumberBetProps): ReactElement {
  const unit = unitOf(bet.quantity.of);
  const scale = unit === 'share' ? 100 : 1;
  const [text, setText] = useState(bid?.kind === 'number' ? String(Math.round(bid.value * scale * 1e6) / 1e6) : '');
  const value = numberFrom(text);
  return (
    <div className={styles['number']}>
      <TextField
        label={UNIT_NAMES[unit] === undefined ? 'Your number' : `Your number, ${UNIT_NAMES[unit]}`}
        value={text}
        maxLength={20}
        error={text.trim() === '' || value !== null ? undefined : `${text} is no number. It may be 12, or 3.5.`}
        onInput={(next) => {
          setText(next);
          const number = numberFrom(next);
          onChange(number === null ? null : { kind: 'number', value: number / scale });
        }}
      />
    </div>
  );
}

function numberFrom(text: string): number | null {
  const plain = text.trim().replaceAll(',', '').replace('−', '-');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}
