import { expect, it } from 'vitest';
import { openSession, simulateToEnd } from '../../sim/engine.ts';
import type { LaneInfo } from '../../sim/index.ts';
import { planOfDocument } from '../../sim/run/testing.ts';
import { requestCountText } from './requestCount.ts';

function textOf(document: object): string {
  const { run, laneInfos } = openSession(simulateToEnd(planOfDocument(document)));
  return requestCountText({ openLoopRequests: run.plan.arrivals.count, laneInfos });
}

it('the request count is one number if all lanes get the same, else a range', () => {
  const lanes = [{ limiter: 'fixed-window' }, { limiter: 'sliding-log', policy: { n: 2 } }];
  const retry = { strategy: 'retry-poll', every: 1 };
  const base = { duration: 10, policy: { n: 1, T: 5 } };
  expect(requestCountText(null)).toBe('–');
  expect(textOf({ ...base, traffic: [{ kind: 'times', at: [0] }], lanes })).toBe('1 request');
  expect(textOf({ ...base, traffic: [{ kind: 'burst', at: 0, count: 2000 }], lanes: [] })).toBe('2,000 requests');
  const clients = { kind: 'clients', count: 2, rate: 0.1, keys: 'shared', retry };
  expect(textOf({ ...base, traffic: [clients], lanes })).toBe('2 to 7 requests');
  const apart = [10_523, 11_123, 12_400].map((requests) => ({ summary: { requests } }) as LaneInfo);
  expect(requestCountText({ openLoopRequests: 0, laneInfos: apart.slice(0, 2) })).toBe('11k requests');
  expect(requestCountText({ openLoopRequests: 0, laneInfos: apart })).toBe('11k to 12k requests');
});
