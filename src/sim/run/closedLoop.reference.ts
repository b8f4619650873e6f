/**
 * For tests only: a second, slow implementation of closed-loop clients. All pending events are in one list, which is sorted
 * at every step. Limiters and random streams are shared with the app; the behaviour of the clients is not.
 */
import type { KeyState } from '../limiters/limiter.ts';
import { outcomeOf } from '../verdict.ts';
import { makeStream, nextFloat, type RandomStream } from '../random.ts';
import type { ClientsEntry } from '../traffic/clients/index.ts';
import { NEVER } from '../time.ts';
import type { LimiterPlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';

export interface ReferenceRow {
  readonly at: number;
  readonly key: string;
  readonly cost: number;
  readonly entry: number;
  readonly client: number;
  readonly job: number;
  readonly try: number;
  readonly outcome: string;
  readonly wait: number;
}

interface Event {
  readonly at: number;
  readonly entry: number;
  readonly order: number;
  readonly go: () => void;
}

const micros = (seconds: number): number => Math.round(seconds * 1e6);

/** The rows of a lane with unit costs, own or shared keys, and clients with steady arrivals. */
export function referenceRows(
  { scenario, duration }: Plan,
  { algorithm: limiter, params, policy }: LimiterPlan,
): ReferenceRow[] {
  const rows: ReferenceRow[] = [];
  const states = new Map<string, KeyState>();
  const events: Event[] = [];
  let order = 0;
  const later = (at: number, entry: number, go: () => void): void => {
    events.push({ at, entry, order: order++, go });
  };

  scenario.traffic.forEach((entry, index) => {
    if (entry.kind === 'clients') for (let client = 1; client <= entry.count; client++) start(entry, index, client);
    if (entry.kind === 'times') {
      for (const second of [...entry.at].sort((a, b) => a - b)) {
        later(micros(second), index, () => ask(micros(second), index, 'a', { client: 0, job: 0, try: 1 }));
      }
    }
  });
  while (events.length > 0) {
    events.sort((a, b) => a.at - b.at || a.entry - b.entry || a.order - b.order);
    events.shift()?.go();
  }
  return rows;

  function ask(at: number, entry: number, key: string, jobTry: { client: number; job: number; try: number }) {
    const state = states.get(key) ?? limiter.init(params);
    states.set(key, state);
    const outcome = outcomeOf(limiter.decide(state, params, at, 1));
    const wait = outcome === 'delay' ? (state['wait'] as number) : 0;
    rows.push({ at, key, cost: 1, entry, ...jobTry, outcome, wait });
    const retryAfter = (): number => limiter.retryAfter(state, params, at, 1);
    return { outcome, wait, retryAfter };
  }

  function start(clients: ClientsEntry, entry: number, client: number): void {
    const { retry, maxTries = Infinity } = clients;
    const key = clients.keys === 'own' ? `${clients.key}-${client}` : clients.key;
    const from = micros(clients.from);
    const to = Math.min(duration, clients.to === undefined ? duration : micros(clients.to));
    const timeout = clients.timeout === undefined ? NEVER : micros(clients.timeout);
    const random: RandomStream = makeStream(scenario.seed, clients.stream, 4 * client + 3);
    let jobs = 0;

    /** Makes a try of a job; `settled` is called when the job is done or given up, with the pause before a further try. */
    function makeTry(
      at: number,
      job: number,
      number: number,
      previous: number,
      on: { tried?: (at: number, refused: boolean) => void; settled?: (at: number, pause: number) => void },
    ): void {
      const { outcome, wait, retryAfter } = ask(at, entry, key, { client, job, try: number });
      on.tried?.(at, outcome === 'deny');
      if (outcome !== 'deny' && wait <= timeout) {
        on.settled?.(at + wait, 0);
        return;
      }
      const endedAt = outcome === 'deny' ? at : at + timeout;
      const pause = pauseAfter(number, previous, outcome === 'deny' ? retryAfter : () => NEVER);
      if (pause === NEVER || number >= maxTries) {
        on.settled?.(endedAt, pause);
        return;
      }
      const next = endedAt + pause;
      if (next < duration) later(next, entry, () => makeTry(next, job, number + 1, pause, on));
    }

    function pauseAfter(number: number, previous: number, retryAfter: () => number): number {
      if (retry.strategy === 'retry-poll') return micros(retry.every);
      if (retry.strategy === 'retry-after') {
        const exact = retryAfter();
        return exact === NEVER ? NEVER : Math.max(1, Math.ceil(exact / 1e6)) * 1e6;
      }
      if (retry.strategy === 'careless') return retryAfter();
      if (retry.strategy !== 'backoff') return NEVER;
      const [base, cap] = [micros(retry.base), micros(retry.cap)];
      if (retry.jitter === 'decorrelated') {
        const max = 3 * (previous === 0 ? base : Math.max(base, previous));
        return Math.min(cap, Math.round(base + nextFloat(random) * (max - base)));
      }
      let w = base;
      for (let k = 1; k < number && w < cap; k++) w *= retry.factor;
      w = Math.min(cap, Math.round(w));
      if (retry.jitter === 'none') return w;
      if (retry.jitter === 'full') return Math.round(nextFloat(random) * w);
      return Math.round((0.5 + nextFloat(random) * 0.5) * w);
    }

    const begin = (at: number, go: (job: number) => void): void => {
      const job = ++jobs;
      if (at < to) later(at, entry, () => go(job));
    };

    if (clients.rate !== undefined) {
      for (let k = 0; from + Math.round((k * 1e6) / clients.rate) < to; k++) {
        const at = from + Math.round((k * 1e6) / clients.rate);
        begin(at, (job) => makeTry(at, job, 1, 0, {}));
      }
    } else if (retry.strategy === 'careless') {
      const next = (at: number): void =>
        begin(at, (job) =>
          makeTry(at, job, 1, 0, {
            tried: (now, refused) => !refused && next(now + micros(retry.every)),
            // A job that no wait helps is followed by none, and no number is given to one.
            settled: (now, pause) => pause > 0 && pause !== NEVER && next(now + pause),
          }),
        );
      next(from);
    } else if (retry.strategy === 'abuser') {
      const send = (k: number): void => {
        const at = from + Math.ceil((k * policy.T) / (retry.a * policy.n) - 1e-7);
        begin(at, (job) => makeTry(at, job, 1, 0, { tried: () => send(k + 1) }));
      };
      send(0);
    } else {
      const phase = (index: number, at: number): void => {
        const here = clients.phases?.[index];
        if (here === undefined) return;
        let [over, last] = [0, at];
        const done = (now: number): void => {
          last = Math.max(last, now);
          if (++over === here.jobs) phase(index + 1, Math.max(last, at + Math.round((here.jobs * 1e6) / here.rate)));
        };
        const send = (k: number): void => {
          if (k === here.jobs) return;
          const when = at + Math.round((k * 1e6) / here.rate);
          let first = true;
          const tried = (): void => {
            if (first) send(k + 1);
            first = false;
          };
          begin(when, (job) => makeTry(when, job, 1, 0, { tried, settled: done }));
        };
        if (at < to) send(0);
      };
      phase(0, from);
    }
  }
}
