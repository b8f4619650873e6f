/** What a run is looked for by besides its words and its limiters: what its requests, clients, nodes and store do. */
import { atomicVariantOf, type Cluster, type Fault, type Scenario, type TrafficEntry } from '../../sim/index.ts';
import type { SearchField } from './search.ts';

interface Trait<T> {
  readonly isIn: (part: T) => boolean;
  /** `a race`: said of what is found by it, and searched. */
  readonly name: string;
  /** What else people type who look for it. */
  readonly words: string;
}

type Clients = Extract<TrafficEntry, { readonly kind: 'clients' }>;

const retries = (strategy: Clients['retry']['strategy']) => (entry: TrafficEntry) =>
  entry.kind === 'clients' && entry.retry.strategy === strategy;
const fails = (...kinds: readonly Fault['kind'][]) => {
  return ({ faults }: Cluster) => faults.some(({ kind }) => kinds.includes(kind));
};

const ABUSE = 'abuse attack DDoS login brute force bot scraper noisy';

const OF_TRAFFIC: readonly Trait<TrafficEntry>[] = [
  { isIn: retries('backoff'), name: 'clients that back off', words: 'backoff exponential retry retries jitter' },
  { isIn: retries('retry-after'), name: 'clients that obey Retry-After', words: 'retry retries header' },
  { isIn: retries('retry-poll'), name: 'clients that poll', words: 'polling retry retries storm' },
  { isIn: retries('careless'), name: 'a client that ignores refusals', words: `careless hammering ${ABUSE}` },
  { isIn: retries('abuser'), name: 'a client above the limit', words: `abuser hammering ${ABUSE}` },
  { isIn: comesBackTogether, name: 'a thundering herd', words: 'stampede retry storm synchronized' },
  { isIn: ({ label }) => label === 'bad', name: 'bad clients', words: ABUSE },
  {
    isIn: ({ keys }) => typeof keys === 'object' && keys.share === 'noisy',
    name: 'a noisy neighbour',
    words: `tenant hot key ${ABUSE}`,
  },
  { isIn: ({ kind }) => kind === 'recording', name: 'a recorded log', words: 'access log replay recording' },
  { isIn: ({ kind }) => kind === 'burst', name: 'a burst', words: 'spike flood flash crowd' },
  { isIn: ({ kind }) => kind === 'daily', name: 'a daily peak', words: 'day night hours' },
  { isIn: ({ kind }) => kind === 'script', name: 'scripted traffic', words: 'javascript program code' },
  { isIn: ({ cost }) => cost !== 1, name: 'requests with costs other than 1', words: 'weight weighted tokens size' },
];

const OF_CLUSTER: readonly Trait<Cluster>[] = [
  { isIn: ({ skew }) => skew.length > 0, name: 'clocks that differ', words: 'clock skew drift NTP time step' },
  { isIn: ({ routing }) => routing === 'sticky', name: 'sticky routing', words: 'session affinity load balancer' },
  {
    isIn: fails('store-down', 'link-down'),
    name: 'a store out of reach',
    words: 'outage failure failover fail open fail closed partition Redis down',
  },
  { isIn: fails('store-slow'), name: 'a slow store', words: 'latency overload timeout Redis' },
  { isIn: fails('store-flush'), name: 'a store that loses its data', words: 'flush restart eviction Redis' },
  { isIn: fails('crash-after', 'node-down'), name: 'a node that dies', words: 'crash outage failure restart' },
  { isIn: fails('node-added', 'node-removed'), name: 'a deploy', words: 'autoscaling scale out scaling nodes' },
];

/** What every refusal is called. */
const REFUSED: SearchField = {
  text: 'denied refused rejected 429 Too Many Requests HTTP status',
  why: 'with requests that are denied',
};

/** @param outcomes of its lanes */
export function traitFields(
  scenario: Scenario,
  outcomes: readonly { readonly denied: number }[],
): readonly SearchField[] {
  const { traffic, cluster } = scenario;
  return [
    ...OF_TRAFFIC.filter(({ isIn }) => traffic.some(isIn)).map(traitField),
    ...(cluster === undefined ? [] : OF_CLUSTER.filter(({ isIn }) => isIn(cluster)).map(traitField)),
    ...(hasRace(scenario) ? [traitField({ name: 'a race', words: 'race condition racing lost update atomic' })] : []),
    ...(outcomes.some(({ denied }) => denied > 0) ? [REFUSED] : []),
  ];
}

function traitField({ name, words }: Pick<Trait<never>, 'name' | 'words'>): SearchField {
  return { text: `${name} ${words}`, why: `with ${name}` };
}

/** Several clients that are told one instant, or wait equally long. */
function comesBackTogether(entry: TrafficEntry): boolean {
  if (entry.kind !== 'clients' || entry.count === 1) return false;
  const { retry } = entry;
  return retry.strategy === 'retry-after' || (retry.strategy === 'backoff' && retry.jitter === 'none');
}

/** Whether several nodes may each decide on what another is about to change. */
function hasRace({ cluster, lanes }: Scenario): boolean {
  if (cluster === undefined || cluster.nodes === 1) return false;
  return lanes.some((lane) => atomicVariantOf(lane) !== null);
}
