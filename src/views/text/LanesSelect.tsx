/** Chooses all lanes or one of them. */
import type { ReactElement } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { Select } from '../ui/Select.tsx';
import { laneNameWithEdition } from './laneText.ts';

const ALL_LANES = 'all';

interface LanesSelectProps {
  /** What a screen reader calls it. */
  readonly label: string;
  /** Null for all. */
  readonly lane: number | null;
  readonly onChange: (lane: number | null) => void;
  readonly disabled?: boolean;
}

export function LanesSelect({ label, lane, onChange, disabled = false }: LanesSelectProps): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes);
  return (
    <Select
      label={label}
      hideLabel
      value={lane === null ? ALL_LANES : `${lane}`}
      disabled={disabled}
      options={[
        { value: ALL_LANES, label: 'All lanes' },
        ...lanes.map((each, index) => ({
          value: `${index}`,
          label: `Lane ${index + 1}: ${laneNameWithEdition(each)}`,
        })),
      ]}
      onChange={(value) => onChange(value === ALL_LANES ? null : Number(value))}
    />
  );
}
