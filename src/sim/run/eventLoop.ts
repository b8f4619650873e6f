/**
 * The events of a lane whose traffic reacts to its answers: requests that come regardless of the answers, merged with those
 * that the lane's own answers cause: retries, jobs that wait for others, clients of scripts. Who decides, and when, is left
 * to the two loops that extend this one: a limiter at once, a cluster in its own time.
 *
 * Events come by time, at one instant by entry, then in the order in which they were scheduled (what comes regardless of
 * the answers was scheduled first). Each client draws from streams of its own. So a lane's rows depend on nothing but its
 * own answers: another lane moves none of them.
 */
import { keyAt } from '../arrivals.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { NEVER, type Instant } from '../time.ts';
import type { JobPhaseResult } from '../traffic/clients/index.ts';
import type { Actor, Scheduler, TryRecord } from './actor.ts';
import { BudgetMeter, type Budget, type EarlyStop } from './budget.ts';
import { EventCalendar } from './eventCalendar.ts';
import type { Plan } from './plan.ts';

/** What a lane was, beyond its trace. */
export interface ClosedLoopReport {
  /** Jobs that were denied and whose next try would have come at the end or after it. */
  readonly pendingRetries: number;
  /** Where it was cut short, and by what. */
  readonly earlyStop: EarlyStop | null;
  /** Clients in phases: how each phase went, by entry. */
  readonly phases: readonly { readonly entry: number; readonly runs: readonly JobPhaseResult[] }[];
}

export interface LoopResult extends ClosedLoopReport {
  readonly trace: LaneTrace;
}

/** Events between two chances to leave it: a few milliseconds. */
export const SLICE = 1 << 14;

export abstract class EventLoop implements Scheduler {
  readonly end: Instant;
  /** The present instant. */
  protected now: Instant = 0;
  protected readonly record: TryRecord = { at: 0, client: 0, job: 0, number: 0, keyIndex: 0, cost: 1, previousWait: 0 };
  protected readonly keys: string[];
  protected readonly actors: readonly (Actor | null)[];
  readonly #arrivals: Plan['arrivals'];
  readonly #meter: BudgetMeter;
  readonly #keyIndexes: Map<string, number>;
  readonly #events: EventCalendar;
  /** How many of the plan's arrivals were decided. */
  #nextOpenArrival = 0;
  #pendingRetries = 0;

  constructor(
    { arrivals, duration }: Pick<Plan, 'arrivals' | 'duration'>,
    actors: readonly (Actor | null)[],
    budget: Budget,
  ) {
    this.#arrivals = arrivals;
    this.end = duration;
    this.actors = actors;
    this.#meter = new BudgetMeter(budget);
    this.keys = [...arrivals.keys];
    this.#keyIndexes = new Map(this.keys.map((key, index) => [key, index]));
    this.#events = new EventCalendar(duration);
  }

  /** Lets all clients begin. Yields as the run does. */
  *start(): Generator<number> {
    for (const actor of this.actors) {
      if (actor === null) continue;
      for (let client = 1; client <= actor.clientCount; client++) {
        actor.start(client, this);
        if (client % SLICE === 0) yield 0;
      }
    }
  }

  /** Goes on for that many events, or until a script was called: it may have taken long. False at the end. */
  processEvents(maxEvents: number): boolean {
    const { steps } = this;
    for (let left = maxEvents; left > 0 && this.steps === steps; left--) {
      const at = this.nextEventAt;
      if (at === NEVER || this.exceedsBudget(at)) return false;
      this.dispatchNext();
    }
    return true;
  }

  report(): ClosedLoopReport {
    return {
      pendingRetries: this.#pendingRetries + this.#events.pendingRetries(),
      earlyStop: this.#meter.earlyStop,
      phases: this.actors.flatMap((actor) => {
        const runs = actor?.phaseRuns() ?? [];
        return actor === null || runs.length === 0 ? [] : [{ entry: actor.entry, runs }];
      }),
    };
  }

  scheduleTry(actor: Actor, made: Readonly<TryRecord>): void {
    this.#events.pushTry(actor, made);
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

  /** Decides on `made`, now or in time. @param client over all entries; 0 for open-loop traffic */
  protected abstract decide(actor: Actor | null, entry: number, client: number): void;

  /** When the next request comes or a client wakes; `NEVER` at the end. */
  protected get nextEventAt(): Instant {
    return Math.min(this.openArrivalAt, this.#events.nextAt);
  }

  /** Requests decided, or on their way through a cluster. */
  get decisionCount(): number {
    return this.#meter.decisions;
  }

  protected get steps(): number {
    return this.#meter.steps;
  }

  /** Takes what comes next. */
  protected dispatchNext(): void {
    const open = this.openArrivalAt;
    const next = this.#events.nextAt;
    if (
      next < open ||
      (next === open && this.#events.precedesEntry(this.#arrivals.entry[this.#nextOpenArrival] as number))
    ) {
      const { record } = this;
      const actor = this.actors[this.#events.pop(record)] as Actor;
      if (record.number > 0) this.#decideCounted(actor, actor.entry, actor.clientOffset + record.client);
      else actor.onWake(record.client, record.at, this);
    } else this.#dispatchOpenArrival(this.#nextOpenArrival++);
  }

  /** Time goes on to that instant. */
  protected advanceTo(at: Instant): void {
    if (at <= this.now) return;
    this.now = at;
    this.#meter.startInstant();
  }

  /** Whether the next event would be one too many. */
  protected exceedsBudget(at: Instant): boolean {
    this.advanceTo(at);
    return this.#meter.isExhausted(at);
  }

  protected get openArrivalAt(): Instant {
    const next = this.#nextOpenArrival;
    return next < this.#arrivals.count ? (this.#arrivals.at[next] as number) : NEVER;
  }

  /** One of the requests that come regardless of the answers. */
  #dispatchOpenArrival(request: number): void {
    const { at, cost, entry, tries } = this.#arrivals;
    const { record: made } = this;
    const entryIndex = entry[request] as number;
    const client = tries?.client[request] ?? 0;
    // What a script sends from its top level is no client's job, though the script may have clients.
    const actor = client === 0 ? null : (this.actors[entryIndex] ?? null);
    made.at = at[request] as number;
    made.client = client - (actor?.clientOffset ?? 0);
    made.job = tries?.job[request] ?? request + 1;
    made.number = 1;
    made.keyIndex = keyAt(this.#arrivals, request);
    made.cost = cost === null ? 1 : (cost[request] as number);
    made.previousWait = 0;
    this.#decideCounted(actor, entryIndex, client);
  }

  #decideCounted(actor: Actor | null, entry: number, client: number): void {
    this.#meter.countDecision(this.record.cost);
    this.decide(actor, entry, client);
  }
}
