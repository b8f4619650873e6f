/** The presets, in the order in which the gallery shows them. */
import { bucketsPresets } from './buckets.ts';
import { clientsPresets } from './clients.ts';
import { edgeBurst } from './edgeBurst.ts';
import { editionsPresets } from './editions.ts';
import { librariesPresets } from './libraries.ts';
import { SOURCE_IDS } from '../../sources.ts';
import { PRESET_GROUPS, type Preset } from './preset.ts';
import { processesPresets } from './processes.ts';
import { queuesPresets } from './queues.ts';
import { sourcesPresets } from './sources.ts';
import { windowsPresets } from './windows.ts';

export { edgeBurst, FIRST_VISIT_VIEW } from './edgeBurst.ts';
export { PRESET_GROUPS, presetNotes, presetScenario, type Preset } from './preset.ts';

/** By group, then in the order of the list of sources; presets without a source come first. */
function byGroupAndSource(one: Preset, other: Preset): number {
  const byGroup = PRESET_GROUPS.indexOf(one.group) - PRESET_GROUPS.indexOf(other.group);
  return byGroup === 0 ? sourceIndex(one) - sourceIndex(other) : byGroup;
}

const sourceIndex = ({ source }: Preset): number => (source === undefined ? -1 : SOURCE_IDS.indexOf(source));

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
].sort(byGroupAndSource);

const byId = new Map(presets.map((preset) => [preset.id, preset]));

/** The preset of that id, if there is one. */
export function presetById(id: string): Preset | undefined {
  return byId.get(id);
}
