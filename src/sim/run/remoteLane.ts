/**
 * A lane of several processes whose store is elsewhere: the very same programs, run by somebody who has a real clock and a
 * real server. Here is what they are asked, on which node, and what is made of their answers: a lane like a simulated one.
 */
import { clockOf, type Clock } from '../cluster/clock.ts';
import type { Message, Reply } from '../cluster/command.ts';
import { Router } from '../cluster/routing.ts';
import type { Context, Ruling } from '../cluster/scheme.ts';
import { Store } from '../cluster/store.ts';
import { DELAY, DENY, DENY_TOO_LARGE, type State } from '../limiters/limiter.ts';
import { costOf, keyOf, type Arrivals, type Way } from '../metrics/trace.ts';
import { makeStream } from '../random.ts';
import type { Duration, Instant } from '../time.ts';
import { CLUSTER_STREAM, ROUTING } from './clusterLoop.ts';
import { ClusterRows, type Decided } from './clusterRows.ts';
import type { SchemePlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';
import { laneRunOf } from './simulate.ts';
import type { LaneRun } from './laneRun.ts';

/** A request that a program is to be run for. */
export interface Asked {
  readonly request: number;
  readonly node: number;
  /** The scenario's own instant. */
  readonly at: Instant;
}

export class RemoteLane {
  readonly lane: SchemePlan;
  /** In order of time: all that reach a node and cost no more than there is. The others are decided already. */
  readonly asked: readonly Asked[];
  readonly #plan: Plan;
  readonly #nodes: readonly (number | null)[];
  readonly #clocks: readonly Clock[];
  readonly #memories: readonly Map<string, State>[];
  readonly #decided: (Decided | undefined)[];
  /** Answers `ASK`, and nothing else. */
  readonly #server: Store;
  #latest: Instant = 0;

  constructor(plan: Plan, lane: SchemePlan) {
    const { arrivals, scenario } = plan;
    const { cluster, limiter, params } = lane;
    const numbers = Array.from({ length: cluster.nodes }, (_, node) => node);
    const router = new Router(cluster.nodes, cluster.routing, makeStream(scenario.seed, CLUSTER_STREAM, ROUTING));
    const most = limiter.most(params);
    this.lane = lane;
    this.#plan = plan;
    this.#server = new Store(limiter.server?.(params) ?? null);
    this.#clocks = numbers.map((number) => clockOf(cluster.skew.find(({ node }) => node === number)));
    this.#memories = numbers.map(() => new Map<string, State>());
    this.#decided = Array.from({ length: arrivals.count });
    const asked: Asked[] = [];
    this.#nodes = this.#decided.map((_, request) => {
      const node = router.route(keyIn(arrivals, request));
      if (node === null) this.decide(request, { verdict: DENY, ...NOTHING }, 'no-node', 0, 0);
      else if (costOf(arrivals, request) > most)
        this.decide(request, { verdict: DENY_TOO_LARGE, ...NOTHING }, 'decided', 0, 0);
      else asked.push({ request, node, at: arrivals.at[request] as number });
      return node;
    });
    this.asked = asked;
  }

  /** @param now true time, in place of the scenario's own */
  context({ request, node, at }: Asked, now: Instant = at): Context {
    const { arrivals } = this.#plan;
    return {
      key: keyIn(arrivals, request),
      cost: costOf(arrivals, request),
      now: (this.#clocks[node] as Clock)(now),
      node,
      request,
      memory: this.#memories[node] as Map<string, State>,
      explains: false,
    };
  }

  /** What the scheme's own server answers. Nodes may be at any instant when they ask; its clock does not step back. */
  answer(question: Message, now: Instant): Reply {
    this.#latest = Math.max(this.#latest, now);
    return this.#server.execute(question, this.#latest, 0);
  }

  /** @param latency until the answer came */
  decide(request: number, ruling: Ruling, way: Way, latency: Duration, messages: number): void {
    const { verdict, level, retryAfter, wait = 0 } = ruling;
    const held = verdict === DELAY ? wait : 0;
    this.#decided[request] = { verdict, level, retryAfter, way, latency, messages, wait: latency + held };
  }

  /** What has been decided so far. */
  run(): LaneRun {
    const { arrivals, end } = this.#plan;
    const rows = new ClusterRows(end);
    const requests: number[] = [];
    this.#decided.forEach((decided, request) => {
      if (decided === undefined) return;
      requests.push(request);
      rows.decide(rows.push(this.#nodes[request] as number | null), decided);
      for (let message = 0; message < decided.messages; message++) rows.ran(arrivals.at[request] as number);
    });
    const known = requests.length === arrivals.count ? arrivals : only(arrivals, requests);
    return laneRunOf(this.#plan, this.lane, { arrivals: known, ...rows.trace() });
  }
}

const NOTHING = { level: null, retryAfter: null };

function keyIn(arrivals: Arrivals, request: number): string {
  return arrivals.keys[keyOf(arrivals, request)] as string;
}

/** Some of the arrivals, in their order. */
function only(arrivals: Arrivals, requests: readonly number[]): Arrivals {
  const { at, key, cost, keys, entry, tries } = arrivals;
  const of = (column: Uint32Array) => Uint32Array.from(requests, (request) => column[request] as number);
  return {
    count: requests.length,
    at: Float64Array.from(requests, (request) => at[request] as number),
    key: key && of(key),
    cost: cost && of(cost),
    keys,
    entry: Uint32Array.from(requests, (request) => entry[request] as number),
    tries: tries && { client: of(tries.client), job: of(tries.job), number: of(tries.number) },
  };
}
