/** Searching all short traffics over two lanes, against the same traffics decided one by one with nothing else done. */
import { runToEnd } from '../sim/engine.ts';
import { differ } from '../find/question.ts';
import { countTraffics, searchAll, type TrafficSpace } from '../find/exhaustive.ts';
import { DEFAULT_EFFORT } from '../find/effort.ts';
import { find } from '../find/finder.ts';
import { contenderAt } from '../find/lanes.ts';
import type { Contender } from '../find/contender.ts';
import { median, runInterleaved } from './measure.ts';
import { scenarioOf } from '../sim/index.ts';
import { WITHOUT_REFERENCE, type ReportLine, type ReportSection } from './report.ts';

const MAX_RATIO = 3;
const MAX_MILLISECONDS = 1_000;
const REQUESTS = 6;

/** Pairs that never differ, so that all traffics are searched. */
const PAIRS = [
  ['gcra', 'token-bucket'],
  ['sliding-log', 'sliding-log'],
] as const;

function contenders(limiters: readonly string[]): readonly [Contender, Contender] {
  const scenario = scenarioOf({ policy: { n: 3, T: 60 }, lanes: limiters.map((limiter) => ({ limiter })) });
  return [0, 1].map((index) => {
    const contender = contenderAt(scenario, index);
    if (typeof contender === 'string') throw new Error(contender);
    return contender;
  }) as [Contender, Contender];
}

/** @param instants with 28 of them, there are 1.1 million traffics of six requests */
export async function benchmarkFinding(instants: number, rounds: number): Promise<ReportSection> {
  const at = Array.from({ length: instants }, (_, index) => index * 5_000_000);
  const space: TrafficSpace = { requests: REQUESTS, instants: at, keys: 1, anyOrder: false };
  const longest = countTraffics(space) - countTraffics({ ...space, requests: REQUESTS - 1 });
  const lines: ReportLine[] = [];
  for (const pair of PAIRS) {
    const lanes = contenders(pair);
    const question = differ(...lanes);
    const search = (): void => {
      for (const first of at)
        if (runToEnd(searchAll(question, space, { at: first, key: 0, cost: 1 }, REQUESTS)) !== null)
          throw new Error(`${question.sought}: they should not`);
    };
    const [searched, bare] = (
      await runInterleaved(
        [
          { name: 'search', run: search },
          { name: 'bare decisions', run: () => decideAll(lanes, at) },
        ],
        rounds,
        1,
      )
    ).map(median) as [number, number];
    lines.push({
      name: `all traffics, ${pair.join(' and ')}`,
      value: searched,
      unit: 'ms',
      ratio: searched / bare,
      against: 'bare decisions',
      reference: bare,
      target: { text: `at most ${MAX_RATIO} ×`, met: searched / bare <= MAX_RATIO },
    });
  }
  const question = differ(...contenders(['fixed-window', 'sliding-counter']));
  const [shrunk] = (
    await runInterleaved([{ name: 'found', run: () => find(question, DEFAULT_EFFORT) }], rounds, 1)
  ).map(median) as [number];
  lines.push({
    ...WITHOUT_REFERENCE,
    name: 'fixed-window and sliding-counter: found and shrunk',
    value: shrunk,
    unit: 'ms',
    target: { text: 'at most 1 s', met: shrunk <= MAX_MILLISECONDS },
  });
  return {
    title: `The finder: ${longest.toLocaleString('en-US')} traffics of ${REQUESTS} requests, and the shorter ones, over two lanes, ${rounds} rounds`,
    lines,
    notes: ['Bare decisions: each of the longest traffics in both lanes from its beginning, and nothing compared.'],
  };
}

/** Every traffic of six requests in order of time, in both lanes. */
function decideAll(contending: readonly Contender[], at: readonly number[]): void {
  const lanes = contending.map(({ plan }) => {
    if (plan.kind !== 'limiter') throw new TypeError(`${plan.label} is no limiter`);
    return { ...plan, decide: plan.algorithm.decide };
  });
  const traffic = new Float64Array(REQUESTS);
  const fill = (depth: number, from: number): void => {
    if (depth === REQUESTS) {
      for (const { algorithm, decide, params } of lanes) {
        const state = algorithm.init(params);
        for (let i = 0; i < REQUESTS; i++) decide(state, params, traffic[i] as number, 1);
      }
      return;
    }
    for (let index = from; index < at.length; index++) {
      traffic[depth] = at[index] as number;
      fill(depth + 1, index);
    }
  };
  fill(0, 0);
}
