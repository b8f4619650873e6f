/** The clients that a script started, in one lane: each is a generator in the sandbox that receives its answers. */
import { microsFromSeconds, NEVER, type Duration, type Instant } from '../time.ts';
import { jobDraws, type JobDraws } from '../traffic/jobDraws.ts';
import { ScriptError, type ScriptInstance, type ScriptAnswer, type ScriptStep } from '../traffic/script.ts';
import type { ScriptEntry } from '../traffic/scriptEntry.ts';
import type { Actor, Scheduler, Answer, TryRecord } from './actor.ts';
import { ScriptFailure } from './scriptFailure.ts';

export class ScriptActor implements Actor {
  readonly entry: number;
  readonly clientCount: number;
  readonly clientOffset: number;
  readonly #script: ScriptInstance;
  readonly #laneLabel: string;
  readonly #timeout: Duration;
  readonly #choices: JobDraws;
  readonly #jobCounts: Uint32Array;
  /** By client: an answer that will be delivered when the client wakes. */
  readonly #pendingAnswers = new Map<number, ScriptAnswer>();

  /**
   * @param script started for this lane; the caller closes it
   * @param laneLabel for error messages
   */
  constructor(
    scripted: ScriptEntry,
    script: ScriptInstance,
    entry: number,
    clientOffset: number,
    seed: number,
    laneLabel: string,
  ) {
    this.entry = entry;
    this.clientCount = script.clients;
    this.clientOffset = clientOffset;
    this.#script = script;
    this.#laneLabel = laneLabel;
    this.#timeout = scripted.timeout === undefined ? NEVER : microsFromSeconds(scripted.timeout);
    this.#choices = jobDraws(scripted, script.clients, seed);
    this.#jobCounts = new Uint32Array(script.clients + 1);
  }

  start(client: number, scheduler: Scheduler): void {
    scheduler.scheduleWake(this, client, 0);
  }

  onWake(client: number, now: Instant, scheduler: Scheduler): void {
    const answer = this.#pendingAnswers.get(client) ?? null;
    this.#pendingAnswers.delete(client);
    this.#resume(client, now, answer, scheduler);
  }

  onAnswer({ at, client }: TryRecord, answer: Answer, scheduler: Scheduler): void {
    const { outcome, wait } = answer;
    const timedOut = wait > this.#timeout;
    const retryAfter = outcome === 'deny' ? answer.retryAfter() : NEVER;
    const scriptAnswer = { outcome, wait, timedOut, retryAfter: retryAfter === NEVER ? null : retryAfter };
    const endedAt = at + Math.min(wait, this.#timeout);
    if (endedAt === at) {
      this.#resume(client, at, scriptAnswer, scheduler);
      return;
    }
    this.#pendingAnswers.set(client, scriptAnswer);
    scheduler.scheduleWake(this, client, endedAt);
  }

  phaseRuns(): readonly [] {
    return [];
  }

  #resume(client: number, now: Instant, answer: ScriptAnswer | null, scheduler: Scheduler): void {
    scheduler.countStep();
    const step = this.#resumeScript(client, now, answer);
    if (step.do === 'sleep') scheduler.scheduleWake(this, client, step.until);
    if (step.do !== 'request') return;
    const own = { key: this.#choices.nextKey(client), cost: this.#choices.nextCost(client) };
    const job = ++this.#jobCounts[client]!;
    const key = scheduler.indexOfKey(step.key ?? own.key);
    scheduler.scheduleTry(this, {
      at: now,
      client,
      job,
      number: 1,
      keyIndex: key,
      cost: step.cost ?? own.cost,
      previousWait: 0,
    });
  }

  #resumeScript(client: number, now: Instant, answer: ScriptAnswer | null): ScriptStep {
    try {
      // Scripts count their clients from 0.
      return this.#script.resume(client - 1, now, answer);
    } catch (error) {
      if (error instanceof ScriptError) throw new ScriptFailure(this.entry, error, this.#laneLabel, now);
      throw error;
    }
  }
}
