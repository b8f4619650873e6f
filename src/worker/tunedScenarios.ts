/** The scenarios that Tune's questions are about: each is planned once, and held while a question about it is answered. */
import { needsLua, needsSandbox, planInSlices, type Plan, type PlanResult } from '../sim/engine.ts';
import {
  allReadings,
  holdOnly,
  holdRecording,
  lacksSystem,
  recordingsOf,
  type Sandbox,
  type Scenario,
} from '../sim/index.ts';
import { openTuning, type TuneSession } from '../tune/index.ts';
import { loadSystemsPart, loadUnpacker } from './loadPart.ts';
import { driveSlices, type SlicingThread } from './slicing.ts';

/** The scenario that a question is about. */
export interface About {
  readonly scenario: Scenario;
  /** Another scenario has another number. */
  readonly number: number;
  /** Packed recordings that the worker said it does not hold. */
  readonly recordings: readonly string[];
}

/** The scenario cannot be run; the message is for the user. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
  /** The digests of the recordings that are lacking. */
  readonly detail: readonly string[];

  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.detail = missing;
  }
}

type Plans = readonly [Plan, ...Plan[]];

/** What answers need of their worker. */
export interface TuneThread extends SlicingThread {
  readonly loadSandbox: (onWork: () => void, withLua: boolean) => Promise<Sandbox>;
}

/** A scenario that questions are about. */
interface Opened {
  readonly scenario: Scenario;
  readonly plans: Promise<Plans>;
  /** By question: runs of one kind reuse buffers, and kinds are worked on side by side. */
  readonly sessions: Map<string, TuneSession>;
  /** Questions that are being answered. */
  questions: number;
  /** Whether it cannot be planned. */
  failed: boolean;
}

/** Scenarios that come one after another, each most often an edit of the one before. */
interface Series {
  /** By number: the scenario asked about last, and others while a question about them is being answered. */
  readonly opened: Map<number, Opened>;
  last: number;
  /** Those planned last: arrivals that stay the same are not generated again. */
  lastPlans: readonly Plan[];
}

const ignore = (): void => undefined;
const always = (): boolean => true;

/**
 * Does work with the session of a question, which knows what was measured for the same question about the scenario before.
 * @throws {CannotRun} where the scenario cannot be run
 */
type WithSession = <T>(about: About, question: string, work: (session: TuneSession) => Promise<T>) => Promise<T>;

export function tunedScenarios(thread: TuneThread): WithSession {
  const shown: Series = { opened: new Map(), last: 0, lastPlans: [] };
  /** The same lanes on a log that was held out: asked by turns with those on the log that is shown. */
  const heldOut: Series = { opened: new Map(), last: 0, lastPlans: [] };
  /** By question, the session that was opened last: what it measured is not measured again. */
  const lastSessions = new Map<string, TuneSession>();

  const open = ({ scenario, number, recordings }: About, series: Series): Opened => {
    for (const data of recordings) holdRecording(data);
    series.last = number;
    let own = series.opened.get(number);
    // What could not be planned for want of a recording is tried again with it.
    if (own === undefined || own.failed) {
      const plans = planReadings(thread, scenario, series);
      const opening: Opened = { scenario, plans, sessions: new Map(), questions: 0, failed: false };
      opening.plans.catch(() => {
        opening.failed = true;
      });
      series.opened.set(number, (own = opening));
    }
    return own;
  };

  const forgetOld = (): void => {
    for (const { opened, last } of [shown, heldOut])
      for (const [number, { questions }] of opened) if (number !== last && questions === 0) opened.delete(number);
    const kept = [...shown.opened.values(), ...heldOut.opened.values()];
    holdOnly(new Set(kept.flatMap(({ scenario }) => recordingsOf(scenario))));
  };

  return async (about, question, work) => {
    const own = open(about, question === 'heldOut' ? heldOut : shown);
    own.questions++;
    try {
      const plans = await own.plans;
      let session = own.sessions.get(question);
      if (session === undefined) {
        session = openTuning(plans, lastSessions.get(question));
        own.sessions.set(question, session);
        lastSessions.set(question, session);
      }
      return await work(session);
    } finally {
      own.questions--;
      forgetOld();
    }
  };
}

/** A plan for each reading of the scenario's logs. @throws {CannotRun} */
async function planReadings(thread: TuneThread, scenario: Scenario, series: Series): Promise<Plans> {
  const sandbox = needsSandbox(scenario) ? await thread.loadSandbox(ignore, needsLua(scenario)) : null;
  if (lacksSystem(scenario)) await loadSystemsPart(ignore);
  if (recordingsOf(scenario).length > 0) await loadUnpacker(ignore);
  const plans: Plan[] = [];
  for (const [index, reading] of allReadings(scenario).entries()) {
    const slices = planInSlices(reading, sandbox, series.lastPlans[index]);
    // It is always wanted: other questions about this scenario wait for it, too.
    const planned = (await driveSlices(thread, slices, ignore, always)) as PlanResult;
    if (!planned.ok) {
      const { problems } = planned;
      const sentences = problems.map(({ sentence }) => sentence);
      throw new CannotRun(
        sentences.join(' '),
        problems.flatMap(({ recording }) => recording ?? []),
      );
    }
    plans.push(planned.plan);
  }
  series.lastPlans = plans;
  return plans as unknown as Plans;
}
