/**
 * Requests that look for the edges of a limiter: many at one instant, silences, and instants exactly on, just before and
 * just after those at which a permit comes back. Drawn from a seeded stream and from what the system has answered so
 * far, so a system that answers alike is asked alike.
 */
import type { Policy } from '../../sim/limiters/limiter.ts';
import { nextBelow, makeStream, type RandomStream } from '../../sim/random.ts';
import type { Duration, Instant } from '../../sim/time.ts';
import type { RecordedRequest } from './recording.ts';

const SEED = 20_261_121;

/** How many requests a recording holds. */
const REQUESTS = 2_000;

export interface ProbePlan {
  readonly policy: Policy;
  /** Instants are multiples of it. */
  readonly unit: Duration;
  /** Each comes once at the very beginning. */
  readonly keys: number;
  /** Costs go from 1 to this; most are 1. */
  readonly maxCost: number;
  /** The number of the random stream; each recording has its own. */
  readonly stream: number;
  /** Whether to aim at the very instants at which something comes back; without it, only chance meets them. */
  readonly aimsAtEdges: boolean;
}

export interface ProbeRequest {
  readonly at: Instant;
  readonly key: number;
  readonly cost: number;
}

/** What a system answered. */
export interface ProbeAnswer extends Omit<RecordedRequest, 'at' | 'key' | 'cost'> {
  /** When it says that it decided; `at` of the request where it does not say. */
  readonly at?: Instant;
  /** How long after a denial it is worth asking again, where that is known more finely than `wait`. Not recorded. */
  readonly retryIn?: Duration;
}

const PERCENT = 100;

/** Off by one unit to either side, or exactly on. */
const jitter = (stream: RandomStream) => nextBelow(stream, 3) - 1;

/** The gap after the last of `rows`, in units. */
function gapAfter(
  rows: readonly RecordedRequest[],
  { policy, unit, keys, aimsAtEdges }: ProbePlan,
  stream: RandomStream,
): number {
  const emission = policy.T / policy.n / unit;
  const last = rows.at(-1)?.at ?? 0;
  const draw = nextBelow(stream, PERCENT);
  // What has filled up is forgotten in one quiet span; the more fits, the rarer those are.
  const fillSpan = policy.capacity * emission;
  if (nextBelow(stream, 10 + policy.capacity * keys) === 0) {
    if (draw < 50 || !aimsAtEdges) return nextBelow(stream, Math.ceil(3 * fillSpan));
    // As long after one of the requests before: where a window ends, or a log forgets.
    const earlier = rows[
      rows.length - 1 - nextBelow(stream, Math.min(rows.length, 2 * policy.capacity))
    ] as RecordedRequest;
    return Math.max(0, Math.round((earlier.at - last) / unit + fillSpan) + jitter(stream));
  }
  if (draw < 55) return 0;
  if (draw < 65) return 1 + nextBelow(stream, 3);
  if (draw < 92 || !aimsAtEdges) return nextBelow(stream, Math.ceil((2 * emission) / keys));
  return Math.max(0, Math.round((1 + nextBelow(stream, 2)) * emission) + jitter(stream));
}

/** Asks `system` request after request. `edge` of an answer is in microseconds and may be of any fineness. */
export async function probe(
  plan: ProbePlan,
  system: (request: ProbeRequest) => ProbeAnswer | Promise<ProbeAnswer>,
): Promise<RecordedRequest[]> {
  const { policy, unit, keys, maxCost, aimsAtEdges } = plan;
  const stream = makeStream(SEED, plan.stream, 0);
  // Where much comes back at once, more is refused before it does.
  const retryRarity = 3 + Math.floor(policy.capacity / 4);
  const rows: RecordedRequest[] = [];
  let edge: Duration | undefined;
  let last: ProbeRequest = { at: 0, key: 0, cost: 1 };
  for (let index = 0; index < REQUESTS; index++) {
    const now = rows.at(-1)?.at ?? 0;
    let request: ProbeRequest;
    if (index < keys) {
      request = { at: now + nextBelow(stream, 3) * unit, key: index, cost: 1 };
    } else if (aimsAtEdges && edge !== undefined && nextBelow(stream, retryRarity) === 0) {
      request = { ...last, at: now + Math.max(0, Math.ceil(edge / unit) - nextBelow(stream, 2)) * unit };
    } else {
      const at = now + gapAfter(rows, plan, stream) * unit;
      const cost = nextBelow(stream, 4) === 0 ? 1 + nextBelow(stream, maxCost) : 1;
      request = { at, key: nextBelow(stream, keys), cost };
    }
    const { retryIn: told, at = request.at, ...answer } = await system(request);
    edge = told;
    last = request;
    rows.push({ ...request, at, ...answer });
  }
  return rows;
}
