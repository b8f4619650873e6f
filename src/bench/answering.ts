/** What traffic costs beside the decisions on it: made and merged beforehand, or event by event as clients answer back. */
import { simulateAll, type Plan } from '../sim/engine.ts';
import { openLoop } from '../sim/traffic/index.ts';
import { loadSandbox } from '../sandbox/index.ts';
import { interleaved, median } from './measure.ts';
import { alone, type Line, type Section } from './report.ts';
import { planOf, POLICY, read } from './traffic.ts';

const SIX_LANES = ['fixed-window', 'sliding-log', 'sliding-counter', 'token-bucket', 'gcra', 'cooldown-score'];
/** Seconds of a run with clients. */
const DURATION = 100;
const MOST_OF_DECIDING = 1 / 3;
const MOST_DECISIONS_AN_EVENT = 8;
const MOST_GROWTH = 13;
const MOST_SCRIPT_MS = 1_000;

/** Every open-loop kind, several keys, costs at random: about so many requests in all. */
function everyKind(requests: number): Plan {
  const [to, each] = [1_000, requests / 7];
  const rate = each / to;
  return planOf(
    read({
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
function crowd(clients: number): Plan {
  return planOf(
    read({
      duration: DURATION,
      policy: { n: 5, T: 10 },
      traffic: [
        { kind: 'clients', count: clients, rate: 1, arrivals: 'poisson', retry: { strategy: 'backoff' }, maxTries: 8 },
      ],
      lanes: [{ limiter: 'token-bucket' }],
    }),
  );
}

function openCrowd(clients: number, requests: number): Plan {
  return planOf(
    read({
      duration: DURATION,
      policy: { n: 5, T: 10 },
      traffic: [{ kind: 'poisson', rate: requests / DURATION, keys: { count: clients, share: 'even' } }],
      lanes: [{ limiter: 'token-bucket' }],
    }),
  );
}

/** What ten times the clients take. */
function growth(clients: number, taken: number, tenth: number): Line {
  return {
    name: `closed loop: ${clients.toLocaleString('en-US')} clients`,
    value: taken,
    unit: 'ms',
    ratio: taken / tenth,
    against: `${(clients / 10).toLocaleString('en-US')} clients`,
    reference: tenth,
    aim: { text: `${MOST_GROWTH} × or less for 10 × the clients`, met: taken <= MOST_GROWTH * tenth },
  };
}

export async function answering(requests: number, clients: number, rounds: number): Promise<Section> {
  const many = everyKind(requests);
  const { scenario } = many;
  const tenth = crowd(clients / 10);
  const few = crowd(clients);
  const crowded = crowd(10 * clients);
  const events = simulateAll(few).lanes[0]!.arrivals.count;
  const open = openCrowd(clients, events);
  const sandbox = await loadSandbox();
  const code = 'for (let i = 0; i < 100000; i++) send(i / 1000, { key: "user" + (i % 50), cost: 1 });';
  const script = () => sandbox.start(code, { seed: 1, stream: 0, n: 10, T: 60, duration: 100 }).close();
  const taken = (
    await interleaved(
      [
        { name: 'made', run: () => openLoop(scenario.traffic, { seed: scenario.seed, horizon: 1_000 }) },
        { name: 'decided', run: () => simulateAll(many) },
        { name: 'a tenth', run: () => simulateAll(tenth) },
        { name: 'clients', run: () => simulateAll(few) },
        { name: 'ten times', run: () => simulateAll(crowded) },
        { name: 'open', run: () => simulateAll(open) },
        { name: 'script', run: script },
      ],
      rounds,
      2,
    )
  ).map(median);
  const [made = 0, decided = 0, fewer = 0, answered = 0, tenfold = 0, openly = 0, scripted = 0] = taken;
  const perEvent = (answered * 1e6) / events;
  const perDecision = (openly * 1e6) / open.arrivals.count;
  const lines: readonly Line[] = [
    {
      name: `${many.arrivals.count.toLocaleString('en-US')} open-loop requests, made and merged`,
      value: made,
      unit: 'ms',
      ratio: made / decided,
      against: 'six lanes deciding on them',
      reference: decided,
      aim: { text: 'a third or less', met: made <= decided * MOST_OF_DECIDING },
    },
    {
      name: `closed loop: ${clients.toLocaleString('en-US')} clients, ${events.toLocaleString('en-US')} events`,
      value: perEvent,
      unit: 'ns an event',
      ratio: perEvent / perDecision,
      against: 'an open-loop decision over as many keys',
      reference: perDecision,
      aim: { text: `${MOST_DECISIONS_AN_EVENT} × or less`, met: perEvent <= MOST_DECISIONS_AN_EVENT * perDecision },
    },
    growth(clients, answered, fewer),
    growth(10 * clients, tenfold, answered),
    {
      name: 'script: 100,000 requests from its top level',
      value: scripted,
      unit: 'ms',
      ...alone,
      aim: { text: `under ${MOST_SCRIPT_MS} ms`, met: scripted < MOST_SCRIPT_MS },
    },
  ];
  return {
    title: `Traffic: open loop, clients that answer back, scripts, ${rounds} rounds`,
    lines,
    notes: [
      'All open-loop kinds, with several keys and costs. Deciding is a whole run of the six lanes, figures included.',
      'Clients have a key each and back off with full jitter; a run of theirs has its figures in it too.',
    ],
  };
}
