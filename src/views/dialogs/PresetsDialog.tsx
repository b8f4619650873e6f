/** The preset scenarios as cards, and below them those that others added. */
import { useRef, useState, type ReactElement } from 'react';
import {
  PRESET_TOPIC_IDS,
  PRESET_TOPICS,
  presets,
  presetScenario,
  sources,
  type Preset,
  type PresetTopic,
} from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { pluralize } from '../format/numbers.ts';
import { searchItems, type Found } from '../search/search.ts';
import { galleryFields, presetFields } from '../search/searchFields.ts';
import { useGallery } from '../search/useGallery.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { hasHover } from '../ui/mediaQueries.ts';
import { TextField } from '../ui/TextField.tsx';
import { FROM_OTHERS, GallerySection } from './GallerySection.tsx';
import { ScenarioCard } from './ScenarioCard.tsx';
import styles from './PresetsDialog.module.css';

/** @param search what was typed while it was loading */
export default function PresetsDialog({ search: typed = '' }: { readonly search?: string | undefined }): ReactElement {
  const actions = useActions();
  const [search, setSearch] = useState(typed);
  const searchField = useRef<HTMLInputElement>(null);
  const { items, problems } = useGallery();
  const found = searchItems(presets, search, presetFields);
  const foundOfOthers = searchItems(items, search, galleryFields);
  const all = presets.length + items.length;
  const shown = found.length + foundOfOthers.length;
  const foundOn = (topic: PresetTopic) => found.filter(({ item }) => item.topic === topic);
  const topics = PRESET_TOPIC_IDS.filter((topic) => foundOn(topic).length > 0);
  const hasOthers = foundOfOthers.length > 0 || problems.length > 0;
  const groups = [...topics.map((topic) => PRESET_TOPICS[topic].name), ...(hasOthers ? [FROM_OTHERS] : [])];
  /** The first that is shown, as in the search for a limiter. */
  const openFirst = (): void => {
    const [preset] = PRESET_TOPIC_IDS.flatMap(foundOn);
    const [other] = foundOfOthers;
    if (preset !== undefined) actions.openPreset(preset.item);
    else if (other !== undefined) actions.openExample(other.item.scenario, other.item.opensAt);
  };
  return (
    <Dialog
      open
      onClose={() => actions.openDialog(null)}
      title="Presets"
      width={1088}
      height={760}
      {...(hasHover() && { initialFocus: searchField })}
    >
      <div
        className={styles['search']}
        role="search"
        onKeyDown={({ key }) => {
          if (key === 'Enter' && search.trim() !== '') openFirst();
        }}
      >
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
          {search.trim() === '' ? pluralize(all, 'preset') : `${shown} of ${all} presets`}
        </p>
        {groups.length > 1 && <TopicNav groups={groups} />}
      </div>
      <div className={styles['groups']}>
        {topics.map((topic) => (
          <TopicSection key={topic} topic={topic} found={foundOn(topic)} />
        ))}
        {hasOthers && <GallerySection found={foundOfOthers} problems={problems} />}
        {shown === 0 && <p>No preset matches all of these words. Try fewer or different ones.</p>}
      </div>
    </Dialog>
  );
}

/** Leads to the groups below, which are many screens long. */
function TopicNav({ groups }: { readonly groups: readonly string[] }): ReactElement {
  const goTo = (group: string, from: HTMLElement): void => {
    const section = from.closest('[role="dialog"]')?.querySelector<HTMLElement>(`section[aria-label="${group}"]`);
    section?.scrollIntoView();
    section?.querySelector('button')?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label="Topics" className={styles['topics']}>
      {groups.map((group) => (
        <Button key={group} size="small" onClick={({ currentTarget }) => goTo(group, currentTarget)}>
          {group}
        </Button>
      ))}
    </nav>
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
            <PresetCard item={item} why={why} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PresetCard({ item: preset, why }: Found<Preset>): ReactElement {
  const actions = useActions();
  const { title, description, source, sourceNote, expect } = preset;
  return (
    <ScenarioCard
      title={title}
      description={description}
      scenario={presetScenario(preset)}
      outcomes={expect}
      why={why}
      onOpen={() => actions.openPreset(preset)}
      below={sourceNote !== undefined && <span className={styles['printed']}>{sourceNote}</span>}
      after={source !== undefined && <span className={styles['source']}> {sources[source].name}</span>}
    />
  );
}
