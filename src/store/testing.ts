/** For tests only: a playground over a simulator in this process. */
import { expect } from 'vitest';
import {
  openSession,
  parseScenario,
  plan,
  sentence,
  simulateAll,
  survey,
  limiterById,
  type Limiter,
  type Scenario,
  type Session,
} from '../sim/index.ts';
import type { Conversation, SimulationClient } from '../worker/client.ts';
import { createActions } from './actions.ts';
import { openWork } from './opening.ts';
import type { Shelf } from './persistence.ts';
import { createPlayground } from './store.ts';

export function scenarioOf(document: object): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error(parsed.problems.map(sentence).join(' '));
  return parsed.scenario;
}

/** Answers as the worker does, at once. */
function clientHere(): SimulationClient {
  let session: Session | null = null;
  const answers: { [K in keyof Conversation]: (ask: Conversation[K]['ask']) => Conversation[K]['answer'] } = {
    simulate({ scenario, look }) {
      const planned = plan(scenario);
      if (!planned.ok) return planned;
      session = openSession(simulateAll(planned.plan));
      const { arrivals, end } = planned.plan;
      return {
        ok: true,
        frames: session.frames,
        end,
        requests: arrivals.count,
        keys: arrivals.keys,
        overview: session.overview(10),
        looked: session.look(look),
      };
    },
    look: ({ look }) => session!.look(look),
    moment: ({ at, through, key }) => session!.moment(at, through, key),
    verdicts: ({ at }) => session!.verdicts(at),
    decisions: ({ lane, from, to }) => session!.decisions(lane, from, to),
    why: ({ lane, request }) => session!.why(lane, request),
    step: ({ at, selected, by }) => session!.step(at, selected, by),
    disagreement: ({ compared, at, selected, by }) => session!.disagreement(compared, at, selected, by),
    audition: ({ lane, at, through, key }) => session!.audition(lane, at, through, key),
    survey: ({ limiter, edition }) => {
      if (limiter === 'hybrid') throw new Error('It was not to be measured');
      return { ...survey(limiterById(limiter) as Limiter, edition), nanoseconds: 1 };
    },
  };
  return {
    ask: (kind, ask) => Promise.resolve().then(() => answers[kind](ask)),
    stop: () => undefined,
    listen: () => undefined,
  };
}

export const BASE = {
  title: 'Base',
  notes: 'Watch this.',
  policy: { n: 2, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [1, 1, 1, 12] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};

export function shelf(): Shelf {
  const content = new Map<string, string>();
  return {
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
    removeItem: (key) => void content.delete(key),
  };
}

/** A playground with the base scenario on the table, computed. */
export async function playground(document: object = BASE, storage = shelf()) {
  const scenario = scenarioOf(document);
  const store = createPlayground({
    client: clientHere(),
    clock: { frame: () => undefined },
    storage,
    reducedMotion: () => false,
    scenario,
  });
  openWork(store, { scenario, view: null, label: 'start', record: false });
  store.rerun();
  const actions = createActions(store);
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(store.getState().busy).toBe(false);
  };
  await settled();
  const admitted = () => store.getState().result?.frames.map(({ summary }) => summary.admitted);
  return { store, actions, settled, admitted, storage };
}
