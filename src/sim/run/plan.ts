/** From a scenario to something that can be run: limiters with their parameters, and the traffic they will all see. */
import type { Arrivals } from '../metrics/trace.ts';
import { lateFaults } from '../scenario/cluster.ts';
import {
  durationOf,
  resolvePolicy,
  sentence as sentenceOf,
  type Scenario,
  type Traffic,
} from '../scenario/scenario.ts';
import { microsFromSeconds, type Instant } from '../time.ts';
import { countOpenLoop, openLoop, type Started } from '../traffic/index.ts';
import { ScriptError, type Sandbox, type Script } from '../traffic/script.ts';
import { counted, number } from '../words.ts';
import { MOST_DECISIONS, planLane, type Extent, type LanePlan } from './lanePlan.ts';
import { atOnce } from '../slices.ts';

export interface Plan extends Extent {
  readonly scenario: Scenario;
  readonly lanes: readonly LanePlan[];
  /** What comes whatever the answers: all there is, where nothing `answersBack`. */
  readonly arrivals: Arrivals;
  /** Whether some of the traffic hangs on the answers, so that every lane has arrivals of its own. */
  readonly answersBack: boolean;
  /** The scenario's duration, microseconds. */
  readonly duration: Instant;
  /** By entry. */
  readonly scripts: ReadonlyMap<number, StartedScript>;
}

/** A script whose top level has run, and how to start it once more. */
export interface StartedScript extends Started {
  again(): Script;
}

/** A scenario that is valid but cannot be run: where, and what to change. */
export interface Refusal {
  readonly path: string;
  readonly sentence: string;
  /** Where in a script, from 1, as far as that is known. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export type Planned =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** To the end, for whoever has nothing else to do meanwhile. */
export function plan(scenario: Scenario, sandbox: Sandbox | null = null): Planned {
  return atOnce(planning(scenario, sandbox));
}

/**
 * In slices, since the top level of each script may take a second or two.
 * @param sandbox where scripts run; null for a scenario that has none
 */
export function* planning(scenario: Scenario, sandbox: Sandbox | null): Generator<undefined, Planned> {
  const seconds = durationOf(scenario);
  const refusals = [...tooMany(scenario, 0), ...tooLate(scenario, seconds)];
  if (refusals.length > 0) return { ok: false, refusals };
  const started = yield* startScripts(scenario, seconds, sandbox);
  if (!started.ok) return started;
  const { scripts } = started;
  const sent = [...scripts.values()].reduce((sum, script) => sum + script.sent.at.length, 0);
  refusals.push(...tooMany(scenario, sent));
  if (refusals.length > 0) return { ok: false, refusals };
  const arrivals = openLoop(scenario.traffic, { seed: scenario.seed, horizon: seconds }, scripts);
  const last = arrivals.count === 0 ? 0 : (arrivals.at[arrivals.count - 1] as number);
  const duration = microsFromSeconds(seconds);
  const end = Math.max(duration, last);
  const permits = arrivals.cost?.reduce((sum, one) => sum + one, 0) ?? arrivals.count;
  const lanes: LanePlan[] = [];
  for (const [index, lane] of scenario.lanes.entries()) {
    const made = planLane(scenario, lane, resolvePolicy(scenario, index), { end, permits }, index);
    if (typeof made !== 'string') lanes.push(made);
    else refusals.push({ path: `lanes[${index}]`, sentence: `Lane ${index + 1}, ${made}` });
  }
  if (refusals.length > 0) return { ok: false, refusals };
  const back = scenario.traffic.some((entry, index) => answersBack(entry, scripts.get(index)?.clients ?? 0));
  return { ok: true, plan: { scenario, lanes, arrivals, answersBack: back, end, permits, duration, scripts } };
}

type StartedScripts =
  | { readonly ok: true; readonly scripts: ReadonlyMap<number, StartedScript> }
  | Extract<Planned, { ok: false }>;

/** Runs the top level of each script: what they send is the same in every lane. */
function* startScripts(
  scenario: Scenario,
  duration: number,
  sandbox: Sandbox | null,
): Generator<undefined, StartedScripts> {
  const scripts = new Map<number, StartedScript>();
  const refusals: Refusal[] = [];
  const { n, T } = scenario.policy;
  for (const [index, entry] of scenario.traffic.entries()) {
    if (entry.kind !== 'script') continue;
    if (sandbox === null) throw new TypeError('a scenario with a script, and no sandbox to run it in');
    const start = (): Script =>
      sandbox.start(entry.code, { seed: scenario.seed, stream: entry.stream, n, T, duration });
    try {
      const script = start();
      const { sent, clients } = script;
      script.close();
      scripts.set(index, { sent, clients, again: start });
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      refusals.push(scriptRefusal(index, error));
    }
    yield;
  }
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, scripts };
}

/** What is said of a script that failed: `Phase 2, line 3: …`. */
export function scriptRefusal(entry: number, { message, line, column }: ScriptError, when = ''): Refusal {
  return {
    path: `traffic[${entry}].code`,
    sentence: `Phase ${entry + 1}${line === null ? '' : `, line ${line}`}${when}: ${message}`,
    line: line ?? undefined,
    column: column ?? undefined,
  };
}

/** Whether what an entry asks for hangs on the answers. */
export function answersBack(entry: Traffic, clients: number): boolean {
  if (entry.kind === 'script') return clients > 0;
  return entry.kind === 'clients' && !(entry.rate !== undefined && entry.retry.strategy === 'none');
}

/** Whether a scenario needs a sandbox to be run. */
export function hasScripts({ traffic }: Scenario): boolean {
  return traffic.some(({ kind }) => kind === 'script');
}

/** Faults that begin when the run has ended. */
function tooLate({ cluster }: Scenario, duration: number): Refusal[] {
  const problems = cluster === undefined ? [] : lateFaults(cluster, duration);
  return problems.map((problem) => ({ path: problem.path, sentence: sentenceOf(problem) }));
}

/** Counted before anything is made, so that a scenario that is too large costs nothing. */
function tooMany(scenario: Scenario, sent: number): Refusal[] {
  const requests = sent + countOpenLoop(scenario.traffic, { seed: scenario.seed, horizon: durationOf(scenario) });
  const lanes = Math.max(1, scenario.lanes.length);
  const people = scenario.traffic.reduce((sum, entry) => sum + (entry.kind === 'clients' ? entry.count : 0), 0);
  if (people * lanes > MOST_DECISIONS) {
    const sentence =
      `These are ${number(people * lanes)} clients (${number(people)} × ${counted(lanes, 'lane', 'lanes')}); ` +
      `the most is ${number(MOST_DECISIONS)}. Have fewer clients, or remove a lane.`;
    return [{ path: 'traffic', sentence }];
  }
  if (requests * lanes <= MOST_DECISIONS) return [];
  // How many a Poisson phase makes is known only when they have been made.
  const poisson = scenario.traffic.some(
    (entry) => entry.kind === 'poisson' || ('arrivals' in entry && entry.arrivals === 'poisson'),
  );
  const upTo = poisson ? 'up to ' : '';
  return [
    {
      path: 'traffic',
      sentence:
        `This makes ${upTo}${number(requests * lanes)} decisions ` +
        `(${number(requests)} requests × ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}); ` +
        `the most is ${number(MOST_DECISIONS)}. Lower a rate${people > 0 ? ' or have fewer clients' : ''}, shorten the run, or remove a lane.`,
    },
  ];
}
