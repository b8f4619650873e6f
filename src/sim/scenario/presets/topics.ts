/** The topics of the presets in words, apart from the presets, which are loaded before anybody looks for one. */
import type { PresetTopic } from './preset.ts';

export interface TopicText {
  readonly name: string;
  /** The question that it answers. */
  readonly question: string;
}

export const PRESET_TOPICS: Readonly<Record<PresetTopic, TopicText>> = {
  bursts: { name: 'Bursts and edges', question: 'How many get in at once, and just after?' },
  pace: { name: 'Quota and pace', question: 'What does a steady client get in the long run?' },
  queues: { name: 'Queues and delays', question: 'When is waiting better than being refused?' },
  clients: { name: 'Clients', question: 'What do clients do when refused, and who pays for it?' },
  refusals: { name: 'Refusals', question: 'Does a refused request count against the next one?' },
  rounding: { name: 'Rounding and clocks', question: 'What gets lost in whole numbers?' },
  nodes: { name: 'Distributed', question: 'What changes when several nodes decide?' },
  systems: { name: 'Real systems', question: 'What do products do that nobody expects of them?' },
};
