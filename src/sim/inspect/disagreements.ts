/** The requests on which compared lanes decide differently, and stepping from one to the next. */
import { firstWhere } from '../search.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Run } from '../run/runLanes.ts';
import type { Instant } from '../time.ts';
import { outcomeOf, type Outcome } from '../verdict.ts';
import { disagreementCountOf, pairedDisagreementsOf, receiveSameRequests } from './pairing.ts';
import type { RequestPosition, RequestPositions, SelectedRequest } from './positions.ts';

/** What one of the lanes answered, and the position of the request in that lane. */
export interface LaneAnswer extends RequestPosition {
  readonly lane: number;
  readonly outcome: Outcome;
}

/** A request on which lanes disagree, its index among them, from 0, and their number. */
export interface Disagreement {
  readonly index: number;
  readonly count: number;
  /** Of each compared lane, in their order. */
  readonly answers: readonly LaneAnswer[];
}

interface Comparison {
  readonly lanes: string;
  readonly traces: readonly LaneRun[];
  readonly requestsDiffer: boolean;
  /** Absent until it is asked for. */
  count?: number;
  /** Positions in the first of the lanes, in ascending order; likewise. */
  requests?: Uint32Array;
}

export class Disagreements {
  readonly #run: Run;
  readonly #positions: RequestPositions;
  /** Cached for the lanes compared last, because every charts query needs it. */
  #last: Comparison | null = null;

  constructor(run: Run, positions: RequestPositions) {
    this.#run = run;
    this.#positions = positions;
  }

  /** Positions in the first of these lanes, in ascending order. */
  among(lanes: readonly number[]): Uint32Array {
    const comparison = this.#comparison(lanes);
    return (comparison.requests ??= pairedDisagreementsOf(comparison.traces));
  }

  /** How many `among` finds. */
  count(lanes: readonly number[]): number {
    const comparison = this.#comparison(lanes);
    return (comparison.count ??= comparison.requests?.length ?? disagreementCountOf(comparison.traces));
  }

  /** Whether some of these lanes receive requests that others do not: with clients that retry. */
  requestsDiffer(lanes: readonly number[]): boolean {
    return this.#comparison(lanes).requestsDiffer;
  }

  #comparison(lanes: readonly number[]): Comparison {
    const name = lanes.join();
    if (this.#last?.lanes === name) return this.#last;
    const traces = lanes.flatMap((lane) => this.#run.lanes[lane] ?? []);
    const requestsDiffer = !receiveSameRequests(traces);
    return (this.#last = { lanes: name, traces, requestsDiffer });
  }

  /** The next disagreement; wraps around after the last. */
  next(compared: readonly number[], at: Instant, selected: SelectedRequest | null, by: 1 | -1): Disagreement | null {
    const requests = this.among(compared);
    const count = requests.length;
    if (count === 0) return null;
    const first = compared[0] ?? 0;
    const selectedHere = selected === null ? null : this.#positions.counterpart(selected, first);
    const here =
      by > 0
        ? selectedHere === null
          ? this.#positions.nextAfter(first, at)
          : selectedHere + 1
        : (selectedHere ?? this.#positions.lastBy(first, at, null) + 1);
    const passed = firstWhere(count, (index) => (requests[index] as number) >= here);
    const index = (passed + (by > 0 ? 0 : count - 1)) % count;
    return { index, count, answers: this.#answers(compared, { lane: first, request: requests[index] as number }) };
  }

  #answers(compared: readonly number[], selected: SelectedRequest): readonly LaneAnswer[] {
    return compared.map((lane) => {
      // Lanes can disagree only on requests that all of them received.
      const request = this.#positions.counterpart(selected, lane) as number;
      const { verdicts } = this.#run.lanes[lane] as LaneRun;
      const at = this.#positions.instants(lane)[request] as number;
      return { lane, request, at, outcome: outcomeOf(verdicts[request] as number) };
    });
  }
}
