/** Who watches a lane of several processes while it runs again: told of every message, and whether that is enough. */
import type { Ruling } from '../cluster/scheme.ts';
import type { Store } from '../cluster/store.ts';
import type { Way } from '../metrics/trace.ts';
import type { Instant } from '../time.ts';
import type { Flight, Task } from './inFlight.ts';

export interface Witness {
  /** Whether a request's ruling is to explain itself. */
  wants(row: number): boolean;
  sent(flight: Flight): void;
  /** The store is about to run it. */
  runs(flight: Flight, store: Store): void;
  ran(flight: Flight, store: Store): void;
  failed(task: Task, error: Error): void;
  decided(task: Task, ruling: Ruling, way: Way): void;
  /** Whether nothing from that instant on is of interest. */
  isOver(at: Instant): boolean;
}
