/** Figures of some requests of a lane, each one number. Times are in seconds; null where nothing was admitted, or nothing denied. */
import { secondsFromMicros, type Duration } from '../time.ts';
import { DELAY, isDenied } from '../verdict.ts';
import { peakInWindow } from './peak.ts';
import type { TracePart } from './restrict.ts';
import { admissionsOf, admittedWaits } from './trace.ts';

/** @param T the lane's own window */
export type PartFigure = (part: TracePart, T: Duration) => number | null;

export const partFigures = {
  requests: ({ arrivals }) => arrivals.count,
  /** Includes the delayed. */
  admitted: (part) => countWhere(part, (verdict) => !isDenied(verdict)),
  denied: (part) => countWhere(part, isDenied),
  delayed: (part) => countWhere(part, (verdict) => verdict === DELAY),
  /** Most permits in effect within any T, all keys together. */
  peakAllKeys: (part, T) => peakInWindow(admissionsOf(part, null), T)?.permits ?? 0,
  /** Over admitted requests; those not delayed count as 0. */
  waitMean(part) {
    const admitted = countWhere(part, (verdict) => !isDenied(verdict));
    const sum = admittedWaits(part).reduce((total, wait) => total + wait, 0);
    return admitted === 0 ? null : secondsFromMicros(sum) / admitted;
  },
  /** Arrivals, in seconds. */
  firstDenialAt: (part) => arrivalAt(part, part.verdicts.findIndex(isDenied)),
  firstAdmissionAt: (part) => arrivalAt(part, part.verdicts.findIndex(isAdmitted)),
  lastAdmissionAt: (part) => arrivalAt(part, lastAdmitted(part)),
  /** Tries after the first of a job. */
  retries: ({ arrivals: { tries } }) => tries?.number.reduce((sum, number) => sum + Number(number > 1), 0) ?? 0,
  /** Jobs of which a try was admitted; a request of no client is a job of its own. */
  jobsAdmitted({ arrivals: { count, tries }, verdicts }) {
    const jobs = new Set<string>();
    for (let i = 0; i < count; i++) {
      if (isDenied(verdicts[i] as number)) continue;
      const client = tries?.client[i] ?? 0;
      jobs.add(client === 0 ? `${i}` : `${client}:${tries?.job[i]}`);
    }
    return jobs.size;
  },
  /** Messages between nodes and store; null in a lane of one process. */
  messages: ({ messages }) => messages?.reduce((sum, sent) => sum + sent, 0) ?? null,
} as const satisfies Readonly<Record<string, PartFigure>>;

function isAdmitted(verdict: number): boolean {
  return !isDenied(verdict);
}

function lastAdmitted({ verdicts }: TracePart): number {
  let last = verdicts.length - 1;
  while (last >= 0 && isDenied(verdicts[last] as number)) last--;
  return last;
}

function countWhere({ verdicts }: TracePart, counts: (verdict: number) => boolean): number {
  return verdicts.reduce((sum, verdict) => sum + Number(counts(verdict)), 0);
}

function arrivalAt({ arrivals }: TracePart, request: number): number | null {
  return request < 0 ? null : secondsFromMicros(arrivals.at[request] as number);
}
