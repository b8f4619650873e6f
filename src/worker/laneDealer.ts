/** Deals the lanes of a long run out to helpers; this worker does its share, and has all lanes in the end. */
import {
  needsSandbox,
  reusableLane,
  totalDecisions,
  type FirstLook,
  type LaneRun,
  type Plan,
  type Progress,
  type Run,
} from '../sim/openLoopEngine.ts';
import { recordingsOf, type Scenario } from '../sim/index.ts';
import { HelperPool, type PortLike } from './helperPool.ts';
import type * as laneTasks from './laneTasks.ts';
import type { LaneContext, LaneResult, LaneTask } from './laneTasks.ts';
import { driveSlices, type SlicingThread } from './slicing.ts';

/**
 * With fewer decisions than this in a run, helpers take more from the page than they give: on two cores and 600,000
 * decisions, 42 % of the frames of a drag came in time with a helper, and 94 % without.
 */
const MIN_DECISIONS = 2_000_000;

type LaneTasks = typeof laneTasks;

export class LaneDealer {
  readonly #thread: SlicingThread;
  readonly #pool = new HelperPool<LaneContext, LaneTask, LaneResult>();
  /** Of the last run: in a closed loop they are not known in advance. */
  #lastDecisions = 0;
  #isHelpWanted = false;
  /** Loaded with the first helper: few runs are long enough for them. */
  #laneTasks: LaneTasks | null = null;
  /** Whether helpers know of the run that has begun. */
  #isShared = false;

  constructor(thread: SlicingThread) {
    this.#thread = thread;
  }

  async addHelper(port: PortLike): Promise<void> {
    this.#laneTasks ??= await import('./laneTasks.ts');
    this.#pool.add(port);
  }

  loseHelpers(): void {
    this.#pool.lose();
  }

  /** A new run begins: the lanes of the last one are dropped, and helpers make the arrivals of the new one. */
  begin(scenario: Scenario, { from, to, columns, key }: FirstLook): void {
    this.#pool.cancel();
    this.#isShared = this.#pool.isReady && this.#lastDecisions >= MIN_DECISIONS && canBeShared(scenario);
    if (this.#isShared) this.#pool.share({ scenario, look: { from, to, columns, key } });
  }

  /** Whether helpers know of the run, and it is long enough for them. */
  pays(plan: Plan): boolean {
    return this.#isShared && (totalDecisions(plan) ?? Infinity) >= MIN_DECISIONS;
  }

  /** Whether to ask for helpers, once, after a long run. */
  wouldPay({ plan, lanes }: Run): boolean {
    this.#lastDecisions = lanes.reduce((sum, { arrivals }) => sum + arrivals.count, 0);
    if (this.#isHelpWanted || this.#lastDecisions < MIN_DECISIONS || lanes.length < 2 || !canBeShared(plan.scenario))
      return false;
    return (this.#isHelpWanted = true);
  }

  /** `simulate`, with helpers; undefined if the run is no longer needed. */
  async run(
    plan: Plan,
    look: FirstLook,
    previous: Run | null,
    onProgress: (progress: Progress) => void,
    isWanted: () => boolean,
  ): Promise<Run | undefined> {
    const { laneResult, laneRunFrom } = this.#laneTasks as LaneTasks;
    const reused = plan.lanes.map((lanePlan) => reusableLane(previous, plan, lanePlan));
    const tasks = [...plan.lanes.keys()].filter((lane) => reused[lane] === null);
    const doneByLane = reused.map((lane) => lane?.arrivals.count ?? 0);
    const total = totalDecisions(plan);
    const report = (lane: LaneTask, done: number): void => {
      doneByLane[lane] = done;
      onProgress({ done: doneByLane.reduce((sum, each) => sum + each, 0), total });
    };
    const runHere = async (lane: LaneTask): Promise<LaneResult | undefined> => {
      // Helpers get their next lanes meanwhile.
      await this.#thread.yieldToMessages();
      if (!isWanted()) return undefined;
      return driveSlices(this.#thread, laneResult(plan, lane, look), (done) => report(lane, done), isWanted);
    };
    const results = await this.#pool.dealOut(tasks, runHere, report);
    if (results === undefined || !isWanted()) return undefined;
    const fresh = new Map(tasks.map((lane, index) => [lane, laneRunFrom(plan, lane, results[index] as LaneResult)]));
    return { plan, lanes: reused.map((lane, index) => lane ?? (fresh.get(index) as LaneRun)) };
  }
}

/** A script runs in one sandbox, and the requests of a log are held by this worker alone. */
function canBeShared(scenario: Scenario): boolean {
  return !needsSandbox(scenario) && recordingsOf(scenario).length === 0;
}
