/**
 * A lane whose traffic answers back: requests that come whatever the answers, merged with those that the lane's own answers
 * make: tries of a job that was refused, jobs that wait for others, clients of scripts.
 *
 * Events come by time, at one instant by entry, then in the order in which they were scheduled (what comes whatever the
 * answers was scheduled first). Each client draws from streams of its own. So a lane's rows hang on nothing but its own
 * answers: another lane moves none of them.
 */
import type { KeyState } from '../limiters/limiter.ts';
import { DELAY, type Outcome, outcomeOf } from '../verdict.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { keyAt } from '../arrivals.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import type { JobPhaseResult } from '../traffic/clients/index.ts';
import type { Actor, Scheduler, Answer, TryRecord } from './actor.ts';
import { EventCalendar } from './eventCalendar.ts';
import { TraceBuilder } from './traceBuilder.ts';
import type { LimiterPlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';

/** What a lane was, beyond its trace. */
export interface ClosedLoopReport {
  /** Jobs that were refused and whose next try would have come at the end or after it. */
  readonly pendingRetries: number;
  /** Where it was cut short, and by what. */
  readonly earlyStop: EarlyStop | null;
  /** Clients in phases: how each phase went, by entry. */
  readonly phases: readonly { readonly entry: number; readonly runs: readonly JobPhaseResult[] }[];
}

export interface EarlyStop {
  readonly at: Instant;
  /** Too many decisions, permits that the limiter would have to keep, steps of scripts, or such steps at one instant. */
  readonly by: 'decisions' | 'permits' | 'steps' | 'stepsAtOnce';
  readonly limit: number;
}

export interface LoopResult extends ClosedLoopReport {
  readonly trace: LaneTrace;
}

/** How much a lane may do. */
export interface Budget {
  readonly decisions: number;
  /** Permits asked for. */
  readonly permits: number;
  /** Calls into the sandbox: a sleep costs no decision. */
  readonly steps: number;
  /** The same at one instant: time stands still where nobody sleeps. */
  readonly stepsPerInstant: number;
}

/** Events between two chances to leave it: a few milliseconds. */
export const SLICE = 1 << 14;

/**
 * Yields how many decisions it has made.
 *
 * @param actors by entry; null where nothing hangs on the answers
 * @throws {ScriptFailure} when a script of it fails
 */
export function* runClosedLoop(
  plan: Pick<Plan, 'arrivals' | 'duration'>,
  lanePlan: LimiterPlan,
  actors: readonly (Actor | null)[],
  budget: Budget,
): Generator<number, LoopResult> {
  const loop = new LimiterLoop(plan, lanePlan, actors, budget);
  yield* loop.start();
  while (loop.processEvents(SLICE)) yield loop.traceBuilder.count;
  return loop.result();
}

/** Arrivals in their order, whoever decides on them: one limiter at once, or several processes in their time. */
export abstract class EventLoop implements Scheduler {
  readonly end: Instant;
  readonly traceBuilder: TraceBuilder;
  /** The present instant. */
  protected now: Instant = 0;
  protected readonly record: TryRecord = { at: 0, client: 0, job: 0, number: 0, keyIndex: 0, cost: 1, previousWait: 0 };
  protected readonly keys: string[];
  protected readonly actors: readonly (Actor | null)[];
  readonly #arrivals: Plan['arrivals'];
  readonly #budget: Budget;
  readonly #keyIndexes: Map<string, number>;
  readonly #events: EventCalendar;
  /** How many of the plan's arrivals were decided. */
  #nextOpenArrival = 0;
  #permits = 0;
  #steps = 0;
  /** How many steps there were before the present instant. */
  #stepsBeforeNow = 0;
  #pendingRetries = 0;
  #earlyStop: EarlyStop | null = null;

  constructor(
    { arrivals, duration }: Pick<Plan, 'arrivals' | 'duration'>,
    delays: boolean,
    actors: readonly (Actor | null)[],
    budget: Budget,
  ) {
    this.#arrivals = arrivals;
    this.end = duration;
    this.actors = actors;
    this.#budget = budget;
    this.keys = [...arrivals.keys];
    this.#keyIndexes = new Map(this.keys.map((key, index) => [key, index]));
    this.#events = new EventCalendar(duration);
    this.traceBuilder = new TraceBuilder(delays);
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

  /** Goes on for so many events, or until a script was called: it may have taken long. False at the end. */
  processEvents(maxEvents: number): boolean {
    const steps = this.#steps;
    for (let left = maxEvents; left > 0 && this.#steps === steps; left--) {
      const at = this.nextEventAt;
      if (at === NEVER || this.exceedsBudget(at)) return false;
      this.dispatchNext();
    }
    return true;
  }

  report(): ClosedLoopReport {
    return {
      pendingRetries: this.#pendingRetries + this.#events.pendingRetries(),
      earlyStop: this.#earlyStop,
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
    this.#steps++;
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
    const open =
      this.#nextOpenArrival < this.#arrivals.count ? (this.#arrivals.at[this.#nextOpenArrival] as number) : NEVER;
    return Math.min(open, this.#events.nextAt);
  }

  protected get steps(): number {
    return this.#steps;
  }

  /** Takes what comes next. */
  protected dispatchNext(): void {
    const open =
      this.#nextOpenArrival < this.#arrivals.count ? (this.#arrivals.at[this.#nextOpenArrival] as number) : NEVER;
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
    this.#stepsBeforeNow = this.#steps;
  }

  /** Whether the next event would be one too many. */
  protected exceedsBudget(at: Instant): boolean {
    this.advanceTo(at);
    const { decisions, permits, steps, stepsPerInstant } = this.#budget;
    if (this.traceBuilder.count >= decisions) this.#earlyStop = { at, by: 'decisions', limit: decisions };
    else if (this.#permits >= permits) this.#earlyStop = { at, by: 'permits', limit: permits };
    else if (this.#steps >= steps) this.#earlyStop = { at, by: 'steps', limit: steps };
    else if (this.#steps - this.#stepsBeforeNow >= stepsPerInstant)
      this.#earlyStop = { at, by: 'stepsAtOnce', limit: stepsPerInstant };
    return this.#earlyStop !== null;
  }

  /** One of the requests that come whatever the answers. */
  #dispatchOpenArrival(request: number): void {
    const { at, cost, entry, tries } = this.#arrivals;
    const { record: made } = this;
    const entryIndex = entry[request] as number;
    const client = tries?.client[request] ?? 0;
    // What a script sends from its top level is nobody's job, though the script may have clients.
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
    this.#permits += this.record.cost;
    this.decide(actor, entry, client);
  }
}

/** A limiter of one process: it answers at once. */
class LimiterLoop extends EventLoop {
  readonly #limiter: LimiterPlan['scheme'];
  readonly #params: LimiterPlan['params'];
  readonly #states: (KeyState | undefined)[] = [];
  readonly #limiterAnswer: LimiterAnswer;

  constructor(
    plan: Pick<Plan, 'arrivals' | 'duration'>,
    lanePlan: LimiterPlan,
    actors: readonly (Actor | null)[],
    budget: Budget,
  ) {
    super(plan, lanePlan.scheme.outcomes.includes('delay'), actors, budget);
    this.#limiter = lanePlan.scheme;
    this.#params = lanePlan.params;
    this.#limiterAnswer = new LimiterAnswer(lanePlan);
  }

  result(): LoopResult {
    return { trace: this.traceBuilder.build(this.keys), ...this.report() };
  }

  protected override decide(actor: Actor | null, entry: number, client: number): void {
    const { record } = this;
    const { at, keyIndex, cost } = record;
    const state = (this.#states[keyIndex] ??= this.#limiter.init(this.#params));
    const verdict = this.#limiter.decide(state, this.#params, at, cost);
    const wait = verdict === DELAY ? (state['wait'] as number) : 0;
    this.traceBuilder.push(at, keyIndex, cost, entry, client, record.job, record.number, verdict, wait);
    if (actor === null) return;
    this.#limiterAnswer.set(outcomeOf(verdict), wait, state, at, cost);
    actor.onAnswer(record, this.#limiterAnswer, this);
  }
}

/** The lane's answer to the try that was decided last; one record, written over. */
class LimiterAnswer implements Answer {
  outcome: Outcome = 'allow';
  wait: Duration = 0;
  readonly #lanePlan: LimiterPlan;
  #state: KeyState = {};
  #at = 0;
  #cost = 1;

  constructor(lanePlan: LimiterPlan) {
    this.#lanePlan = lanePlan;
  }

  set(outcome: Outcome, wait: Duration, state: KeyState, at: Instant, cost: number): void {
    this.outcome = outcome;
    this.wait = wait;
    this.#state = state;
    this.#at = at;
    this.#cost = cost;
  }

  retryAfter(): Duration {
    return this.#lanePlan.scheme.retryAfter(this.#state, this.#lanePlan.params, this.#at, this.#cost);
  }
}
