/** How a lane with clients ended, where that is worth a sentence: it was cut short, or work was left undone. */
import type { Duration, Instant } from '../time.ts';
import { formatCount, formatNumber, formatSeconds } from '../numberFormat.ts';
import type { EarlyStop } from '../run/budget.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';

/** Null where every job was done or given up, and nothing was cut short. */
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

function stopSentence({ at, by, limit }: EarlyStop, lanes: number): string {
  const share = lanes === 1 ? 'a run may make' : `each of ${lanes} lanes may make`;
  const what = {
    decisions: `${formatNumber(limit)} decisions, the most that ${share}. Let clients wait longer between tries, or shorten the run.`,
    permits: `${formatNumber(limit)} permits, all of which it keeps. Lower a cost or a rate, or shorten the run.`,
    steps: `${formatNumber(limit)} steps of its scripts. Let their clients sleep longer, or shorten the run.`,
    stepsAtOnce: `${formatNumber(limit)} steps of its scripts at this one instant. Let their clients sleep: time stands still.`,
  }[by];
  return `The run stops at ${formatSeconds(at)}, after ${what}`;
}

/** If a job was admitted within the last two windows, the lane still admits: then that some jobs wait is all there is to say. */
function waitingSentences(end: Instant, waiting: number, last: Instant | null, T: Duration): readonly string[] {
  if (waiting === 0) return [];
  const wait = `${formatCount(waiting, 'job still waits', 'jobs still wait')} at the end, at ${formatSeconds(end)}`;
  if (last === null) return [`${wait}; none was ever admitted.`];
  return [end - last > 2 * T ? `${wait}; none was admitted since ${formatSeconds(last)}.` : `${wait}.`];
}

/** @param entry null where only one has phases */
function phaseSentences(runs: readonly { readonly from: number | null }[], entry: number | null): readonly string[] {
  const begun = runs.filter(({ from }) => from !== null).length;
  const left = runs.length - begun;
  if (left === 0) return [];
  const of = entry === null ? '' : ` of the clients in phase ${entry + 1}`;
  if (left === 1) return [`Phase ${runs.length}${of} never starts.`];
  return [`Phases ${begun + 1} to ${runs.length}${of} never start.`];
}
