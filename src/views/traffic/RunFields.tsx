/** Settings of the whole run: seed and duration. */
import type { ReactElement } from 'react';
import {
  durationOf,
  MAX_SECONDS,
  MAX_SEED,
  MIN_SECONDS,
  SECOND,
  type Instant,
  type Scenario,
} from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { stepValue } from '../format/fields.ts';
import { FieldWithCheckbox } from '../ui/FieldWithCheckbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { formatSeconds } from '../format/time.ts';
import { wholeRange } from '../../store/slices/view.ts';
import type { State } from '../../store/state.ts';
import { parseScenarioField, parseSeconds } from '../format/scenarioFields.ts';
import { Locked } from '../text/Locked.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './RunFields.module.css';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';

const SEED_FIELD = { name: 'Seed', path: 'seed', documentWith: (seed: unknown) => ({ seed }) };
const DURATION_FIELD = {
  name: 'Duration',
  path: 'duration',
  documentWith: (duration: unknown) => ({ duration }),
  parse: parseSeconds,
};

export function RunFields(): ReactElement {
  const seed = useAppState((state) => state.scenario.seed);
  const ownDuration = useAppState((state) => state.scenario.duration);
  const duration = useAppState((state) => durationOf(state.scenario));
  const overrun = useAppState(overrunOf);
  const { editRun } = useActions();
  const gesture = useUndoGesture();
  const change = (label: string, patch: (scenario: Scenario) => Scenario): boolean =>
    editRun(label, patch, gesture.id());
  const setDuration = (value: number): boolean =>
    change('change of the duration', (scenario) => ({ ...scenario, duration: value }));
  return (
    <Group label="Run" heading="" className={styles['run']}>
      <div>
        <FieldWithCheckbox
          label="Follows the traffic"
          checked={ownDuration === undefined}
          onChange={(follows) =>
            gesture.once(() => (follows ? change('change of the duration', withoutDuration) : setDuration(duration)))
          }
        >
          <NumberField
            label="Duration"
            value={duration}
            min={MIN_SECONDS}
            max={MAX_SECONDS}
            parse={(text) => parseScenarioField(DURATION_FIELD, text)}
            step={stepValue}
            suffix="s"
            muted={ownDuration === undefined}
            onInput={setDuration}
            onCommit={gesture.end}
          />
        </FieldWithCheckbox>
        {overrun === null ? null : (
          <p className={styles['help']}>A script sends until {formatSeconds(overrun / SECOND)}.</p>
        )}
      </div>
      <div>
        <Locked by="seed">
          <NumberField
            label="Seed"
            value={seed}
            min={0}
            max={MAX_SEED}
            parse={(text) => parseScenarioField(SEED_FIELD, text)}
            onInput={(value) => change('change of the seed', (scenario) => ({ ...scenario, seed: value }))}
            onCommit={gesture.end}
          />
        </Locked>
        <p className={styles['help']}>Determines every random draw.</p>
      </div>
    </Group>
  );
}

/** The run's end, if a script sends requests after the scenario's; else null. */
function overrunOf({ scenario, result }: State): Instant | null {
  return result !== null && result.scenario === scenario && result.end > wholeRange(scenario).to ? result.end : null;
}

function withoutDuration({ duration: _, ...rest }: Scenario): Scenario {
  return rest;
}
