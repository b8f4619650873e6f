/** What traffic costs compared with deciding on it: generated and merged beforehand, or event by event as clients react. */
import { simulateToEnd, planOf, type Plan } from '../sim/engine.ts';
import { openLoopArrivals } from '../sim/traffic/index.ts';
import { loadSandbox } from '../sandbox/index.ts';
import { clientLoop } from './clientLoop.ts';
import { runInterleaved, median } from './measure.ts';
import { WITHOUT_REFERENCE, type ReportLine, type ReportSection } from './report.ts';
import { scenarioOf } from '../sim/index.ts';
import { POLICY } from './scenarios.ts';

const SIX_LANES = ['fixed-window', 'sliding-log', 'sliding-counter', 'token-bucket', 'gcra', 'cooldown-score'];
/** Seconds of a run with clients. */
const DURATION = 100;
const POLICY_OF_CLIENTS = { n: 5, T: 10 };
const MAX_SHARE_OF_DECIDING = 1 / 3;
const MAX_DECISIONS_PER_EVENT = 5;
const MAX_GROWTH = 11;
const MAX_SCRIPT_MS = 1_000;

/** Every open-loop kind, several keys, random costs: about that many requests in all. */
function openLoopMixPlan(requests: number): Plan {
  const [to, each] = [1_000, requests / 7];
  const rate = each / to;
  return planOf(
    scenarioOf({
      duration: to,
      policy: POLICY,
      traffic: [
        { kind: 'steady', rate, key: 'steady' },
        { kind: 'poisson', rate, keys: { count: 100, share: 'zipf' } },
        { kind: 'ramp', rate: [0, 2 * rate] },
        { kind: 'on-off', rate: 5 * rate, on: 2, off: 8, keys: { count: 10, share: 'noisy' } },
        { kind: 'daily', mean: rate, cost: { of: [1, 5], weights: [9, 1] } },
        { kind: 'burst', at: 10, count: Math.round(each), spread: 900 },
        { kind: 'poisson', rate, key: 'other' },
      ],
      lanes: SIX_LANES.map((limiter) => ({ limiter })),
    }),
  );
}

/**
 * Clients of which each asks for twice what it is let have, and backs off; or the same number of requests as clients make,
 * open loop, over as many keys.
 */
function closedLoopPlan(clients: number): Plan {
  return planOf(
    scenarioOf({
      duration: DURATION,
      policy: POLICY_OF_CLIENTS,
      traffic: [
        { kind: 'clients', count: clients, rate: 1, arrivals: 'poisson', retry: { strategy: 'backoff' }, maxTries: 8 },
      ],
      lanes: [{ limiter: 'token-bucket' }],
    }),
  );
}

function openLoopPlan(clients: number, requests: number): Plan {
  return planOf(
    scenarioOf({
      duration: DURATION,
      policy: POLICY_OF_CLIENTS,
      traffic: [{ kind: 'poisson', rate: requests / DURATION, keys: { count: clients, share: 'even' } }],
      lanes: [{ limiter: 'token-bucket' }],
    }),
  );
}

/** How the time per event grows with ten times the clients. */
function growthLine(what: string, clients: number, taken: number, takenByTenth: number): ReportLine {
  return {
    name: `${what}: ${clients.toLocaleString('en-US')} clients`,
    value: taken,
    unit: 'ms',
    ratio: taken / takenByTenth,
    against: `${(clients / 10).toLocaleString('en-US')} clients`,
    reference: takenByTenth,
    target: { text: `${MAX_GROWTH} × or less for 10 × the clients`, met: taken <= MAX_GROWTH * takenByTenth },
  };
}

export async function benchmarkTraffic(requests: number, clients: number, rounds: number): Promise<ReportSection> {
  const openLoopMix = openLoopMixPlan(requests);
  const { scenario } = openLoopMix;
  const tenthOfClients = closedLoopPlan(clients / 10);
  const baseClients = closedLoopPlan(clients);
  const tenfoldClients = closedLoopPlan(10 * clients);
  const events = simulateToEnd(baseClients).lanes[0]!.arrivals.count;
  const open = openLoopPlan(clients, events);
  const sandbox = await loadSandbox();
  const code = 'for (let i = 0; i < 100000; i++) send(i / 1000, { key: "user" + (i % 50), cost: 1 });';
  const script = () => sandbox.start(code, { seed: 1, stream: 0, n: 10, T: 60, duration: 100 }).close();
  const timings = (
    await runInterleaved(
      [
        {
          name: 'made',
          run: () => openLoopArrivals(scenario.traffic, { seed: scenario.seed, durationSeconds: 1_000 }),
        },
        { name: 'decided', run: () => simulateToEnd(openLoopMix) },
        { name: 'a tenth', run: () => simulateToEnd(tenthOfClients) },
        { name: 'clients', run: () => simulateToEnd(baseClients) },
        { name: 'ten times', run: () => simulateToEnd(tenfoldClients) },
        { name: 'by hand', run: () => clientLoop({ clients, ...POLICY_OF_CLIENTS, duration: DURATION }) },
        {
          name: 'ten times by hand',
          run: () => clientLoop({ clients: 10 * clients, ...POLICY_OF_CLIENTS, duration: DURATION }),
        },
        { name: 'open', run: () => simulateToEnd(open) },
        { name: 'script', run: script },
      ],
      rounds,
      2,
    )
  ).map(median);
  const [
    generationMs = 0,
    decidingMs = 0,
    tenthMs = 0,
    baseMs = 0,
    tenfoldMs = 0,
    byHandMs = 0,
    tenfoldByHandMs = 0,
    openLoopMs = 0,
    scriptMs = 0,
  ] = timings;
  const perEvent = (baseMs * 1e6) / events;
  const perDecision = (openLoopMs * 1e6) / open.arrivals.count;
  const lines: readonly ReportLine[] = [
    {
      name: `${openLoopMix.arrivals.count.toLocaleString('en-US')} open-loop requests, made and merged`,
      value: generationMs,
      unit: 'ms',
      ratio: generationMs / decidingMs,
      against: 'six lanes deciding on them',
      reference: decidingMs,
      target: { text: 'a third or less', met: generationMs <= decidingMs * MAX_SHARE_OF_DECIDING },
    },
    {
      name: `closed loop: ${clients.toLocaleString('en-US')} clients, ${events.toLocaleString('en-US')} events`,
      value: perEvent,
      unit: 'ns an event',
      ratio: perEvent / perDecision,
      against: 'an open-loop decision over as many keys',
      reference: perDecision,
      target: { text: `${MAX_DECISIONS_PER_EVENT} × or less`, met: perEvent <= MAX_DECISIONS_PER_EVENT * perDecision },
    },
    growthLine('closed loop', clients, baseMs, tenthMs),
    growthLine('closed loop', 10 * clients, tenfoldMs, baseMs),
    { ...growthLine('closed loop by hand', 10 * clients, tenfoldByHandMs, byHandMs), target: null },
    {
      name: 'script: 100,000 requests from its top level',
      value: scriptMs,
      unit: 'ms',
      ...WITHOUT_REFERENCE,
      target: { text: `under ${MAX_SCRIPT_MS} ms`, met: scriptMs < MAX_SCRIPT_MS },
    },
  ];
  return {
    title: `Traffic: open loop, clients that react, scripts, ${rounds} rounds`,
    lines,
    notes: [
      'All open-loop kinds, with several keys and costs. Deciding is a whole run of the six lanes, figures included.',
      'Clients have a key each and back off with full jitter; a run of theirs has its figures in it too.',
      'By hand: a heap of events and a bucket a client, with no figures.',
    ],
  };
}
