/** What limiters and presets are found by, wherever they are searched. */
import { catalogueEntryById, citation, presetScenario, PRESET_TOPICS, sources } from '../../sim/index.ts';
import type { CatalogueEntry, GalleryItem, Preset, Scenario } from '../../sim/index.ts';
import { aliasesOf, keywordsOf, PRESET_NAMES } from './aliases.ts';
import type { SearchField } from './search.ts';
import { traitFields } from './traits.ts';

export function limiterFields(entry: CatalogueEntry): readonly SearchField[] {
  return [
    { text: `${entry.name} ${entry.id}` },
    ...aliasFields(entry.id),
    ...keywordFields(entry),
    { text: `${entry.family} ${entry.summary} ${entry.storedPerKey} ${entry.pacing}` },
    ...(entry.family === 'Distributed' ? [{ text: 'cluster of several nodes or processes' }] : []),
    ...(entry.outcomes.includes('delay') ? [{ text: 'delays waits shaper pacing', why: 'it delays requests' }] : []),
    ...entry.errata.map(({ name }) => ({ text: name, why: `defect: ${name}` })),
    ...entry.sources.map((id) => ({ text: sourceText(id), why: `source: ${sources[id].name}` })),
    { text: entry.rule, why: 'in its rule' },
  ];
}

/** Not the title where there is an author: “Distributed Scenarios” is no reason to find the windows of that work. */
function sourceText(id: CatalogueEntry['sources'][number]): string {
  const source = sources[id];
  return 'author' in source ? `${source.author} ${source.name}` : citation(id);
}

export function presetFields(preset: Preset): readonly SearchField[] {
  const { title, description, topic, source, sourceNote = '', expect } = preset;
  const scenario = presetScenario(preset);
  return [
    { text: title },
    { text: `${description} ${sourceNote}` },
    { text: PRESET_NAMES[preset.id] ?? '' },
    ...laneFields(scenario),
    ...traitFields(scenario, expect),
    {
      text: `${PRESET_TOPICS[topic].name} ${PRESET_TOPICS[topic].question}`,
      why: `topic: ${PRESET_TOPICS[topic].name}`,
    },
    ...(source === undefined ? [] : [{ text: citation(source), why: `source: ${sources[source].name}` }]),
  ];
}

export function galleryFields({ title, question, tags, source, scenario, lanes }: GalleryItem): readonly SearchField[] {
  return [
    { text: title },
    { text: question },
    ...tags.map((tag) => ({ text: tag })),
    ...laneFields(scenario),
    ...traitFields(scenario, lanes),
    { text: scenario.notes, why: 'in its sentence' },
    ...(source === undefined ? [] : [{ text: source.name }]),
  ];
}

/** What the lanes are found by. */
function laneFields({ lanes }: Scenario): readonly SearchField[] {
  const limiters = [...new Set(lanes.map(({ limiter }) => limiter))].flatMap((id) => catalogueEntryById(id) ?? []);
  return [
    ...limiters.map(({ name, id }) => ({ text: `${name} ${id}`, why: `with ${name}` })),
    ...limiters.flatMap(({ name, id }) =>
      aliasFields(id).map(({ text, why }) => ({ text, why: `with ${name}: ${why}` })),
    ),
    ...limiters.flatMap((entry) =>
      keywordsOf(entry).map((keyword) => ({ text: keyword, why: `with ${entry.name}: ${keyword}` })),
    ),
  ];
}

function aliasFields(limiter: string): readonly Required<SearchField>[] {
  return aliasesOf(limiter).map(({ name, why }) => ({ text: name, why }));
}

/** What else a real system is looked for by: its language or platform. */
function keywordFields(entry: CatalogueEntry): readonly Required<SearchField>[] {
  return keywordsOf(entry).map((keyword) => ({ text: keyword, why: `keyword: ${keyword}` }));
}
