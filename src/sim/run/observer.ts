/** Who watches a lane of several processes while it runs again: told of every message, and whether that is enough. */
import type { SchemeDecision } from '../cluster/scheme.ts';
import type { SimulatedStore } from '../cluster/simulatedStore.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { Instant } from '../time.ts';
import type { InFlightMessage, InFlightRequest } from './inFlight.ts';

export interface Observer {
  /** Whether a request's ruling is to explain itself. */
  wantsExplanation(row: number): boolean;
  onSent(flight: InFlightMessage): void;
  /** The store is about to run it. */
  beforeExecute(flight: InFlightMessage, store: SimulatedStore): void;
  afterExecute(flight: InFlightMessage, store: SimulatedStore): void;
  onFailure(request: InFlightRequest, error: Error): void;
  onDecision(request: InFlightRequest, decision: SchemeDecision, way: AnswerPath): void;
  /** Whether nothing from that instant on is of interest. */
  isDone(at: Instant): boolean;
}
