/** The form of a recording: where its requests come in the run and how its stamps are read. The requests stay as they are. */
import type { ReactElement, ReactNode } from 'react';
import type { EntryOfKind, Reading } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { FieldGrid, FieldGridNote } from '../ui/FieldGrid.tsx';
import { Select } from '../ui/Select.tsx';
import { CommonFields, KindFields } from './CommonFields.tsx';
import type { PhaseEditProps } from './PhaseNumberField.tsx';
import { READING_OPTIONS } from '../text/readingLabels.ts';
import { readingText, recordingPlaceText, recordingText } from './recordingText.ts';

interface RecordingFormProps extends PhaseEditProps<EntryOfKind<'recording'>> {
  readonly runEnd: number;
  readonly kind: ReactNode;
}

export function RecordingForm({ kind, ...edit }: RecordingFormProps): ReactElement {
  const { entry, gesture, onChange } = edit;
  const epoch = useAppState((state) => state.scenario.epoch);
  const place = recordingPlaceText(entry, epoch);
  return (
    <FieldGrid>
      {kind}
      <KindFields {...edit} />
      <Select<Reading>
        label="Reading"
        value={entry.reading}
        options={READING_OPTIONS}
        onChange={(reading) => gesture.once(() => onChange({ ...entry, reading }))}
      />
      <FieldGridNote>{recordingText(entry)}</FieldGridNote>
      <FieldGridNote>{readingText(entry)}</FieldGridNote>
      {place !== null && <FieldGridNote>{place}</FieldGridNote>}
      <CommonFields {...edit} />
    </FieldGrid>
  );
}
