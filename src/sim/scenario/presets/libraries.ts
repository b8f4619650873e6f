/** Examples of the source documents, and questions that a defect answers: libraries. */
import type { Preset } from './preset.ts';

export const librariesPresets: readonly Preset[] = [];
