/** What a lane answers to each key by itself, kept along a traffic as it grows. */
import { ALLOW } from '../sim/engine.ts';
import type { Verdict } from '../sim/index.ts';
import type { Contender, LaneState } from './contender.ts';
import type { Request } from './trial.ts';

/**
 * It is asked after every request. So a traffic with one request more than at the last question is the same one, grown: only
 * that request is decided. Any other, from which requests were taken back, is decided from its beginning.
 */
export class AloneByKey {
  readonly #contender: Contender;
  #length = 0;
  /** By key. */
  #states: LaneState[] = [];

  constructor(contender: Contender) {
    this.#contender = contender;
  }

  /** The verdict on the last request if there were none of other keys. */
  verdict(requests: readonly Request[]): Verdict {
    const hasGrown = requests.length === this.#length + 1;
    this.#length = requests.length;
    if (!hasGrown) this.#states = [];
    let verdict: Verdict = ALLOW;
    for (let index = hasGrown ? requests.length - 1 : 0; index < requests.length; index++) {
      const { at, key, cost } = requests[index] as Request;
      const state = (this.#states[key] ??= this.#contender.init());
      verdict = this.#contender.decide(state, key, at, cost);
    }
    return verdict;
  }
}
