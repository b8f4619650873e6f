import { describe, expect, it } from 'vitest';
import { loadSandbox as startSandbox } from '../sandbox/index.ts';
import { runToEnd, openSession, planOf, simulateToEnd } from '../sim/engine.ts';
import { catalogue, holdOnly, packRecording, scenarioOf, recordingsOf, type Scenario } from '../sim/index.ts';
import {
  OVERVIEW_BINS,
  type QuestionKind,
  type Question,
  type MessageToPage,
  type MessageToWorker,
} from './protocol.ts';
import type { WorkerThread } from './scenarioRun.ts';
import { createSimulator } from './simulator.ts';

/** Enough for several slices, of the run and of its charts. */
const heavyScenario = (n: number): Scenario =>
  scenarioOf({
    policy: { n, T: 1 },
    traffic: [{ kind: 'steady', from: 0, to: 200, rate: 200 }],
    duration: 200,
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'gcra' }, { limiter: 'sliding-log' }],
  });
const LOOK = { from: 0, to: 200e6, columns: 300, trackColumns: 600, key: null, comparedLanes: [0, 1] };

const nextTask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** For scenarios without scripts. */
const loadSandbox = () => Promise.reject(new Error('no scenario here has a script'));

/** A thread whose clock advances by `tick` at every reading, and in whose pauses the test delivers messages. */
function fakeThread({ tick = 10, load = loadSandbox }: { tick?: number; load?: WorkerThread['loadSandbox'] } = {}) {
  const replies: MessageToPage[] = [];
  let time = 0;
  let paused = (): void => undefined;
  const hear = createSimulator({
    send: (message) => replies.push(message),
    yieldToMessages() {
      paused();
      return nextTask(); // as in a browser, what was delivered comes first
    },
    now: () => (time += tick),
    loadSandbox: load,
  });
  return {
    replies,
    hear,
    /** Delivers each message once, in the pause after the given number of replies. */
    onPause: (...messages: readonly (readonly [after: number, request: MessageToWorker])[]) => {
      const waiting = [...messages];
      paused = () => {
        for (let first = waiting[0]; first !== undefined && replies.length >= first[0]; first = waiting[0]) {
          waiting.shift();
          void hear(first[1]);
        }
      };
    },
    kinds: () => replies.map(({ kind, id }) => `${kind} ${id}`),
    answerOf: (id: number): unknown => {
      const message = replies.find((one) => one.kind === 'answer' && one.id === id);
      return message?.kind === 'answer' ? message.answer : undefined;
    },
  };
}

const ask = (kind: QuestionKind, id: number, rest: object): MessageToWorker =>
  ({ kind, id, ...rest }) as unknown as Question;
const run = (id: number, n = 10): MessageToWorker => ask('simulate', id, { scenario: heavyScenario(n), query: LOOK });
const chartsFrom = (id: number, from = 0): MessageToWorker => ask('charts', id, { query: { ...LOOK, from } });
const moment = (id: number, at = 1e6): MessageToWorker => ask('snapshot', id, { at, through: null, key: null });

describe('the simulator', () => {
  it('answers a run with its lane infos, its overview and the first charts', async () => {
    const { hear, answerOf } = fakeThread();
    await hear(run(1));
    const session = openSession(simulateToEnd(planOf(heavyScenario(10))));
    expect(answerOf(1)).toEqual({
      ok: true,
      laneInfos: session.laneInfos,
      failedLanes: [],
      end: 200e6,
      isClosedLoop: false,
      openLoopRequests: 40_000,
      keyNames: ['a'],
      overview: session.overview(OVERVIEW_BINS),
      charts: runToEnd(session.charts(LOOK)),
      moment: null,
    });
    await hear(moment(2));
    expect(answerOf(2)).toEqual(session.snapshot(1e6, null, null));
  });

  it('answers a run with the moment that is shown, if it is asked for', async () => {
    const { hear, answerOf } = fakeThread();
    const at = { at: 2e6, playhead: 150e6, key: null };
    await hear(ask('simulate', 1, { scenario: heavyScenario(10), query: LOOK, moment: at }));
    await hear(ask('snapshot', 2, { at: 2e6, through: null, key: null }));
    await hear(ask('counts', 3, { at: 150e6, through: null }));
    expect(answerOf(1)).toMatchObject({ moment: { snapshots: answerOf(2), counts: answerOf(3) } });
  });

  it('takes over what has not changed, beside a lane that the user wrote', async () => {
    const { hear, kinds } = fakeThread({ load: startSandbox });
    const scenario = scenarioOf({
      traffic: [{ kind: 'steady', to: 20, rate: 200 }],
      lanes: [{ limiter: 'gcra' }, { limiter: 'own' }],
    });
    await hear(ask('simulate', 1, { scenario, query: LOOK }));
    await hear(ask('simulate', 2, { scenario: structuredClone({ ...scenario, title: 'Renamed' }), query: LOOK }));
    expect(kinds()).toEqual(expect.arrayContaining(['progress 1', 'answer 1', 'answer 2']));
    expect(kinds()).not.toContain('progress 2');
  });

  it('ends a lane whose code fails only in what is shown of it, and says so of a later question', async () => {
    const { hear, answerOf, replies } = fakeThread({ load: startSandbox });
    const code = (more: string) => `export const start = () => ({ count: 0 });
export const decide = (state) => state.count++ < 2;
${more}`;
    const late = code(
      "export const level = (state, now) => { if (now > 12) throw new Error('late'); return state.count; };",
    );
    const unsaid = code("export const retryAfter = () => { throw new Error('never'); };");
    const own = (text: string) => ({ limiter: 'own', options: { code: text } });
    const scenario = scenarioOf({
      traffic: [{ kind: 'steady', to: 20, rate: 1 }],
      lanes: [own(late), { limiter: 'gcra' }, own(unsaid)],
    });
    const at = { at: 11e6, playhead: 11e6, key: null };
    await hear(ask('simulate', 1, { scenario, query: { ...LOOK, to: 20e6 }, moment: at }));
    expect(answerOf(1)).toMatchObject({
      laneInfos: [null, { algorithmId: 'gcra' }, { algorithmId: 'own' }],
      charts: { lanes: [null, {}, {}] },
      moment: { snapshots: [null, {}, {}] },
      failedLanes: [
        { laneIndex: 0, line: 3, error: expect.stringMatching(/^Your own, line 3, at 12\.\d+ s: Error: late\.$/) },
      ],
    });
    // It is in no chart.
    await hear(ask('why', 2, { lane: 2, request: 5 }));
    expect(replies.at(-1)).toEqual({
      kind: 'failed',
      id: 2,
      message: 'Your code, line 3, at 5.000 s: Error: never.',
    });
  });

  it('reads a link, a document and a file without a run', async () => {
    const { hear, answerOf } = fakeThread();
    const text = JSON.stringify({ title: 'From outside' });
    await hear(ask('read', 1, { source: text }));
    expect(answerOf(1)).toMatchObject({ ok: true, scenario: { title: 'From outside' } });
    await hear(ask('read', 2, { source: new Blob([text]) }));
    expect(answerOf(2)).toEqual(answerOf(1));
    await hear(ask('read', 3, { source: '#1~AAAAAA.q64FAA' }));
    expect(answerOf(3)).toMatchObject({ ok: false });
  });

  it('reports the progress of a run, and then sends heartbeats until its charts are ready', async () => {
    const { hear, kinds } = fakeThread({ tick: 60 });
    await hear(run(1));
    const said = kinds();
    const phases = said.filter((one, i) => one !== said[i - 1]);
    expect(phases).toEqual(['progress 1', 'heartbeat 1', 'answer 1']);
    // Three lanes of 40,000 requests each.
    expect(said.filter((one) => one === 'heartbeat 1').length).toBeGreaterThanOrEqual(6);
  });

  it('sends heartbeats during later charts queries as well', async () => {
    const { hear, replies, kinds } = fakeThread({ tick: 60 });
    await hear(run(1));
    replies.length = 0;
    await hear(chartsFrom(2));
    expect(kinds().filter((one) => one === 'heartbeat 2').length).toBeGreaterThanOrEqual(6);
    expect(kinds().at(-1)).toBe('answer 2');
  });

  it('sends only the answer if there is little to do', async () => {
    const { hear, replies, kinds } = fakeThread({ tick: 0 });
    await hear(run(1));
    replies.length = 0;
    await hear(chartsFrom(2));
    expect(kinds()).toEqual(['answer 2']);
  });

  it('answers other questions during a charts query', async () => {
    const { hear, replies, onPause, kinds } = fakeThread();
    await hear(run(1));
    replies.length = 0;
    onPause([2, moment(3)]);
    await hear(chartsFrom(2));
    expect(kinds().indexOf('answer 3')).toBeGreaterThan(0);
    expect(kinds().indexOf('answer 3')).toBeLessThan(kinds().indexOf('answer 2'));
  });

  describe('a fairness query', () => {
    const shares = ask('fairness', 2, { query: { lane: 2, from: 0, to: 200e6, columns: 300, maxKeys: 5 } });

    it('is answered, with heartbeats', async () => {
      const { hear, kinds, answerOf } = fakeThread();
      await hear(run(1));
      await hear(shares);
      expect(kinds()).toContain('heartbeat 2');
      // 10 of 200 a second.
      expect(answerOf(2)).toMatchObject({
        lanes: [{ keys: 1 }, { keys: 1 }, { keys: 1 }],
        keys: [{ key: 'a', requests: 40_000, admitted: 2_000, denied: 38_000 }],
        others: null,
      });
    });

    it('is dropped when its run is replaced', async () => {
      const { hear, replies, onPause, kinds } = fakeThread();
      await hear(run(1));
      replies.length = 0;
      onPause([1, ask('simulate', 3, { scenario: scenarioOf({ lanes: [] }), query: LOOK })]);
      await hear(shares);
      expect(kinds()).toContain('answer 3');
      expect(kinds().at(-1)).toBe('dropped 2');
    });
  });

  it('sends heartbeats during a preview on closed-loop clients', async () => {
    const { hear, kinds, answerOf } = fakeThread();
    const scenario = scenarioOf({
      policy: { n: 1, T: 1 },
      duration: 100,
      traffic: [{ kind: 'clients', count: 20, rate: 0.1, keys: 'shared', retry: { strategy: 'retry-poll' } }],
      lanes: [],
    });
    await hear(ask('simulate', 1, { scenario, query: LOOK }));
    const [lane] = scenarioOf({ lanes: [{ limiter: 'gcra' }] }).lanes;
    await hear(ask('preview', 2, { lane, at: 0, through: null, key: null }));
    expect(kinds()).toContain('heartbeat 2');
    expect(answerOf(2)).toHaveProperty('picture');
  });

  it('drops a charts query that is cancelled, and no other', async () => {
    const { hear, replies, onPause, kinds } = fakeThread();
    await hear(run(1));
    replies.length = 0;
    onPause([2, { kind: 'cancel', id: 2 }]);
    await hear(chartsFrom(2));
    expect(kinds()).toEqual(['heartbeat 2', 'heartbeat 2', 'dropped 2']);
    replies.length = 0;
    onPause([2, { kind: 'cancel', id: 2 }]);
    await hear(chartsFrom(3, 5e6));
    expect(kinds().at(-1)).toBe('answer 3');
    replies.length = 0;
    onPause([2, { kind: 'cancel', id: 4 }], [2, { kind: 'cancel', id: 3 }]);
    await hear(chartsFrom(4));
    expect(kinds().at(-1)).toBe('dropped 4');
  });

  it('drops a run for a newer one, while it decides and while it makes charts', async () => {
    for (const phase of ['progress', 'heartbeat']) {
      const { hear, replies, onPause, kinds, answerOf } = fakeThread();
      await hear(run(1));
      const before = replies.findIndex(({ kind }) => kind === phase) + 1;
      replies.length = 0;
      onPause([before, run(3, 5)]);
      await hear(run(2, 7));
      expect(kinds()).toContain('dropped 2');
      while (answerOf(3) === undefined) await nextTask();
      expect(kinds()).not.toContain('answer 2');
    }
  });

  it('answers about the run that the page has, until the page has the next', async () => {
    const { hear, replies, onPause, answerOf } = fakeThread();
    await hear(run(1));
    const charts = replies.findIndex(({ kind }) => kind === 'heartbeat') + 2;
    await hear(moment(2));
    replies.length = 0;
    // In the middle of the new run's charts.
    onPause([charts, moment(4)]);
    await hear(run(3, 5));
    expect(answerOf(4)).toBeDefined();
    await hear(moment(5));
    await hear(ask('simulate', 6, { scenario: heavyScenario(10), query: LOOK }));
    await hear(moment(7));
    expect(answerOf(4)).toEqual(answerOf(7));
    expect(answerOf(5)).not.toEqual(answerOf(7));
  });

  it('drops a charts query when its run is replaced', async () => {
    const { hear, replies, onPause, kinds } = fakeThread();
    await hear(run(1));
    replies.length = 0;
    // A run of nothing takes its place at once.
    onPause([1, ask('simulate', 3, { scenario: scenarioOf({ lanes: [] }), query: LOOK })]);
    await hear(chartsFrom(2));
    expect(kinds()).toContain('answer 3');
    expect(kinds().at(-1)).toBe('dropped 2');
  });

  it('drops queries before the first run, and reports runs that are rejected and errors', async () => {
    const { hear, kinds, answerOf, replies } = fakeThread();
    await hear(chartsFrom(1));
    await hear(moment(2));
    expect(kinds()).toEqual(['dropped 1', 'dropped 2']);
    const tooMany = { duration: 30, traffic: [{ kind: 'steady', rate: 1_000_000 }] };
    await hear(ask('simulate', 3, { scenario: scenarioOf(tooMany), query: LOOK }));
    expect(answerOf(3)).toMatchObject({ ok: false });
    await hear(run(4));
    await hear(ask('why', 5, { lane: 99, request: 0 }));
    expect(replies.at(-1)).toMatchObject({ kind: 'failed', id: 5 });
  });

  it('transfers the figures of distributed lanes, and can send them again', async () => {
    const replies: MessageToPage[] = [];
    const hear = createSimulator({
      // As between threads: what is handed over is gone.
      send: (message, transfer) => replies.push(structuredClone(message, { transfer })),
      yieldToMessages: () => Promise.resolve(),
      now: () => 0,
      loadSandbox,
    });
    const scenario = scenarioOf({
      policy: { n: 2, T: 10 },
      duration: 20,
      traffic: [{ kind: 'steady', from: 0, to: 10, rate: 1 }],
      cluster: { nodes: 2 },
      lanes: [{ limiter: 'redis-incr' }],
    });
    await hear(ask('simulate', 1, { scenario, query: LOOK }));
    for (const id of [2, 5]) {
      await hear(chartsFrom(id));
      await hear(ask('why', id + 1, { lane: 0, request: 1 }));
      await hear(ask('beforeAfter', id + 2, { before: { scenario: null, lane: 0 }, after: 0 }));
    }
    const answers = replies.map((message) => (message.kind === 'answer' ? message.answer : message.kind));
    expect(answers[0]).toMatchObject({ ok: true, charts: answers[1] as object });
    expect(answers.slice(4)).toEqual(answers.slice(1, 4));
    const [laneInfo] = (answers[0] as { laneInfos: readonly object[] }).laneInfos;
    expect(answers[3]).toMatchObject({ ok: true, before: laneInfo, after: laneInfo });
    expect(answers[1]).toMatchObject({ lanes: [{ marks: { node: Uint8Array.of(0, 1, 0, 1, 0, 1, 0, 1, 0, 1) } }] });
  });

  it('is not silent while the sandbox loads', async () => {
    const { hear, kinds } = fakeThread({
      load: async (onWork) => {
        onWork();
        onWork();
        return Promise.reject(new Error('There is no network.'));
      },
    });
    const scenario = scenarioOf({ traffic: [{ kind: 'script', code: 'send(1);' }], duration: 2 });
    await hear(ask('simulate', 1, { scenario, query: LOOK }));
    expect(kinds()).toEqual(['heartbeat 1', 'heartbeat 1', 'failed 1']);
  });

  it('previews a limiter, or says why it cannot', async () => {
    const { hear, answerOf } = fakeThread();
    const [lane] = scenarioOf({ lanes: [{ limiter: 'nginx-limit-req' }] }).lanes;
    const month = scenarioOf({ policy: { n: 1, T: 2_592_000 }, duration: 1, lanes: [] });
    await hear(ask('simulate', 1, { scenario: month, query: LOOK }));
    await hear(ask('preview', 2, { lane, at: 0, through: null, key: null }));
    expect(answerOf(2)).toEqual({ problem: expect.stringMatching(/^nginx limit_req: /) });
  });
});

describe('a survey', () => {
  it('measures nanoseconds per decision with the clock that it is given', async () => {
    // The clock advances by 50 ms between two readings: each task is a round.
    const { hear, answerOf } = fakeThread({ tick: 50 });
    await hear(ask('profile', 1, { limiter: 'fixed-window', edition: 'corrected' }));
    // 50 ms for 50,000 decisions.
    expect(answerOf(1)).toMatchObject({ nanoseconds: 1_000, claimedBound: 20, worstFound: 20, stateBytes: 16 });
  });

  it('runs every limiter once before the first is measured', async () => {
    const ran = new Set<string>();
    const originals = catalogue.map((limiter) => ({ ...limiter }));
    for (const [index, limiter] of catalogue.entries()) {
      limiter.decide = (...given) => {
        ran.add(limiter.id);
        return (originals[index] as typeof limiter).decide(...given);
      };
    }
    let time = 0;
    let before = -1;
    const hear = createSimulator({
      send: () => undefined,
      loadSandbox,
      yieldToMessages: () => Promise.resolve(),
      now: () => {
        if (before < 0) before = ran.size;
        return (time += 50);
      },
    });
    await hear(ask('profile', 1, { limiter: 'gcra', edition: 'corrected' }));
    for (const [index, limiter] of catalogue.entries()) Object.assign(limiter, originals[index]);
    expect(before).toBe(catalogue.length);
  });
});

describe('a recording', () => {
  const data = packRecording({
    at: Float64Array.of(0, 1e6, 1e6),
    client: Uint32Array.of(0, 1, 0),
    costAndBad: new Uint32Array(3).fill(1),
  });
  const document = { duration: 5, traffic: [{ kind: 'recording', data }], lanes: [{ limiter: 'gcra' }] };

  it('is asked for where the worker lacks it, and held while its run is', async () => {
    const scenario = scenarioOf(document);
    const { hear, answerOf } = fakeThread();
    holdOnly(new Set());
    await hear(ask('simulate', 1, { scenario, query: LOOK }));
    expect(answerOf(1)).toMatchObject({ ok: false, problems: [{ recording: recordingsOf(scenario)[0] }] });
    await hear(ask('simulate', 2, { scenario, query: LOOK, recordings: [data] }));
    expect(answerOf(2)).toMatchObject({ ok: true, openLoopRequests: 3, keyNames: ['client 1', 'client 2'] });
    await hear(ask('simulate', 3, { scenario, query: LOOK }));
    expect(answerOf(3)).toMatchObject({ ok: true });
    await hear(run(4));
    await hear(ask('simulate', 5, { scenario, query: LOOK }));
    expect(answerOf(5)).toMatchObject({ ok: false });
  });

  it('that is damaged is as good as none', async () => {
    const scenario = scenarioOf(document);
    const { hear, answerOf } = fakeThread();
    holdOnly(new Set());
    await hear(ask('simulate', 1, { scenario, query: LOOK, recordings: [`${data.slice(0, -6)}AAAAAA`, '!'] }));
    expect(answerOf(1)).toMatchObject({ ok: false, problems: [{ recording: recordingsOf(scenario)[0] }] });
  });

  it('comes with the scenario that is read from a file', async () => {
    const { hear, answerOf } = fakeThread();
    await hear(ask('read', 1, { source: new Blob([JSON.stringify(document)]) }));
    expect(answerOf(1)).toMatchObject({ ok: true, recordings: [data] });
  });
});
