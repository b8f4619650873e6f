/** For tests only: a playground over a simulator in this process. */
import { expect } from 'vitest';
import { atOnce, openSession, plan, simulateAll, survey, type Session } from '../sim/engine.ts';
import { parseScenario, sentence, limiterById, type Limiter, type Scenario } from '../sim/index.ts';
import { DROPPED, type ClientEvents, type Conversation, type Kind, type SimulationClient } from '../worker/client.ts';
import { createActions } from './actions.ts';
import { openWork } from './opening.ts';
import type { Shelf } from './persistence.ts';
import { createPlayground } from './store.ts';

export function scenarioOf(document: object): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error(parsed.problems.map(sentence).join(' '));
  return parsed.scenario;
}

export interface ClientHere extends SimulationClient {
  /** All that was asked, in order. */
  readonly asked: Kind[];
  /** Questions of this kind wait from now on, until they are let go. */
  hold(kind: Kind): void;
  letGo(kind: Kind): void;
  /** The next question of this kind gets no answer, as when a newer one takes its place. */
  lose(kind: Kind): void;
  /** The worker is another one, which knows no run. */
  replace(): void;
}

/** Answers as the worker does, at once unless told otherwise. */
function clientHere(): ClientHere {
  let session: Session | null = null;
  let events: ClientEvents | null = null;
  const asked: Kind[] = [];
  const held = new Map<Kind, (() => void)[]>();
  const losing: Kind[] = [];
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
        answersBack: planned.plan.answersBack,
        requests: arrivals.count,
        keys: arrivals.keys,
        overview: session.overview(10),
        looked: atOnce(session.look(look)),
      };
    },
    look: ({ look }) => atOnce(session!.look(look)),
    fairness: ({ look }) => atOnce(session!.fairness(look)),
    moment: ({ at, through, key }) => session!.moment(at, through, key),
    verdicts: ({ at }) => session!.verdicts(at),
    decisions: ({ lane, from, to }) => session!.decisions(lane, from, to),
    why: ({ lane, request }) => atOnce(session!.why(lane, request)),
    step: ({ lane, at, selected, by }) => session!.step(lane, at, selected, by),
    same: ({ selected, lane }) => session!.same(selected, lane),
    disagreement: ({ compared, lane, at, selected, by }) => session!.disagreement(compared, lane, at, selected, by),
    audition: ({ lane, at, through, key }) => atOnce(session!.audition(lane, at, through, key)),
    survey: ({ limiter, edition }) => {
      if (limiter === 'hybrid') throw new Error('It was not to be measured');
      return { ...survey(limiterById(limiter) as Limiter, edition), nanoseconds: 1 };
    },
  };
  return {
    asked,
    async ask(kind, ask) {
      asked.push(kind);
      const lost = losing.indexOf(kind);
      if (lost >= 0) losing.splice(lost, 1);
      const waiting = held.get(kind);
      await (waiting === undefined ? undefined : new Promise<void>((go) => void waiting.push(go)));
      const knows = session !== null || kind === 'simulate' || kind === 'survey';
      return lost >= 0 || !knows ? DROPPED : answers[kind](ask);
    },
    hold: (kind) => void held.set(kind, []),
    letGo(kind) {
      const waiting = held.get(kind) ?? [];
      held.delete(kind);
      for (const go of waiting) go();
    },
    lose: (kind) => void losing.push(kind),
    replace() {
      session = null;
      events?.replaced('crashed', '');
    },
    stop: () => undefined,
    listen(listener) {
      events = listener;
    },
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
  const client = clientHere();
  const store = createPlayground({
    client,
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
  return { store, client, actions, settled, admitted, storage };
}
