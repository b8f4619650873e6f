/** A bet as the teacher makes it: what is asked, and of which number of the run; the run itself answers. */
import type { ReactElement } from 'react';
import { LESSON_LIMITS, secondsFromMicros, type Bet } from '../../sim/index.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { valueText } from '../learn/quantityText.ts';
import { LaneSelect } from '../text/LaneSelect.tsx';
import { Button } from '../ui/Button.tsx';
import { FieldGrid } from '../ui/FieldGrid.tsx';
import { Select } from '../ui/Select.tsx';
import { ChoiceForm } from './ChoiceForm.tsx';
import { QuantityFields, scaleOf, TIMES } from './QuantityFields.tsx';
import { emptyText, TypedField, TypedNumber } from './TypedField.tsx';
import type { RunValues } from './useRunValues.ts';

export interface BetFormProps<B extends Bet = Bet> {
  readonly bet: B;
  readonly run: RunValues | null;
  readonly onChange: (bet: B) => void;
}

export function BetForm({ bet, run, onChange }: BetFormProps): ReactElement {
  return (
    <>
      <TypedField
        label="Question"
        value={bet.question}
        rows={2}
        maxLength={LESSON_LIMITS.question}
        problem={emptyText('The question')}
        onChange={(question) => onChange({ ...bet, question })}
      />
      {bet.kind === 'choice' ? (
        <ChoiceForm bet={bet} run={run} onChange={onChange} />
      ) : bet.kind === 'line' ? (
        <LineForm bet={bet} run={run} onChange={onChange} />
      ) : (
        <NumberForm bet={bet} run={run} onChange={onChange} />
      )}
    </>
  );
}

function NumberForm({ bet, run, onChange }: BetFormProps<Extract<Bet, { kind: 'number' | 'time' }>>): ReactElement {
  const { quantity, within = 0 } = bet;
  const { unit, factor } = scaleOf(quantity.of);
  return (
    <>
      <QuantityFields
        quantity={quantity}
        {...(bet.kind === 'time' ? { names: TIMES } : {})}
        onChange={(changed) => onChange({ ...bet, quantity: changed })}
      />
      <FieldGrid>
        <TypedNumber
          label={`Right within ±${unit}`}
          min={0}
          value={Number((within * factor).toFixed(9))}
          onChange={(number) => onChange({ ...bet, within: number / factor })}
        />
      </FieldGrid>
      {run !== null && (
        <p className="label">
          On this run: {valueText(run.value, quantity.of)}
          {run.value === null ? ', so no answer is right' : ''}.
        </p>
      )}
    </>
  );
}

const CURVES = [
  { value: 'level', label: 'level' },
  { value: 'windowCount', label: 'window count' },
] as const;

function LineForm({ bet, onChange }: BetFormProps<Extract<Bet, { kind: 'line' }>>): ReactElement {
  const store = useStoreApi();
  const takeRange = (): void => {
    const { from, to } = store.getState().range;
    onChange({ ...bet, from: secondsFromMicros(from), to: secondsFromMicros(to) });
  };
  return (
    <>
      <FieldGrid>
        <Select label="Curve" value={bet.curve} options={CURVES} onChange={(curve) => onChange({ ...bet, curve })} />
        <LaneSelect lane={bet.lane} onChange={(lane) => onChange({ ...bet, lane })} />
        <TypedNumber
          label="Points"
          min={2}
          max={50}
          whole
          value={bet.points}
          onChange={(points) => onChange({ ...bet, points })}
        />
      </FieldGrid>
      <p className="label">
        From {bet.from} s to {bet.to} s.
      </p>
      <Button size="small" onClick={takeRange}>
        Take the visible range
      </Button>
    </>
  );
}
