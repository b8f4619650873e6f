/** Observes a repeated run of a distributed lane: receives every message, and says when the run can stop. */
import type { SchemeDecision } from '../cluster/scheme.ts';
import type { SimulatedStore } from '../cluster/simulatedStore.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { Instant } from '../time.ts';
import type { InFlightMessage, InFlightRequest } from './inFlight.ts';

export interface Observer {
  /** Whether a request's decision should include an explanation. */
  wantsExplanation(row: number): boolean;
  onSent(inFlight: InFlightMessage): void;
  /** Called just before the store executes the message. */
  beforeExecute(inFlight: InFlightMessage, store: SimulatedStore): void;
  afterExecute(inFlight: InFlightMessage, store: SimulatedStore): void;
  onFailure(request: InFlightRequest, error: Error): void;
  onDecision(request: InFlightRequest, decision: SchemeDecision, answerPath: AnswerPath, at: Instant): void;
  /** Whether nothing at or after that instant is of interest. */
  isDone(at: Instant): boolean;
}
