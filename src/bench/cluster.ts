/** What distributed schemes cost: time per message in virtual time, and the memory that a run keeps. */
import { openSession, runToEnd, simulateToEnd, planOf, type Plan, type Run } from '../sim/engine.ts';
import { runInterleaved, median, startStopwatch } from './measure.ts';
import { scenarioOf } from '../sim/index.ts';
import { WITHOUT_REFERENCE, type ReportLine, type ReportSection } from './report.ts';

const NODES = 5;
const MAX_MS_PER_100_000_REQUESTS = 2_000;
const MAX_MS_FOR_WHY = 500;
/** Simulated seconds over which memory is measured, and the factor for the longer run. */
const BASE_DURATION = 100;
const DURATION_FACTOR = 1_000;
const MAX_MEMORY_GROWTH = 1.1;

const KEYS = 100;
const RACY_KEYS = 10;
/** Requests a second. */
const RACY_RATE = 1_000;
const LARGE_POLICY = { n: 1_000_000, T: 60 };

/** @param over seconds; a window of one second makes every request send its three commands */
function clusterPlan(requests: number, duration: number, lane: object, policy = LARGE_POLICY, keys = KEYS): Plan {
  return planOf(
    scenarioOf({
      duration: duration,
      policy,
      traffic: [{ kind: 'poisson', rate: requests / duration, keys: { count: keys, share: 'even' } }],
      cluster: { nodes: NODES, routing: 'random', latency: { kind: 'exponential', mean: 0.002 } },
      lanes: [lane],
    }),
  );
}

/** HGETALL, HSET, PEXPIRE. */
const THREE_COMMANDS = { limiter: 'redis-token-bucket', options: { concurrency: 'none' } };
const SCRIPT = { limiter: 'redis-token-bucket' };
const SINGLE_PROCESS = { limiter: 'token-bucket' };

/**
 * Few keys: about every other request is refused, and many of the others would be without a race. Fewer requests take less
 * time, since races are rare where requests are.
 */
function racyPlan(requests: number): Plan {
  const policy = { n: RACY_RATE / RACY_KEYS / 2, T: 1 };
  return clusterPlan(requests, requests / RACY_RATE, THREE_COMMANDS, policy, RACY_KEYS);
}

/**
 * The slowest answer about twenty late requests, each of a session that has answered nothing yet.
 * @throws {Error} when none of them won a race, whose search takes longest
 */
function slowestWhy(run: Run): number {
  const { count } = run.plan.arrivals;
  const answers = Array.from({ length: 20 }, (_, index) => {
    const session = openSession(run);
    const elapsed = startStopwatch();
    const { sequence } = runToEnd(session.why(0, count - 1 - index * 37));
    return { ms: elapsed(), raced: sequence !== null && sequence.race !== null };
  });
  if (!answers.some(({ raced }) => raced)) throw new Error('None of these requests won a race.');
  return Math.max(...answers.map(({ ms }) => ms));
}

/** What a finished run holds, bytes. */
function runBytes(plan: Plan): number {
  const [lane] = simulateToEnd(plan).lanes;
  const columns = { ...lane?.cluster, verdicts: lane?.verdicts, waits: lane?.waits };
  return Object.values(columns).reduce<number>(
    (sum, column) => sum + (ArrayBuffer.isView(column) ? column.byteLength : 0),
    0,
  );
}

export async function benchmarkCluster(requests: number, rounds: number): Promise<ReportSection> {
  const [threeCommands, script, singleProcess] = [THREE_COMMANDS, SCRIPT, SINGLE_PROCESS].map((lane) =>
    clusterPlan(requests, BASE_DURATION, lane),
  );
  const taken = await runInterleaved(
    [threeCommands, script, singleProcess].map((plan, index) => ({
      name: `${index}`,
      run: () => simulateToEnd(plan as Plan),
    })),
    rounds,
    1,
  );
  const [threeMs = 0, scriptMs = 0, singleMs = 0] = taken.map(median);
  const { count } = (threeCommands as Plan).arrivals;
  const messages =
    simulateToEnd(threeCommands as Plan).lanes[0]?.cluster?.messages.reduce((sum, one) => sum + one, 0) ?? 0;
  const perMessage = (threeMs * 1e6) / messages;
  const perDecision = (singleMs * 1e6) / count;
  const bytesOverBase = runBytes(threeCommands as Plan) / count;
  const longerPlan = clusterPlan(requests, BASE_DURATION * DURATION_FACTOR, THREE_COMMANDS);
  const bytesOverLonger = runBytes(longerPlan) / longerPlan.arrivals.count;
  const racy = racyPlan(requests);
  const [whyTimes = []] = await runInterleaved([{ name: 'run', run: () => simulateToEnd(racy) }], rounds, 1);
  const wholeRunMs = median(whyTimes);
  const whyMs = slowestWhy(simulateToEnd(racy));
  const text = count.toLocaleString('en-US');
  const lines: readonly ReportLine[] = [
    {
      name: `${text} requests over ${NODES} nodes, ${(messages / count).toFixed(1)} commands each`,
      value: threeMs,
      unit: 'ms',
      ...WITHOUT_REFERENCE,
      target: {
        text: `under ${MAX_MS_PER_100_000_REQUESTS} ms for 100,000`,
        met: threeMs < (MAX_MS_PER_100_000_REQUESTS * count) / 100_000,
      },
    },
    {
      name: 'a command there and back',
      value: perMessage,
      unit: 'ns',
      ratio: perMessage / perDecision,
      against: 'a decision of the same bucket in one process, its run included',
      reference: perDecision,
      target: null,
    },
    {
      name: `${text} requests, one script each`,
      value: scriptMs,
      unit: 'ms',
      ratio: scriptMs / threeMs,
      against: 'three commands each',
      reference: threeMs,
      target: null,
    },
    {
      name: `Why? on one of the last of ${racy.arrivals.count.toLocaleString('en-US')} requests, three commands each: the slowest of 20`,
      value: whyMs,
      unit: 'ms',
      ratio: whyMs / wholeRunMs,
      against: 'the whole run',
      reference: wholeRunMs,
      target: { text: `under ${MAX_MS_FOR_WHY} ms for 100,000`, met: whyMs < (MAX_MS_FOR_WHY * count) / 100_000 },
    },
    {
      name: `bytes a request over ${(BASE_DURATION * DURATION_FACTOR).toLocaleString('en-US')} s`,
      value: bytesOverLonger,
      unit: 'bytes',
      ratio: bytesOverLonger / bytesOverBase,
      against: `as many over ${BASE_DURATION} s`,
      reference: bytesOverBase,
      target: { text: 'no more for a longer time', met: bytesOverLonger <= bytesOverBase * MAX_MEMORY_GROWTH },
    },
  ];
  return {
    title: `Distributed schemes, ${rounds} rounds`,
    lines,
    notes: ['Exponential latency of 2 ms each way, 100 keys, nodes at random; a run has its figures in it.'],
  };
}
