/** For tests only: a playground over a simulator in this process. */
import { expect, onTestFinished } from 'vitest';
import {
  runToEnd,
  openScenarioSession,
  planToEnd,
  simulateToEnd,
  profileLimiter,
  sketchOf,
  stepAnswers,
  beforeAfterOf,
  reportDataOf,
  runAnswer,
  type ScenarioSession,
} from '../sim/engine.ts';
import {
  catalogue,
  emptyScenario,
  loadSystems,
  scenarioOf,
  limiterById,
  readText,
  type Edition,
  type Limiter,
} from '../sim/index.ts';
import type {
  SimulationClientEvents,
  WorkerQuestions,
  QuestionKind,
  SimulationClient,
} from '../worker/simulationClient.ts';
import { DROPPED } from '../worker/workerClient.ts';
import { createActions } from './actions.ts';
import { openScenario } from './openScenario.ts';
import { createPlaygroundStore } from './createPlaygroundStore.ts';
import type { Store } from './store.ts';
import { DEFAULT_SETTINGS } from './works/settings.ts';
import { withoutWorks } from './works/withoutWorks.ts';
import type { TabWorks } from './works/works.ts';

await loadSystems();

export interface InProcessClient extends SimulationClient {
  /** All questions asked, in order. */
  readonly asked: QuestionKind[];
  /** From now on, questions of this kind wait until `release`, or the end of the test. */
  hold(kind: QuestionKind): void;
  release(kind: QuestionKind): void;
  /** The next question of this kind gets no answer, as when a newer one takes its place. */
  dropNext(kind: QuestionKind): void;
  /** Replaces the worker by one without a run. */
  replaceWorker(): void;
}

const profiles = new Map<string, ReturnType<typeof profileLimiter>>();

/**
 * A profile is a search of a tenth of a second or more and always the same, so each is made once for all tests. The figures of
 * real systems have a test of their own (`sim/systems/profile.test.ts`); here they have those of a limiter.
 */
function profileOf(limiter: string, edition: Edition): ReturnType<typeof profileLimiter> {
  const measured = limiterById(catalogue.some(({ id }) => id === limiter) ? limiter : 'token-bucket') as Limiter;
  const key = `${measured.id} ${edition}`;
  const known = profiles.get(key);
  if (known !== undefined) return known;
  const profile = profileLimiter(measured, edition);
  profiles.set(key, profile);
  return profile;
}

/** Answers like the worker, at once unless held. */
function createInProcessClient(): InProcessClient {
  let session: ScenarioSession | null = null;
  let events: SimulationClientEvents | null = null;
  const asked: QuestionKind[] = [];
  const held = new Map<QuestionKind, (() => void)[]>();
  const dropping: QuestionKind[] = [];
  const answers: { [K in keyof WorkerQuestions]: (ask: WorkerQuestions[K]['params']) => WorkerQuestions[K]['result'] } =
    {
      simulate({ scenario, query, moment = null }) {
        const planResult = planToEnd(scenario);
        if (!planResult.ok) return planResult;
        session = openScenarioSession(simulateToEnd(planResult.plan));
        const { arrivals, end, failedLanes } = planResult.plan;
        return {
          ok: true,
          laneInfos: session.laneInfos,
          failedLanes,
          end,
          isClosedLoop: planResult.plan.isClosedLoop,
          openLoopRequests: arrivals.count,
          keyNames: arrivals.keys,
          overview: session.overview(10),
          charts: runToEnd(session.charts(query)),
          moment: moment && {
            snapshots: session.snapshot(moment.at, null, moment.key),
            counts: session.counts(moment.playhead, null),
          },
        };
      },
      read: ({ source }) => {
        if (typeof source !== 'string') throw new TypeError('A file is read by the worker only.');
        return readText(source);
      },
      charts: ({ query }) => runToEnd(session!.charts(query)),
      fairness: ({ query }) => runToEnd(session!.fairness(query)),
      snapshot: ({ at, through, key }) => session!.snapshot(at, through, key),
      counts: ({ at, through }) => session!.counts(at, through),
      admittedOf: ({ entry, requests }) => session!.admittedOf(entry, requests),
      decisions: ({ lane, from, to }) => session!.decisions(lane, from, to),
      shapes: ({ from, to, key }) => runToEnd(session!.shapes(from, to, key)),
      table: ({ lane, from, to }) => runToEnd(session!.table(lane, from, to)),
      pictureCharts: ({ query }) => runToEnd(session!.charts(query)),
      decisionText: ({ lane, format, from, to }) => runToEnd(session!.decisionText(lane, format, from, to)),
      why: ({ lane, request }) => runToEnd(session!.why(lane, request)),
      step: ({ lane, at, selected, by }) => session!.step(lane, at, selected, by),
      counterpart: ({ selected, lane }) => session!.counterpart(selected, lane),
      nextDisagreement: ({ compared, at, selected, by }) => session!.nextDisagreement(compared, at, selected, by),
      nextWrong: ({ query, at, selected }) => session!.nextWrong(query, at, selected),
      nextRefusal: ({ lane, key, at }) => session!.nextRefusal(lane, key, at),
      sketch: ({ scenario, columns }) => runToEnd(sketchOf(scenario, columns)),
      report: ({ columns }) => runToEnd(reportDataOf(session!, columns)),
      beforeAfter: ({ before, after }) => runToEnd(beforeAfterOf(session!, before, after)),
      steps: ({ questions }) => runToEnd(stepAnswers(questions)),
      quantities: (question) => runToEnd(runAnswer(session!, question)),
      difference: ({ lane, other }) => runToEnd(session!.difference(lane, other)),
      preview: ({ lane, at, through, key }) => runToEnd(session!.preview(lane, at, through, key)),
      profile: ({ limiter, edition }) => {
        if (limiter === 'hybrid') throw new Error('It was not to be measured');
        return { ...profileOf(limiter, edition), nanoseconds: 1 };
      },
    };
  const release = (kind: QuestionKind): void => {
    const waiting = held.get(kind) ?? [];
    held.delete(kind);
    for (const go of waiting) go();
  };
  return {
    asked,
    async ask(kind, ask) {
      asked.push(kind);
      const dropIndex = dropping.indexOf(kind);
      if (dropIndex >= 0) dropping.splice(dropIndex, 1);
      const waiting = held.get(kind);
      await (waiting === undefined ? undefined : new Promise<void>((go) => void waiting.push(go)));
      const hasRun = session !== null || ['simulate', 'profile', 'read'].includes(kind);
      return dropIndex >= 0 || !hasRun ? DROPPED : answers[kind](ask);
    },
    hold(kind) {
      held.set(kind, []);
      // A run that never ends reports its progress for ever, long after its test, among the timers of others.
      onTestFinished(() => release(kind));
    },
    release,
    dropNext: (kind) => void dropping.push(kind),
    replaceWorker() {
      session = null;
      events?.onWorkerReplaced('crashed', '');
    },
    stop: () => undefined,
    listen(listener) {
      events = listener;
    },
  };
}

export const BASE_DOCUMENT = {
  title: 'Base',
  notes: 'Watch this.',
  policy: { n: 2, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [1, 1, 1, 12] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};

/** Keeps nothing, and does not say so. */
function nothingKept(store: Store): TabWorks {
  const works = withoutWorks(store, 'tests need none', { pageStorage: null, tabStorage: null });
  store.removeNotices('storage');
  return works;
}

/** A playground with the base scenario opened and run. */
export async function openTestPlayground(document: object = BASE_DOCUMENT, worksOf = nothingKept) {
  const scenario = scenarioOf(document);
  const client = createInProcessClient();
  const store = createPlaygroundStore({
    client,
    clock: { requestFrame: () => undefined, painted: () => Promise.resolve() },
    settings: DEFAULT_SETTINGS,
    reducedMotion: () => false,
    hasHover: () => true,
    reloadPage: () => undefined,
    scenario: emptyScenario(),
  });
  const works = worksOf(store);
  openScenario(store, { scenario, view: null, label: 'start', record: false });
  store.rerun();
  const actions = createActions(store, works, () => Promise.reject(new Error('no test here finds anything')));
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(store.getState().busy).toBe(false);
  };
  await settle();
  const admitted = () => store.getState().result?.laneInfos.map((laneInfo) => laneInfo?.summary.admitted);
  return { store, client, actions, works, settled: settle, admitted };
}
