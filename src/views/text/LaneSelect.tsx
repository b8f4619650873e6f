/** Chooses one of the lanes, by its place in the scenario. */
import type { ReactElement } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { Select } from '../ui/Select.tsx';
import { laneName } from './laneText.ts';

export function LaneSelect({ lane, onChange }: { lane: number; onChange: (lane: number) => void }): ReactElement {
  const lanes = useAppState(({ scenario }) => scenario.lanes);
  return (
    <Select
      label="Lane"
      value={String(lane)}
      options={lanes.map((one, index) => ({ value: String(index), label: `${index + 1} ${laneName(one)}` }))}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
