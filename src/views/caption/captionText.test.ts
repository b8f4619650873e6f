import { describe, expect, it } from 'vitest';
import { openSession, planOf, simulateToEnd } from '../../sim/engine.ts';
import { scenarioOf } from '../../sim/index.ts';
import type { LayoutWidth } from '../hooks/useLayout.ts';
import { closingText } from './captionText.ts';

const LANES = [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }];
const INVITATION = 'Press Space to send one yourself, or drag n.';

function closing(document: object, width: LayoutWidth = 'wide'): string | null {
  const plan = planOf(scenarioOf({ policy: { n: 10, T: 10 }, lanes: LANES, ...document }));
  const { laneInfos } = openSession(simulateToEnd(plan));
  return closingText({ laneInfos, openLoopRequests: plan.arrivals.count, isClosedLoop: plan.isClosedLoop }, width);
}

const clients = (more: object) => ({
  duration: 60,
  traffic: [{ kind: 'clients', count: 20, rate: 0.1, keys: 'shared', retry: { strategy: 'retry-after' }, ...more }],
});

describe('the closing sentence', () => {
  it('counts admitted requests where they are the same in every lane', () => {
    const traffic = [
      { kind: 'steady', from: 9, to: 9.95, rate: 10 },
      { kind: 'steady', from: 10.05, to: 11, rate: 10 },
      { kind: 'steady', from: 12, to: 23.5, rate: 1 },
    ];
    expect(closing({ duration: 24, traffic })).toBe(
      `24, 15 and 23 of the same 32 requests were admitted. ${INVITATION}`,
    );
  });

  it('names what there is on a phone', () => {
    expect(closing({ duration: 10, traffic: [{ kind: 'times', at: [1, 2] }] }, 'phone')).toBe(
      '2, 2 and 2 of the same 2 requests were admitted. Press Send to add one yourself, or change n.',
    );
  });

  it('counts jobs where clients retry', () => {
    expect(closing(clients({}))).toBe(`60, 60 and 69 of the same 120 jobs were done. ${INVITATION}`);
  });

  it('gives totals for each lane where not every job started in every lane', () => {
    const phases = [
      { jobs: 10, rate: 1 },
      { jobs: 40, rate: 20 },
      { jobs: 10, rate: 1 },
    ];
    const retry = { strategy: 'retry-poll', every: 0.5 };
    // At 10 s the log that records denials admits one more, then none: its last phase never starts.
    const lanes = [{ limiter: 'fixed-window' }, { limiter: 'sliding-log', edition: 'published' }];
    expect(closing({ ...clients({ count: 1, rate: undefined, phases, retry }), duration: 80, lanes })).toBe(
      `60 of 60 and 11 of 50 jobs were done. ${INVITATION}`,
    );
  });

  it('is absent for one lane, for too many lanes, and without requests to compare', () => {
    const one = { duration: 10, traffic: [{ kind: 'times', at: [1, 2] }] };
    expect(closing({ ...one, lanes: LANES.slice(0, 1) })).toBeNull();
    expect(closing({ ...one, lanes: [...LANES, ...LANES] })).toBeNull();
    expect(closing({ ...one, traffic: [] })).toBeNull();
    expect(closing({ ...one, traffic: [{ kind: 'times', at: [1] }] })).toBeNull();
    expect(closing(clients({ from: 60 }))).toBeNull();
  });
});
