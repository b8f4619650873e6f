/** What the page is measured on: six limiters and Poisson traffic at one and a half times the limit. */
import { encodeLink } from '../../sim/index.ts';
import { parseOrThrow } from '../scenarios.ts';

const POLICY = { n: 100, T: 1 };
const RATE = 1.5 * POLICY.n;

/** `pages/fusedLoops.ts` has a loop for each, in this order. */
const LIMITERS = ['token-bucket', 'gcra', 'fixed-window', 'sliding-counter', 'sliding-log', 'leaky-queue'];

/** The link's fragment: about `requests` requests to as many lanes as asked for, the limiters repeated in turn. */
export function pageLink(requests: number, lanes = LIMITERS.length): string {
  return encodeLink(
    parseOrThrow({
      duration: requests / RATE,
      policy: POLICY,
      traffic: [{ kind: 'poisson', rate: RATE }],
      lanes: Array.from({ length: lanes }, (_, index) => ({ limiter: LIMITERS[index % LIMITERS.length] })),
    }),
  );
}
