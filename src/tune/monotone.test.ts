/** What is declared monotone, against random traffic over the whole catalogue; and examples of what is not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from '../sim/engine.ts';
import { catalogue, limiterById, MEASURES, scenarioOf, type Measure } from '../sim/index.ts';
import { everyLimiterLane } from '../sim/run/testing.ts';
import { trendOf } from './monotone.ts';
import { costlyTraffic, figuresOfRun, SEED, unitTraffic } from './testing.ts';

const VALUES = [1, 2, 3, 4, 5, 7, 10];

interface Sweep {
  readonly limiter: string;
  readonly edition: string;
  readonly options: Readonly<Record<string, string>>;
  readonly parameter: string;
}

/** Every limiter in every edition, with each choice of its options, and each parameter that it has. */
const sweeps: readonly Sweep[] = everyLimiterLane.flatMap(({ limiter, edition }) => {
  const knobs = limiterById(limiter)?.knobs ?? [];
  const numbers = knobs.flatMap((knob) => (knob.kind === 'number' ? [knob.id] : []));
  const choices = knobs.flatMap((knob) =>
    knob.kind === 'choice' ? knob.choices.map((choice) => ({ [knob.id]: choice })) : [],
  );
  const usesCapacity = limiterById(limiter)?.usesCapacity === true;
  return ['n', 'T', ...(usesCapacity ? ['capacity'] : []), ...numbers].flatMap((parameter) =>
    (choices.length === 0 ? [{}] : choices).map((options) => ({ limiter, edition, options, parameter })),
  );
});

/** The measures with a declared trend, and their values along the parameter. */
function* declaredCurves({ parameter, ...lane }: Sweep, policy: object, traffic: object) {
  const scenario = scenarioOf({
    policy,
    traffic: [
      { ...traffic, label: 'good' },
      { ...traffic, label: 'bad' },
    ],
    lanes: [lane],
  });
  const plan = planOf(scenario);
  if (plan.failedLanes.length > 0) return;
  const trends = MEASURES.map((measure) => trendOf(plan, scenario.lanes[0]!, parameter, measure));
  if (trends.every((trend) => trend === null)) return;
  const figures = VALUES.map((value) => figuresOfRun(scenario, 0, { [parameter]: value }, MEASURES));
  for (const [index, measure] of MEASURES.entries()) {
    const trend = trends[index] ?? null;
    const curve = figures.flatMap((each) => each?.[measure] ?? []);
    if (trend !== null) yield { measure, trend, curve };
  }
}

const policies = fc.record(
  { n: fc.integer({ min: 1, max: 6 }), T: fc.constantFrom(0.5, 1, 2, 3), capacity: fc.integer({ min: 1, max: 6 }) },
  { requiredKeys: ['n', 'T'] },
);

describe('a declared trend', () => {
  it.each([
    ['costs of 1', unitTraffic],
    ['any costs', costlyTraffic],
  ])('holds for every limiter, edition, option and parameter: %s', (_, traffics) => {
    let seen = 0;
    fc.assert(
      fc.property(traffics, policies, (traffic, policy) => {
        for (const sweep of sweeps) {
          for (const { measure, trend, curve } of declaredCurves(sweep, policy, traffic)) {
            const sorted = curve.toSorted((a, b) => (trend === 'rising' ? a - b : b - a));
            expect(curve, `${JSON.stringify(sweep)} ${measure}`).toEqual(sorted);
            if (new Set(curve).size > 1) seen++;
          }
        }
      }),
      { ...SEED, numRuns: 40 },
    );
    // Curves that never move say nothing.
    expect(seen).toBeGreaterThan(400);
  });

  it('is of no limiter’s T, and of nothing where clients react', () => {
    const traffic = [{ kind: 'clients', count: 2, rate: 1, retry: { strategy: 'backoff' } }];
    const closed = scenarioOf({ traffic, lanes: [{ limiter: 'fixed-window' }] });
    expect(trendOf(planOf(closed), closed.lanes[0]!, 'n', 'clientsRefused')).toBeNull();
    for (const { id } of catalogue) {
      const open = scenarioOf({ traffic: [{ kind: 'steady', rate: 1, to: 9 }], lanes: [{ limiter: id }] });
      for (const measure of MEASURES) expect(trendOf(planOf(open), open.lanes[0]!, 'T', measure)).toBeNull();
    }
  });
});

describe('what is not declared', () => {
  const trend = (
    limiter: string,
    parameter: string,
    measure: Measure,
    traffic: object,
  ): (number | null | undefined)[] => {
    const scenario = scenarioOf({ policy: { n: 3, T: 1 }, traffic: [traffic], lanes: [{ limiter }] });
    expect(trendOf(planOf(scenario), scenario.lanes[0]!, parameter, measure)).toBeNull();
    return [1, 2, 3, 4].map((value) => figuresOfRun(scenario, 0, { [parameter]: value }, [measure])?.[measure]);
  };

  it('goes up and down: refusals of requests of several costs', () => {
    const traffic = { kind: 'times', at: [0, 0, 0, 0], cost: [3, 1, 1, 1] };
    expect(trend('fixed-window', 'n', 'refused', traffic)).toEqual([0.75, 0.5, 0.75, 0.5]);
  });

  it('goes up and down: a longer T', () => {
    const traffic = { kind: 'times', at: [1.9, 1.9, 1.9, 2.1, 2.1, 2.1] };
    expect(trend('fixed-window', 'T', 'refused', traffic)).toEqual([0, 0, 0.5, 0.5]);
  });
});
