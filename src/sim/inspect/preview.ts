/** Previews a limiter: the state that a lane would have if it were in the scenario. */
import { keyOrBusiest } from '../arrivals.ts';
import { planLane } from '../run/lanePlan.ts';
import type { Plan } from '../run/plan.ts';
import { ScriptFailure } from '../run/scriptFailure.ts';
import type { Run } from '../run/runLanes.ts';
import { runEventDrivenLane } from '../run/simulate.ts';
import { resolvePolicy, type Lane } from '../scenario/scenario.ts';
import { mapSlices } from '../slices.ts';
import type { Instant } from '../time.ts';
import { exhaustedBudget } from './ending.ts';
import type { KeySnapshot } from './laneSession.ts';
import { keySnapshotOf } from './limiterLane.ts';
import { lastAtOrBefore, type SelectedRequest } from './positions.ts';
import { Replay, type ReplaySource } from './replay.ts';

/** The state of a limiter that is in no lane, or a sentence that begins with its name and says why it cannot run. */
export type LimiterPreview = KeySnapshot | { readonly problem: string };

/** The last limiter previewed, cached because the query repeats whenever the playhead moves. */
interface CachedPreview {
  readonly name: string;
  readonly key: number;
  readonly replay: Replay | string;
}

export class Previewer {
  readonly #run: Run;
  readonly #maxCheckpointBytes: number;
  #last: CachedPreview | null = null;

  /** @param maxCheckpointBytes maximum size of the checkpoints of a limiter */
  constructor(run: Run, maxCheckpointBytes: number) {
    this.#run = run;
    this.#maxCheckpointBytes = maxCheckpointBytes;
  }

  *preview(
    lane: Lane,
    at: Instant,
    through: SelectedRequest | null,
    wantedKey: string | null,
  ): Generator<undefined, LimiterPreview> {
    const name = JSON.stringify([lane, wantedKey]);
    if (this.#last?.name !== name) this.#last = { name, ...(yield* this.#replayOf(lane, wantedKey)) };
    const { key, replay } = this.#last;
    if (typeof replay === 'string') return { problem: replay };
    // The selection picks one of several requests at an instant, but only if its lane has the same arrivals.
    const { arrivals } = replay.lane;
    const sharesArrivals = through !== null && arrivals === this.#run.lanes[through.lane]?.arrivals;
    return keySnapshotOf(replay, key, sharesArrivals ? through.request : lastAtOrBefore(arrivals.at, at), at);
  }

  *#replayOf(lane: Lane, wantedKey: string | null): Generator<undefined, Omit<CachedPreview, 'name'>> {
    const source = yield* previewSource(this.#run.plan, lane);
    if (typeof source === 'string') return { key: 0, replay: source };
    const key = keyOrBusiest(source.arrivals, wantedKey);
    return { key, replay: new Replay(source, key, this.#maxCheckpointBytes) };
  }
}

/** Maximum number of decisions of a preview. */
const MAX_PREVIEW_DECISIONS = 2_000_000;

/** The lane on the scenario's traffic, or a sentence that begins with the limiter's name and says why it cannot run. */
function* previewSource(plan: Plan, lane: Lane): Generator<undefined, ReplaySource | string> {
  const { arrivals } = plan;
  // A real system shows the state of one process.
  const { cluster: _, ...scenario } = plan.scenario;
  const policy = resolvePolicy({ policy: scenario.policy, lanes: [lane] }, 0);
  const planned = planLane(scenario, lane, policy, plan, plan.lanes.length);
  if (typeof planned === 'string') return planned;
  if (planned.kind === 'scheme')
    return `${planned.algorithm.name} is distributed and cannot be previewed. Add it as a lane to see its state.`;
  if (!plan.isClosedLoop) return { arrivals, plan: planned };
  const { name } = planned.algorithm;
  try {
    const laneRun = yield* mapSlices(runEventDrivenLane(plan, planned, MAX_PREVIEW_DECISIONS), () => undefined);
    const stopped = laneRun.report?.earlyStop ?? null;
    if (stopped === null) return { ...laneRun, plan: planned };
    return `${name}: the preview stops after ${exhaustedBudget(stopped)}. Add it as a lane to see how far it gets.`;
  } catch (error) {
    if (error instanceof ScriptFailure) return `${name}: ${error.message}`;
    throw error;
  }
}
