/**
 * The same trace through npm's libraries, which read a clock of their own. Each is given its cheapest way in, one object
 * for the one key, and a false clock that costs it less than the real one: an array with one number.
 */
import { MemoryStore, type Options } from 'express-rate-limit';
import { RateLimiter, TokenBucket } from 'limiter';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ALLOW, DENY } from '../sim/limiters/limiter.ts';
import { simulateAll, type Plan } from '../sim/engine.ts';
import { MILLISECOND, SECOND } from '../sim/index.ts';
import { engineOn } from './decisions.ts';
import { interleaved, median } from './measure.ts';
import type { Line, Section } from './report.ts';

/** Fills a column of verdicts for requests of one key, at instants in microseconds. */
type Rival = (at: Float64Array, verdicts: Uint8Array, n: number, T: number) => void | Promise<void>;

/** The false clock's milliseconds. */
const clock = new Float64Array(1);
const falseNow = () => clock[0] as number;

const real = { date: Date.now, performance: performance.now.bind(performance) };

/** Runs `work` while `Date.now` and `performance.now` read the false clock, from 1 s on: 0 means "none" to some. */
async function underFalseClock(work: () => void | Promise<void>): Promise<void> {
  Date.now = falseNow;
  performance.now = falseNow;
  try {
    clock[0] = 1_000;
    await work();
  } finally {
    Date.now = real.date;
    performance.now = real.performance;
  }
}

function setClock(instant: number): void {
  clock[0] = 1_000 + instant / MILLISECOND;
}

/** The bucket alone; it starts empty, as its constructor leaves it, so it is filled. */
const limiterBucket: Rival = (at, verdicts, n, T) => {
  const bucket = new TokenBucket({ bucketSize: n, tokensPerInterval: n, interval: T / MILLISECOND });
  bucket.content = n;
  for (let i = 0; i < at.length; i++) {
    setClock(at[i] as number);
    verdicts[i] = bucket.tryRemoveTokens(1) ? ALLOW : DENY;
  }
};

const limiterRateLimiter: Rival = (at, verdicts, n, T) => {
  const limiter = new RateLimiter({ tokensPerInterval: n, interval: T / MILLISECOND });
  for (let i = 0; i < at.length; i++) {
    setClock(at[i] as number);
    verdicts[i] = limiter.tryRemoveTokens(1) ? ALLOW : DENY;
  }
};

/** The store of the middleware, and the middleware's comparison. Its sweep, once a window in real time, never comes. */
const expressStore: Rival = async (at, verdicts, n, T) => {
  const store = new MemoryStore();
  store.init({ windowMs: T / MILLISECOND } as Options);
  for (let i = 0; i < at.length; i++) {
    setClock(at[i] as number);
    const { totalHits } = await store.increment('a');
    verdicts[i] = totalHits <= n ? ALLOW : DENY;
  }
  store.shutdown();
};

/** Refuses by rejecting. Awaiting lets no timer fire, so its own, one a window, cost what they cost and do nothing. */
const flexibleMemory: Rival = async (at, verdicts, n, T) => {
  const limiter = new RateLimiterMemory({ points: n, duration: T / SECOND });
  for (let i = 0; i < at.length; i++) {
    setClock(at[i] as number);
    try {
      await limiter.consume('a', 1);
      verdicts[i] = ALLOW;
    } catch {
      verdicts[i] = DENY;
    }
  }
  await limiter.delete('a');
};

/** Each with the limiter of ours that does the same. */
const rivals: readonly { readonly name: string; readonly like: string; readonly decide: Rival }[] = [
  { name: 'limiter, TokenBucket.tryRemoveTokens', like: 'token-bucket', decide: limiterBucket },
  { name: 'limiter, RateLimiter.tryRemoveTokens', like: 'quota-and-linear', decide: limiterRateLimiter },
  { name: 'express-rate-limit, MemoryStore.increment', like: 'quota-reset', decide: expressStore },
  { name: 'rate-limiter-flexible, RateLimiterMemory.consume', like: 'quota-reset', decide: flexibleMemory },
];

export async function libraries(plan: Plan, rounds: number): Promise<Section> {
  const { arrivals } = plan;
  const columns = rivals.map(() => new Uint8Array(arrivals.count));
  const theirs = rivals.map(({ name, decide }, index) => ({
    name,
    run: () =>
      underFalseClock(() =>
        decide(arrivals.at, columns[index] as Uint8Array, plan.lanes[0]!.policy.n, plan.lanes[0]!.policy.T),
      ),
  }));
  const ours = plan.lanes.filter((lane) => lane.kind === 'limiter').map((lane) => engineOn(lane, plan));
  const verdicts = simulateAll(plan).lanes.map((lane) => lane.verdicts);
  const taken = await interleaved([...ours, ...theirs], rounds, 2);
  const nanoseconds = taken.map((times) => (median(times) * 1e6) / arrivals.count);

  const lines = rivals.map(({ name, like }, index): Line => {
    const own = plan.lanes.findIndex(({ limiter }) => limiter.id === like);
    const engine = nanoseconds[own] as number;
    const rival = nanoseconds[ours.length + index] as number;
    const admitted = share(columns[index] as Uint8Array);
    return {
      name: `npm: ${name}`,
      value: rival,
      unit: 'ns',
      ratio: rival / engine,
      against: `our ${like}`,
      reference: engine,
      aim: {
        text: `ours faster (it admits ${admitted}, ours ${share(verdicts[own] as Uint8Array)})`,
        met: engine < rival,
      },
    };
  });
  return {
    title: `The same trace through npm, its first ${arrivals.count.toLocaleString('en-US')} requests, ${rounds} rounds`,
    lines,
    notes: [
      'Their clock: Date.now and performance.now are replaced while they run by a function that reads one array element.',
      'Timers are real and never fire, since nothing yields to them; so express-rate-limit is spared its sweep of each window.',
      'express-rate-limit and rate-limiter-flexible answer with promises, and those are awaited one by one.',
    ],
  };
}

function share(verdicts: Uint8Array): string {
  const admitted = verdicts.filter((verdict) => verdict === ALLOW).length;
  return `${((100 * admitted) / verdicts.length).toFixed(1)} %`;
}
