/** The presets, in the order in which the gallery shows them. */
import { bucketsPresets } from './buckets.ts';
import { clientsPresets } from './clients.ts';
import { edgeBurst } from './edgeBurst.ts';
import { editionsPresets } from './editions.ts';
import { librariesPresets } from './libraries.ts';
import { logsPresets } from './logs.ts';
import { PRESET_TOPIC_IDS, type Preset } from './preset.ts';
import { processesPresets } from './processes.ts';
import { queuesPresets } from './queues.ts';
import { sourcesPresets } from './sources.ts';
import { windowsPresets } from './windows.ts';

export { edgeBurst, FIRST_VISIT_VIEW } from './edgeBurst.ts';
export { presetOpening } from './openings.ts';
export { PRESET_TOPICS } from './topics.ts';
export { PRESET_TOPIC_IDS, presetNotes, presetScenario, type Preset, type PresetTopic } from './preset.ts';

const byTopic = (one: Preset, other: Preset): number =>
  PRESET_TOPIC_IDS.indexOf(one.topic) - PRESET_TOPIC_IDS.indexOf(other.topic);

export const presets: readonly Preset[] = [
  edgeBurst,
  ...sourcesPresets,
  ...windowsPresets,
  ...bucketsPresets,
  ...queuesPresets,
  ...librariesPresets,
  ...clientsPresets,
  ...logsPresets,
  ...editionsPresets,
  ...processesPresets,
].sort(byTopic);

const byId = new Map(presets.map((preset) => [preset.id, preset]));

/** The preset of that id, if there is one. */
export function presetById(id: string): Preset | undefined {
  return byId.get(id);
}
