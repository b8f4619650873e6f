/** Examples of the source documents, and questions that a defect answers: queues, pacing and rates. */
import type { Preset } from './preset.ts';

export const queuesPresets: readonly Preset[] = [];
