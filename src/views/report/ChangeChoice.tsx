/** Which lane a report compares with which: two of the run; or one of an earlier state, or of a work that is kept, with one of it. */
import type { ReactElement } from 'react';
import type { Lane, Scenario } from '../../sim/index.ts';
import type { HistoryStep } from '../../store/history.ts';
import type { ScenarioSnapshot } from '../../store/slices/document.ts';
import { pluralize } from '../format/numbers.ts';
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
  /** What undo would bring back, the oldest first. */
  readonly past: readonly HistoryStep<ScenarioSnapshot>[];
  /** The scenario that is chosen as before, if it is not the run's; null until it was read. */
  readonly other: Scenario | null;
  readonly onChoose: (chosen: ChosenChange | null) => void;
}

const NOTHING = 'nothing';

export function ChangeChoice({ lanes, past, chosen, other, onChoose }: ChangeChoiceProps): ReactElement {
  const { rows, problem } = useWorkList();
  // The work of this tab is what is shown.
  const works = (rows ?? []).filter(
    (row) => !row.deleted && row.work.problem === null && row.work.openIn !== 'this-tab',
  );
  const last = lanes.length - 1;
  const choose = (value: string): void => {
    const [kind, id = ''] = splitOnce(value);
    const after = chosen?.after ?? 0;
    if (kind === NOTHING) onChoose(null);
    else if (kind === 'work') onChoose({ work: id, earlier: null, before: 0, after });
    else if (kind === 'step') {
      const earlier = past[Number(id)]?.value.scenario;
      if (earlier !== undefined)
        onChoose({ work: null, earlier, before: Math.min(after, earlier.lanes.length - 1), after });
    } else {
      const before = Number(id);
      const wanted = chosen?.after ?? last;
      onChoose({ work: null, earlier: null, before, after: wanted === before ? (before === last ? 0 : last) : wanted });
    }
  };
  return (
    <>
      <div className={styles['row']}>
        <Select
          label="Before"
          value={valueOf(chosen, past)}
          options={[
            { value: NOTHING, label: 'No comparison' },
            ...(lanes.length < 2 ? [] : laneOptions(lanes).map((each) => ({ ...each, value: `lane ${each.value}` }))),
            ...stepOptions(past),
            ...works.map((row) => ({
              value: `work ${row.work.id}`,
              label: `Work: ${plainText(shownName(row.work.name), 40)}`,
            })),
          ]}
          onChange={choose}
        />
        {chosen !== null && other !== null && other.lanes.length > 1 && (
          <Select
            label="Its lane"
            value={`${chosen.before}`}
            options={laneOptions(other.lanes)}
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

function valueOf(chosen: ChosenChange | null, past: readonly HistoryStep<ScenarioSnapshot>[]): string {
  if (chosen === null) return NOTHING;
  if (chosen.work !== null) return `work ${chosen.work}`;
  if (chosen.earlier === null) return `lane ${chosen.before}`;
  return `step ${past.findIndex(({ value }) => value.scenario === chosen.earlier)}`;
}

/** More would hide the works. */
const MOST_STEPS = 8;

/** The last states that have a lane to compare with, the newest first. */
function stepOptions(past: readonly HistoryStep<ScenarioSnapshot>[]): readonly Option<string>[] {
  return past
    .map(({ value, label }, index) => ({
      hasLanes: value.scenario.lanes.length > 0,
      value: `step ${index}`,
      label: `${pluralize(past.length - index, 'step')} ago, before “${innerQuotes(plainText(label, 40))}”`,
    }))
    .slice(-MOST_STEPS)
    .filter(({ hasLanes }) => hasLanes)
    .toReversed();
}

function innerQuotes(text: string): string {
  return text.replaceAll('“', '‘').replaceAll('”', '’');
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
