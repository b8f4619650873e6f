/** The presets, in the order in which the gallery shows them. */
import { bucketsPresets } from './buckets.ts';
import { clientsPresets } from './clients.ts';
import { edgeBurst } from './edgeBurst.ts';
import { editionsPresets } from './editions.ts';
import { librariesPresets } from './libraries.ts';
import { PRESET_GROUPS, type Preset } from './preset.ts';
import { processesPresets } from './processes.ts';
import { queuesPresets } from './queues.ts';
import { sourcesPresets } from './sources.ts';
import { windowsPresets } from './windows.ts';

export { edgeBurst, FIRST_VISIT_VIEW } from './edgeBurst.ts';
export { PRESET_GROUPS, presetNotes, presetScenario, SOURCE_DOCUMENTS, type Preset } from './preset.ts';

/** Group by group, and within the sources by their numbers. */
const sortKey = ({ group, source = '' }: Preset): string => `${PRESET_GROUPS.indexOf(group)} ${source}`;

export const presets: readonly Preset[] = [
  edgeBurst,
  ...sourcesPresets,
  ...windowsPresets,
  ...bucketsPresets,
  ...queuesPresets,
  ...librariesPresets,
  ...clientsPresets,
  ...editionsPresets,
  ...processesPresets,
].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : sortKey(one) > sortKey(other) ? 1 : 0));

const byId = new Map(presets.map((preset) => [preset.id, preset]));

/** The preset of that id, if there is one. */
export function presetById(id: string): Preset | undefined {
  return byId.get(id);
}
