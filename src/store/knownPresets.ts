/** The presets whose sentences are known: at first the first visit's alone; the others are not loaded before its chart. */
import { firstPreset, presetNotes, type Preset } from '../sim/index.ts';

let byNotes = indexed([firstPreset]);

/** The preset whose own sentence this is, or was in an earlier release, if it is one's. */
export function presetWithNotes(notes: string): Preset | undefined {
  return byNotes.get(notes);
}

/**
 * To be awaited before anything is shown that is not the first visit's. Where they do not load, a preset's sentence is taken
 * for the user's own, and nothing else is different.
 */
export async function loadPresets(): Promise<void> {
  const loaded = await import('./allPresets.ts').catch(() => null);
  if (loaded !== null) byNotes = indexed(loaded.presets);
}

function indexed(presets: readonly Preset[]): ReadonlyMap<string, Preset> {
  return new Map(
    presets.flatMap((preset) =>
      [presetNotes(preset), ...(preset.formerNotes ?? [])].map((text): [string, Preset] => [text, preset]),
    ),
  );
}
