/** What the worker that finds answers: a lane held against the laws, and the shortest traffic that shows something. */
import { needsLua, needsSandbox } from '../sim/engine.ts';
import { lacksSystem, type Sandbox, type Scenario } from '../sim/index.ts';
import {
  contenderAt,
  Deal,
  doTask,
  foundNote,
  foundSentence,
  instantsText,
  judged,
  LAWS,
  laws,
  openSearch,
  ownCodeSentence,
  scenarioWith,
  triedSentence,
  tryingText,
  untestable,
  type Dealt,
  type Effort,
  type FindPhase,
  type FindResult,
  type FindTask,
  type LawName,
  type LawVerdict,
  type SearchSpec,
  type TaskOutcome,
} from '../find/index.ts';
import type { Answers, Asking } from './answering.ts';
import type { HelperPool } from './helperPool.ts';
import { workThrough } from './workThrough.ts';
import { loadSystemsPart } from './loadPart.ts';

/** A search, as helpers open it. */
export interface FindContext {
  readonly scenario: Scenario;
  readonly spec: SearchSpec;
  readonly effort: Effort;
}

export type FindPool = HelperPool<FindContext, FindTask, TaskOutcome>;

export interface FoundTraffic {
  /** `4 requests: 3 at 59.999999 s and 1 at 60 s. Fixed window admits the last (…); Sliding log refuses the last (…).` */
  readonly sentence: string;
  /** In what way it is the shortest. */
  readonly note: string;
  /** With that traffic in place of its own; null for one that steps back in time. */
  readonly scenario: Scenario | null;
}

export interface Finding {
  /** `Fixed window and Sliding log differ`. */
  readonly sought: string;
  /** Null if nothing was. */
  readonly found: FoundTraffic | null;
  /** What was looked through, if nothing was found. */
  readonly tried: string;
  /** The instants on which all traffics were tried: `0 s, 0.999999 s, 1 s`. */
  readonly instants: string;
}

export interface LawFinding {
  readonly law: LawName;
  /** Without its full stop. */
  readonly sentence: string;
  readonly outcome: LawVerdict['outcome'];
  /** What was tried, or why it was not. */
  readonly detail: string;
  /** The shortest traffic that breaks it. */
  readonly found: FoundTraffic | null;
}

export interface FindProgress {
  readonly phase: FindPhase;
  /** What is being tried: `200,000 random traffic patterns`. */
  readonly trying: string;
  /** Of that phase, 0 to 1. */
  readonly done: number;
}

export interface LawProgress {
  readonly testing: string;
  /** How many there are. */
  readonly laws: number;
  /** Of all laws, 0 to 1. */
  readonly done: number;
}

/** Lanes are numbered as in the scenario. A lane that cannot be searched is a `CannotSearch`. */
export type FindTable = {
  /** Each verdict is told as it comes, and before it how far its law is tried. */
  readonly laws: {
    readonly params: { readonly scenario: Scenario; readonly lane: number; readonly effort: Effort };
    readonly progress: LawFinding | LawProgress;
    readonly result: null;
  };
  readonly find: { readonly params: FindContext; readonly progress: FindProgress; readonly result: Finding };
};

/** The message is for the user. */
class CannotSearch extends Error {
  override readonly name = 'CannotSearch';
}

/** Of the search for one law, where each phase begins; both have half of it. */
const PHASE_STARTS: Readonly<Record<FindPhase, number>> = { exhaustive: 0, random: 0.5, shrinking: 1 };

const ignore = (): void => undefined;

/** What runs the limiters that users write. */
type LoadSandbox = (onWork: () => void, withLua: boolean) => Promise<Sandbox>;

export function findAnswers(pool: FindPool, loadSandbox: LoadSandbox): Answers<FindTable> {
  let last: Promise<unknown> = Promise.resolve();
  /** One search at a time has all cores; those of other questions come between the laws. */
  const oneAtATime = <T>({ signal }: Pick<Asking<unknown>, 'signal'>, work: () => Promise<T>): Promise<T> => {
    const next = last.then(() => {
      signal.throwIfAborted(); // while it waited
      return work();
    });
    last = next.catch(ignore); // whoever asked hears of it
    return next;
  };

  const searched = async (
    context: FindContext,
    { drive, signal }: Pick<Asking<unknown>, 'drive' | 'signal'>,
    tell: (progress: FindProgress) => void,
  ): Promise<FindResult> => {
    const opened = await open(context, loadSandbox);
    const deal = new Deal(opened);
    const cancel = (): void => pool.cancel();
    const tellPhase = (phase: FindPhase, done: number): void =>
      tell({ phase, trying: tryingText(opened, phase), done });
    tellPhase('exhaustive', 0);
    pool.share(context);
    signal.addEventListener('abort', cancel);
    try {
      await workThrough(
        pool,
        {
          next: () => deal.next(),
          take(task, outcome) {
            deal.take(task, outcome);
            tellPhase(deal.phase, deal.done);
          },
          get isSettled() {
            return deal.isSettled;
          },
        },
        (task) => drive(doTask(opened, task)),
      );
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    if (deal.settled !== null) tellPhase('shrinking', 0);
    return drive(opened.answer(deal.settled));
  };

  /** What is wrong with the user's own code is for the user. */
  const search: typeof searched = async (...asked) => {
    try {
      return await searched(...asked);
    } catch (error) {
      const sentence = ownCodeSentence(error);
      throw sentence === null ? error : new CannotSearch(sentence);
    }
  };

  return {
    async laws({ scenario, lane, effort }, asking) {
      await loadLanes(scenario, loadSandbox);
      const contender = contenderAt(scenario, lane);
      if (typeof contender === 'string') throw new CannotSearch(contender);
      for (const [index, law] of LAWS.entries()) {
        const without = untestable(law, contender);
        const context: FindContext = { scenario, spec: { kind: 'law', lane, law }, effort };
        const tell = ({ phase, done }: FindProgress): void =>
          asking.tell({
            testing: `law ${index + 1} of ${LAWS.length}: “${laws[law].sentence}”`,
            laws: LAWS.length,
            done: (index + PHASE_STARTS[phase] + done / 2) / LAWS.length,
          });
        const verdict = without ?? judged(law, await oneAtATime(asking, () => search(context, asking, tell)));
        asking.tell(lawFinding(scenario, verdict));
      }
      return null;
    },
    async find(context, asking) {
      const result = await oneAtATime(asking, () => search(context, asking, asking.tell));
      return findingOf(context.scenario, result);
    },
  };
}

/** A helper's part of it: the same search, and the tasks that it is given. */
export function prepareFind(loadSandbox: LoadSandbox) {
  return async (context: FindContext) => {
    const opened = await open(context, loadSandbox);
    return (task: FindTask) => doTask(opened, task);
  };
}

/** @throws {CannotSearch} */
async function open({ scenario, spec, effort }: FindContext, loadSandbox: LoadSandbox): Promise<Dealt> {
  await loadLanes(scenario, loadSandbox);
  const search = openSearch(scenario, spec, effort);
  if (typeof search === 'string') throw new CannotSearch(search);
  return search;
}

/** What the lanes of few scenarios need before they can be searched. */
async function loadLanes(scenario: Scenario, loadSandbox: LoadSandbox): Promise<void> {
  if (needsSandbox(scenario)) await loadSandbox(ignore, needsLua(scenario));
  if (lacksSystem(scenario)) await loadSystemsPart(ignore);
}

function findingOf(scenario: Scenario, result: FindResult): Finding {
  const { sought, tried } = result;
  return {
    sought,
    found: foundTraffic(scenario, result),
    tried: triedSentence(tried),
    instants: instantsText(tried.instants),
  };
}

function foundTraffic(scenario: Scenario, { found, sought, tried }: FindResult): FoundTraffic | null {
  if (found === null) return null;
  const sentence = foundSentence(found);
  return {
    sentence,
    note: foundNote(found, tried),
    scenario: scenarioWith(scenario, found.requests, sought, sentence, found.cluster),
  };
}

function lawFinding(scenario: Scenario, verdict: LawVerdict): LawFinding {
  const { law, outcome } = verdict;
  const common = { law, outcome, sentence: laws[law].sentence };
  if ('why' in verdict) return { ...common, detail: verdict.why, found: null };
  const { result } = verdict;
  return { ...common, detail: triedSentence(result.tried, 'No counterexample'), found: foundTraffic(scenario, result) };
}
