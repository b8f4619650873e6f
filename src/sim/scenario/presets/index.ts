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
import { stacksPresets } from './stacks.ts';
import { systemsPresets } from './systems/index.ts';
import { windowsPresets } from './windows.ts';

export { edgeBurst, FIRST_VISIT_VIEW } from './edgeBurst.ts';
export { PRESET_TOPICS } from './topics.ts';
export { PRESET_TOPIC_IDS, presetNotes, presetScenario, type Preset, type PresetTopic } from './preset.ts';

/** The page loads all but the first after its first chart: vite.config.ts says that nothing here acts while it is loaded. */
export const presets: readonly Preset[] = byTopic([
  edgeBurst,
  ...sourcesPresets,
  ...windowsPresets,
  ...bucketsPresets,
  ...queuesPresets,
  ...librariesPresets,
  ...clientsPresets,
  ...logsPresets,
  ...editionsPresets,
  ...stacksPresets,
  ...processesPresets,
  ...systemsPresets,
]);

function byTopic(all: readonly Preset[]): readonly Preset[] {
  return PRESET_TOPIC_IDS.flatMap((topic) => all.filter((preset) => preset.topic === topic));
}

/** The preset of that id, if there is one. */
export function presetById(id: string): Preset | undefined {
  return presets.find((preset) => preset.id === id);
}
