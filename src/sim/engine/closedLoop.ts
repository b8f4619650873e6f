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
import type { LanePlan, Plan } from './plan.ts';

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
const SLICE = 1 << 14;

/**
 * Yields how many decisions it has made.
 *
 * @param actors by entry; null where nothing hangs on the answers
 * @throws {ScriptFailure} when a script of it fails
 */
export function* closedLoop(
  plan: Pick<Plan, 'arrivals' | 'duration'>,
  lane: LanePlan,
  actors: readonly (Actor | null)[],
  most: Most,
): Generator<number, Closed> {
  const loop = new Loop(plan, lane, actors, most);
  for (const actor of actors) {
    if (actor === null) continue;
    for (let client = 1; client <= actor.count; client++) {
      actor.start(client, loop);
      if (client % SLICE === 0) yield 0;
    }
  }
  while (loop.go(SLICE)) yield loop.rows.count;
  return loop.result();
}

class Loop implements Agenda {
  readonly end: Instant;
  readonly rows: Rows;
  readonly #arrivals: Plan['arrivals'];
  readonly #lane: LanePlan;
  readonly #actors: readonly (Actor | null)[];
  readonly #most: Most;
  readonly #states: (State | undefined)[] = [];
  readonly #keys: string[];
  readonly #keyNumbers: Map<string, number>;
  readonly #events: Events;
  readonly #made: Try = { at: 0, client: 0, job: 0, number: 0, key: 0, cost: 1, previous: 0 };
  readonly #answer: Said;
  /** How many of the plan's arrivals were decided. */
  #passed = 0;
  #permits = 0;
  #steps = 0;
  /** The present instant, and how many steps there were before it. */
  #at: Instant = 0;
  #stepsBefore = 0;
  #waiting = 0;
  #stopped: Stop | null = null;

  constructor(
    plan: Pick<Plan, 'arrivals' | 'duration'>,
    lane: LanePlan,
    actors: readonly (Actor | null)[],
    most: Most,
  ) {
    this.#arrivals = plan.arrivals;
    this.end = plan.duration;
    this.#lane = lane;
    this.#actors = actors;
    this.#most = most;
    this.#keys = [...plan.arrivals.keys];
    this.#keyNumbers = new Map(this.#keys.map((key, index) => [key, index]));
    this.#answer = new Said(lane);
    this.#events = new Events(plan.duration);
    this.rows = new Rows(lane.limiter.outcomes.includes('delay'));
  }

  /** Goes on for so many events, or until a script was called: it may have taken long. False at the end. */
  go(events: number): boolean {
    const made = this.#made;
    const steps = this.#steps;
    for (let left = events; left > 0 && this.#steps === steps; left--) {
      const open = this.#passed < this.#arrivals.count ? (this.#arrivals.at[this.#passed] as number) : NEVER;
      const next = this.#events.at;
      if (open === NEVER && next === NEVER) return false;
      const at = Math.min(open, next);
      if (at > this.#at) {
        this.#at = at;
        this.#stepsBefore = this.#steps;
      }
      if (this.#isOver(at)) return false;
      if (next < open || (next === open && this.#events.isBefore(this.#arrivals.entry[this.#passed] as number))) {
        const actor = this.#actors[this.#events.take(made)] as Actor;
        if (made.number > 0) this.#decide(actor, actor.entry, actor.before + made.client);
        else actor.woken(made.client, made.at, this);
      } else this.#pass(this.#passed++);
    }
    return true;
  }

  result(): Closed {
    return {
      trace: this.rows.trace(this.#keys),
      waiting: this.#waiting + this.#events.retries(),
      stopped: this.#stopped,
      phases: this.#actors.flatMap((actor) => {
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
      number = this.#keys.push(name) - 1;
      this.#keyNumbers.set(name, number);
    }
    return number;
  }

  /** One of the requests that come whatever the answers. */
  #pass(request: number): void {
    const { at, cost, entry, tries } = this.#arrivals;
    const made = this.#made;
    const place = entry[request] as number;
    const client = tries?.client[request] ?? 0;
    // What a script sends from its top level is nobody's job, though the script may have clients.
    const actor = client === 0 ? null : (this.#actors[place] ?? null);
    made.at = at[request] as number;
    made.client = client - (actor?.before ?? 0);
    made.job = tries?.job[request] ?? request + 1;
    made.number = 1;
    made.key = keyOf(this.#arrivals, request);
    made.cost = cost === null ? 1 : (cost[request] as number);
    made.previous = 0;
    this.#decide(actor, place, client);
  }

  /** @param client over all entries; 0 for open-loop traffic */
  #decide(actor: Actor | null, entry: number, client: number): void {
    const { limiter, params } = this.#lane;
    const made = this.#made;
    const { at, key, cost } = made;
    const state = (this.#states[key] ??= limiter.init(params));
    const verdict = limiter.decide(state, params, at, cost);
    const wait = verdict === DELAY ? (state['wait'] as number) : 0;
    this.rows.push(at, key, cost, entry, client, made.job, made.number, verdict, wait);
    this.#permits += cost;
    if (actor === null) return;
    this.#answer.is(outcomeOf(verdict), wait, state, at, cost);
    actor.answered(made, this.#answer, this);
  }

  /** Whether the next event would be one too many. */
  #isOver(at: Instant): boolean {
    const { decisions, permits, steps, stepsAtOnce } = this.#most;
    if (this.rows.count >= decisions) this.#stopped = { at, by: 'decisions', most: decisions };
    else if (this.#permits >= permits) this.#stopped = { at, by: 'permits', most: permits };
    else if (this.#steps >= steps) this.#stopped = { at, by: 'steps', most: steps };
    else if (this.#steps - this.#stepsBefore >= stepsAtOnce)
      this.#stopped = { at, by: 'stepsAtOnce', most: stepsAtOnce };
    return this.#stopped !== null;
  }
}

/** The lane's answer to the try that was decided last; one record, written over. */
class Said implements Answer {
  outcome: Outcome = 'allow';
  wait: Duration = 0;
  readonly #lane: LanePlan;
  #state: State = {};
  #at = 0;
  #cost = 1;

  constructor(lane: LanePlan) {
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
