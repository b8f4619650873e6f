/**
 * V8 keeps the fields of an object by its hidden class, and code that meets more than four of them looks each field up.
 * An object literal that begins with a spread may get its own class: a limiter that created its state that way took three
 * times as long, and so did the limiter whose functions it shares. Results stay correct, so only this test would show it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { planOf, runToEnd, simulateToEnd } from '../sim/engine.ts';
import { scenarioOf } from '../sim/index.ts';
import type { InFlightMessage } from '../sim/run/inFlight.ts';
import type { SchemeRun } from '../sim/run/laneRun.ts';
import { observeLane } from '../sim/run/simulate.ts';
import { caseOf, casesOf } from '../sim/limiters/testing.ts';
import { cloneState } from '../sim/limiters/limiter.ts';
import { everyRule } from '../sim/systems/everyRule.testing.ts';

setFlagsFromString('--allow-natives-syntax');
const alike = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

/** How many hidden classes objects have that are made one after the other; all are kept, as in an app. */
function shapesOf(make: (i: number) => object): number {
  return shapesIn(Array.from({ length: 100 }, (_, i) => make(i)));
}

function shapesIn(made: readonly object[]): number {
  return made.filter((one, i) => !made.slice(0, i).some((other) => alike(one, other))).length;
}

/** Every message of a run that goes on from its last checkpoint: first those that were under way then, which are copies. */
function messagesAfterCheckpoint() {
  const plan = planOf(
    scenarioOf({
      policy: { n: 50, T: 1 },
      duration: 10,
      traffic: [{ kind: 'poisson', rate: 500 }],
      cluster: { nodes: 2, latency: { kind: 'exponential', mean: 0.01 } },
      lanes: [{ limiter: 'redis-token-bucket', options: { concurrency: 'none' } }],
    }),
  );
  const [lane] = simulateToEnd(plan).lanes as readonly SchemeRun[];
  const checkpoint = lane!.checkpoints!.before(Infinity)!;
  const sent: InFlightMessage[] = [];
  const observer = { onSent: (message: InFlightMessage) => void sent.push(message), isDone: () => sent.length > 200 };
  const others = {
    wantsExplanation: () => false,
    beforeExecute() {},
    afterExecute() {},
    onFailure() {},
    onDecision() {},
  };
  runToEnd(observeLane(plan, lane!.plan, { ...observer, ...others }, checkpoint));
  return { sent, copied: sent.filter(({ request }) => request.row < checkpoint.position.decisions).length };
}

describe('objects of one hidden class, however many are made', () => {
  it('copies of requests and messages, as those that the run makes', () => {
    const { sent, copied } = messagesAfterCheckpoint();
    expect(copied).toBeGreaterThan(3);
    expect(sent.length).toBeGreaterThan(2 * copied);
    expect({
      messages: shapesIn(sent),
      requests: shapesIn(sent.map(({ request }) => request)),
      contexts: shapesIn(sent.map(({ request }) => request.context)),
    }).toEqual({ messages: 1, requests: 1, contexts: 1 });
  });

  const lanes = everyRule.flatMap((limiter) => limiter.editions.map((edition) => ({ limiter, edition })));
  it.each(lanes)('$limiter.id, $edition', ({ limiter, edition }) => {
    const { params, config } = casesOf(limiter).find((one) => one.config.edition === edition)!;
    const policy = (i: number) => ({
      ...config.policy,
      n: config.policy.n + i,
      capacity: config.policy.capacity + i,
    });
    expect({
      params: shapesOf((i) => caseOf(limiter, { ...config, policy: policy(i) }).params),
      states: shapesOf(() => limiter.init(params)),
      clones: shapesOf(() => cloneState(limiter.init(params))),
    }).toEqual({ params: 1, states: 1, clones: 1 });
  });
});
