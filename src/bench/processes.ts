/** What several processes cost in virtual time: messages there and back, and what is kept of them. */
import { simulateAll, type Plan } from '../sim/engine.ts';
import { interleaved, median } from './measure.ts';
import { alone, type Line, type Section } from './report.ts';
import { planOf, read } from './traffic.ts';

const NODES = 5;
const MOST_MS_FOR_100_000 = 2_000;
/** Simulated time that memory is measured over, and how many times as much. */
const SPAN = 100;
const LONGER = 1_000;
const MOST_MORE_BYTES = 1.1;

/** @param over seconds; a window of one second makes every request send its three commands */
function requestsOf(requests: number, over: number, lane: object): Plan {
  return planOf(
    read({
      duration: over,
      policy: { n: 1_000_000, T: 60 },
      traffic: [{ kind: 'poisson', rate: requests / over, keys: { count: 100, share: 'even' } }],
      cluster: { nodes: NODES, routing: 'random', latency: { kind: 'exponential', mean: 0.002 } },
      lanes: [lane],
    }),
  );
}

/** HGETALL, HSET, PEXPIRE. */
const THREE_COMMANDS = { limiter: 'redis-token-bucket', options: { concurrency: 'none' } };
const SCRIPT = { limiter: 'redis-token-bucket' };
const ALONE = { limiter: 'token-bucket' };

/** What a finished run holds, bytes. */
function held(plan: Plan): number {
  const [lane] = simulateAll(plan).lanes;
  const columns = { ...lane?.cluster, verdicts: lane?.verdicts, waits: lane?.waits };
  return Object.values(columns).reduce<number>(
    (sum, column) => sum + (ArrayBuffer.isView(column) ? column.byteLength : 0),
    0,
  );
}

export async function processes(requests: number, rounds: number): Promise<Section> {
  const [three, script, single] = [THREE_COMMANDS, SCRIPT, ALONE].map((lane) => requestsOf(requests, SPAN, lane));
  const taken = await interleaved(
    [three, script, single].map((plan, index) => ({ name: `${index}`, run: () => simulateAll(plan as Plan) })),
    rounds,
    1,
  );
  const [threeMs = 0, scriptMs = 0, singleMs = 0] = taken.map(median);
  const { count } = (three as Plan).arrivals;
  const messages = simulateAll(three as Plan).lanes[0]?.cluster?.messages.reduce((sum, one) => sum + one, 0) ?? 0;
  const perMessage = (threeMs * 1e6) / messages;
  const perDecision = (singleMs * 1e6) / count;
  const short = held(three as Plan) / count;
  const longer = requestsOf(requests, SPAN * LONGER, THREE_COMMANDS);
  const long = held(longer) / longer.arrivals.count;
  const text = count.toLocaleString('en-US');
  const lines: readonly Line[] = [
    {
      name: `${text} requests over ${NODES} nodes, ${(messages / count).toFixed(1)} commands each`,
      value: threeMs,
      unit: 'ms',
      ...alone,
      aim: {
        text: `under ${MOST_MS_FOR_100_000} ms for 100,000`,
        met: threeMs < (MOST_MS_FOR_100_000 * count) / 100_000,
      },
    },
    {
      name: 'a command there and back',
      value: perMessage,
      unit: 'ns',
      ratio: perMessage / perDecision,
      against: 'a decision of the same bucket in one process, its run included',
      reference: perDecision,
      aim: null,
    },
    {
      name: `${text} requests, one script each`,
      value: scriptMs,
      unit: 'ms',
      ratio: scriptMs / threeMs,
      against: 'three commands each',
      reference: threeMs,
      aim: null,
    },
    {
      name: `bytes a request over ${(SPAN * LONGER).toLocaleString('en-US')} s`,
      value: long,
      unit: 'bytes',
      ratio: long / short,
      against: `as many over ${SPAN} s`,
      reference: short,
      aim: { text: 'no more for a longer time', met: long <= short * MOST_MORE_BYTES },
    },
  ];
  return {
    title: `Several processes, ${rounds} rounds`,
    lines,
    notes: ['Exponential latency of 2 ms each way, 100 keys, nodes at random; a run has its figures in it.'],
  };
}
