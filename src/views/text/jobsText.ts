/** What a lane's clients did. */
import { formatSignificant, type JobStats, type LaneInfo } from '../../sim/index.ts';
import { formatCountShort, formatDurationShort, NBSP } from '../format/short.ts';

/** Where a few keys are told apart, a line for each: `no-jitter: herd of 20, 4 tries, p50 15 s`. */
export function keyJobsLines({ jobsByKey }: Pick<LaneInfo, 'jobsByKey'>): readonly string[] {
  return jobsByKey.map(({ key, herd, tries, started, medianTimeToSuccess }) =>
    [
      `${key}: herd of ${formatCountShort(herd?.retries ?? 0)}`,
      ...(started === 0 ? [] : [`${formatSignificant(tries / started)} tries`]),
      ...(medianTimeToSuccess === null
        ? []
        : [`p50 ${formatDurationShort(medianTimeToSuccess)}`.replaceAll(' ', NBSP)]),
    ].join(', '),
  );
}

/** `60 of 600 jobs done, 3.25 tries each`, `3 given up`, `p50 1.2 s, p99 8.4 s`, `herd of 450`. */
export function jobsParts({ summary: { jobStats }, ending }: Pick<LaneInfo, 'summary' | 'ending'>): readonly string[] {
  if (jobStats === null) return [];
  const { started, succeeded, retries, givenUp, waiting, herd } = jobStats;
  const jobs = started === 1 ? 'job' : 'jobs';
  const done = succeeded === started ? '' : `${succeeded === 0 ? 'none' : formatCountShort(succeeded)} of `;
  const again = retries === 0 ? 'no retries' : `${formatSignificant((started + retries) / started)} tries each`;
  return [
    `${done}${formatCountShort(started)} ${jobs} done, ${again}`,
    ...(givenUp === 0 ? [] : [`${formatCountShort(givenUp)} given up`]),
    // The ending, where there is one, already says how many still wait.
    ...(waiting === 0 || ending !== null ? [] : [`${formatCountShort(waiting)} still waiting`]),
    ...timeToSuccessParts(jobStats),
    ...(herd === null || herd.retries < 2 ? [] : [`herd of ${formatCountShort(herd.retries)}`]),
  ];
}

/** Non-breaking spaces keep each name with its figure. */
function timeToSuccessParts({ timeToSuccess, started, succeeded }: JobStats): readonly string[] {
  if (timeToSuccess === null) return [];
  const { median, p99, max } = timeToSuccess;
  if (max === 0) return ['no wait'];
  const figure = (name: string, time: number): string => `${name} ${formatDurationShort(time)}`.replaceAll(' ', NBSP);
  // "all" would be wrong where some jobs were not done.
  if (median === max) return [figure(succeeded === started ? 'all in' : 'each in', max)];
  return [[figure('p50', median), figure('p99', p99)].join(', ')];
}
