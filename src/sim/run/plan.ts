/** Turns a scenario into a plan that can be run: limiters with their parameters, and the open-loop traffic that all of them get. */
import type { Arrivals } from '../arrivals.ts';
import { lateFaults } from '../scenario/cluster.ts';
import {
  durationOf,
  resolvePolicy,
  problemMessage as sentenceOf,
  type Lane,
  type Scenario,
  type TrafficEntry,
} from '../scenario/scenario.ts';
import { formatEntryOf } from '../scenario/vocabulary.ts';
import type { OwnCodeError } from '../ownCodeError.ts';
import { visibleText } from '../scenario/problem.ts';
import { microsFromSeconds, type Instant } from '../time.ts';
import {
  countOpenLoop,
  openLoopArrivals,
  recordingColumns,
  trafficKindOf,
  type ScriptTopLevel,
} from '../traffic/index.ts';
import { ScriptError, type Sandbox, type ScriptInstance } from '../traffic/script.ts';
import { formatNumber, pluralize } from '../numberFormat.ts';
import {
  hasUserCode,
  isDistributed,
  isOwnCodeError,
  laneErrorSentence,
  MAX_DECISIONS,
  planLaneOrThrow,
  type RunExtent,
  type LanePlan,
} from './lanePlan.ts';
import { reusableArrivals } from './reusedArrivals.ts';
import { nearestPolicyFor, type PolicyChange } from './nearestPolicy.ts';
import { runToEnd } from '../slices.ts';

export interface Plan extends RunExtent {
  readonly scenario: Scenario;
  /** The lanes that run, in the order of the scenario. */
  readonly lanes: readonly LanePlan[];
  /** The lanes that cannot, with their policy. */
  readonly failedLanes: readonly FailedLane[];
  /** The open-loop requests: all requests, unless `isClosedLoop`. */
  readonly arrivals: Arrivals;
  /** Whether some traffic depends on the answers, so that every lane has its own arrivals. */
  readonly isClosedLoop: boolean;
  /** The scenario's duration, microseconds. */
  readonly duration: Instant;
  /** By index of the entry. */
  readonly scripts: ReadonlyMap<number, StartedScript>;
}

/** A lane whose limiter cannot run its policy; the others run without it. */
export interface FailedLane {
  /** Its position in the scenario. */
  readonly laneIndex: number;
  /** Why, in a sentence that begins with the limiter's name. */
  readonly error: string;
  /** A change of its policy with which it runs; null if no single one is found. */
  readonly remedy: PolicyChange | null;
  /** Of a program that the user wrote: where in its text, from 1, if known. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** The result of a script's top level, and how to start the script again. */
export interface StartedScript extends ScriptTopLevel {
  restart(): ScriptInstance;
}

/** Why a valid scenario cannot be run: where the problem is, and what to change. */
export interface PlanProblem {
  readonly path: string;
  readonly sentence: string;
  /** Position in a script, from 1, if known. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The digest of a recording that is named and not here. */
  readonly recording?: string | undefined;
}

export type PlanResult =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** `planInSlices`, run to the end without pauses. */
export function planToEnd(scenario: Scenario, sandbox: Sandbox | null = null): PlanResult {
  return runToEnd(planInSlices(scenario, sandbox));
}

/**
 * The plan of a scenario that is known to be runnable; single lanes of it may still have failed.
 * @throws {TypeError} with its problems as sentences
 */
export function planOf(scenario: Scenario, sandbox: Sandbox | null = null): Plan {
  const planned = planToEnd(scenario, sandbox);
  if (!planned.ok) throw new TypeError(planned.problems.map(({ sentence }) => sentence).join(' '));
  return planned.plan;
}

/**
 * Plans in slices, because the top level of each script may take a second or two.
 * @param sandbox where scripts run; null if the scenario has none
 * @param previous an earlier plan, whose arrivals are taken over if they are the same
 */
export function* planInSlices(
  scenario: Scenario,
  sandbox: Sandbox | null,
  previous: Plan | null = null,
): Generator<undefined, PlanResult> {
  const seconds = durationOf(scenario);
  const problems = [
    ...missingRecordings(scenario),
    ...sizeProblems(scenario, 0),
    ...lateFaultProblems(scenario, seconds),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const started = yield* startScripts(scenario, seconds, sandbox);
  if (!started.ok) return started;
  const { scripts } = started;
  const scriptRequests = [...scripts.values()].reduce((sum, script) => sum + script.sent.at.length, 0);
  problems.push(...sizeProblems(scenario, scriptRequests));
  if (problems.length > 0) return { ok: false, problems };
  const arrivals =
    reusableArrivals(previous, scenario) ??
    openLoopArrivals(scenario.traffic, { seed: scenario.seed, durationSeconds: seconds }, scripts);
  const last = arrivals.count === 0 ? 0 : (arrivals.at[arrivals.count - 1] as number);
  const duration = microsFromSeconds(seconds);
  const end = Math.max(duration, last);
  const lanes: LanePlan[] = [];
  const failedLanes: FailedLane[] = [];
  for (const [index, lane] of scenario.lanes.entries()) {
    const extent = { end };
    try {
      lanes.push(planLaneOrThrow(scenario, lane, resolvePolicy(scenario, index), extent, index));
    } catch (error) {
      const failed = failedLane(lane, index, error);
      // What is wrong with a program is seldom its policy.
      const remedy = isOwnCodeError(error) ? null : nearestPolicyFor(scenario, lane, extent, index);
      failedLanes.push({ ...failed, remedy });
    }
  }
  const closedLoop = scenario.traffic.some((entry, index) =>
    isClosedLoopEntry(entry, scripts.get(index)?.clients ?? 0),
  );
  const plan = { scenario, lanes, failedLanes, arrivals, isClosedLoop: closedLoop, end, duration, scripts };
  return { ok: true, plan };
}

type ScriptsResult =
  | { readonly ok: true; readonly scripts: ReadonlyMap<number, StartedScript> }
  | Extract<PlanResult, { ok: false }>;

/** Runs the top level of each script: the requests sent there are the same in every lane. */
function* startScripts(
  scenario: Scenario,
  duration: number,
  sandbox: Sandbox | null,
): Generator<undefined, ScriptsResult> {
  const scripts = new Map<number, StartedScript>();
  const problems: PlanProblem[] = [];
  const { n, T } = scenario.policy;
  for (const [index, entry] of scenario.traffic.entries()) {
    if (entry.kind !== 'script') continue;
    if (sandbox === null) throw new TypeError('a scenario with a script, and no sandbox to run it in');
    const start = (): ScriptInstance =>
      sandbox.start(entry.code, { seed: scenario.seed, stream: entry.stream, n, T, duration });
    try {
      const script = start();
      const { sent, clients } = script;
      script.close();
      scripts.set(index, { sent, clients, restart: start });
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      problems.push(scriptProblem(index, error));
    }
    yield;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, scripts };
}

/** The problem of a script that failed: `Phase 2, line 3: …`. */
export function scriptProblem(entry: number, { message, line, column }: ScriptError, when = ''): PlanProblem {
  return {
    path: `traffic[${entry}].code`,
    sentence: `Phase ${entry + 1}${line === null ? '' : `, line ${line}`}${when}: ${message}`,
    line: line ?? undefined,
    column: column ?? undefined,
  };
}

/** @throws what says nothing of the lane */
export function failedLane({ limiter }: Pick<Lane, 'limiter'>, laneIndex: number, thrown: unknown): FailedLane {
  const error = laneErrorSentence(limiter, thrown);
  // Only a program's failure has a place.
  const { line, column } = thrown as Partial<OwnCodeError>;
  return { laneIndex, error, remedy: null, line: line ?? undefined, column: column ?? undefined };
}

/** `Lane 2, Token bucket: …`, for where the lane is not shown beside it. */
export function failedLaneSentence({ laneIndex, error }: FailedLane): string {
  return `Lane ${laneIndex + 1}, ${error}`;
}

/** Whether an entry's requests depend on the answers. @param clients how many clients its script has */
export function isClosedLoopEntry(entry: TrafficEntry, clients: number): boolean {
  if (entry.kind === 'script') return clients > 0;
  return entry.kind === 'clients' && !(entry.rate !== undefined && entry.retry.strategy === 'none');
}

/** Whether a scenario needs a sandbox: it has a script, or a lane that the user wrote. */
export function needsSandbox(scenario: Pick<Scenario, 'traffic' | 'lanes'>): boolean {
  return hasScripts(scenario) || scenario.lanes.some(hasUserCode);
}

/** Whether a lane is a Redis script. */
export function needsLua({ lanes }: Pick<Scenario, 'lanes'>): boolean {
  return lanes.some(({ limiter }) =>
    formatEntryOf(limiter)?.knobs.some((knob) => knob.kind === 'code' && knob.language === 'lua'),
  );
}

/** Whether its traffic has a script. */
export function hasScripts({ traffic }: Pick<Scenario, 'traffic'>): boolean {
  return traffic.some(({ kind }) => kind === 'script');
}

/** Whether a scenario can be planned only where the nodes' programs are loaded. */
export function hasPrograms(scenario: Scenario): boolean {
  return scenario.lanes.some((lane) => isDistributed(lane, scenario));
}

/** Recordings that the scenario names and that this thread does not hold: without them the run would be another. */
function missingRecordings({ traffic }: Scenario): PlanProblem[] {
  return traffic.flatMap((entry, index) => {
    if (entry.kind !== 'recording' || recordingColumns(entry.digest) !== null) return [];
    const { name, count, digest } = entry;
    const shown = name === '' ? '' : `“${visibleText(name)}”`;
    const what = `the recording${shown === '' ? '' : ` ${shown}`} (${pluralize(count, 'request')})`;
    const sentence =
      `Phase ${index + 1} is ${what}, which is not here: a link only names it. ` +
      `Open ${shown === '' ? 'its log' : shown}, or a file saved with it, and the run starts.`;
    return [{ path: `traffic[${index}].digest`, sentence, recording: digest }];
  });
}

/** Problems with faults that begin after the end of the run. */
function lateFaultProblems({ cluster }: Scenario, duration: number): PlanProblem[] {
  const problems = cluster === undefined ? [] : lateFaults(cluster, duration);
  return problems.map((problem) => ({ path: problem.path, sentence: sentenceOf(problem) }));
}

/** Requests are counted before they are generated, so that a scenario that is too large is rejected at once. */
function sizeProblems(scenario: Scenario, scriptRequests: number): PlanProblem[] {
  const requests =
    scriptRequests + countOpenLoop(scenario.traffic, { seed: scenario.seed, durationSeconds: durationOf(scenario) });
  const lanes = Math.max(1, scenario.lanes.length);
  const clients = scenario.traffic.reduce((sum, entry) => sum + (entry.kind === 'clients' ? entry.count : 0), 0);
  if (clients * lanes > MAX_DECISIONS) {
    const sentence =
      `This makes ${formatNumber(clients * lanes)} clients (${formatNumber(clients)} × ${pluralize(lanes, 'lane')}); ` +
      `the maximum is ${formatNumber(MAX_DECISIONS)}. Use fewer clients, or remove a lane.`;
    return [{ path: 'traffic', sentence }];
  }
  if (requests * lanes <= MAX_DECISIONS) return [];
  // The number of requests of a random phase is known only after they have been generated.
  const isRandom = scenario.traffic.some((entry) => trafficKindOf(entry).draws.isRandom(entry));
  const upTo = isRandom ? 'up to ' : '';
  return [
    {
      path: 'traffic',
      sentence:
        `This makes ${upTo}${formatNumber(requests * lanes)} decisions ` +
        `(${formatNumber(requests)} requests × ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}); ` +
        `the maximum is ${formatNumber(MAX_DECISIONS)}. Lower a rate${clients > 0 ? ' or use fewer clients' : ''}, shorten the run, or remove a lane.`,
    },
  ];
}
