/** Which requests a log counts as bad, in a lane that has its own arrivals because clients react to its answers. */
import type { Arrivals } from '../arrivals.ts';

/** The same arrivals, with the marks of the plan's: requests that no client makes are numbered in both as jobs of client 0. */
export function withRecordedLabels(own: Arrivals, plan: Arrivals): Arrivals {
  if (plan.bad === undefined || own === plan || own.tries === null) return own;
  const badJobs = new Set<number>();
  for (let i = 0; i < plan.count; i++) {
    if (plan.bad[i] === 1) badJobs.add(plan.tries?.job[i] ?? i + 1);
  }
  const { client, job } = own.tries;
  const bad = Uint8Array.from(client, (one, i) => (one === 0 && badJobs.has(job[i] as number) ? 1 : 0));
  return { ...own, bad };
}
