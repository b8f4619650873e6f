/**
 * The same trace through npm's libraries, which read the clock themselves. Each is called in its cheapest way, one object
 * for the one key, with a fake clock that is cheaper than the real one: an array with one number.
 */
import { MemoryStore, type Options } from 'express-rate-limit';
import { RateLimiter, TokenBucket } from 'limiter';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ALLOW, DENY } from '../sim/verdict.ts';
import { simulateToEnd, type Plan } from '../sim/engine.ts';
import { MILLISECOND, SECOND } from '../sim/index.ts';
import { engineTask } from './decisions.ts';
import { runInterleaved, median } from './measure.ts';
import type { ReportLine, ReportSection } from './report.ts';

/** Fills a column of verdicts for requests of one key, at instants in microseconds. */
type LibraryRunner = (at: Float64Array, verdicts: Uint8Array, n: number, T: number) => void | Promise<void>;

/** The fake clock, in milliseconds. */
const clock = new Float64Array(1);
const fakeNow = () => clock[0] as number;

const realClocks = { date: Date.now, performance: performance.now.bind(performance) };

/** Runs `work` while `Date.now` and `performance.now` read the fake clock, from 1 s on: to some libraries 0 means "none". */
async function withFakeClock(work: () => void | Promise<void>): Promise<void> {
  Date.now = fakeNow;
  performance.now = fakeNow;
  try {
    clock[0] = 1_000;
    await work();
  } finally {
    Date.now = realClocks.date;
    performance.now = realClocks.performance;
  }
}

function setClock(instant: number): void {
  clock[0] = 1_000 + instant / MILLISECOND;
}

/** The bucket alone; it starts empty, as its constructor leaves it, so it is filled. */
const runNpmTokenBucket: LibraryRunner = (at, verdicts, n, T) => {
  const bucket = new TokenBucket({ bucketSize: n, tokensPerInterval: n, interval: T / MILLISECOND });
  bucket.content = n;
  for (let i = 0; i < at.length; i++) {
    setClock(at[i] as number);
    verdicts[i] = bucket.tryRemoveTokens(1) ? ALLOW : DENY;
  }
};

const runNpmRateLimiter: LibraryRunner = (at, verdicts, n, T) => {
  const limiter = new RateLimiter({ tokensPerInterval: n, interval: T / MILLISECOND });
  for (let i = 0; i < at.length; i++) {
    setClock(at[i] as number);
    verdicts[i] = limiter.tryRemoveTokens(1) ? ALLOW : DENY;
  }
};

/** The store of the middleware, and the middleware's comparison. Its sweep, once per window in real time, never runs. */
const runExpressRateLimit: LibraryRunner = async (at, verdicts, n, T) => {
  const store = new MemoryStore();
  store.init({ windowMs: T / MILLISECOND } as Options);
  for (let i = 0; i < at.length; i++) {
    setClock(at[i] as number);
    const { totalHits } = await store.increment('a');
    verdicts[i] = totalHits <= n ? ALLOW : DENY;
  }
  store.shutdown();
};

/** Denies by rejecting. Awaiting lets no timer fire, so its timers, one per window, are set but never run. */
const runRateLimiterFlexible: LibraryRunner = async (at, verdicts, n, T) => {
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
const libraryRunners: readonly {
  readonly name: string;
  readonly counterpart: string;
  readonly decide: LibraryRunner;
}[] = [
  { name: 'limiter, TokenBucket.tryRemoveTokens', counterpart: 'token-bucket', decide: runNpmTokenBucket },
  { name: 'limiter, RateLimiter.tryRemoveTokens', counterpart: 'quota-and-linear', decide: runNpmRateLimiter },
  { name: 'express-rate-limit, MemoryStore.increment', counterpart: 'quota-reset', decide: runExpressRateLimit },
  {
    name: 'rate-limiter-flexible, RateLimiterMemory.consume',
    counterpart: 'quota-reset',
    decide: runRateLimiterFlexible,
  },
];

export async function benchmarkLibraries(plan: Plan, rounds: number): Promise<ReportSection> {
  const { arrivals } = plan;
  const columns = libraryRunners.map(() => new Uint8Array(arrivals.count));
  const theirs = libraryRunners.map(({ name, decide }, index) => ({
    name,
    run: () =>
      withFakeClock(() =>
        decide(arrivals.at, columns[index] as Uint8Array, plan.lanes[0]!.policy.n, plan.lanes[0]!.policy.T),
      ),
  }));
  const ours = plan.lanes.filter((lane) => lane.kind === 'limiter').map((lanePlan) => engineTask(lanePlan, plan));
  const verdicts = simulateToEnd(plan).lanes.map((lane) => lane.verdicts);
  const taken = await runInterleaved([...ours, ...theirs], rounds, 2);
  const nanoseconds = taken.map((times) => (median(times) * 1e6) / arrivals.count);

  const lines = libraryRunners.map(({ name, counterpart }, index): ReportLine => {
    const laneIndex = plan.lanes.findIndex(({ algorithm }) => algorithm.id === counterpart);
    const engine = nanoseconds[laneIndex] as number;
    const rival = nanoseconds[ours.length + index] as number;
    const admitted = admittedShare(columns[index] as Uint8Array);
    return {
      name: `npm: ${name}`,
      value: rival,
      unit: 'ns',
      ratio: rival / engine,
      against: `our ${counterpart}`,
      reference: engine,
      target: {
        text: `ours faster (it admits ${admitted}, ours ${admittedShare(verdicts[laneIndex] as Uint8Array)})`,
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

function admittedShare(verdicts: Uint8Array): string {
  const admitted = verdicts.filter((verdict) => verdict === ALLOW).length;
  return `${((100 * admitted) / verdicts.length).toFixed(1)} %`;
}
