/**
 * All orders in which the store can execute the commands of requests that come together. An order is forced by delays: the
 * commands on its path get the slots after the last arrival, the next command of each request waits for a slot behind them,
 * and what follows comes by itself. Wherever another request could have come next, another path branches off.
 */
import type { RecordedMessage, SchemePlan } from '../../sim/engine.ts';
import type { Duration, Instant } from '../../sim/index.ts';
import { LATENCY, runRace, type Delay, type RaceRun } from './raceRun.ts';

/** From one command to the next: there and back, so that the next one of the same request needs no delay. */
export const SLOT: Duration = 2 * LATENCY;

/** A run for each order, the first without any choice. */
export function* allOrders(plan: SchemePlan, at: readonly Instant[]): Generator<RaceRun> {
  const crowds = crowdsOf(at);
  const paths: (readonly number[])[] = [[]];
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const run = runRace(plan, { at, moves: delaysFor(plan, path, at, crowds), faults: [] });
    yield run;
    const order = run.messages.map(({ request }) => request);
    // A program that slept came later than its slot: what follows from that is another path's.
    if (path.some((request, place) => order[place] !== request)) continue;
    for (let place = path.length; place < order.length; place++)
      for (const other of choicesAt(run.messages, place, crowds)) paths.push([...order.slice(0, place), other]);
  }
}

/** For each request, when the last of those came that came together with it. */
function crowdsOf(at: readonly Instant[]): readonly Instant[] {
  const last = [...at];
  for (let request = at.length - 2; request >= 0; request--)
    if ((at[request + 1] as Instant) - (at[request] as Instant) <= SLOT) last[request] = last[request + 1] as Instant;
  return last;
}

/** @param path requests, in the order in which their commands are executed first */
function delaysFor(
  { algorithm, params, cluster: { nodes } }: SchemePlan,
  path: readonly number[],
  at: readonly Instant[],
  crowds: readonly Instant[],
): readonly Delay[] {
  const isSerial = algorithm.isSerialPerNode(params);
  const delays: Delay[] = [];
  const sent = at.map((instant) => ({ command: 0, at: instant }));
  const taken = new Map<Instant, number>();
  /** When the node answered the request before it, if its next one begins only then: nodes take turns. */
  const turnOf = (request: number): Instant => (isSerial && sent[request - nodes]?.at) || 0;
  const hold = (request: number, turn: Instant): void => {
    const crowd = crowds[request] as Instant;
    const slot = taken.get(crowd) ?? 0;
    taken.set(crowd, slot + 1);
    const next = sent[request] as { command: number; at: Instant };
    const executed = crowd + LATENCY + slot * SLOT;
    const delay = executed - Math.max(next.at, next.command === 0 ? turn : 0) - LATENCY;
    if (delay > 0) delays.push({ request, command: next.command, delay });
    sent[request] = { command: next.command + 1, at: executed + LATENCY };
  };
  for (const request of path) hold(request, turnOf(request));
  const turns = at.map((_, request) => turnOf(request));
  for (const [request, turn] of turns.entries()) hold(request, turn);
  return delays;
}

/** Other requests whose command could have been the one at that place. */
function choicesAt(messages: readonly RecordedMessage[], place: number, crowds: readonly Instant[]): readonly number[] {
  const { request: chosen } = messages[place] as RecordedMessage;
  const seen = new Set([chosen]);
  const choices: number[] = [];
  for (const later of messages.slice(place + 1)) {
    if (seen.has(later.request)) continue;
    seen.add(later.request);
    // Messages of one node stay in order, and where it handles one request at a time, the next one begins after it.
    const isBlocked = messages
      .slice(place)
      .some(({ node, sendOrder }) => node === later.node && sendOrder < later.sendOrder);
    if (!isBlocked && crowds[later.request] === crowds[chosen]) choices.push(later.request);
  }
  return choices;
}
