/** Which lane a report compares with which: two of the run, or one of a work that is kept in this browser with one of it. */
import type { ReactElement } from 'react';
import type { Lane, Scenario } from '../../sim/index.ts';
import { Select, type Option } from '../ui/Select.tsx';
import { useWorkList } from '../works/useWorkList.ts';
import { shownName } from '../works/worksText.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { plainText } from './blocks.ts';
import type { ChosenChange } from './useChange.ts';
import styles from './ReportDialog.module.css';

interface ChangeChoiceProps {
  readonly lanes: readonly Lane[];
  readonly chosen: ChosenChange | null;
  /** The scenario of the chosen work; null until it was read. */
  readonly work: Scenario | null;
  readonly onChoose: (chosen: ChosenChange | null) => void;
}

const NOTHING = 'nothing';

export function ChangeChoice({ lanes, chosen, work, onChoose }: ChangeChoiceProps): ReactElement {
  const { rows, problem } = useWorkList();
  // The work of this tab is what is shown.
  const works = (rows ?? []).filter(
    (row) => !row.deleted && row.work.problem === null && row.work.openIn !== 'this-tab',
  );
  const last = lanes.length - 1;
  const choose = (value: string): void => {
    const [kind, id = ''] = splitOnce(value);
    if (kind === NOTHING) onChoose(null);
    else if (kind === 'work') onChoose({ work: id, before: 0, after: chosen?.after ?? 0 });
    else {
      const before = Number(id);
      const after = chosen?.after ?? last;
      onChoose({ work: null, before, after: after === before ? (before === last ? 0 : last) : after });
    }
  };
  return (
    <>
      <div className={styles['row']}>
        <Select
          label="Before"
          value={chosen === null ? NOTHING : chosen.work === null ? `lane ${chosen.before}` : `work ${chosen.work}`}
          options={[
            { value: NOTHING, label: 'No comparison' },
            ...(lanes.length < 2 ? [] : laneOptions(lanes).map((each) => ({ ...each, value: `lane ${each.value}` }))),
            ...works.map((row) => ({
              value: `work ${row.work.id}`,
              label: `Work: ${plainText(shownName(row.work.name), 40)}`,
            })),
          ]}
          onChange={choose}
        />
        {chosen !== null && chosen.work !== null && work !== null && work.lanes.length > 1 && (
          <Select
            label="Lane of the work"
            value={`${chosen.before}`}
            options={laneOptions(work.lanes)}
            onChange={(value) => onChoose({ ...chosen, before: Number(value) })}
          />
        )}
        {chosen !== null && (
          <Select
            label="After"
            value={`${chosen.after}`}
            options={laneOptions(lanes)}
            onChange={(value) => onChoose({ ...chosen, after: Number(value) })}
          />
        )}
      </div>
      {problem !== null && <p role="status">{problem}</p>}
    </>
  );
}

function laneOptions(lanes: readonly Lane[]): readonly Option<string>[] {
  return lanes.map((lane, index) => ({
    value: `${index}`,
    label: `Lane ${index + 1}: ${plainText(laneNameWithEdition(lane), 40)}`,
  }));
}

/** `work 12 a` → `work`, `12 a` */
function splitOnce(value: string): readonly [string, string?] {
  const space = value.indexOf(' ');
  return space < 0 ? [value] : [value.slice(0, space), value.slice(space + 1)];
}
