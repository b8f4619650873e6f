/**
 * Measures lanes of a scenario with many settings, under each reading of its log. What was measured is remembered, for later
 * scenarios with the same requests, too.
 */
import {
  LaneVariants,
  measureLane,
  requestLabelsOf,
  type Arrivals,
  type Plan,
  type RequestLabels,
  type VariantRun,
} from '../sim/engine.ts';
import { resolvePolicy, type Figures, type Lane, type Measure } from '../sim/index.ts';
import type { Measured } from './seek.ts';
import { laneWith, type Setting } from './setting.ts';

/** Settings remembered: several maps. */
const MAX_REMEMBERED = 20_000;

export class Tuner {
  /** One for each reading, the scenario's own first. */
  readonly plans: readonly Plan[];
  readonly #variants: readonly LaneVariants[];
  readonly #labels = new WeakMap<Arrivals, RequestLabels | null>();
  /** By what decides, see `nameOf`. */
  readonly #remembered: Map<string, Measured>;

  /** @param former of an earlier scenario: what it measured holds for the same requests */
  constructor(plans: readonly Plan[], former: Tuner | null = null) {
    this.plans = plans;
    this.#variants = plans.map((plan) => new LaneVariants(plan));
    this.#remembered =
      former !== null && haveSameRequests(former.plans, plans) ? former.#remembered : new Map<string, Measured>();
  }

  lane(index: number): Lane {
    return (this.plans[0] as Plan).scenario.lanes[index] as Lane;
  }

  /** Exactly the figures of a run of the scenario with that setting in that lane, by reading. In slices. */
  *measure(lane: number, setting: Setting, measures: readonly Measure[]): Generator<undefined, Measured> {
    const name = this.#nameOf(lane, setting);
    const known = this.#remembered.get(name);
    if (known !== undefined && 'error' in known) return known;
    const missing = measures.filter((measure) => known?.[0]?.[measure] === undefined);
    if (known !== undefined && missing.length === 0) return known;
    const measured: Figures[] = [];
    for (const reading of this.plans.keys()) {
      const run = yield* this.run(lane, setting, reading);
      if (typeof run === 'string') return this.#remember(name, { error: run });
      const { trace, T } = run;
      const figures = yield* measureLane(trace, missing, { T, labels: this.#labelsOf(trace.arrivals) });
      measured.push({ ...known?.[reading], ...figures });
    }
    return this.#remember(name, measured);
  }

  /** A run whose trace is valid until the next; or why the limiter cannot run that setting. @param reading index of a plan */
  run(lane: number, setting: Setting, reading: number): Generator<undefined, VariantRun | string> {
    return (this.#variants[reading] as LaneVariants).run(laneWith(this.lane(lane), setting), lane);
  }

  /** All that a lane's figures depend on besides the requests: the limiter with its options, and the policy that results. */
  #nameOf(index: number, setting: Setting): string {
    const { scenario, end } = this.plans[0] as Plan;
    const lane = laneWith(this.lane(index), setting);
    const { limiter, edition, options } = lane;
    // What limits of a stack leave open is its own, or the scenario's.
    const limits = lane.of && [lane.of, scenario.policy, lane.policy];
    const policy = resolvePolicy({ policy: scenario.policy, lanes: [lane] }, 0);
    // A delay made by hand is that of one lane.
    const own = scenario.cluster === undefined ? null : index;
    return JSON.stringify([limiter, edition, options, policy, limits, scenario.epoch, end, own]);
  }

  #remember(name: string, measured: Measured): Measured {
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(name, measured);
    return measured;
  }

  #labelsOf(arrivals: Arrivals): RequestLabels | null {
    let labels = this.#labels.get(arrivals);
    if (labels === undefined) {
      const { traffic } = (this.plans[0] as Plan).scenario;
      labels = requestLabelsOf(
        arrivals,
        traffic.map(({ label }) => label),
      );
      this.#labels.set(arrivals, labels);
    }
    return labels;
  }
}

/** Whether all lanes decide on the same requests, in the same cluster: clients that answer back send others in each run. */
function haveSameRequests(before: readonly Plan[], now: readonly Plan[]): boolean {
  const [one] = before;
  const [other] = now;
  return (
    before.length === now.length &&
    before.every((plan, reading) => plan.arrivals === now[reading]?.arrivals && !plan.isClosedLoop) &&
    JSON.stringify(one?.scenario.cluster) === JSON.stringify(other?.scenario.cluster)
  );
}
