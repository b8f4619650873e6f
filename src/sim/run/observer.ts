/** Observes a lane of several processes while it runs again: gets every message, and says when it has seen enough. */
import type { SchemeDecision } from '../cluster/scheme.ts';
import type { SimulatedStore } from '../cluster/simulatedStore.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { Instant } from '../time.ts';
import type { InFlightMessage, InFlightRequest } from './inFlight.ts';

export interface Observer {
  /** Whether a request's decision is to carry an explanation. */
  wantsExplanation(row: number): boolean;
  onSent(flight: InFlightMessage): void;
  /** The store is about to run it. */
  beforeExecute(flight: InFlightMessage, store: SimulatedStore): void;
  afterExecute(flight: InFlightMessage, store: SimulatedStore): void;
  onFailure(request: InFlightRequest, error: Error): void;
  onDecision(request: InFlightRequest, decision: SchemeDecision, answerPath: AnswerPath): void;
  /** Whether nothing from that instant on is of interest. */
  isDone(at: Instant): boolean;
}
