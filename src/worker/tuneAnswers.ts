/** What the worker that tunes answers: a few figures of many runs, of one scenario at a time. */
import { needsLua, needsSandbox, planInSlices, type Plan, type PlanResult } from '../sim/engine.ts';
import { holdOnly, holdRecording, lacksSystem, recordingsOf, type Sandbox, type Scenario } from '../sim/index.ts';
import { clientsCsv } from '../tune/clientsCsv.ts';
import { allReadings, openTuning, type TuneQuestionKind, type TuneQuestions, type TuneSession } from '../tune/index.ts';
import type { Answers, Asking } from './answering.ts';
import { driveSlices, type SlicingThread } from './slicing.ts';
import { loadSystemsPart, loadUnpacker } from './loadPart.ts';

/** The scenario that a question is about. */
export interface About {
  readonly scenario: Scenario;
  /** Another scenario has another number. */
  readonly number: number;
  /** Packed recordings that the worker said it does not hold. */
  readonly recordings: readonly string[];
}

interface Asked<P> {
  readonly about: About;
  readonly query: P;
}

/** Lanes are numbered as in the scenario. Questions that cannot be answered fail with a `CannotRun`. */
export type TuneTable = {
  readonly [K in TuneQuestionKind]: {
    readonly params: Asked<TuneQuestions[K]['params']>;
    readonly result: TuneQuestions[K]['result'];
  };
} & {
  /** All rows of the table of clients, in its order, as CSV. */
  readonly clientsCsv: { readonly params: Asked<TuneQuestions['clients']['params']>; readonly result: string };
  /** The goals on a log that the limit was not tuned with. */
  readonly heldOut: {
    readonly params: Asked<TuneQuestions['goals']['params']>;
    readonly result: TuneQuestions['goals']['result'];
  };
};

/** The scenario cannot be run; the message is for the user. */
class CannotRun extends Error {
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

export function tuneAnswers(thread: TuneThread): Answers<TuneTable> {
  const shown: Series = { opened: new Map(), last: 0, lastPlans: [] };
  /** The same lanes on a log that was held out: asked by turns with those on the log that is shown. */
  const heldOut: Series = { opened: new Map(), last: 0, lastPlans: [] };
  /** By question, the session that was opened last: what it measured is not measured again. */
  const lastSessions = new Map<string, TuneSession>();

  const plansOf = async (scenario: Scenario, series: Series): Promise<Plans> => {
    const sandbox = needsSandbox(scenario) ? await thread.loadSandbox(() => undefined, needsLua(scenario)) : null;
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
  };

  const open = ({ scenario, number, recordings }: About, series: Series): Opened => {
    for (const data of recordings) holdRecording(data);
    series.last = number;
    let own = series.opened.get(number);
    // What could not be planned for want of a recording is tried again with it.
    if (own === undefined || own.failed) {
      const plans = plansOf(scenario, series);
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

  const answer = async <K extends TuneQuestionKind>(
    kind: K,
    purpose: string,
    { about, query }: Asked<TuneQuestions[K]['params']>,
    { drive }: Asking<unknown>,
  ): Promise<TuneQuestions[K]['result']> => {
    const own = open(about, purpose === 'heldOut' ? heldOut : shown);
    own.questions++;
    try {
      const plans = await own.plans;
      let session = own.sessions.get(purpose);
      if (session === undefined) {
        session = openTuning(plans, lastSessions.get(purpose));
        own.sessions.set(purpose, session);
        lastSessions.set(purpose, session);
      }
      return await drive(session.answer({ kind, ...query }));
    } finally {
      own.questions--;
      forgetOld();
    }
  };

  const answering =
    <K extends TuneQuestionKind>(kind: K) =>
    (asked: Asked<TuneQuestions[K]['params']>, asking: Asking<unknown>) =>
      answer(kind, kind, asked, asking);
  return {
    clients: answering('clients'),
    busiest: answering('busiest'),
    frontier: answering('frontier'),
    map: answering('map'),
    goals: answering('goals'),
    seek: answering('seek'),
    worst: answering('worst'),
    heldOut: (asked, asking) => answer('goals', 'heldOut', asked, asking),
    async clientsCsv({ about, query }, asking) {
      const all = { ...query, from: 0, to: Infinity, columns: 1 };
      const clients = await answer('clients', 'clientsCsv', { about, query: all }, asking);
      if (!clients.ok) throw new CannotRun(clients.sentence);
      return clientsCsv(clients.rows);
    },
  };
}
