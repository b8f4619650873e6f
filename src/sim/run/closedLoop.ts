/**
 * A lane whose traffic answers back: requests that come whatever the answers, merged with those that the lane's own answers
 * make: tries of a job that was refused, jobs that wait for others, clients of scripts.
 *
 * Events come by time, at one instant by entry, then in the order in which they were scheduled (what comes whatever the
 * answers was scheduled first). Each client draws from streams of its own. So a lane's rows hang on nothing but its own
 * answers: another lane moves none of them.
 */
import { DELAY, outcomeOf, type Outcome, type State } from '../limiters/limiter.ts';
import { keyOf, type LaneTrace } from '../metrics/trace.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import type { PhaseRun } from '../traffic/clients/index.ts';
import type { Actor, Agenda, Answer, Try } from './actor.ts';
import { Events } from './events.ts';
import { Rows } from './rows.ts';
import type { LimiterPlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';

/** What a lane was, beyond its trace. */
export interface ClosedRun {
  /** Jobs that were refused and whose next try would have come at the end or after it. */
  readonly waiting: number;
  /** Where it was cut short, and by what. */
  readonly stopped: Stop | null;
  /** Clients in phases: how each phase went, by entry. */
  readonly phases: readonly { readonly entry: number; readonly runs: readonly PhaseRun[] }[];
}

export interface Stop {
  readonly at: Instant;
  /** Too many decisions, permits that the limiter would have to keep, steps of scripts, or such steps at one instant. */
  readonly by: 'decisions' | 'permits' | 'steps' | 'stepsAtOnce';
  readonly most: number;
}

export interface Closed extends ClosedRun {
  readonly trace: LaneTrace;
}

/** How much a lane may do. */
export interface Most {
  readonly decisions: number;
  /** Permits asked for. */
  readonly permits: number;
  /** Calls into the sandbox: a sleep costs no decision. */
  readonly steps: number;
  /** The same at one instant: time stands still where nobody sleeps. */
  readonly stepsAtOnce: number;
}

/** Events between two chances to leave it: a few milliseconds. */
export const SLICE = 1 << 14;

/**
 * Yields how many decisions it has made.
 *
 * @param actors by entry; null where nothing hangs on the answers
 * @throws {ScriptFailure} when a script of it fails
 */
export function* closedLoop(
  plan: Pick<Plan, 'arrivals' | 'duration'>,
  lane: LimiterPlan,
  actors: readonly (Actor | null)[],
  most: Most,
): Generator<number, Closed> {
  const loop = new LimiterLoop(plan, lane, actors, most);
  yield* loop.start();
  while (loop.go(SLICE)) yield loop.rows.count;
  return loop.result();
}

/** Arrivals in their order, whoever decides on them: one limiter at once, or several processes in their time. */
export abstract class Loop implements Agenda {
  readonly end: Instant;
  readonly rows: Rows;
  /** The present instant. */
  protected now: Instant = 0;
  protected readonly made: Try = { at: 0, client: 0, job: 0, number: 0, key: 0, cost: 1, previous: 0 };
  protected readonly keys: string[];
  protected readonly actors: readonly (Actor | null)[];
  readonly #arrivals: Plan['arrivals'];
  readonly #most: Most;
  readonly #keyNumbers: Map<string, number>;
  readonly #events: Events;
  /** How many of the plan's arrivals were decided. */
  #passed = 0;
  #permits = 0;
  #steps = 0;
  /** How many steps there were before the present instant. */
  #stepsBefore = 0;
  #waiting = 0;
  #stopped: Stop | null = null;

  constructor(
    { arrivals, duration }: Pick<Plan, 'arrivals' | 'duration'>,
    delays: boolean,
    actors: readonly (Actor | null)[],
    most: Most,
  ) {
    this.#arrivals = arrivals;
    this.end = duration;
    this.actors = actors;
    this.#most = most;
    this.keys = [...arrivals.keys];
    this.#keyNumbers = new Map(this.keys.map((key, index) => [key, index]));
    this.#events = new Events(duration);
    this.rows = new Rows(delays);
  }

  /** Lets all clients begin. Yields as the run does. */
  *start(): Generator<number> {
    for (const actor of this.actors) {
      if (actor === null) continue;
      for (let client = 1; client <= actor.count; client++) {
        actor.start(client, this);
        if (client % SLICE === 0) yield 0;
      }
    }
  }

  /** Goes on for so many events, or until a script was called: it may have taken long. False at the end. */
  go(events: number): boolean {
    const steps = this.#steps;
    for (let left = events; left > 0 && this.#steps === steps; left--) {
      const at = this.nextArrival;
      if (at === NEVER || this.isOver(at)) return false;
      this.arrive();
    }
    return true;
  }

  closed(): ClosedRun {
    return {
      waiting: this.#waiting + this.#events.retries(),
      stopped: this.#stopped,
      phases: this.actors.flatMap((actor) => {
        const runs = actor?.phases() ?? [];
        return actor === null || runs.length === 0 ? [] : [{ entry: actor.entry, runs }];
      }),
    };
  }

  try(actor: Actor, made: Readonly<Try>): void {
    this.#events.try(actor, made);
  }

  step(): void {
    this.#steps++;
  }

  wake(actor: Actor, client: number, at: Instant): void {
    if (at < this.end) this.#events.sleep(actor, client, at);
  }

  leave(): void {
    this.#waiting++;
  }

  key(name: string): number {
    let number = this.#keyNumbers.get(name);
    if (number === undefined) {
      number = this.keys.push(name) - 1;
      this.#keyNumbers.set(name, number);
    }
    return number;
  }

  /** Decides on `made`, now or in time. @param client over all entries; 0 for open-loop traffic */
  protected abstract decide(actor: Actor | null, entry: number, client: number): void;

  /** When the next request comes or a client wakes; `NEVER` at the end. */
  protected get nextArrival(): Instant {
    const open = this.#passed < this.#arrivals.count ? (this.#arrivals.at[this.#passed] as number) : NEVER;
    return Math.min(open, this.#events.at);
  }

  protected get steps(): number {
    return this.#steps;
  }

  /** Takes what comes next. */
  protected arrive(): void {
    const open = this.#passed < this.#arrivals.count ? (this.#arrivals.at[this.#passed] as number) : NEVER;
    const next = this.#events.at;
    if (next < open || (next === open && this.#events.isBefore(this.#arrivals.entry[this.#passed] as number))) {
      const { made } = this;
      const actor = this.actors[this.#events.take(made)] as Actor;
      if (made.number > 0) this.#count(actor, actor.entry, actor.before + made.client);
      else actor.woken(made.client, made.at, this);
    } else this.#pass(this.#passed++);
  }

  /** Time goes on to that instant. */
  protected reach(at: Instant): void {
    if (at <= this.now) return;
    this.now = at;
    this.#stepsBefore = this.#steps;
  }

  /** Whether the next event would be one too many. */
  protected isOver(at: Instant): boolean {
    this.reach(at);
    const { decisions, permits, steps, stepsAtOnce } = this.#most;
    if (this.rows.count >= decisions) this.#stopped = { at, by: 'decisions', most: decisions };
    else if (this.#permits >= permits) this.#stopped = { at, by: 'permits', most: permits };
    else if (this.#steps >= steps) this.#stopped = { at, by: 'steps', most: steps };
    else if (this.#steps - this.#stepsBefore >= stepsAtOnce)
      this.#stopped = { at, by: 'stepsAtOnce', most: stepsAtOnce };
    return this.#stopped !== null;
  }

  /** One of the requests that come whatever the answers. */
  #pass(request: number): void {
    const { at, cost, entry, tries } = this.#arrivals;
    const { made } = this;
    const place = entry[request] as number;
    const client = tries?.client[request] ?? 0;
    // What a script sends from its top level is nobody's job, though the script may have clients.
    const actor = client === 0 ? null : (this.actors[place] ?? null);
    made.at = at[request] as number;
    made.client = client - (actor?.before ?? 0);
    made.job = tries?.job[request] ?? request + 1;
    made.number = 1;
    made.key = keyOf(this.#arrivals, request);
    made.cost = cost === null ? 1 : (cost[request] as number);
    made.previous = 0;
    this.#count(actor, place, client);
  }

  #count(actor: Actor | null, entry: number, client: number): void {
    this.#permits += this.made.cost;
    this.decide(actor, entry, client);
  }
}

/** A limiter of one process: it answers at once. */
class LimiterLoop extends Loop {
  readonly #limiter: LimiterPlan['limiter'];
  readonly #params: LimiterPlan['params'];
  readonly #states: (State | undefined)[] = [];
  readonly #answer: Said;

  constructor(
    plan: Pick<Plan, 'arrivals' | 'duration'>,
    lane: LimiterPlan,
    actors: readonly (Actor | null)[],
    most: Most,
  ) {
    super(plan, lane.limiter.outcomes.includes('delay'), actors, most);
    this.#limiter = lane.limiter;
    this.#params = lane.params;
    this.#answer = new Said(lane);
  }

  result(): Closed {
    return { trace: this.rows.trace(this.keys), ...this.closed() };
  }

  protected override decide(actor: Actor | null, entry: number, client: number): void {
    const { made } = this;
    const { at, key, cost } = made;
    const state = (this.#states[key] ??= this.#limiter.init(this.#params));
    const verdict = this.#limiter.decide(state, this.#params, at, cost);
    const wait = verdict === DELAY ? (state['wait'] as number) : 0;
    this.rows.push(at, key, cost, entry, client, made.job, made.number, verdict, wait);
    if (actor === null) return;
    this.#answer.is(outcomeOf(verdict), wait, state, at, cost);
    actor.answered(made, this.#answer, this);
  }
}

/** The lane's answer to the try that was decided last; one record, written over. */
class Said implements Answer {
  outcome: Outcome = 'allow';
  wait: Duration = 0;
  readonly #lane: LimiterPlan;
  #state: State = {};
  #at = 0;
  #cost = 1;

  constructor(lane: LimiterPlan) {
    this.#lane = lane;
  }

  is(outcome: Outcome, wait: Duration, state: State, at: Instant, cost: number): void {
    this.outcome = outcome;
    this.wait = wait;
    this.#state = state;
    this.#at = at;
    this.#cost = cost;
  }

  promise(): Duration {
    return this.#lane.limiter.retryAfter(this.#state, this.#lane.params, this.#at, this.#cost);
  }
}
