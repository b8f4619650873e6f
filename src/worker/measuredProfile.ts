/** The profiles of limiters, with their time per decision on this machine. */
import { decisionTask, DECISIONS_PER_TASK, profileLimiter } from '../sim/engine.ts';
import { catalogue, limiterById, type Limiter } from '../sim/index.ts';
import { loadSystemsPart } from './loadPart.ts';
import { leastTimeOf } from './measure.ts';
import type { WorkerQuestions } from './protocol.ts';

type Query = WorkerQuestions['profile']['params'];

export class LimiterMeasurer {
  readonly #now: () => number;
  #isWarm = false;

  /** @param now a clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param onWork as for `loadPart` */
  async measure({ limiter: id, edition }: Query, onWork: () => void): Promise<WorkerQuestions['profile']['result']> {
    if (limiterById(id) === undefined) await loadSystemsPart(onWork);
    const limiter = limiterById(id) as Limiter;
    // Without this, the first limiter measured would be the only one at its call site, and the JavaScript engine would
    // optimise it more than the others.
    if (!this.#isWarm) for (const other of catalogue) decisionTask(other, other.editions[0] as typeof edition)();
    this.#isWarm = true;
    const milliseconds = leastTimeOf(decisionTask(limiter, edition), this.#now);
    return { ...profileLimiter(limiter, edition), nanoseconds: (milliseconds * 1e6) / DECISIONS_PER_TASK };
  }
}
