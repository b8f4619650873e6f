/** The presets, in the order in which the gallery shows them. */
import { bucketsPresets } from './buckets.ts';
import { clientsPresets } from './clients.ts';
import { edgeBurst } from './edgeBurst.ts';
import { editions } from './editions.ts';
import { librariesPresets } from './libraries.ts';
import { GROUPS, type Preset } from './preset.ts';
import { processesPresets } from './processes.ts';
import { queuesPresets } from './queues.ts';
import { bySource } from './sources.ts';
import { windowsPresets } from './windows.ts';

export { edgeBurst, FIRST_VIEW } from './edgeBurst.ts';
export { GROUPS, notesOf, scenarioOf, SOURCES, type Preset } from './preset.ts';

/** Group by group, and within the sources by their numbers. */
const place = ({ group, source = '' }: Preset): string => `${GROUPS.indexOf(group)} ${source}`;

export const presets: readonly Preset[] = [
  edgeBurst,
  ...bySource,
  ...windowsPresets,
  ...bucketsPresets,
  ...queuesPresets,
  ...librariesPresets,
  ...clientsPresets,
  ...editions,
  ...processesPresets,
].sort((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0));

const byId = new Map(presets.map((preset) => [preset.id, preset]));

/** The preset of that id, if there is one. */
export function presetById(id: string): Preset | undefined {
  return byId.get(id);
}
