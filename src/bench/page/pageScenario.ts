/** What the page is measured on: six limiters and Poisson traffic at one and a half times the limit. */
import { encodeLink, firstPreset, presetScenario, scenarioOf } from '../../sim/index.ts';

const POLICY = { n: 100, T: 1 };
const RATE = 1.5 * POLICY.n;

/** `pages/fusedLoops.ts` has a loop for each, in this order. */
const LIMITERS = ['token-bucket', 'gcra', 'fixed-window', 'sliding-counter', 'sliding-log', 'leaky-queue'];

/** What Tune is measured on: an hour of 400 clients, of which few are busy, and one token bucket. */
export function tuneLink(requests: number): string {
  const duration = 3_600;
  const scenario = scenarioOf({
    duration,
    policy: { n: 20, T: 10 },
    traffic: [{ kind: 'poisson', rate: requests / duration, keys: { count: 400, share: 'zipf' } }],
    lanes: [{ limiter: 'token-bucket' }],
  });
  return encodeLink(scenario, { at: 0, from: 0, to: duration, mode: 'tune' });
}

/** The first visit's scenario, as a page that has it in a frame would name it, or as a link for a tab. */
export function firstVisitLink(embedded: boolean): string {
  const view = { at: 8, from: 6, to: 24, ...(embedded ? { embed: 'watch' as const } : {}) };
  return encodeLink(presetScenario(firstPreset), view);
}

/** The link's fragment: about `requests` requests to as many lanes as asked for, the limiters repeated in turn. */
export function pageLink(requests: number, lanes = LIMITERS.length): string {
  return encodeLink(
    scenarioOf({
      duration: requests / RATE,
      policy: POLICY,
      traffic: [{ kind: 'poisson', rate: RATE }],
      lanes: Array.from({ length: lanes }, (_, index) => ({ limiter: LIMITERS[index % LIMITERS.length] })),
    }),
  );
}
