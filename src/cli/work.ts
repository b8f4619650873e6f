/** What became of jobs and their tries, as it is printed. */
import { endingOf, type LaneRun, type Plan, type Run } from '../sim/engine.ts';
import { secondsFromMicros } from '../sim/index.ts';

/** The part of a lane's JSON summary, in seconds; nothing where nobody tries again and nobody stops waiting. */
export function workAsJson(plan: Plan, lane: LaneRun) {
  const { summary, closed } = lane;
  return {
    ...(summary.work === null ? {} : figures(summary.work)),
    ...(closed === null ? {} : { phases: closed.phases.map(phasesAsJson), ending: endingOf(plan, lane) }),
  };
}

function figures(work: NonNullable<LaneRun['summary']['work']>) {
  const { begun, retries, succeeded, waiting, givenUp, timedOut, timeToSuccess: took, lastAdmissionAt, herd } = work;
  return {
    jobs: begun,
    retries,
    succeeded,
    waiting,
    givenUp,
    timedOut,
    timeToSuccess: took && {
      median: secondsFromMicros(took.median),
      p99: secondsFromMicros(took.p99),
      max: secondsFromMicros(took.max),
    },
    lastAdmissionAt: inSeconds(lastAdmissionAt),
    herd: herd && { retries: herd.retries, at: secondsFromMicros(herd.from) },
  };
}

function phasesAsJson({ entry, runs }: NonNullable<LaneRun['closed']>['phases'][number]) {
  return {
    entry,
    phases: runs.map(({ jobs, from, to, rate }) => ({ jobs, from: inSeconds(from), to: inSeconds(to), rate })),
  };
}

function inSeconds(micros: number | null): number | null {
  return micros === null ? null : secondsFromMicros(micros);
}

/** A table's head and a row a lane; empty where there is nothing to tell. */
export function workRows({ lanes }: Run): readonly (readonly string[])[] {
  const rows = lanes.flatMap(({ plan: { label }, summary: { work } }, index) => {
    if (work === null) return [];
    const { begun, retries, succeeded, timeToSuccess: took, givenUp, waiting, herd } = work;
    const times = took === null ? ['–', '–'] : [took.median, took.p99].map((time) => `${secondsFromMicros(time)} s`);
    const counts = [givenUp, waiting, herd === null ? '–' : herd.retries].map(String);
    return [[`${index + 1}`, label, '', ...[begun, retries, succeeded].map(String), ...times, ...counts]];
  });
  const head = ['Lane', 'Work', '', 'Jobs', 'Retries', 'Done', 'Median', '99 %', 'Given up', 'Waiting', 'Herd'];
  return rows.length === 0 ? [] : [head, ...rows];
}
