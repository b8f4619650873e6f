/** The presets, in the order in which the gallery shows them. */
import { edgeBurst } from './edgeBurst.ts';
import { editions } from './editions.ts';
import type { Preset } from './preset.ts';
import { bySource } from './sources.ts';

export { edgeBurst, FIRST_VIEW } from './edgeBurst.ts';
export { GROUPS, scenarioOf, type Preset } from './preset.ts';

export const presets: readonly Preset[] = [edgeBurst, ...bySource, ...editions];

const byId = new Map(presets.map((preset) => [preset.id, preset]));

/** The preset of that id, if there is one. */
export function presetById(id: string): Preset | undefined {
  return byId.get(id);
}
