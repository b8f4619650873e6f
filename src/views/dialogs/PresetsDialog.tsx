/** The preset scenarios as cards: each lane's outcome, the title, what to watch. */
import { useId, type ReactElement } from 'react';
import { citation, PRESET_GROUPS, presets, presetScenario, SOURCE_IDS, sources, type Preset } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { laneName } from '../text/laneText.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { DecisionStrip } from './DecisionStrip.tsx';
import { outcomeText } from './stripLayout.ts';
import styles from './PresetsDialog.module.css';

const SOURCES_WITH_EXAMPLES = SOURCE_IDS.filter((id) =>
  presets.some(({ group, source }) => group === 'By source' && source === id),
);

export default function PresetsDialog(): ReactElement {
  const actions = useActions();
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="Presets" width={1088}>
      <div className={styles['groups']}>
        {PRESET_GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className={styles['group']}>{group}</h3>
            {group === 'By source' ? (
              SOURCES_WITH_EXAMPLES.map((id) => (
                <section key={id} aria-label={sources[id].name}>
                  <h4 className={styles['about']}>{citation(id)}</h4>
                  <PresetCards of={presets.filter((preset) => preset.group === group && preset.source === id)} />
                </section>
              ))
            ) : (
              <PresetCards of={presets.filter((preset) => preset.group === group)} />
            )}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function PresetCards({ of: items }: { readonly of: readonly Preset[] }): ReactElement {
  return (
    <ul className={styles['cards']}>
      {items.map((preset) => (
        <li key={preset.id}>
          <PresetCard preset={preset} />
        </li>
      ))}
    </ul>
  );
}

function PresetCard({ preset }: { readonly preset: Preset }): ReactElement {
  const actions = useActions();
  const id = useId();
  const { title, description, source, sourceNote, group, expect } = preset;
  const scenario = presetScenario(preset);

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
          // A lane has no identity besides its position.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={styles['lane']}>
            {expect[index] !== undefined && <DecisionStrip {...expect[index]} />}
            <span className={styles['name']}>
              {laneName(lane)}
              {lane.edition === 'published' && ' †'}
            </span>
          </span>
        ))}
      </span>
      <span id={`${id}-title`} className={styles['title']}>
        {title}
      </span>
      <span id={`${id}-text`}>
        <span>{description}</span>
        {sourceNote !== undefined && <span className={styles['printed']}>{sourceNote}</span>}
        <span className="visually-hidden">
          {' '}
          {scenario.lanes.map((lane, index) => outcomeText(laneName(lane), expect[index])).join(' ')}
        </span>
        {source !== undefined && group !== 'By source' && (
          <span className={styles['source']}> {sources[source].name}</span>
        )}
      </span>
    </button>
  );
}
