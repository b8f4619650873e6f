/**
 * What tests lanes and finds traffic: asks the worker that finds, and keeps what it said while the drawer is closed. It is
 * loaded when the drawer's tab is first shown.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { microsFromSeconds, resolvePolicy, type Scenario } from '../../sim/index.ts';
import { lawEffort, type Effort } from '../../find/effort.ts';
import type { SearchSpec } from '../../find/index.ts';
import type { Finding, FindProgress, FindTable, FoundTraffic, LawFinding } from '../../worker/findAnswers.ts';
import type { QuestionClient } from '../../worker/questionClient.ts';
import { DROPPED } from '../../worker/workerClient.ts';
import { createActionContext } from '../actionContext.ts';
import { stoppedText } from '../stoppedText.ts';
import { withNotes } from '../sentence.ts';
import { wholeRange } from '../slices/view.ts';
import type { Store } from '../store.ts';

export type { Finding, FindProgress, FoundTraffic, LawFinding, SearchSpec };

/** What was asked, and how that ended. */
interface Asked {
  /** The scenario that was asked about; its traffic does not matter. */
  readonly about: Scenario;
  readonly running: boolean;
  /** Whether it was stopped before its end. */
  readonly stopped: boolean;
  /** Why there is no answer, a sentence. */
  readonly problem: string | null;
}

export interface LawTest extends Asked {
  readonly lane: number;
  readonly verdicts: readonly LawFinding[];
  /** The law that is being tried, `law 3 of 10: “…”`; null before the first. */
  readonly testing: string | null;
  /** How many laws there are, once the first is being tried. */
  readonly laws: number;
  /** Of all laws, 0 to 1. */
  readonly done: number;
}

export interface TrafficSearch extends Asked {
  readonly spec: SearchSpec;
  readonly progress: FindProgress | null;
  readonly finding: Finding | null;
}

/** Whether what was asked about one scenario is so in the other: its lanes and its policy are the same. */
export function isAbout({ about }: Pick<Asked, 'about'>, { lanes, policy, epoch }: Scenario): boolean {
  return about.lanes === lanes && about.policy === policy && about.epoch === epoch;
}

/** What is sought, as it was put together; what is null is as the scenario has it. */
export interface FindForm {
  readonly kind: 'differ' | 'over' | 'refuses' | 'admits';
  readonly lane: number | null;
  readonly other: number | null;
  readonly n: number | null;
  /** Seconds. */
  readonly T: number | null;
  /** Of a lane on nodes: over the orders of its commands, delays and a fault. Null: where the scenario has several nodes. */
  readonly races: boolean | null;
  /** Null for the usual one. */
  readonly effort: Effort | null;
}

export interface FinderState {
  /** Null before the first. */
  readonly test: LawTest | null;
  readonly search: TrafficSearch | null;
  readonly form: FindForm;
}

export interface Finder {
  readonly state: StoreApi<FinderState>;
  /** Holds a lane against all laws, in place of the one that is being tested. */
  readonly testLane: (lane: number) => void;
  readonly stopTest: () => void;
  readonly setForm: (change: Partial<FindForm>) => void;
  /** Seeks a traffic, in place of the one that is being sought. */
  readonly find: (spec: SearchSpec, effort: Effort) => void;
  readonly stopSearch: () => void;
  /** Makes it the scenario's traffic, with what it shows as the sentence under the policy. */
  readonly show: (found: FoundTraffic, lane: number) => void;
}

const FIRST_FORM: FindForm = {
  kind: 'differ',
  lane: null,
  other: null,
  n: null,
  T: null,
  races: null,
  effort: null,
};
const BEGUN = { running: true, stopped: false, problem: null } as const;

export function createFinder(store: Store, client: QuestionClient<FindTable>): Finder {
  const state = createStore<FinderState>(() => ({ test: null, search: null, form: FIRST_FORM }));
  const { get, editTraffic, select, setRange, showStatus, whenRunSettled } = createActionContext(store);
  let tests = 0;
  let searches = 0;
  // An answer would be about lanes that are no more, and what is asked next would wait for it.
  store.subscribe(({ scenario }, before) => {
    if (scenario === before.scenario) return;
    const { test, search } = state.getState();
    if (test !== null && !isAbout(test, scenario)) client.cancel('laws');
    if (search !== null && !isAbout(search, scenario)) client.cancel('find');
  });

  return {
    state,
    testLane(lane) {
      const number = ++tests;
      const change = (make: (test: LawTest) => Partial<LawTest>): void =>
        state.setState(({ test }) => (test === null || number !== tests ? {} : { test: { ...test, ...make(test) } }));
      const about = get().scenario;
      const effort = lawEffort(resolvePolicy(about, lane));
      client.cancel('laws');
      state.setState({ test: { about, lane, verdicts: [], testing: null, laws: 0, done: 0, ...BEGUN } });
      const told = client.ask('laws', { scenario: withoutTraffic(about), lane, effort }, (one) =>
        change(({ verdicts }) => ('law' in one ? { verdicts: [...verdicts, one] } : one)),
      );
      told.then(
        (answer) => change(() => ended(answer)),
        (error: Error) => change(() => failed(error)),
      );
    },
    stopTest: () => client.cancel('laws'),
    setForm: (change) => state.setState(({ form }) => ({ form: { ...form, ...change } })),
    find(spec, effort) {
      const number = ++searches;
      const change = (to: Partial<TrafficSearch>): void =>
        state.setState(({ search }) =>
          search === null || number !== searches ? {} : { search: { ...search, ...to } },
        );
      const about = get().scenario;
      client.cancel('find');
      state.setState({ search: { about, spec, progress: null, finding: null, ...BEGUN } });
      client
        .ask('find', { scenario: withoutTraffic(about), spec, effort }, (progress) => change({ progress }))
        .then(
          (answer) => change({ progress: null, finding: answer === DROPPED ? null : answer, ...ended(answer) }),
          (error: Error) => change({ progress: null, ...failed(error) }),
        );
    },
    stopSearch: () => client.cancel('find'),
    show({ scenario: found }, lane) {
      const [entry] = found?.traffic ?? [];
      if (found === null || entry?.kind !== 'times') return;
      const { traffic, notes, cluster } = found;
      const before = get().scenario.cluster;
      const changed = editTraffic('traffic that was found', ({ duration: _, ...scenario }) =>
        withNotes({ ...scenario, traffic, ...(cluster !== undefined && { cluster }) }, notes),
      );
      if (!changed) return;
      const shown = get().scenario;
      setRange(wholeRange(shown));
      const last = entry.at.length - 1;
      whenRunSettled(() => {
        if (get().scenario !== shown) return;
        select(lane, last, microsFromSeconds(entry.at[last] as number));
        // It holds on the nodes that it was found on, which the search made up.
        const replaced = cluster !== undefined && before !== undefined;
        const nodes = replaced ? ', on nodes of its own instead of yours' : '';
        showStatus(`This is the traffic that was found${nodes}.`, 'undoes this');
      });
    },
  };
}

/** A search makes traffic of its own; a log's need not be sent. */
function withoutTraffic({ lesson: _, ...scenario }: Scenario): Scenario {
  return { ...scenario, traffic: [] };
}

function ended(answer: unknown): Pick<Asked, 'running' | 'stopped'> {
  return { running: false, stopped: answer === DROPPED };
}

function failed(error: Error): Pick<Asked, 'running' | 'problem'> {
  const problem = error.name === 'CannotSearch' ? error.message : stoppedText('The search', error);
  return { running: false, problem };
}
