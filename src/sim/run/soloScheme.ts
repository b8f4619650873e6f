/**
 * A distributed scheme on one node, with a store that answers at once: each request is decided to its end before the next one
 * begins. Nothing can race here; what is left is the rule itself.
 */
import type { SchemeDecision } from '../cluster/scheme.ts';
import { copyOfStates } from '../cluster/node.ts';
import { SimulatedStore } from '../cluster/simulatedStore.ts';
import { cloneState, stateBytes, type KeyState } from '../limiters/limiter.ts';
import type { Duration, Instant } from '../time.ts';
import type { SchemePlan } from './lanePlan.ts';
import { runProgramAlone } from './programAlone.ts';
import { answerWithoutProgram, totalWait } from './schemeAnswer.ts';

/** A decision, and how long after the request it takes effect if it admits it, microseconds. */
export type SoloDecision = Pick<SchemeDecision, 'verdict' | 'retryAfter'> & { readonly takes: Duration };

const CONNECTION = 0;

function numbersIn(state: KeyState): number {
  return stateBytes(state) / Float64Array.BYTES_PER_ELEMENT;
}

export class SoloScheme {
  readonly #plan: SchemePlan;
  #store: SimulatedStore;
  #memory = new Map<string, KeyState>();
  /** What the store's clock said last: a request that waited has kept the next one waiting. */
  #now: Instant = 0;
  #requests = 0;

  constructor(plan: SchemePlan) {
    this.#plan = plan;
    this.#store = new SimulatedStore(plan.algorithm.server?.(plan.params) ?? null);
  }

  /** One that continues alike and shares nothing. */
  copy(): SoloScheme {
    const copy = new SoloScheme(this.#plan);
    copy.#store = this.#store.copy(cloneState);
    copy.#memory = copyOfStates(this.#memory, cloneState);
    copy.#now = this.#now;
    copy.#requests = this.#requests;
    return copy;
  }

  /** How many values its store and its node keep at that instant. */
  keptAt(now: Instant): number {
    let count = this.#store.liveCount(now, numbersIn);
    for (const state of this.#memory.values()) count += numbersIn(state);
    return count;
  }

  /** @throws {TypeError} if the program waits for another request of its node: there is none */
  decide(key: string, at: Instant, cost: number): SoloDecision {
    const { algorithm, params } = this.#plan;
    const request = this.#requests++;
    const refused = answerWithoutProgram(0, cost, algorithm.maxCost(params));
    if (refused !== null) return { ...refused.decision, takes: 0 };
    const context = {
      key,
      cost,
      now: at,
      node: 0,
      joinedAt: undefined,
      request,
      memory: this.#memory,
      wantsExplanation: false,
    };
    this.#now = Math.max(this.#now, at);
    const decision = runProgramAlone(
      this.#plan,
      context,
      (message) => this.#store.execute(message, this.#now, CONNECTION),
      (duration) => (this.#now += duration),
    );
    return { ...decision, takes: totalWait(decision, this.#now - at) };
  }
}
