/** The preset scenarios as cards: each lane's outcome, the title, what to watch. */
import { useId, useRef, useState, type ReactElement } from 'react';
import {
  PRESET_TOPIC_IDS,
  PRESET_TOPICS,
  presetOpening,
  presets,
  presetScenario,
  sources,
  type Preset,
  type PresetTopic,
} from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { pluralize } from '../format/numbers.ts';
import { searchItems, type Found } from '../search/search.ts';
import { presetFields } from '../search/searchFields.ts';
import { laneName } from '../text/laneText.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { hasHover } from '../ui/hasHover.ts';
import { TextField } from '../ui/TextField.tsx';
import { DecisionStrip } from './DecisionStrip.tsx';
import { outcomeText } from './stripLayout.ts';
import styles from './PresetsDialog.module.css';

export default function PresetsDialog(): ReactElement {
  const actions = useActions();
  const [search, setSearch] = useState('');
  const searchField = useRef<HTMLInputElement>(null);
  const found = searchItems(presets, search, presetFields);
  const foundOn = (topic: PresetTopic) => found.filter(({ item }) => item.topic === topic);
  return (
    <Dialog
      open
      onClose={() => actions.openDialog(null)}
      title="Presets"
      width={1088}
      height={760}
      {...(hasHover() && { initialFocus: searchField })}
    >
      <div className={styles['search']}>
        <TextField
          ref={searchField}
          kind="search"
          label="Search presets"
          hideLabel
          placeholder="Search by question, limiter, system or source"
          value={search}
          onInput={setSearch}
        />
        <p className="label" role="note">
          {search.trim() === '' ? pluralize(presets.length, 'preset') : `${found.length} of ${presets.length} presets`}
        </p>
      </div>
      <div className={styles['groups']}>
        {PRESET_TOPIC_IDS.filter((topic) => foundOn(topic).length > 0).map((topic) => (
          <TopicSection key={topic} topic={topic} found={foundOn(topic)} />
        ))}
        {found.length === 0 && <p>No preset matches all of these words. Try fewer or different ones.</p>}
      </div>
    </Dialog>
  );
}

interface TopicSectionProps {
  readonly topic: PresetTopic;
  readonly found: readonly Found<Preset>[];
}

function TopicSection({ topic, found }: TopicSectionProps): ReactElement {
  const { name, question } = PRESET_TOPICS[topic];
  return (
    <section aria-label={name}>
      <h3 className={styles['group']}>
        {name} <span className={styles['question']}>{question}</span>
      </h3>
      <ul className={styles['cards']}>
        {found.map(({ item, why }) => (
          <li key={item.id}>
            <PresetCard preset={item} why={why} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PresetCardProps {
  readonly preset: Preset;
  /** Why it was found, where the card does not show it. */
  readonly why: string | null;
}

function PresetCard({ preset, why }: PresetCardProps): ReactElement {
  const actions = useActions();
  const id = useId();
  const { title, description, source, sourceNote, expect } = preset;
  const scenario = presetScenario(preset);

  return (
    <button
      type="button"
      className={styles['card']}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClick={() => actions.openPreset(preset, presetOpening(preset))}
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
        {source !== undefined && <span className={styles['source']}> {sources[source].name}</span>}
        {why !== null && <span className={styles['why']}> {why}</span>}
      </span>
    </button>
  );
}
