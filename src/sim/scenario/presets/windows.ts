/** Examples of the source documents, and questions that a defect answers: windows, logs and counters. */
import type { Preset } from './preset.ts';

export const windowsPresets: readonly Preset[] = [];
