/** The levels that a run records while it decides, and the charts that are made of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOrBusiest } from '../arrivals.ts';
import { admissionsOf } from '../metrics/trace.ts';
import { windowCountCurve } from '../metrics/windowCount.ts';
import { levelCurves } from '../inspect/levelCurve.ts';
import { Replay } from '../inspect/replay.ts';
import { openSession } from '../inspect/session.ts';
import { runToEnd } from '../slices.ts';
import { documents } from './documents.testing.ts';
import { simulate, simulateToEnd } from './simulate.ts';
import { everyLimiterLane, limiterLanes, planOfDocument } from './testing.ts';

describe('the first look', () => {
  it('has the levels that a replay finds, and does not change what is decided', () => {
    const instant = fc.integer({ min: 0, max: 14_000_000 });
    fc.assert(
      fc.property(documents, instant, instant, fc.constantFrom('a', 'b', null), (document, one, other, key) => {
        const look = { from: Math.min(one, other), to: Math.max(one, other) + 1, columns: 50, key };
        const plan = planOfDocument(document);
        const looked = limiterLanes(runToEnd(simulate(plan, look)));
        for (const [index, lane] of limiterLanes(simulateToEnd(plan)).entries()) {
          const { verdicts, waits, summary, firstCurves } = looked[index]!;
          expect({ verdicts, waits, summary }).toEqual({
            verdicts: lane.verdicts,
            waits: lane.waits,
            summary: lane.summary,
          });
          const replayed = keyOrBusiest(lane.arrivals, key);
          const replay = new Replay(lane, replayed);
          expect(firstCurves?.curves).toEqual({
            ...runToEnd(levelCurves(replay, look.from, look.to, look.columns)),
            windowCount: windowCountCurve(
              admissionsOf(lane, replayed),
              lane.plan.policy.T,
              look.from,
              look.to,
              look.columns,
            ),
          });
        }
      }),
      { seed: 20_261_121, numRuns: 20 },
    );
  });

  it('has the same levels where a pixel column holds many requests of one key', () => {
    const phases = fc.array(
      fc.record({
        kind: fc.constantFrom('steady', 'poisson'),
        from: fc.integer({ min: 0, max: 8 }),
        rate: fc.constantFrom(0.7, 5, 40),
      }),
      { minLength: 1, maxLength: 2 },
    );
    fc.assert(
      fc.property(phases, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 12 }), (traffic, n, columns) => {
        const plan = planOfDocument({ policy: { n, T: 2 }, duration: 10, traffic, lanes: everyLimiterLane });
        const look = { from: 1_500_000, to: 9_000_000, columns, key: null };
        for (const lane of limiterLanes(runToEnd(simulate(plan, look)))) {
          const replayed = runToEnd(levelCurves(new Replay(lane, 0), look.from, look.to, columns));
          expect(lane.firstCurves?.curves).toMatchObject(replayed);
          expect(lane.verdicts).toEqual(limiterLanes(simulateToEnd(plan))[lane.plan.laneIndex]?.verdicts);
        }
      }),
      { seed: 20_261_122, numRuns: 15 },
    );
  });

  it('is what the charts of that range and key show, again and again, and of no other', () => {
    const plan = planOfDocument({
      policy: { n: 3, T: 1 },
      traffic: [{ kind: 'poisson', to: 9, rate: 5 }],
      lanes: everyLimiterLane,
    });
    const query = { from: 0, to: 8_000_000, columns: 40, trackColumns: 40, key: null, comparedLanes: [] };
    const looked = openSession(runToEnd(simulate(plan, query)));
    const plain = openSession(simulateToEnd(plan));
    for (const asked of [query, { ...query, to: 7_000_000 }, query, { ...query, columns: 41 }, query]) {
      const expected = runToEnd(plain.charts(asked));
      const charts = runToEnd(looked.charts(asked));
      expect(charts).toEqual(expected);
      // As when they are transferred.
      for (const { level, windowCount } of charts.lanes) {
        level.at.fill(-1);
        windowCount.value.fill(-1);
      }
    }
  });
});
