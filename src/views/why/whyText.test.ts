import { describe, expect, it } from 'vitest';
import { runToEnd, openSession, planOf, simulateToEnd } from '../../sim/engine.ts';
import { NEVER, scenarioOf, type TrafficEntry, type Why } from '../../sim/index.ts';
import { RACE, explainRequest } from '../messages/testing.ts';
import {
  httpAnswer,
  keyAndCostText,
  atNodeText,
  stateChanges,
  noRemedyText,
  nextTryText,
  noAnswerText,
  otherLaneText,
  remedyLeadText,
  retryRemedy,
  requestText,
} from './whyText.ts';

const SECOND = 1_000_000;
const TEN_IN_TEN = { n: 10, T: 10 * SECOND };

/** The first visit's scenario. */
function edgeBurst() {
  const scenario = scenarioOf({
    duration: 24,
    policy: { n: 10, T: 10 },
    traffic: [
      { kind: 'steady', from: 9, to: 9.95, rate: 10 },
      { kind: 'steady', from: 10.05, to: 11, rate: 10 },
      { kind: 'steady', from: 12, to: 23.5, rate: 1 },
    ],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
  });
  return openSession(simulateToEnd(planOf(scenario)));
}

const denied: Why = runToEnd(edgeBurst().why(1, 10));
const admitted: Why = runToEnd(edgeBurst().why(0, 10));

describe('one decision in words', () => {
  it('matches the design’s example', () => {
    expect(requestText(denied, [])).toBe('Request 11 of 32, at 10.050 s');
    expect(retryRemedy(denied)).toEqual({ at: 19 * SECOND, from: '19.000 s', wait: '8.950 s' });
    expect(httpAnswer(denied, TEN_IN_TEN)).toEqual({
      status: '429 Too Many Requests',
      fields: ['Retry-After: 9', 'RateLimit-Policy: "default";q=10;w=10', 'RateLimit: "default";r=0;t=9'],
      note: '',
    });
    expect(stateChanges(denied.before, denied.after)).toEqual([
      { name: 'entries', before: '10', after: null },
      { name: 'oldest', before: '9.000 s', after: null },
    ]);
  });

  it('a header counts from the answer, and a node that died gives none', () => {
    const session = (cluster: object) =>
      openSession(
        simulateToEnd(
          planOf(
            scenarioOf({
              policy: { n: 1, T: 10 },
              duration: 10,
              traffic: [{ kind: 'times', at: [0, 1.95] }],
              cluster: { nodes: 1, latency: { kind: 'fixed', mean: 0.04 }, ...cluster },
              lanes: [{ limiter: 'redis-incr', options: { variant: 'lua' } }],
            }),
          ),
        ),
      );
    const late = runToEnd(session({}).why(0, 1));
    // 8.05 s after the request came, of which 0.08 s have gone by.
    expect(late.retryAfter).toBe(8_050_000);
    expect(httpAnswer(late, TEN_IN_TEN)).toMatchObject({
      fields: ['Retry-After: 8'],
      note: 'The answer comes after 80 ms.',
    });
    const died = runToEnd(session({ faults: [{ kind: 'node-down', node: 0, at: 1.96, until: 5 }] }).why(0, 1));
    expect(httpAnswer(died, TEN_IN_TEN)).toMatchObject({ status: 'No answer', fields: [] });
    expect(noRemedyText(died)).toBe('It is unknown when it would be admitted.');
  });

  it('an admission has no remedy and changes the state', () => {
    expect(retryRemedy(admitted)).toBeNull();
    // The window that began at 10 s has one request, and ends in 9.95 s.
    expect(httpAnswer(admitted, TEN_IN_TEN)).toEqual({
      status: '200 OK',
      fields: ['RateLimit-Policy: "default";q=10;w=10', 'RateLimit: "default";r=9;t=10'],
      note: '',
    });
    expect(stateChanges(admitted.before, admitted.after)).toContainEqual({ name: 'count', before: '0', after: '1' });
  });

  it.each([
    [1, 1],
    [SECOND, 1],
    [SECOND + 1, 2],
    [8_950_000, 9],
  ])('a wait of %d µs is Retry-After: %d', (retryAfter, whole) =>
    expect(httpAnswer({ ...denied, retryAfter }, TEN_IN_TEN).fields[0]).toBe(`Retry-After: ${whole}`),
  );

  it('says if no wait helps', () => {
    const never = { ...denied, retryAfter: NEVER };
    expect(retryRemedy(never)).toBeNull();
    const answer = httpAnswer(never, TEN_IN_TEN);
    expect(answer.note).toBe('No Retry-After: waiting would not help.');
    expect(answer.fields.join()).not.toContain('Retry-After');
  });

  it('omits what the fields cannot express', () => {
    const half = { n: 5, T: SECOND / 2 };
    const fields = (remaining: number | null, growsIn: number) =>
      httpAnswer({ ...admitted, quota: { remaining, growsIn } }, half).fields;
    expect(fields(5, NEVER)).toEqual(['RateLimit-Policy: "default";q=5', 'RateLimit: "default";r=5']);
    expect(fields(null, NEVER)).toEqual(['RateLimit-Policy: "default";q=5']);
    expect(httpAnswer({ ...admitted, quota: { remaining: null, growsIn: NEVER } }, half).note).toBe(
      'No w: T is no whole number of seconds. No RateLimit: any cost would be admitted now.',
    );
  });

  it('says when a delayed request is answered', () => {
    const delayed = { ...admitted, outcome: 'delay' as const, wait: 1_500_000 };
    expect(httpAnswer(delayed, TEN_IN_TEN)).toMatchObject({
      status: '200 OK',
      note: 'The answer comes after 1.5 s.',
    });
  });

  it('names key and cost unless they are the defaults', () => {
    expect(keyAndCostText(denied, 1)).toBe('');
    expect(keyAndCostText({ ...denied, key: 'b', cost: 5 }, 2)).toBe('key b, cost 5');
    expect(keyAndCostText({ ...denied, cost: 5_000 }, 1)).toBe('cost 5,000');
  });

  it('shows a quantity that appears or disappears', () => {
    expect(stateChanges([['a', '1']], [['b', '2']])).toEqual([
      { name: 'a', before: '1', after: '–' },
      { name: 'b', before: '–', after: '2' },
    ]);
  });
});

describe('one decision of a client', () => {
  const trafficOf = (...entries: readonly object[]): readonly TrafficEntry[] => {
    return scenarioOf({ traffic: entries }).traffic;
  };
  const clients = (count: number) => ({ kind: 'clients', count, rate: 1 });
  const steady = { kind: 'steady', rate: 1 };
  const tried: Why = { ...denied, try: { entry: 1, client: 4, job: 2, number: 3 } };

  it.each([
    ['its client alone', [clients(1), steady], ''],
    ['several clients', [steady, clients(20)], ' of client 4'],
    ['clients in several phases', [clients(1), clients(1)], ' of client 4 of phase 2'],
    ['a script, which may have several', [{ kind: 'script', code: 'send(1);' }], ' of client 4'],
  ])('is named by try and job, with %s', (_, entries, whose) =>
    expect(requestText(tried, trafficOf(...entries))).toBe(`Request 11 of 32, try 3 of job 2${whose}, at 10.050 s`),
  );

  it('says nothing of clients for a request without one', () => {
    expect(requestText(denied, trafficOf(clients(20), steady))).toBe('Request 11 of 32, at 10.050 s');
    expect(nextTryText(denied)).toBeNull();
  });

  it('says when it is retried, or that it is not', () => {
    expect(nextTryText({ ...tried, nextTry: { request: 14, at: 12_250_000 } })).toBe('Retried at 12.250 s');
    expect(nextTryText(tried)).toBe('Not retried in this run.');
    expect(nextTryText({ ...tried, outcome: 'allow' })).toBeNull();
  });

  it('another lane’s answer names its try if it differs', () => {
    const own = { ...tried, reason: 'the window is full' };
    expect(otherLaneText(own, tried)).toBe('the window is full');
    const first = { ...own, at: 9_000_000, try: { ...own.try!, number: 1 } };
    expect(otherLaneText(first, tried)).toBe('the window is full, try 1 at 9.000 s');
    expect(otherLaneText({ ...own, at: 10_000_000 }, tried)).toBe('the window is full, try 3 at 10.000 s');
    expect(otherLaneText({ ...first, outcome: 'delay', wait: 500_000 }, tried)).toBe('by 0.500 s, try 1 at 9.000 s');
    expect(otherLaneText({ ...denied, reason: 'the window is full' }, denied)).toBe('the window is full');
  });

  it('long waits are said in days, hours and minutes, too', () => {
    const waits = (retryAfter: number) => retryRemedy({ ...denied, retryAfter })?.wait;
    expect([59_999_999, 432_194_419, 86_040_054_000, 300_000 * SECOND].map(waits)).toEqual([
      '59.999999 s',
      '432.194419 s, 7 min 12 s',
      '86,040.054 s, 23 h 54 min',
      '300,000.000 s, 3 d 11 h 20 min',
    ]);
    expect(otherLaneText({ ...denied, outcome: 'delay', wait: 86_040_054_175 }, denied)).toBe(
      'by 86,040.054175 s, 23 h 54 min',
    );
  });
});

it('tells a lane that cannot run from one that a job never reached', () => {
  const run = simulateToEnd(
    planOf(
      scenarioOf({
        policy: { n: 3, T: 10 },
        traffic: [{ kind: 'times', at: [1] }],
        // Its ticks would be more than 2⁵³.
        lanes: [{ limiter: 'gcra' }, { limiter: 'leaky-queue', policy: { n: 999_983, T: 2_591_999.999 } }],
      }),
    ),
  );
  expect(run.plan.failedLanes.map(({ laneIndex }) => laneIndex)).toEqual([1]);
  expect(noAnswerText(run.plan, 1, 'request')).toBe('cannot run');
  expect(noAnswerText(run.plan, 0, 'job')).toBe('never received this job');
});

describe('a distributed decision', () => {
  const crowd = { ...RACE, traffic: [{ kind: 'times', at: [0.2, 0.4, 0.6, 0.8, 1, 5] }] };
  const frame = { n: 3, T: 10 * SECOND };

  it('is made at a node, and says only what the node knows', () => {
    const unknown = explainRequest(crowd, 4);
    expect([unknown.outcome, atNodeText(unknown), retryRemedy(unknown)]).toEqual(['deny', ' at N1', null]);
    expect(noRemedyText(unknown)).toBe('N1 has not read enough to know when it would be admitted.');
    expect(httpAnswer(unknown, frame)).toEqual({
      status: '429 Too Many Requests',
      fields: [],
      note: 'No Retry-After: the node cannot tell whether waiting would help. The answer comes after 2 ms.',
    });
    const bucket = { limiter: 'redis-token-bucket', policy: { capacity: 1 } };
    const known = explainRequest({ ...crowd, lanes: [bucket] }, 1);
    expect([known.outcome, remedyLeadText(known)]).toEqual(['deny', 'As far as N2 knows, admitted']);
    expect(httpAnswer(known, frame).fields).toEqual(['Retry-After: 4']);
  });

  it('takes time even if it admits', () => {
    const why = explainRequest(RACE, 4);
    expect([why.outcome, httpAnswer(why, frame).note]).toEqual(['allow', 'The answer comes after 4 ms.']);
  });

  it('without a remedy reads as in a non-distributed lane', () => {
    const large = explainRequest({ ...crowd, traffic: [{ kind: 'times', at: [1], cost: 9 }] }, 0);
    expect([large.outcome, noRemedyText(large)]).toEqual([
      'deny',
      'No wait helps: this request would never be admitted.',
    ]);
    expect(httpAnswer(large, frame).note).toBe('No Retry-After: waiting would not help.');
    const unrouted = explainRequest(
      { ...crowd, cluster: { nodes: 1, faults: [{ kind: 'node-down', node: 0, at: 0 }] } },
      0,
    );
    expect([atNodeText(unrouted), noRemedyText(unrouted)]).toEqual(['', 'It is unknown when it would be admitted.']);
    // No node is there to say that there were too many.
    expect(httpAnswer(unrouted, frame)).toMatchObject({ status: '503 Service Unavailable', fields: [] });
  });

  it('has no node in a non-distributed lane', () => {
    expect([atNodeText(denied), remedyLeadText(denied)]).toEqual(['', 'Admitted']);
  });
});
