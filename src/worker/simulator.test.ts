import { describe, expect, it } from 'vitest';
import { atOnce, openSession, plan, simulateAll } from '../sim/engine.ts';
import { catalogue, parseScenario, type Scenario } from '../sim/index.ts';
import type { Kind, Question, Reply, Request } from './protocol.ts';
import { createSimulator } from './simulator.ts';

function scenarioOf(document: object): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error('not a scenario');
  return parsed.scenario;
}

/** Enough for several slices, of the run and of its charts. */
const heavy = (n: number): Scenario =>
  scenarioOf({
    policy: { n, T: 1 },
    traffic: [{ kind: 'steady', from: 0, to: 200, rate: 200 }],
    duration: 200,
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'gcra' }, { limiter: 'sliding-log' }],
  });
const LOOK = { from: 0, to: 200e6, columns: 300, trackColumns: 600, key: null, compared: [0, 1] };

/** Only its own tests run scripts. */
const loadSandbox = () => Promise.reject(new Error('there is no script here'));

/** A thread whose clock goes on by `tick` at every look at it, and in whose pauses messages come as the test says. */
function threadOf({ tick = 10 } = {}) {
  const replies: Reply[] = [];
  let time = 0;
  let paused = (): void => undefined;
  const hear = createSimulator({
    send: (reply) => replies.push(reply),
    otherMessages: async () => paused(),
    now: () => (time += tick),
    loadSandbox,
  });
  return {
    replies,
    hear,
    /** Sends messages, once each, in the pauses after which so many replies have come. */
    onPause: (...messages: readonly (readonly [after: number, request: Request])[]) => {
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
      const reply = replies.find((one) => one.kind === 'answer' && one.id === id);
      return reply?.kind === 'answer' ? reply.answer : undefined;
    },
  };
}

const ask = (kind: Kind, id: number, rest: object): Request => ({ kind, id, ...rest }) as unknown as Question;
const run = (id: number, n = 10): Request => ask('simulate', id, { scenario: heavy(n), look: LOOK });
const lookFrom = (id: number, from = 0): Request => ask('look', id, { look: { ...LOOK, from } });
const moment = (id: number, at = 1e6): Request => ask('moment', id, { at, through: null, key: null });

describe('the simulator', () => {
  it('answers a run with its frames, its overview and a first look', async () => {
    const { hear, answerOf } = threadOf();
    await hear(run(1));
    const planned = plan(heavy(10));
    const session = openSession(simulateAll((planned as Extract<typeof planned, { ok: true }>).plan));
    expect(answerOf(1)).toEqual({
      ok: true,
      frames: session.frames,
      end: 200e6,
      answersBack: false,
      requests: 40_000,
      keys: ['a'],
      overview: session.overview(600),
      looked: atOnce(session.look(LOOK)),
    });
    await hear(moment(2));
    expect(answerOf(2)).toEqual(session.moment(1e6, null, null));
  });

  it('tells how far a run is, and then that it is alive until its charts are made', async () => {
    const { hear, kinds } = threadOf();
    await hear(run(1));
    const said = kinds();
    const phases = said.filter((one, i) => one !== said[i - 1]);
    expect(phases).toEqual(['progress 1', 'alive 1', 'answer 1']);
    // Three lanes of 40,000 requests each.
    expect(said.filter((one) => one === 'alive 1').length).toBeGreaterThanOrEqual(6);
  });

  it('gives a sign of life during every later look as well', async () => {
    const { hear, replies, kinds } = threadOf();
    await hear(run(1));
    replies.length = 0;
    await hear(lookFrom(2));
    expect(kinds().filter((one) => one === 'alive 2').length).toBeGreaterThanOrEqual(6);
    expect(kinds().at(-1)).toBe('answer 2');
  });

  it('says nothing but the answer where there is little to do', async () => {
    const { hear, replies, kinds } = threadOf({ tick: 0 });
    await hear(run(1));
    replies.length = 0;
    await hear(lookFrom(2));
    expect(kinds()).toEqual(['answer 2']);
  });

  it('hears other questions in the middle of a look', async () => {
    const { hear, replies, onPause, kinds } = threadOf();
    await hear(run(1));
    replies.length = 0;
    onPause([2, moment(3)]);
    await hear(lookFrom(2));
    expect(kinds().indexOf('answer 3')).toBeGreaterThan(0);
    expect(kinds().indexOf('answer 3')).toBeLessThan(kinds().indexOf('answer 2'));
  });

  describe('asked who got how much', () => {
    const shares = ask('fairness', 2, { look: { lane: 2, from: 0, to: 200e6, columns: 300, most: 5 } });

    it('answers, with signs of life', async () => {
      const { hear, kinds, answerOf } = threadOf();
      await hear(run(1));
      await hear(shares);
      expect(kinds()).toContain('alive 2');
      // 10 of 200 a second.
      expect(answerOf(2)).toMatchObject({
        lanes: [{ keys: 1 }, { keys: 1 }, { keys: 1 }],
        keys: [{ key: 'a', requests: 40_000, admitted: 2_000, denied: 38_000 }],
        others: null,
      });
    });

    it('leaves it with the run that was asked', async () => {
      const { hear, replies, onPause, kinds } = threadOf();
      await hear(run(1));
      replies.length = 0;
      onPause([1, ask('simulate', 3, { scenario: scenarioOf({ lanes: [] }), look: LOOK })]);
      await hear(shares);
      expect(kinds()).toContain('answer 3');
      expect(kinds().at(-1)).toBe('dropped 2');
    });
  });

  it('shows signs of life while a limiter is tried out on clients that answer back', async () => {
    const { hear, kinds, answerOf } = threadOf();
    const scenario = scenarioOf({
      policy: { n: 1, T: 1 },
      duration: 100,
      traffic: [{ kind: 'clients', count: 20, rate: 0.1, keys: 'shared', retry: { strategy: 'retry-poll' } }],
      lanes: [],
    });
    await hear(ask('simulate', 1, { scenario, look: LOOK }));
    const [lane] = scenarioOf({ lanes: [{ limiter: 'gcra' }] }).lanes;
    await hear(ask('audition', 2, { lane, at: 0, through: null, key: null }));
    expect(kinds()).toContain('alive 2');
    expect(answerOf(2)).toHaveProperty('picture');
  });

  it('leaves a look that is called off, and no other', async () => {
    const { hear, replies, onPause, kinds } = threadOf();
    await hear(run(1));
    replies.length = 0;
    onPause([2, { kind: 'call-off', id: 2 }]);
    await hear(lookFrom(2));
    expect(kinds()).toEqual(['alive 2', 'alive 2', 'dropped 2']);
    replies.length = 0;
    onPause([2, { kind: 'call-off', id: 2 }]);
    await hear(lookFrom(3, 5e6));
    expect(kinds().at(-1)).toBe('answer 3');
  });

  it('leaves a run for a newer one, while it decides and while it makes charts', async () => {
    for (const phase of ['progress', 'alive']) {
      const { hear, replies, onPause, kinds, answerOf } = threadOf();
      await hear(run(1));
      const before = replies.findIndex(({ kind }) => kind === phase) + 1;
      replies.length = 0;
      onPause([before, run(3, 5)]);
      await hear(run(2, 7));
      expect(kinds()).toContain('dropped 2');
      while (answerOf(3) === undefined) await Promise.resolve();
      expect(kinds()).not.toContain('answer 2');
    }
  });

  it('answers about the run that the page has, until the page has the next', async () => {
    const { hear, replies, onPause, answerOf } = threadOf();
    await hear(run(1));
    const charts = replies.findIndex(({ kind }) => kind === 'alive') + 2;
    await hear(moment(2));
    replies.length = 0;
    // In the middle of the new run's charts.
    onPause([charts, moment(4)]);
    await hear(run(3, 5));
    expect(answerOf(4)).toBeDefined();
    await hear(moment(5));
    await hear(ask('simulate', 6, { scenario: heavy(10), look: LOOK }));
    await hear(moment(7));
    expect(answerOf(4)).toEqual(answerOf(7));
    expect(answerOf(5)).not.toEqual(answerOf(7));
  });

  it('leaves a look at a run whose place is taken', async () => {
    const { hear, replies, onPause, kinds } = threadOf();
    await hear(run(1));
    replies.length = 0;
    // A run of nothing takes its place at once.
    onPause([1, ask('simulate', 3, { scenario: scenarioOf({ lanes: [] }), look: LOOK })]);
    await hear(lookFrom(2));
    expect(kinds()).toContain('answer 3');
    expect(kinds().at(-1)).toBe('dropped 2');
  });

  it('has nothing to say before the first run, of a run that is refused, or of what breaks', async () => {
    const { hear, kinds, answerOf, replies } = threadOf();
    await hear(lookFrom(1));
    await hear(moment(2));
    expect(kinds()).toEqual(['dropped 1', 'dropped 2']);
    const month = { policy: { n: 1, T: 2_592_000 }, duration: 1, lanes: [{ limiter: 'nginx-limit-req' }] };
    await hear(ask('simulate', 3, { scenario: scenarioOf(month), look: LOOK }));
    expect(answerOf(3)).toMatchObject({ ok: false });
    await hear(run(4));
    await hear(ask('why', 5, { lane: 99, request: 0 }));
    expect(replies.at(-1)).toMatchObject({ kind: 'failed', id: 5 });
  });

  it('hands over what it says of several processes, and can say it again', async () => {
    const replies: Reply[] = [];
    const hear = createSimulator({
      // As between threads: what is handed over is gone.
      send: (reply, transfer) => replies.push(structuredClone(reply, { transfer })),
      otherMessages: () => Promise.resolve(),
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
    await hear(ask('simulate', 1, { scenario, look: LOOK }));
    for (const id of [2, 4]) {
      await hear(lookFrom(id));
      await hear(ask('why', id + 1, { lane: 0, request: 1 }));
    }
    const answers = replies.map((reply) => (reply.kind === 'answer' ? reply.answer : reply.kind));
    expect(answers[0]).toMatchObject({ ok: true, looked: answers[1] as object });
    expect(answers.slice(3)).toEqual(answers.slice(1, 3));
    expect(answers[1]).toMatchObject({ lanes: [{ marks: { nodes: Uint8Array.of(0, 1, 0, 1, 0, 1, 0, 1, 0, 1) } }] });
  });

  it('auditions a limiter, or says why it cannot', async () => {
    const { hear, answerOf } = threadOf();
    const [lane] = scenarioOf({ lanes: [{ limiter: 'nginx-limit-req' }] }).lanes;
    const month = scenarioOf({ policy: { n: 1, T: 2_592_000 }, duration: 1, lanes: [] });
    await hear(ask('simulate', 1, { scenario: month, look: LOOK }));
    await hear(ask('audition', 2, { lane, at: 0, through: null, key: null }));
    expect(answerOf(2)).toEqual({ refused: expect.stringMatching(/^nginx limit_req: /) });
  });
});

describe('a survey', () => {
  it('measures with the clock it is given: nanoseconds of one decision of a task of many', async () => {
    // The clock goes on by 50 ms between two looks at it: a task is a go of its own.
    const { hear, answerOf } = threadOf({ tick: 50 });
    await hear(ask('survey', 1, { limiter: 'fixed-window', edition: 'corrected' }));
    // 50 ms for 50,000 decisions.
    expect(answerOf(1)).toMatchObject({ nanoseconds: 1_000, claimed: 20, found: 20, bytes: 16 });
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
      otherMessages: () => Promise.resolve(),
      now: () => {
        if (before < 0) before = ran.size;
        return (time += 50);
      },
    });
    await hear(ask('survey', 1, { limiter: 'gcra', edition: 'corrected' }));
    for (const [index, limiter] of catalogue.entries()) Object.assign(limiter, originals[index]);
    expect(before).toBe(catalogue.length);
  });
});
