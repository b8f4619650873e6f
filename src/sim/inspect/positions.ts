/** Positions of requests in lanes: defines "the same", "the next" and "the last by then". */
import { firstAtOrAfter } from '../search.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Run } from '../run/runLanes.ts';
import type { Instant } from '../time.ts';
import { counterpart } from './pairing.ts';

/** A request of a lane. In an open loop, requests are the same in every lane. */
export interface SelectedRequest {
  readonly lane: number;
  readonly request: number;
}

/** The position of a request in its lane, and its instant. */
export interface RequestPosition {
  readonly request: number;
  readonly at: Instant;
}

export class RequestPositions {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /** The instants of a lane's requests; if there are no lanes, of the plan's open-loop requests. */
  instants(lane: number): Float64Array {
    return (this.#run.lanes[lane] ?? this.#run.plan).arrivals.at;
  }

  of(lane: number, request: number | null): RequestPosition | null {
    const at = request === null ? undefined : this.instants(lane)[request];
    return request === null || at === undefined ? null : { request, at };
  }

  /** The same request, or the same try of its job, in another lane; null if that lane never received it. */
  counterpart({ lane, request }: SelectedRequest, other: number): number | null {
    const { lanes } = this.#run;
    return lane === other ? request : counterpart(lanes[lane] as LaneRun, request, lanes[other] as LaneRun);
  }

  /** The last request that has arrived by `at`; of several at that instant, the selected one. */
  lastBy(lane: number, at: Instant, through: SelectedRequest | null): number {
    const same = through === null ? null : this.counterpart(through, lane);
    return same !== null && this.instants(lane)[same] === at ? same : lastAtOrBefore(this.instants(lane), at);
  }

  /** The first request after the playhead; a request at the playhead counts as passed, except at time 0. */
  nextAfter(lane: number, at: Instant): number {
    return firstAtOrAfter(this.instants(lane), at === 0 ? 0 : at + 1);
  }

  /** The request before or after the selected one, or else the nearest to `at` on that side; null at the ends. */
  step(lane: number, at: Instant, selected: SelectedRequest | null, by: 1 | -1): RequestPosition | null {
    const here = selected === null ? null : this.counterpart(selected, lane);
    if (here !== null) return this.of(lane, here + by);
    return this.of(lane, by > 0 ? this.nextAfter(lane, at) : lastAtOrBefore(this.instants(lane), at));
  }
}

/** The position of the last of ascending instants that is not after `at`; −1 if all are. */
export function lastAtOrBefore(instants: Float64Array, at: Instant, length = instants.length): number {
  return firstAtOrAfter(instants, at + 1, length) - 1;
}
