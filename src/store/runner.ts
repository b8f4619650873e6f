/**
 * Keeps the simulation up to date with the scenario. Dragging makes a new scenario every frame: a run that ends soon may
 * finish, so that the charts follow the drag; a longer one is superseded by the newest scenario.
 */
import { lacksSystem } from '../sim/index.ts';
import { loadSystemsPart } from '../worker/loadPart.ts';
import type { SimulateResult, SimulationClient, WorkerQuestions } from '../worker/simulationClient.ts';
import { DROPPED, type Dropped } from '../worker/workerClient.ts';
import type { FrameClock } from './frameClock.ts';
import { missingRecordings, type Recordings } from './recordings.ts';

/** How long a run may delay a newer one. */
const SUPERSEDE_AFTER_MS = 250;

/** What is asked of a run, but for the recordings that it needs. */
export type SimulateQuestion = Omit<WorkerQuestions['simulate']['params'], 'recordings'>;

export interface RunnerEvents {
  started(): void;
  /** All lanes' results at once, for exactly this scenario. */
  finished(asked: SimulateQuestion, simulated: SimulateResult): void;
  failed(error: Error): void;
}

export interface Runner {
  run(question: SimulateQuestion): void;
  /** A pointer or a key is down: from now on a result is painted before the next run starts. */
  hold(): void;
  /** It was released: the newest scenario starts now, if an older one still delays it. */
  letGo(): void;
  /** Forgets the active and the pending run (the worker was replaced or stopped). */
  reset(): void;
}

export function createRunner(
  client: SimulationClient,
  recordings: Recordings,
  events: RunnerEvents,
  clock: Pick<FrameClock, 'painted'>,
): Runner {
  let activeRun: symbol | null = null;
  let pending: SimulateQuestion | null = null;
  let isHeld = false;
  let isCaughtUp = false;
  let supersedeTimer: ReturnType<typeof setTimeout> | undefined;

  const start = (question: SimulateQuestion): void => {
    const ownRun = Symbol('run');
    activeRun = ownRun;
    pending = null;
    isCaughtUp = false;
    clearTimeout(supersedeTimer);
    events.started();
    const answer = askForRun(client, recordings, question, () => activeRun === ownRun);
    // The page describes what the worker runs, so both load a real system meanwhile.
    const described = lacksSystem(question.scenario)
      ? Promise.all([answer, loadSystemsPart(() => undefined)]).then(([simulated]) => simulated)
      : answer;
    described.then(
      (simulated) => {
        if (activeRun !== ownRun) return;
        activeRun = null;
        if (simulated !== DROPPED) events.finished(question, simulated);
        if (pending === null) return;
        // What has just come is painted before the next is asked for: results that come faster than they can be drawn would
        // leave the hand no frame of its own.
        if (isHeld) void clock.painted().then(() => activeRun === null && startPending());
        else startPending();
      },
      (error: Error) => {
        if (activeRun !== ownRun) return;
        activeRun = null;
        events.failed(error);
        startPending();
      },
    );
  };

  const startPending = (): void => {
    if (pending !== null) start(pending);
  };

  return {
    run(question) {
      if (activeRun === null && pending === null) {
        start(question);
        return;
      }
      events.started();
      const first = pending === null;
      pending = question;
      if (first) supersedeTimer = setTimeout(startPending, SUPERSEDE_AFTER_MS);
    },
    hold() {
      isHeld = true;
    },
    letGo() {
      isHeld = false;
      // Else quick clicks would end each other's runs, and nothing would be shown until they stop.
      if (pending === null || (isCaughtUp && activeRun !== null)) return;
      startPending();
      isCaughtUp = true;
    },
    reset() {
      activeRun = null;
      pending = null;
      clearTimeout(supersedeTimer);
    },
  };
}

/**
 * Runs a scenario. If the worker lacks a recording that the page can find, it is asked again, with it.
 * @param isWanted whether nothing newer has been asked: the worker drops an older run for a newer one
 */
export async function askForRun(
  client: SimulationClient,
  recordings: Recordings,
  params: SimulateQuestion,
  isWanted: () => boolean,
): Promise<SimulateResult | Dropped> {
  const simulated = await client.ask('simulate', params);
  if (simulated === DROPPED || simulated.ok || !isWanted()) return simulated;
  const found = await recordings.find(missingRecordings({ refusals: simulated.problems }));
  if (found.length === 0) return simulated;
  return isWanted() ? client.ask('simulate', { ...params, recordings: found }) : DROPPED;
}
