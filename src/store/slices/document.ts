/** The document: the current scenario and its undo history. */
import type { LinkView, Scenario } from '../../sim/index.ts';
import { emptyHistory, type History } from '../history.ts';
import type { ViewSlice } from './view.ts';

/** What undo restores: a scenario, the state in which it was opened, and where in a lesson it was shown. */
export type ScenarioSnapshot = Pick<DocumentSlice, 'scenario' | 'opened'> &
  Pick<ViewSlice, 'lessonStep' | 'making' | 'range'>;

export interface DocumentSlice {
  readonly scenario: Scenario;
  /** The scenario as it was opened: its caption stays true while only sent requests were added. */
  readonly opened: Scenario;
  readonly history: History<ScenarioSnapshot>;
  /** What the link said that was opened last; null if none was. */
  readonly linked: Linked | null;
}

export interface Linked {
  readonly scenario: Scenario;
  readonly view: LinkView | null;
  /** Whether it came by the page's address, and not from a paste or a file. */
  readonly inAddress: boolean;
}

export function initialDocument(scenario: Scenario): DocumentSlice {
  return { scenario, opened: scenario, history: emptyHistory, linked: null };
}

export function snapshotOf({ scenario, opened, lessonStep, making, range }: ScenarioSnapshot): ScenarioSnapshot {
  return { scenario, opened, lessonStep, making, range };
}
