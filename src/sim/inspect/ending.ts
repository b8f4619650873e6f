/** A sentence about how a closed-loop lane ended, if it was stopped early or left jobs unfinished. */
import type { Duration, Instant } from '../time.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import type { EarlyStop } from '../run/budget.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';

/** Null if every job was done or given up, and the lane was not stopped early. */
export function endingOf(
  { duration, lanes }: Pick<Plan, 'duration' | 'lanes'>,
  { report, summary, plan: { policy } }: LaneRun,
): string | null {
  if (report === null) return null;
  const parts = [
    ...(report.earlyStop === null ? [] : [stopSentence(report.earlyStop, lanes.length)]),
    ...waitingSentences(
      report.earlyStop?.at ?? duration,
      summary.jobStats?.waiting ?? 0,
      summary.jobStats?.lastAdmissionAt ?? null,
      policy.T,
    ),
    ...report.phases.flatMap(({ entry, runs }) => phaseSentences(runs, report.phases.length === 1 ? null : entry)),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}

function stopSentence(stop: EarlyStop, lanes: number): string {
  const share = lanes === 1 ? 'a run may make' : `each of ${lanes} lanes may make`;
  const advice = {
    decisions: `, the most that ${share}. Let clients wait longer between tries, or shorten the run.`,
    steps: '. Let their clients sleep longer, or shorten the run.',
    stepsAtOnce: '. Let their clients sleep; otherwise time does not advance.',
  }[stop.by];
  return `The run stops at ${formatSeconds(stop.at)}, after ${exhaustedBudget(stop)}${advice}`;
}

/** What a lane did before it was stopped early: `400 decisions`. */
export function exhaustedBudget({ by, limit }: EarlyStop): string {
  const unit = {
    decisions: 'decisions',
    steps: 'steps of scripts',
    stepsAtOnce: 'steps of scripts at one instant',
  }[by];
  return `${formatNumber(limit)} ${unit}`;
}

/** If a job was admitted within the last two windows, the lane still admits, and only the number of waiting jobs is given. */
function waitingSentences(end: Instant, waiting: number, last: Instant | null, T: Duration): readonly string[] {
  if (waiting === 0) return [];
  const wait = `${pluralize(waiting, 'job still waits', 'jobs still wait')} at the end, at ${formatSeconds(end)}`;
  if (last === null) return [`${wait}; none was ever admitted.`];
  return [end - last > 2 * T ? `${wait}; none was admitted since ${formatSeconds(last)}.` : `${wait}.`];
}

/** @param entry null if only one entry has phases */
function phaseSentences(runs: readonly { readonly from: number | null }[], entry: number | null): readonly string[] {
  const begun = runs.filter(({ from }) => from !== null).length;
  const left = runs.length - begun;
  if (left === 0) return [];
  const of = entry === null ? '' : ` of the clients in phase ${entry + 1}`;
  if (left === 1) return [`Phase ${runs.length}${of} never starts.`];
  return [`Phases ${begun + 1} to ${runs.length}${of} never start.`];
}
