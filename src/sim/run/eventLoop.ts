/**
 * The events of a lane: open-loop requests, merged with those that the lane's own answers cause (retries, jobs that wait
 * for others, clients of scripts). Two loops extend this one and decide: a limiter immediately, a cluster after messages.
 *
 * Events are ordered by time, then by entry, then as they were scheduled (open-loop requests before all others). Each
 * client has its own random streams. So a lane's rows depend only on its own answers, and not on other lanes.
 */
import { keyAt } from '../arrivals.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { NEVER, type Instant } from '../time.ts';
import type { JobPhaseResult } from '../traffic/clients/index.ts';
import type { Actor, Scheduler, TryRecord } from './actor.ts';
import { BudgetMeter, type Budget, type EarlyStop } from './budget.ts';
import type { ClusterCheckpoints, LoopPosition } from './clusterCheckpoints.ts';
import { EventCalendar } from './eventCalendar.ts';
import type { Plan } from './plan.ts';

/** The results of a lane that are not in its trace. */
export interface ClosedLoopReport {
  /** Number of denied jobs whose next try would have come at or after the end. */
  readonly pendingRetries: number;
  /** Where and why it was stopped early; null if it was not. */
  readonly earlyStop: EarlyStop | null;
  /** The result of each phase, for entries whose clients have phases. */
  readonly phases: readonly { readonly entry: number; readonly runs: readonly JobPhaseResult[] }[];
}

export interface LoopResult extends ClosedLoopReport {
  readonly trace: LaneTrace;
  /** Of a distributed lane: where its run can be repeated from. */
  readonly checkpoints?: ClusterCheckpoints;
}

/** Events per slice: a few milliseconds. */
export const SLICE = 1 << 14;

export abstract class EventLoop implements Scheduler {
  readonly end: Instant;
  protected now: Instant = 0;
  protected readonly record: TryRecord = { at: 0, client: 0, job: 0, number: 0, keyIndex: 0, cost: 1, previousWait: 0 };
  protected readonly keys: string[];
  protected readonly actors: readonly (Actor | null)[];
  readonly #arrivals: Plan['arrivals'];
  readonly #meter: BudgetMeter;
  readonly #keyIndexes: Map<string, number>;
  readonly #events: EventCalendar;
  /** Index of the next of the plan's arrivals, and its instant; `NEVER` after the last. */
  #nextOpenArrival = 0;
  #openArrivalAt: Instant = NEVER;
  #pendingRetries = 0;

  constructor(
    { arrivals, duration }: Pick<Plan, 'arrivals' | 'duration'>,
    actors: readonly (Actor | null)[],
    budget: Budget,
  ) {
    this.#arrivals = arrivals;
    this.#openArrivalAt = instantOf(arrivals, 0);
    this.end = duration;
    this.actors = actors;
    this.#meter = new BudgetMeter(budget);
    this.keys = [...arrivals.keys];
    this.#keyIndexes = new Map(this.keys.map((key, index) => [key, index]));
    this.#events = new EventCalendar(duration);
  }

  /** Where a run without clients is: all of its requests are the plan's arrivals. */
  protected get position(): LoopPosition {
    return { now: this.now, decisions: this.decisionCount };
  }

  protected set position({ now, decisions }: LoopPosition) {
    this.now = now;
    this.#meter.decisions = decisions;
    this.#nextOpenArrival = decisions;
    this.#openArrivalAt = instantOf(this.#arrivals, decisions);
  }

  /** Starts all clients. Yields the number of decisions, which is 0. */
  *start(): Generator<number> {
    for (const actor of this.actors) {
      if (actor === null) continue;
      for (let client = 1; client <= actor.clientCount; client++) {
        actor.start(client, this);
        if (client % SLICE === 0) yield 0;
      }
    }
  }

  /** Processes at most that many events; returns early after a call to a script, which may have taken long. False at the end. */
  processEvents(maxEvents: number): boolean {
    const { steps } = this;
    for (let left = maxEvents; left > 0 && this.steps === steps; left--) {
      const openAt = this.#openArrivalAt;
      const pendingAt = this.#events.nextAt;
      const at = Math.min(openAt, pendingAt);
      if (at === NEVER || this.exceedsBudget(at)) return false;
      this.#dispatch(openAt, pendingAt);
    }
    return true;
  }

  report(): ClosedLoopReport {
    return {
      pendingRetries: this.#pendingRetries + this.#events.pendingRetries,
      earlyStop: this.#meter.earlyStop,
      phases: this.actors.flatMap((actor) => {
        const runs = actor?.phaseRuns() ?? [];
        return actor === null || runs.length === 0 ? [] : [{ entry: actor.entry, runs }];
      }),
    };
  }

  scheduleTry(actor: Actor, record: Readonly<TryRecord>): void {
    this.#events.pushTry(actor, record);
  }

  countStep(): void {
    this.#meter.steps++;
  }

  scheduleWake(actor: Actor, client: number, at: Instant): void {
    if (at < this.end) this.#events.pushWake(actor, client, at);
  }

  countPendingRetry(): void {
    this.#pendingRetries++;
  }

  indexOfKey(name: string): number {
    let number = this.#keyIndexes.get(name);
    if (number === undefined) {
      number = this.keys.push(name) - 1;
      this.#keyIndexes.set(name, number);
    }
    return number;
  }

  /** Decides on `record`, now or later. @param client counted over all entries; 0 for traffic without clients */
  protected abstract decide(actor: Actor | null, entry: number, client: number): void;

  /** The instant of the next request or wake-up; `NEVER` at the end. */
  protected get nextEventAt(): Instant {
    return Math.min(this.#openArrivalAt, this.#events.nextAt);
  }

  /** Number of requests decided or, in a cluster, in flight. */
  get decisionCount(): number {
    return this.#meter.decisions;
  }

  protected get steps(): number {
    return this.#meter.steps;
  }

  /** Processes the next event. */
  protected dispatchNext(): void {
    this.#dispatch(this.#openArrivalAt, this.#events.nextAt);
  }

  /** @param openAt the instant of the next open-loop arrival; `pendingAt`: of the next event */
  #dispatch(openAt: Instant, pendingAt: Instant): void {
    if (
      pendingAt < openAt ||
      (pendingAt === openAt && this.#events.precedesEntry(this.#arrivals.entry[this.#nextOpenArrival] as number))
    ) {
      const { record } = this;
      const actor = this.actors[this.#events.pop(record)] as Actor;
      if (record.number > 0) this.#decideCounted(actor, actor.entry, actor.clientOffset + record.client);
      else actor.onWake(record.client, record.at, this);
    } else {
      const request = this.#nextOpenArrival++;
      this.#openArrivalAt = instantOf(this.#arrivals, this.#nextOpenArrival);
      this.#dispatchOpenArrival(request);
    }
  }

  /** Advances the time to that instant; does nothing if it has passed. */
  protected advanceTo(at: Instant): void {
    if (at <= this.now) return;
    this.now = at;
    this.#meter.startInstant();
  }

  /** Whether an event at that instant would exceed the budget. */
  protected exceedsBudget(at: Instant): boolean {
    this.advanceTo(at);
    return this.#meter.isExhausted(at);
  }

  /** Decides on one of the plan's arrivals. */
  #dispatchOpenArrival(request: number): void {
    const { at, cost, entry, tries } = this.#arrivals;
    const { record } = this;
    const entryIndex = entry[request] as number;
    const client = tries?.client[request] ?? 0;
    // Requests from the top level of a script belong to no client, even if the script has clients.
    const actor = client === 0 ? null : (this.actors[entryIndex] ?? null);
    record.at = at[request] as number;
    record.client = client - (actor?.clientOffset ?? 0);
    record.job = tries?.job[request] ?? request + 1;
    record.number = 1;
    record.keyIndex = keyAt(this.#arrivals, request);
    record.cost = cost === null ? 1 : (cost[request] as number);
    record.previousWait = 0;
    this.#decideCounted(actor, entryIndex, client);
  }

  #decideCounted(actor: Actor | null, entry: number, client: number): void {
    this.#meter.decisions++;
    this.decide(actor, entry, client);
  }
}

/** When a request arrives; `NEVER` after the last. */
function instantOf({ at, count }: Plan['arrivals'], request: number): Instant {
  return request < count ? (at[request] as number) : NEVER;
}
