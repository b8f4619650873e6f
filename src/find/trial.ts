/** One traffic on its lanes: requests are added at its end and taken back, as a search walks the tree of all traffics. */
import { isDenied } from '../sim/engine.ts';
import type { Instant, Verdict } from '../sim/index.ts';
import { copyOf, type Contender, type LaneState } from './contender.ts';

/** A request of a traffic. Traffics are in order of time, unless what is sought is about time that steps back. */
export interface Request {
  readonly at: Instant;
  /** From 0. */
  readonly key: number;
  readonly cost: number;
}

/** What one lane answered to the requests so far. */
export interface LaneHistory {
  readonly contender: Contender;
  readonly verdicts: Verdict[];
  /** When each request takes effect: at once, or after its wait; those that were refused never do. */
  readonly effects: Instant[];
}

/** Keeps every state on the way, so that requests can be taken back; or, to play long traffics faster, only the last one. */
export class Trial {
  readonly lanes: readonly LaneHistory[];
  readonly requests: Request[] = [];
  /** By lane and number of requests so far. */
  readonly #states: LaneState[][];

  readonly #keepsStates: boolean;

  constructor(contenders: readonly Contender[], keepsStates = true) {
    this.#keepsStates = keepsStates;
    this.lanes = contenders.map((contender) => ({ contender, verdicts: [], effects: [] }));
    this.#states = contenders.map((contender) => [contender.init()]);
  }

  push(request: Request): void {
    const depth = this.requests.length;
    this.requests.push(request);
    const { at, key, cost } = request;
    for (let index = 0; index < this.lanes.length; index++) {
      const { contender, verdicts, effects } = this.lanes[index] as LaneHistory;
      const states = this.#states[index] as LaneState[];
      let state = states[0] as LaneState;
      if (this.#keepsStates) {
        state = states[depth + 1] ??= contender.init();
        contender.copy(states[depth] as LaneState, state);
      }
      const verdict = contender.decide(state, key, at, cost);
      verdicts.push(verdict);
      effects.push(isDenied(verdict) ? Infinity : contender.delays ? at + contender.waitOf(state, key, verdict) : at);
    }
  }

  /** Takes the last request back, where states are kept. */
  pop(): void {
    this.requests.pop();
    for (const { verdicts, effects } of this.lanes) {
      verdicts.pop();
      effects.pop();
    }
  }

  clear(): void {
    this.requests.length = 0;
    for (const { verdicts, effects } of this.lanes) verdicts.length = effects.length = 0;
    if (!this.#keepsStates)
      for (const [index, { contender }] of this.lanes.entries()) this.#states[index] = [contender.init()];
  }

  /** The state of a lane after the last request: not to be written to. */
  stateOf(lane: number): LaneState {
    return this.#states[lane]?.[this.#keepsStates ? this.requests.length : 0] as LaneState;
  }

  /** A copy of the state of a lane before the last request, where states are kept. */
  before(lane: number): LaneState {
    return copyOf(
      (this.lanes[lane] as LaneHistory).contender,
      this.#states[lane]?.[this.requests.length - 1] as LaneState,
    );
  }

  /** A copy of the state of a lane after the last request. */
  after(lane: number): LaneState {
    return copyOf((this.lanes[lane] as LaneHistory).contender, this.stateOf(lane));
  }
}
