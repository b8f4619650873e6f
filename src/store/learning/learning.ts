/**
 * Learn's part of the store: the lesson that is open, its step, what was bet, and what the run says to it. It is loaded when
 * Learn is first shown. The scenario is the page's own, and everything on it goes on as ever, but for what a step locks.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { microsFromSeconds, type ReadStep, type RunQuestion, type Scenario } from '../../sim/index.ts';
import type { ActionContext } from '../actionContext.ts';
import type { currentView, openBeside, openScenario } from '../openScenario.ts';
import type { availableSpeeds } from '../selectors.ts';
import type { State } from '../state.ts';
import type { Store } from '../store.ts';
import type { TabWorks } from '../works/works.ts';
import { betOutcome, betQuestion, keptBets, type PlacedBet } from './bets.ts';
import { createHandout, type PrepareHandout } from './prepareHandout.ts';
import {
  currentStep,
  documentText,
  isBetOpen,
  isChanged,
  isFinished,
  locksOf,
  NO_LESSON,
  type LearningState,
} from './learningState.ts';
import { placeFrom, placeText } from './lessonPlace.ts';
import { createMaking, type Making } from './making.ts';
import { isOwnChanged, lessonAfter, lessonBefore, openBuiltIn, openOwn, type OpenLesson } from './openLesson.ts';
import { playheadLimit, stepView } from './stepView.ts';
import { createProgress, type LessonProgress, type ProgressStorage } from './progress.ts';

export interface Learning {
  readonly state: Pick<StoreApi<LearningState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Opens a built-in lesson, as a preset is opened: where the learner left it, or at its beginning. */
  readonly open: (id: string) => Promise<void>;
  readonly go: (index: number) => void;
  /** Goes on to the next step, or the next lesson; nothing after the last. */
  readonly next: () => void;
  /** Goes back to the step before, or to the end of the lesson before; nowhere before the first. */
  readonly back: () => void;
  readonly placeBet: (bet: PlacedBet) => void;
  /** Applies the solution of the task, or shows the run without a bet. */
  readonly showMe: () => void;
  /** Restores what the step began with. */
  readonly backToLesson: () => void;
  readonly progressOf: (id: string) => LessonProgress;
  /** While a lesson is presented no bet is placed yet, whatever was bet before, and none is kept. */
  readonly present: (on: boolean) => void;
  readonly prepareHandout: PrepareHandout;
  /** Edits the scenario's own lesson. */
  readonly making: Making;
  /** Leaves the form in which it is made, and begins it at that step. */
  readonly tryOwn: (index: number) => void;
}

/** What the page has anyway: imported here, it would be loaded in more and smaller files. */
export interface LearningHost extends Pick<ActionContext, 'edit' | 'whenRunSettled' | 'showStatus'> {
  readonly openScenario: typeof openScenario;
  readonly openBeside: typeof openBeside;
  readonly currentView: typeof currentView;
  /** What a run can be played at, slowest first. */
  readonly availableSpeeds: typeof availableSpeeds;
  readonly works: Pick<TabWorks, 'letGo'>;
  readonly storage: ProgressStorage | null;
  readonly reducedMotion: () => boolean;
}

const STILL_HIDDEN = 'The future is still hidden, because your bet is open.';
const NOTHING: RunQuestion = { quantities: [], conditions: [] };
const BET_FIRST = 'Place your bet first: then the run goes on.';

export function createLearning(store: Store, host: LearningHost): Learning {
  const { works, storage, reducedMotion, whenRunSettled, showStatus, openBeside, openScenario, availableSpeeds } = host;
  const { getState, setState, player } = store;
  const state = createStore<LearningState>(() => NO_LESSON);
  const progress = createProgress(storage);
  const { getState: learning } = state;
  let lossTold = false;
  /** The lesson that is being loaded to be shown; another may be asked for before it is there. */
  let asked: string | null = null;
  /** What was bet before the lesson was presented; null while it is not. */
  let betsBefore: LearningState['bets'] | null = null;

  const inLearn = (): boolean => getState().mode === 'learn';

  const keep = (): void => {
    const { lesson, index, bets } = learning();
    if (lesson === null || betsBefore !== null) return;
    const before = progress.of(lesson.keptAs);
    const kept = progress.keep(lesson.keptAs, { step: index, bets, done: before.done || isFinished(learning()) });
    if (kept || lossTold) return;
    lossTold = true;
    store.notify({
      kind: 'storage',
      text: 'This browser does not keep how far you are in a lesson. The lesson itself works.',
      actions: [{ do: 'dismiss' }],
    });
  };

  /** What the step does to the page besides its scenario and view. */
  const applyStep = (step: ReadStep): void =>
    setState({
      locks: locksOf(learning()),
      // Tune has no veil: it comes with the answer.
      lessonStage: step.view?.mode === 'tune' && !isBetOpen(learning()) ? 'tune' : 'run',
      futureHidden: isBetOpen(learning()) || step.hideFuture === true,
    });

  /** @param beside whether what is shown now is let go of, as when a preset is opened */
  const show = (index: number, beside = false): void => {
    const { lesson } = learning();
    const step = lesson?.steps[index];
    if (lesson === null || step === undefined) return;
    state.setState({ index, outcome: null, conditions: null, done: false, problem: null });
    const { scenario: before, history, lessonStep } = getState();
    const isSame = documentText(before) === documentText(step.scenario);
    const scenario = isSame ? before : step.scenario;
    const isGone = lessonStep !== null && lessonStep !== placeText({ id: lesson.id, index });
    const opening = {
      scenario,
      view: stepView(learning(), scenario, getState().chartLayout),
      label: `step ${index + 1} of “${lesson.title}”`,
    };
    if (beside && !isSame) openBeside(store, works, opening);
    else openScenario(store, { ...opening, record: true });
    // What was opened for the step before would stand in front of this one.
    if (step.view?.selected === undefined) setState({ drawer: null });
    // To begin a lesson, or a step again, is no step to undo where nothing has been changed.
    if (isSame && !isGone) setState({ history });
    // A status spoke of what was before.
    setState({ status: '' });
    applyStep(step);
    keep();
    answer();
  };

  /** Asks the shown run what the step's bet and task need to know of it. */
  const answer = (): void => {
    const step = currentStep(learning());
    const { index, bets } = learning();
    if (step === null || !inLearn()) return;
    const placed = bets[index];
    whenRunSettled(() => {
      const { result, scenario } = getState();
      const isAsked = (): boolean => currentStep(learning()) === step && inLearn();
      if (!isAsked() || result?.scenario !== scenario) return;
      const { outcome } = learning();
      const { task } = step;
      const bet = placed === undefined || outcome !== null || isChanged(learning(), scenario) ? undefined : step.bet;
      if (bet === undefined && task === undefined) return;
      const ofBet = bet === undefined ? NOTHING : betQuestion(bet);
      // The conditions of the bet's options come first.
      const count = ofBet.conditions.length;
      store.ask('quantities', { ...ofBet, conditions: [...ofBet.conditions, ...(task?.until ?? [])] }, (run) => {
        if (!isAsked()) return;
        if (bet !== undefined && placed !== undefined)
          state.setState({ outcome: betOutcome(bet, placed, { ...run, conditions: run.conditions.slice(0, count) }) });
        if (task === undefined || getState().result !== result) return;
        const conditions = run.conditions.slice(count);
        const done = conditions.every(({ holds }) => holds);
        state.setState({ conditions, done: learning().done || done });
        setState({ locks: locksOf(learning()) });
        if (done) keep();
      });
    });
  };

  /** From where the step stands to the end of what is in sight, in about ten seconds. */
  const play = (): void => {
    const { range, scenario } = getState();
    if (reducedMotion()) {
      player.seek(range.to);
      return;
    }
    const seconds = (range.to - player.at) / microsFromSeconds(10);
    const speeds = availableSpeeds(scenario);
    player.setSpeed(speeds.find((speed) => speed >= seconds) ?? (speeds.at(-1) as number));
    whenRunSettled(() => player.play());
  };

  /** Whatever the step locks: it is the lesson's own doing. */
  const replaceScenario = (scenario: Scenario, label: string): void => {
    const { locks } = getState();
    setState({ locks: [], selection: null });
    host.edit(label, () => scenario);
    setState({ locks });
  };

  /** @param begins whether it is begun, and not come back to: then nothing is bet yet */
  const setLesson = (lesson: OpenLesson, begins = false): void => {
    const bets = begins ? {} : keptBets(lesson.steps, progress.of(lesson.keptAs).bets);
    // In a presentation none of its bets is placed yet either, and they come back after it.
    if (betsBefore !== null) betsBefore = bets;
    state.setState({ ...NO_LESSON, lesson, bets: betsBefore === null ? bets : {} });
  };

  const load = async (id: string): Promise<OpenLesson | null> => {
    try {
      const lesson = await openBuiltIn(id);
      if (lesson === null)
        state.setState({ problem: `There is no lesson “${id}” in this version. Choose another one.` });
      return lesson;
    } catch {
      state.setState({ problem: 'The lesson could not be loaded. Reload the page to try again.' });
      return null;
    }
  };

  /** The place that a link, a work or a reload names: its scenario is shown already. */
  const openPlace = async (text: string): Promise<void> => {
    asked = null;
    const place = placeFrom(text);
    const open = learning().lesson;
    if (place === null) {
      state.setState({ ...NO_LESSON, problem: 'The link names no step of a lesson. Choose a lesson.' });
      return;
    }
    const { scenario } = getState();
    const isOwn = place.id === null;
    const lesson = place.id === null ? openOwn(scenario) : open?.id === place.id ? open : await load(place.id);
    if (getState().lessonStep !== text) return;
    if (lesson === null) {
      const problem = isOwn ? 'This scenario has no lesson of its own. Choose one.' : learning().problem;
      state.setState({ ...NO_LESSON, problem });
      return;
    }
    const last = lesson.steps.length - 1;
    if (lesson !== open) setLesson(lesson);
    const index = Math.min(place.index, last);
    const steps = `“${lesson.title}” has ${last + 1} ${last === 0 ? 'step' : 'steps'}; this is the last.`;
    const problem = last < 0 ? NO_STEPS : place.index > last ? steps : null;
    state.setState({ index: Math.max(0, index), outcome: null, conditions: null, done: false, problem });
    const step = currentStep(learning());
    if (step !== null) applyStep(step);
    // The playhead may stand where another step, or its sender, had it.
    if (player.at > playheadLimit(learning())) player.seek(playheadLimit(learning()));
    answer();
  };

  /** A lesson that is begun, and not come back to: its step says where it looks. */
  const beginOwn = (index: number): void => {
    const lesson = openOwn(getState().scenario);
    if (lesson === null) return;
    setLesson(lesson, true);
    if (lesson.steps.length === 0) state.setState({ problem: NO_STEPS });
    else show(Math.min(index, lesson.steps.length - 1));
  };

  const openAt = async (id: string, stepOf: (lesson: OpenLesson) => number): Promise<void> => {
    asked = id;
    const lesson = await load(id);
    // Another one may have been asked for meanwhile, or a place that a link names.
    if (lesson === null || asked !== id) return;
    asked = null;
    setLesson(lesson);
    if (betsBefore === null) setState({ dialog: null });
    show(stepOf(lesson), true);
  };

  /** What is tried on the way is no edit of the lesson, nor is what a step sets. */
  const takeBackTrial = (): void => {
    const base = learning().lesson?.base ?? null;
    if (base === null || documentText(base) === documentText(getState().scenario)) return;
    replaceScenario(base, 'what was tried');
    showStatus('What you tried is not part of the lesson, and was taken back.', 'undoes this');
  };

  const enter = (): void => {
    const { lessonStep, scenario } = getState();
    const { lesson, index } = learning();
    const step = currentStep(learning());
    if (getState().making) state.setState(NO_LESSON);
    else if (lessonStep === null && scenario.lesson !== undefined) beginOwn(0);
    else if (lessonStep === null) state.setState(NO_LESSON);
    else if (lesson === null || placeText({ id: lesson.id, index }) !== lessonStep) void openPlace(lessonStep);
    else if (step !== null) {
      applyStep(step);
      answer();
    }
  };

  player.subscribe(({ at }) => {
    if (!inLearn() || at <= playheadLimit(learning())) return;
    player.pause();
    player.seek(playheadLimit(learning()));
    setState({ selection: null });
    showStatus(BET_FIRST);
  });

  store.subscribe((now: State, before: State) => {
    if (now.mode !== 'learn') {
      if (before.mode === 'learn' && now.futureHidden && before.futureHidden && isBetOpen(learning())) {
        // Whoever only looks around keeps their bet; another scenario has nothing to hide.
        if (now.mode === 'run' && now.scenario === before.scenario) showStatus(STILL_HIDDEN);
        else setState({ futureHidden: false });
      }
      return;
    }
    // Undo leads back to the form as it was.
    if (now.making && !before.making && now.history === before.history) takeBackTrial();
    const other = !now.making && isOwnChanged(learning().lesson, before.scenario.lesson, now.scenario.lesson);
    if (other) state.setState(NO_LESSON);
    const entered = before.mode !== 'learn' || now.making !== before.making;
    if (other || entered || now.lessonStep !== before.lessonStep) enter();
    if (!now.futureHidden && before.futureHidden && isBetOpen(learning())) {
      setState({ futureHidden: true });
      showStatus(BET_FIRST);
    }
    if (now.result !== before.result) answer();
  });
  if (inLearn()) enter();

  const api: Learning = {
    state,
    open(id) {
      const { step, done } = progress.of(id);
      // In a presentation it follows another one.
      const begins = betsBefore !== null || done;
      return openAt(id, ({ steps }) => (begins || step >= steps.length ? 0 : step));
    },
    go: (index) => show(index),
    next() {
      const { lesson, index } = learning();
      if (lesson === null) return;
      if (index + 1 < lesson.steps.length) {
        show(index + 1);
        return;
      }
      const after = lessonAfter(lesson);
      if (after !== null) void api.open(after);
    },
    back() {
      const { lesson, index } = learning();
      if (lesson === null) return;
      if (index > 0) {
        show(index - 1);
        return;
      }
      const before = lessonBefore(lesson);
      if (before !== null) void openAt(before, ({ steps }) => steps.length - 1);
    },
    placeBet(bet) {
      const step = currentStep(learning());
      if (step?.bet === undefined) return;
      const { index, bets } = learning();
      if (isChanged(learning(), getState().scenario)) replaceScenario(step.scenario, 'back to the lesson');
      state.setState({ bets: { ...bets, [index]: bet }, outcome: null });
      setState({ status: '' });
      applyStep(step);
      keep();
      answer();
      if (getState().lessonStage === 'run') play();
    },
    showMe() {
      const step = currentStep(learning());
      if (step?.solved !== undefined) replaceScenario(step.solved, 'Show me');
      else if (isBetOpen(learning())) api.placeBet({ kind: 'none' });
    },
    backToLesson() {
      const { index } = learning();
      show(index);
      showStatus('This is how the step begins.', 'undoes this');
    },
    progressOf: (id) => progress.of(id),
    present(on) {
      if (on === (betsBefore !== null)) return;
      const { bets, index } = learning();
      state.setState({ bets: betsBefore ?? {} });
      betsBefore = on ? bets : null;
      show(index);
    },
    prepareHandout: createHandout(store, learning, state.setState, showStatus),
    making: createMaking(store, host),
    tryOwn(index) {
      setState({ making: false });
      beginOwn(index);
    },
  };
  return api;
}

const NO_STEPS = 'This lesson has no steps that this version can show.';
