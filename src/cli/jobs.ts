/** The results of jobs and their tries, as they are printed. */
import { endingOf, type LaneRun, type Plan, type Run } from '../sim/engine.ts';
import { secondsFromMicros } from '../sim/index.ts';

/** This part of a lane's JSON summary, times in seconds; empty without clients that retry or stop waiting. */
export function jobsAsJson(plan: Plan, lane: LaneRun) {
  const { summary, report } = lane;
  return {
    ...(summary.jobStats === null ? {} : jobStatsAsJson(summary.jobStats)),
    ...(report === null ? {} : { phases: report.phases.map(phasesAsJson), ending: endingOf(plan, lane) }),
  };
}

function jobStatsAsJson(stats: NonNullable<LaneRun['summary']['jobStats']>) {
  const { started, retries, succeeded, waiting, givenUp, timedOut, timeToSuccess, lastAdmissionAt, herd } = stats;
  return {
    jobs: started,
    retries,
    succeeded,
    waiting,
    givenUp,
    timedOut,
    timeToSuccess: timeToSuccess && {
      median: secondsFromMicros(timeToSuccess.median),
      p99: secondsFromMicros(timeToSuccess.p99),
      max: secondsFromMicros(timeToSuccess.max),
    },
    lastAdmissionAt: inSeconds(lastAdmissionAt),
    herd: herd && { retries: herd.retries, at: secondsFromMicros(herd.from) },
  };
}

function phasesAsJson({ entry, runs }: NonNullable<LaneRun['report']>['phases'][number]) {
  return {
    entry,
    phases: runs.map(({ jobs, from, to, rate }) => ({ jobs, from: inSeconds(from), to: inSeconds(to), rate })),
  };
}

function inSeconds(micros: number | null): number | null {
  return micros === null ? null : secondsFromMicros(micros);
}

/** A table's head and one row per lane; empty if no lane has jobs. */
export function jobRows({ lanes }: Run): readonly (readonly string[])[] {
  const rows = lanes.flatMap(({ plan: { label, laneIndex }, summary: { jobStats } }) => {
    if (jobStats === null) return [];
    const { started, retries, succeeded, timeToSuccess, givenUp, waiting, herd } = jobStats;
    const times =
      timeToSuccess === null
        ? ['–', '–']
        : [timeToSuccess.median, timeToSuccess.p99].map((time) => `${secondsFromMicros(time)} s`);
    const counts = [givenUp, waiting, herd === null ? '–' : herd.retries].map(String);
    return [[`${laneIndex + 1}`, label, '', ...[started, retries, succeeded].map(String), ...times, ...counts]];
  });
  const head = ['Lane', 'Work', '', 'Jobs', 'Retries', 'Done', 'Median', '99 %', 'Given up', 'Waiting', 'Herd'];
  return rows.length === 0 ? [] : [head, ...rows];
}
