/** Examples of the source documents, and questions that a defect answers: buckets. */
import type { Preset } from './preset.ts';

export const bucketsPresets: readonly Preset[] = [];
