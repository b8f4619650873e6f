/** Scenarios worth looking at, as cards: what each lane makes of it, its title, what to watch. */
import { useId, type ReactElement } from 'react';
import { GROUPS, presets, scenarioOf, SOURCES, type Preset } from '../../sim/index.ts';
import { useActions } from '../../store/react.tsx';
import { laneLabel } from '../lanes/laneText.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { DecisionStrip } from './DecisionStrip.tsx';
import { stripWords } from './strip.ts';
import styles from './PresetsDialog.module.css';

export default function PresetsDialog(): ReactElement {
  const actions = useActions();
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="Presets" width={1088}>
      <div className={styles['groups']}>
        {GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className={styles['group']}>{group}</h3>
            {group === 'By source' ? (
              Object.entries(SOURCES).map(([number, about]) => (
                <section key={number} aria-label={`Source ${number}`}>
                  <h4 className={styles['about']}>
                    Source {number}: {about}
                  </h4>
                  <Cards of={presets.filter((preset) => preset.group === group && preset.source === number)} />
                </section>
              ))
            ) : (
              <Cards of={presets.filter((preset) => preset.group === group)} />
            )}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Cards({ of }: { readonly of: readonly Preset[] }): ReactElement {
  return (
    <ul className={styles['cards']}>
      {of.map((preset) => (
        <li key={preset.id}>
          <Card preset={preset} />
        </li>
      ))}
    </ul>
  );
}

function Card({ preset }: { readonly preset: Preset }): ReactElement {
  const actions = useActions();
  const id = useId();
  const { title, sentence, source, printed, group, expect } = preset;
  const scenario = scenarioOf(preset);

  return (
    <button
      type="button"
      className={styles['card']}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClick={() => actions.openPreset(preset)}
    >
      <span className={styles['lanes']} aria-hidden="true">
        {scenario.lanes.map((lane, index) => (
          // Lanes have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={styles['lane']}>
            {expect[index] !== undefined && <DecisionStrip {...expect[index]} />}
            <span className={styles['name']}>
              {laneLabel(lane)}
              {lane.edition === 'published' && ' †'}
            </span>
          </span>
        ))}
      </span>
      <span id={`${id}-title`} className={styles['title']}>
        {title}
      </span>
      <span id={`${id}-text`}>
        <span className={styles['sentence']}>{sentence}</span>
        {printed !== undefined && <span className={styles['printed']}>{printed}</span>}
        <span className="visually-hidden">
          {' '}
          {scenario.lanes.map((lane, index) => stripWords(laneLabel(lane), expect[index])).join(' ')}
        </span>
        {source !== undefined && group !== 'By source' && <span className={styles['source']}> Source {source}</span>}
      </span>
    </button>
  );
}
