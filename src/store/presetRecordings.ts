/** The recordings of presets: a link that names one needs no file. */
import { digestOf } from '../sim/index.ts';

/** The packed recording of that digest, if a preset has it; presets are loaded for it, and without them it is not here. */
export async function presetRecording(digest: string): Promise<string | null> {
  const { presets } = await import('./allPresets.ts').catch(() => ({ presets: [] }));
  const packed = presets.flatMap(({ document }) => {
    const traffic = (document['traffic'] ?? []) as readonly { readonly data?: string }[];
    return traffic.flatMap(({ data }) => data ?? []);
  });
  return packed.find((data) => digestOf(data) === digest) ?? null;
}
