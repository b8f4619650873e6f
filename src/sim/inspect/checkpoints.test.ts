/** Why? answers from a checkpoint what it answers when the whole run is repeated. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemes } from '../cluster/schemes/index.ts';
import { isScheme, type LaneRun, type SchemeRun } from '../run/laneRun.ts';
import { planOfDocument } from '../run/testing.ts';
import { runToEnd } from '../slices.ts';
import { keyAt } from '../arrivals.ts';
import { observeLane, simulateToEnd } from '../run/simulate.ts';
import { RaceFinder } from './race.ts';
import { openSchemeLane } from './schemeLane.ts';
import { SequenceRecorder } from './sequenceRecorder.ts';

/** Every choice of every scheme, in every edition. */
const lanes = schemes.flatMap(({ id, editions, knobs }) => {
  const choice = knobs.find((knob) => knob.kind === 'choice' && knob.id !== 'fallback');
  const options = choice?.kind === 'choice' ? choice.choices.map((value) => ({ [choice.id]: value })) : [{}];
  return editions.flatMap((edition) => options.map((own) => ({ limiter: id, edition, options: own })));
});

/** Their messages take more than one slice of the run, and a checkpoint follows each. */
const REQUESTS = 5_000;
const DURATION = 30;

const FAULTS = [
  { kind: 'node-down', node: 1, at: 10, until: 14 },
  { kind: 'node-added', at: 12 },
  { kind: 'crash-after', node: 0, command: 'GET', at: 15 },
  { kind: 'store-down', at: 16, until: 17 },
  { kind: 'store-slow', at: 18, until: 22, factor: 5 },
  { kind: 'link-down', node: 2, at: 23, until: 24 },
  { kind: 'store-flush', at: 25 },
];

/** So many requests that their messages take several slices, on nodes that wait for each other. */
function planWith(lane: object, cluster: object) {
  return planOfDocument({
    policy: { n: 40, T: 1 },
    traffic: [{ kind: 'poisson', rate: REQUESTS / DURATION, keys: { count: 5, share: 'even' }, cost: { of: [1, 3] } }],
    duration: DURATION,
    cluster: { nodes: 3, routing: 'random', latency: { kind: 'exponential', mean: 0.004 }, ...cluster },
    lanes: [lane],
  });
}

function withoutCheckpoints({ checkpoints: _, ...laneRun }: SchemeRun): SchemeRun {
  return laneRun;
}

function schemeRunOf([lane]: readonly LaneRun[]): SchemeRun {
  if (lane === undefined || !isScheme(lane)) throw new Error('no distributed lane');
  return lane;
}

describe.each(lanes)('$limiter, $edition, $options', (lane) => {
  it.each([
    ['in peace', { service: 0.0005 }],
    ['with faults and skewed clocks', { faults: FAULTS, skew: [{ node: 1, offset: 0.1, drift: 0.001 }] }],
  ])('answers the same %s', (_, cluster) => {
    const run = simulateToEnd(planWith(lane, cluster));
    const laneRun = schemeRunOf(run.lanes);
    const fromCheckpoints = openSchemeLane(run.plan, laneRun);
    const fromStart = openSchemeLane(run.plan, withoutCheckpoints(laneRun));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: laneRun.arrivals.count - 1 }), (request) => {
        expect(runToEnd(fromCheckpoints.why(request))).toEqual(runToEnd(fromStart.why(request)));
      }),
      { seed: 13, numRuns: 1, examples: [[laneRun.arrivals.count - 1]] },
    );
  });
});

it('finds the same races, from checkpoints shortly before', () => {
  const lane = { limiter: 'redis-token-bucket', options: { concurrency: 'none' } };
  const { plan, lanes: ran } = simulateToEnd(planWith(lane, {}));
  const laneRun = schemeRunOf(ran);
  const { arrivals, cluster } = laneRun;
  const { algorithm: scheme, params } = laneRun.plan;
  const session = openSchemeLane(plan, laneRun);
  const finder = new RaceFinder(plan, laneRun);
  const raceFromStart = (request: number) => {
    const at = arrivals.at[request] as number;
    const to = at + (cluster.latency[request] as number);
    const recorder = new SequenceRecorder(request, at, to, scheme.valueFormat?.(params));
    runToEnd(observeLane(plan, laneRun.plan, recorder, null));
    const key = arrivals.keys[keyAt(arrivals, request)] as string;
    return runToEnd(
      finder.find(
        request,
        recorder,
        recorder.messages(key, () => 0),
        null,
      ),
    );
  };
  let [races, soleCauses] = [0, 0];
  for (let request = arrivals.count - 200; request < arrivals.count; request++) {
    expect(laneRun.checkpoints?.before(request)?.position.decisions).toBeGreaterThan(arrivals.count / 3);
    const race = runToEnd(session.why(request)).sequence?.race ?? null;
    if (race === null || races > 5) continue;
    expect(race).toEqual(raceFromStart(request));
    races++;
    if (race.isSoleCause) soleCauses++;
  }
  expect([races, soleCauses]).toEqual([6, expect.toBeOneOf([1, 2, 3, 4, 5])]);
});
