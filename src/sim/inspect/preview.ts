/** The state that a lane would have if it were in the scenario: a limiter is tried out on its traffic. */
import { formatNumber } from '../numberFormat.ts';
import type { EarlyStop } from '../run/budget.ts';
import { planLane } from '../run/lanePlan.ts';
import type { Plan } from '../run/plan.ts';
import { ScriptFailure } from '../run/scriptActor.ts';
import { runEventDrivenLane, type Run } from '../run/simulate.ts';
import { resolvePolicy, type Lane } from '../scenario/scenario.ts';
import { mapSlices } from '../slices.ts';
import type { Instant } from '../time.ts';
import type { KeySnapshot } from './laneSession.ts';
import { keySnapshotOf } from './limiterLane.ts';
import { keyOrBusiest, lastAtOrBefore, type SelectedRequest } from './positions.ts';
import { Replay, type ReplaySource } from './replay.ts';

/** The state of a limiter that is in no lane, or why it cannot run, as a sentence that begins with its name. */
export type LimiterPreview = KeySnapshot | { readonly problem: string };

/** The limiter that was tried last: it is asked about again whenever the playhead moves. */
interface Tried {
  readonly name: string;
  readonly key: number;
  readonly replay: Replay | string;
}

export class Previewer {
  readonly #run: Run;
  readonly #maxCheckpointBytes: number;
  #last: Tried | null = null;

  /** @param maxCheckpointBytes what the states that are kept of a limiter may take */
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
    if (this.#last?.name !== name) this.#last = { name, ...(yield* this.#try(lane, wantedKey)) };
    const { key, replay } = this.#last;
    if (typeof replay === 'string') return { problem: replay };
    // Of several requests at one instant, the selected one, where its lane has the same arrivals.
    const { arrivals } = replay.lane;
    const sharesArrivals = through !== null && arrivals === this.#run.lanes[through.lane]?.arrivals;
    return keySnapshotOf(replay, key, sharesArrivals ? through.request : lastAtOrBefore(arrivals.at, at), at);
  }

  *#try(lane: Lane, wantedKey: string | null): Generator<undefined, Omit<Tried, 'name'>> {
    const source = yield* previewSource(this.#run.plan, lane);
    if (typeof source === 'string') return { key: 0, replay: source };
    const key = keyOrBusiest(source.arrivals, wantedKey);
    return { key, replay: new Replay(source, key, this.#maxCheckpointBytes) };
  }
}

/** A limiter that is only tried out may make at most this many decisions. */
const MAX_PREVIEW_DECISIONS = 2_000_000;

/** The lane on the traffic of the scenario, or why it cannot run, as a sentence that begins with its name. */
function* previewSource(plan: Plan, lane: Lane): Generator<undefined, ReplaySource | string> {
  const { scenario, arrivals } = plan;
  const policy = resolvePolicy({ policy: scenario.policy, lanes: [lane] }, 0);
  const planned = planLane(scenario, lane, policy, plan, plan.lanes.length);
  if (typeof planned === 'string') return planned;
  if (planned.kind === 'scheme')
    return `${planned.scheme.name} is no limiter of one process: it has no state of its own.`;
  if (!plan.isClosedLoop) return { arrivals, plan: planned };
  const { name } = planned.scheme;
  try {
    const laneRun = yield* mapSlices(runEventDrivenLane(plan, planned, MAX_PREVIEW_DECISIONS), () => undefined);
    const stopped = laneRun.report?.earlyStop ?? null;
    if (stopped === null) return { ...laneRun, plan: planned };
    return `${name} ${budgetSentence(stopped)}. Add it as a lane to see how far it comes.`;
  } catch (error) {
    if (error instanceof ScriptFailure) return `${name}: ${error.message}`;
    throw error;
  }
}

function budgetSentence({ by, limit }: EarlyStop): string {
  return {
    decisions: `makes more than ${formatNumber(limit)} decisions of this traffic`,
    permits: `keeps every permit, and this traffic asks for more than ${formatNumber(limit)}`,
    steps: `has the scripts of this traffic take more than ${formatNumber(limit)} steps`,
    stepsAtOnce: `has the scripts of this traffic take more than ${formatNumber(limit)} steps at one instant`,
  }[by];
}
