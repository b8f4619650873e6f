/**
 * A distributed lane with a real store: the same programs run with a real clock against a real server. This class says
 * which requests run on which node, and turns the answers into a lane like a simulated one.
 */
import { skewedClock, type Clock } from '../cluster/clock.ts';
import type { Message, Reply } from '../cluster/command.ts';
import { Router } from '../cluster/routing.ts';
import type { RequestContext } from '../cluster/scheme.ts';
import { SimulatedStore } from '../cluster/simulatedStore.ts';
import type { KeyState } from '../limiters/limiter.ts';
import { arrivalsAt, costAt, keyAt, type Arrivals } from '../arrivals.ts';
import { routingStream } from './clusterStreams.ts';
import { ClusterTraceBuilder, type TracedAnswer } from './clusterTraceBuilder.ts';
import type { SchemePlan } from './lanePlan.ts';
import { answerWithoutProgram } from './schemeAnswer.ts';
import { runToEnd } from '../slices.ts';
import type { Instant } from '../time.ts';
import type { Plan } from './plan.ts';
import { summarizeInSlices } from './laneFigures.ts';
import type { LaneRun } from './laneRun.ts';

/** A request for which a program must run. */
export interface RemoteRequest {
  readonly request: number;
  readonly node: number;
  /** The request's instant in the scenario. */
  readonly at: Instant;
}

export class RemoteLane {
  readonly lanePlan: SchemePlan;
  /** In order of time: the requests that reach a node and whose cost can ever be admitted. The others are already decided. */
  readonly requests: readonly RemoteRequest[];
  readonly #plan: Plan;
  readonly #nodes: readonly (number | null)[];
  readonly #clocks: readonly Clock[];
  readonly #memories: readonly Map<string, KeyState>[];
  readonly #answers: (TracedAnswer | undefined)[];
  /** Used only for `ASK`. */
  readonly #server: SimulatedStore;
  #serverNow: Instant = 0;

  constructor(plan: Plan, lanePlan: SchemePlan) {
    const { arrivals, scenario } = plan;
    const { cluster, algorithm: scheme, params } = lanePlan;
    const numbers = Array.from({ length: cluster.nodes }, (_, node) => node);
    const router = new Router(cluster.nodes, cluster.routing, routingStream(scenario.seed));
    const maxCost = scheme.maxCost(params);
    this.lanePlan = lanePlan;
    this.#plan = plan;
    this.#server = new SimulatedStore(scheme.server?.(params) ?? null);
    this.#clocks = numbers.map((number) => skewedClock(cluster.skew.find(({ node }) => node === number)));
    this.#memories = numbers.map(() => new Map<string, KeyState>());
    this.#answers = Array.from({ length: arrivals.count });
    const asked: RemoteRequest[] = [];
    this.#nodes = this.#answers.map((_, request) => {
      const node = router.route(keyNameOf(arrivals, request));
      const answer = answerWithoutProgram(node, costAt(arrivals, request), maxCost);
      if (answer !== null) this.recordAnswer(request, { ...answer, latency: 0, messages: 0 });
      else asked.push({ request, node: node as number, at: arrivals.at[request] as number });
      return node;
    });
    this.requests = asked;
  }

  /** @param now true time, instead of the request's instant in the scenario */
  context({ request, node, at }: RemoteRequest, now: Instant = at): RequestContext {
    const { arrivals } = this.#plan;
    return {
      key: keyNameOf(arrivals, request),
      cost: costAt(arrivals, request),
      now: (this.#clocks[node] as Clock)(now),
      node,
      joinedAt: undefined,
      request,
      memory: this.#memories[node] as Map<string, KeyState>,
      wantsExplanation: false,
    };
  }

  /** The reply of the scheme's own server. `now` may be earlier than in the previous call; the server's clock never goes back. */
  answerAsk(question: Message, now: Instant): Reply {
    this.#serverNow = Math.max(this.#serverNow, now);
    return this.#server.execute(question, this.#serverNow, 0);
  }

  recordAnswer(request: number, answer: TracedAnswer): void {
    this.#answers[request] = answer;
  }

  /** The lane with the decisions made so far. */
  toLaneRun(): LaneRun {
    const { arrivals, end } = this.#plan;
    const traceBuilder = new ClusterTraceBuilder(end);
    const requests: number[] = [];
    this.#answers.forEach((answer, request) => {
      if (answer === undefined) return;
      requests.push(request);
      traceBuilder.setAnswer(traceBuilder.addRow(this.#nodes[request] as number | null), answer);
      for (let message = 0; message < answer.messages; message++)
        traceBuilder.countExecuted(arrivals.at[request] as number);
    });
    const decidedArrivals = requests.length === arrivals.count ? arrivals : arrivalsAt(arrivals, requests);
    const trace = { arrivals: decidedArrivals, ...traceBuilder.build(() => []) };
    const summary = runToEnd(summarizeInSlices(this.#plan, this.lanePlan, trace, 0));
    return { plan: this.lanePlan, ...trace, summary, report: null };
  }
}

function keyNameOf(arrivals: Arrivals, request: number): string {
  return arrivals.keys[keyAt(arrivals, request)] as string;
}
