/** What holds for the run as a whole: its seed and its duration. */
import type { ReactElement } from 'react';
import { durationOf, type Scenario } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { stepFigure } from '../format/fields.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { checkField, secondsFromText } from '../format/check.ts';
import { Group } from '../ui/Group.tsx';
import styles from './TrafficTab.module.css';
import { useGesture } from '../hooks/useGesture.ts';

const MOST_SEED = 4_294_967_295;
const SHORTEST = 0.000001;
const LONGEST = 2_592_000;

const SEED = { name: 'seed', path: 'seed', document: (seed: unknown) => ({ seed }) };
const DURATION = {
  name: 'duration',
  path: 'duration',
  document: (duration: unknown) => ({ duration }),
  read: secondsFromText,
};

export function RunFields(): ReactElement {
  const seed = useApp((state) => state.scenario.seed);
  const own = useApp((state) => state.scenario.duration);
  const duration = useApp((state) => durationOf(state.scenario));
  const { editRun } = useActions();
  const gesture = useGesture();
  const change = (label: string, patch: (scenario: Scenario) => Scenario): void =>
    editRun(label, patch, gesture.name());
  const setDuration = (value: number): void =>
    change('change of the duration', (scenario) => ({ ...scenario, duration: value }));
  return (
    <Group label="Run" heading="" className={styles['run']}>
      <div>
        <NumberField
          label="Duration"
          value={duration}
          min={SHORTEST}
          max={LONGEST}
          check={(text) => checkField(DURATION, text)}
          step={stepFigure}
          suffix="s"
          muted={own === undefined}
          onInput={setDuration}
          onCommit={gesture.end}
        />
        <Checkbox
          label="Follows the traffic"
          small
          className={styles['below'] ?? ''}
          checked={own === undefined}
          onChange={(follows) => {
            gesture.end();
            if (follows) change('change of the duration', withoutDuration);
            else setDuration(duration);
            gesture.end();
          }}
        />
      </div>
      <NumberField
        label="Seed"
        value={seed}
        min={0}
        max={MOST_SEED}
        check={(text) => checkField(SEED, text)}
        onInput={(value) => change('change of the seed', (scenario) => ({ ...scenario, seed: value }))}
        onCommit={gesture.end}
      />
      <p className="label">Decides what is drawn at random.</p>
    </Group>
  );
}

function withoutDuration({ duration: _, ...rest }: Scenario): Scenario {
  return rest;
}
