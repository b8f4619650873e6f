/** The clients that a script started, in one lane: each a generator in the sandbox, which is told every answer. */
import { microsFromSeconds, NEVER, type Duration, type Instant } from '../time.ts';
import { choicesOf, type Choices } from '../traffic/choices.ts';
import { ScriptError, type Script, type ScriptAnswer, type ScriptStep } from '../traffic/script.ts';
import type { Scripted } from '../traffic/scripted.ts';
import { seconds } from '../words.ts';
import type { Actor, Agenda, Answer, Try } from './actor.ts';
import { scriptRefusal, type Refusal } from './plan.ts';

/** A script that failed in the middle of a run. */
export class ScriptFailure extends Error {
  readonly refusal: Refusal;

  constructor(entry: number, error: ScriptError, lane: string, at: Instant) {
    const refusal = scriptRefusal(entry, error, `, at ${seconds(at)} in ${lane}`);
    super(refusal.sentence);
    this.name = 'ScriptFailure';
    this.refusal = refusal;
  }
}

export class ScriptActor implements Actor {
  readonly entry: number;
  readonly count: number;
  readonly before: number;
  readonly #script: Script;
  readonly #lane: string;
  readonly #timeout: Duration;
  readonly #choices: Choices;
  readonly #jobs: Uint32Array;
  /** Of clients that wait for theirs, by client. */
  readonly #answers = new Map<number, ScriptAnswer>();

  /**
   * @param script started for this lane; who started it closes it
   * @param lane its label, for what goes wrong
   */
  constructor(
    of: Scripted & { readonly timeout?: number },
    script: Script,
    entry: number,
    before: number,
    seed: number,
    lane: string,
  ) {
    this.entry = entry;
    this.count = script.clients;
    this.before = before;
    this.#script = script;
    this.#lane = lane;
    this.#timeout = of.timeout === undefined ? NEVER : microsFromSeconds(of.timeout);
    this.#choices = choicesOf(of, script.clients, seed);
    this.#jobs = new Uint32Array(script.clients + 1);
  }

  start(client: number, agenda: Agenda): void {
    agenda.wake(this, client, 0);
  }

  woken(client: number, now: Instant, agenda: Agenda): void {
    const answer = this.#answers.get(client) ?? null;
    this.#answers.delete(client);
    this.#resume(client, now, answer, agenda);
  }

  answered({ at, client }: Try, said: Answer, agenda: Agenda): void {
    const { outcome, wait } = said;
    const timedOut = wait > this.#timeout;
    const promised = outcome === 'deny' ? said.promise() : NEVER;
    const answer = { outcome, wait, timedOut, retryAfter: promised === NEVER ? null : promised };
    const over = at + Math.min(wait, this.#timeout);
    if (over === at) {
      this.#resume(client, at, answer, agenda);
      return;
    }
    this.#answers.set(client, answer);
    agenda.wake(this, client, over);
  }

  phases(): readonly [] {
    return [];
  }

  #resume(client: number, now: Instant, answer: ScriptAnswer | null, agenda: Agenda): void {
    agenda.step();
    const step = this.#next(client, now, answer);
    if (step.do === 'sleep') agenda.wake(this, client, step.until);
    if (step.do !== 'request') return;
    const own = { key: this.#choices.key(client), cost: this.#choices.cost(client) };
    const job = ++this.#jobs[client]!;
    const key = agenda.key(step.key ?? own.key);
    agenda.try(this, { at: now, client, job, number: 1, key, cost: step.cost ?? own.cost, previous: 0 });
  }

  #next(client: number, now: Instant, answer: ScriptAnswer | null): ScriptStep {
    try {
      // Scripts count their clients from 0.
      return this.#script.resume(client - 1, now, answer);
    } catch (error) {
      if (error instanceof ScriptError) throw new ScriptFailure(this.entry, error, this.#lane, now);
      throw error;
    }
  }
}
