/** The document: the scenario in hand, and what undo goes back to. */
import type { Scenario } from '../../sim/index.ts';
import { emptyHistory, type History } from '../history.ts';

/** What undo goes back to: a scenario, and the one that it was opened as. */
export type ScenarioSnapshot = Pick<DocumentSlice, 'scenario' | 'opened'>;

export interface DocumentSlice {
  readonly scenario: Scenario;
  /** The scenario as it was opened: its caption holds while nothing but sent requests was added. */
  readonly opened: Scenario;
  readonly history: History<ScenarioSnapshot>;
}

export function initialDocument(scenario: Scenario): DocumentSlice {
  return { scenario, opened: scenario, history: emptyHistory };
}
