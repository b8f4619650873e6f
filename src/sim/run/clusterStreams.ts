/** The cluster's random streams: one for the routing and one for each link, distinct from those of traffic entries. */
import { makeStream, type RandomStream } from '../random.ts';

const CLUSTER_STREAM = 4_294_967_295;
const ROUTING_SUBSTREAM = 0;
const FIRST_LINK_SUBSTREAM = 1;

export function routingStream(seed: number): RandomStream {
  return makeStream(seed, CLUSTER_STREAM, ROUTING_SUBSTREAM);
}

export function linkStream(seed: number, node: number): RandomStream {
  return makeStream(seed, CLUSTER_STREAM, FIRST_LINK_SUBSTREAM + node);
}
