/** In place of a lane's name: the name, as it is changed. Loaded after the first chart. */
import { useRef, useState, type ReactElement } from 'react';
import { defaultLaneName } from '../../store/defaultLaneName.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './LaneHeader.module.css';

interface RenameFieldProps {
  readonly index: number;
  readonly label: string;
  readonly onEnd: () => void;
}

export default function RenameField({ index, label, onEnd }: RenameFieldProps): ReactElement {
  const { renameLane } = useActions();
  const lane = useAppState((state) => state.scenario.lanes[index]);
  const [draft, setDraft] = useState(label);
  const done = useRef(false);
  const end = (keep: boolean): void => {
    if (done.current) return;
    done.current = true;
    const defaultName = lane === undefined ? '' : defaultLaneName(lane);
    const name = draft.trim();
    if (keep && name !== label) renameLane(index, name === defaultName ? '' : name);
    onEnd();
  };
  return (
    <TextField
      ref={(field) => {
        if (field !== null && document.activeElement !== field) field.select();
      }}
      label="Name"
      hideLabel
      value={draft}
      maxLength={200}
      className={styles['rename'] ?? ''}
      onInput={setDraft}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(true);
        if (event.key === 'Escape') {
          event.preventDefault();
          end(false);
        }
      }}
    />
  );
}
