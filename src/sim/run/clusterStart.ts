/** The state of a distributed lane at time 0, and the nodes that are added to it. */
import { skewedClock } from '../cluster/clock.ts';
import { PendingCrashes, type Crash } from '../cluster/faults.ts';
import { NetworkLink } from '../cluster/networkLink.ts';
import { ClusterNode } from '../cluster/node.ts';
import { Router } from '../cluster/routing.ts';
import { SimulatedStore } from '../cluster/simulatedStore.ts';
import type { ClusterState } from './clusterState.ts';
import { linkStream, routingStream } from './clusterStreams.ts';
import { RequestsInFlight, type InFlightRequest } from './inFlight.ts';
import type { SchemePlan } from './lanePlan.ts';
import { TimedQueue } from './timedQueue.ts';

export function initialState(lanePlan: SchemePlan, seed: number, crashes: readonly Crash[]): ClusterState {
  const { cluster, algorithm, params } = lanePlan;
  const state: ClusterState = {
    store: new SimulatedStore(algorithm.server?.(params) ?? null),
    router: new Router(cluster.nodes, cluster.routing, routingStream(seed)),
    nodes: [],
    inFlight: new RequestsInFlight(),
    crashes: new PendingCrashes(crashes),
    queue: new TimedQueue(),
    busyUntil: 0,
    nextFault: 0,
    sentCount: 0,
    executedCount: 0,
    connectionCount: 0,
    stopsAccepting: false,
  };
  for (let number = 0; number < cluster.nodes; number++) addNode(state, lanePlan, seed, number);
  return state;
}

export function addNode(state: ClusterState, { cluster }: SchemePlan, seed: number, number: number): void {
  const clock = skewedClock(cluster.skew.find(({ node }) => node === number));
  const link = new NetworkLink(cluster.links[number] ?? cluster.latency, linkStream(seed, number));
  const node = new ClusterNode<InFlightRequest>(number, clock, link);
  node.connection = state.connectionCount++;
  state.nodes.push(node);
}
