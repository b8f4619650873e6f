/** A condition on the run: a quantity, and what it has to be. */
import type { ReactElement } from 'react';
import type { Condition, ConditionResult } from '../../sim/index.ts';
import { valueText } from '../learn/quantityText.ts';
import { FieldGrid } from '../ui/FieldGrid.tsx';
import { Select } from '../ui/Select.tsx';
import { QuantityFields, scaleOf } from './QuantityFields.tsx';
import { TypedNumber } from './TypedField.tsx';

export const FIRST_CONDITION: Condition = { quantity: { of: 'denied', lane: 0 }, at: 'least', value: 1 };

const BOUNDS = [
  { value: 'least', label: 'at least' },
  { value: 'most', label: 'at most' },
  { value: 'exactly', label: 'exactly' },
] as const;

interface ConditionFieldsProps {
  readonly condition: Condition;
  /** On the run that is shown; null until it has answered. */
  readonly result: ConditionResult | null;
  readonly onChange: (condition: Condition) => void;
}

export function ConditionFields({ condition, result, onChange }: ConditionFieldsProps): ReactElement {
  const { quantity, at, value } = condition;
  const { unit, factor } = scaleOf(quantity.of);
  return (
    <>
      <QuantityFields quantity={quantity} onChange={(changed) => onChange({ ...condition, quantity: changed })} />
      <FieldGrid>
        <Select label="Is" value={at} options={BOUNDS} onChange={(bound) => onChange({ ...condition, at: bound })} />
        {typeof value === 'number' && (
          <TypedNumber
            label={`Value${unit}`}
            value={Number((value * factor).toFixed(9))}
            onChange={(number) => onChange({ ...condition, value: number / factor })}
          />
        )}
      </FieldGrid>
      {result !== null && (
        <p className="label">
          On this run: {valueText(result.value, quantity.of)}. {result.holds ? 'It holds.' : 'It does not hold.'}
        </p>
      )}
    </>
  );
}
