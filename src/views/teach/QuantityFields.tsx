/** Which number of which lane's run: a choice from a list, and what that choice needs besides. */
import type { ReactElement } from 'react';
import { secondsFromMicros, type Quantity, type QuantityName } from '../../sim/index.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { QUANTITY_NAMES, unitOf } from '../learn/quantityText.ts';
import { LaneSelect } from '../text/LaneSelect.tsx';
import { FieldGrid } from '../ui/FieldGrid.tsx';
import { Select } from '../ui/Select.tsx';
import { TypedNumber } from './TypedField.tsx';

const ALL = Object.keys(QUANTITY_NAMES) as QuantityName[];
/** Those that are a time on the axis, for a bet on a place in it. */
export const TIMES: readonly QuantityName[] = ['firstDenialAt', 'firstAdmissionAt', 'lastAdmissionAt'];

interface QuantityFieldsProps {
  readonly quantity: Quantity;
  readonly names?: readonly QuantityName[];
  readonly onChange: (quantity: Quantity) => void;
}

export function QuantityFields({ quantity, names = ALL, onChange }: QuantityFieldsProps): ReactElement {
  const { player } = useStoreApi();
  const phases = useAppState(({ scenario }) => scenario.traffic.length);
  const { at: _, request: __, ...plain } = quantity;
  const choose = (of: QuantityName): void =>
    onChange({
      ...plain,
      of,
      ...(isOfInstant(of) ? { at: quantity.at ?? secondsFromMicros(player.at) } : {}),
      ...(of === 'retryAfter' ? { request: quantity.request ?? 0 } : {}),
    });
  const choosePhase = (phase: string): void => {
    const { phase: ___, ...all } = quantity;
    onChange(phase === '' ? all : { ...all, phase: Number(phase) });
  };
  return (
    <FieldGrid>
      <Select
        label="Quantity"
        value={quantity.of}
        options={names.map((name) => ({ value: name, label: QUANTITY_NAMES[name] }))}
        onChange={choose}
      />
      <LaneSelect lane={quantity.lane} onChange={(lane) => onChange({ ...quantity, lane })} />
      {isOfInstant(quantity.of) && (
        <TypedNumber label="At, s" min={0} value={quantity.at ?? 0} onChange={(at) => onChange({ ...quantity, at })} />
      )}
      {quantity.of === 'retryAfter' && (
        <TypedNumber
          label="Request"
          min={1}
          whole
          value={(quantity.request ?? 0) + 1}
          onChange={(number) => onChange({ ...quantity, request: number - 1 })}
        />
      )}
      {phases > 1 && !isOfInstant(quantity.of) && quantity.of !== 'retryAfter' && (
        <Select
          label="Requests of"
          value={String(quantity.phase ?? '')}
          options={[
            { value: '', label: 'all phases' },
            ...Array.from({ length: phases }, (____, phase) => ({ value: String(phase), label: `phase ${phase + 1}` })),
          ]}
          onChange={choosePhase}
        />
      )}
    </FieldGrid>
  );
}

/** A share is written in percent. */
export function scaleOf(of: QuantityName): { readonly unit: string; readonly factor: number } {
  const unit = unitOf(of);
  if (unit === 'share') return { unit: ', %', factor: 100 };
  return { unit: unit === 'seconds' ? ', s' : '', factor: 1 };
}

function isOfInstant(of: QuantityName): boolean {
  return of === 'level' || of === 'windowCount';
}
