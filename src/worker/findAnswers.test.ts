/** The worker that finds: verdicts as they come, and the same find with helpers and without. */
import { afterEach, describe, expect, it } from 'vitest';
import { LAWS, type FindTask } from '../find/index.ts';
import { minimalDocument, scenarioOf, type Scenario } from '../sim/index.ts';
import { loadSandbox } from '../sandbox/index.ts';
import { answerQuestions, type Asking } from './answering.ts';
import {
  findAnswers,
  prepareFind,
  type FindContext,
  type FindPool,
  type FindTable,
  type LawFinding,
} from './findAnswers.ts';
import { serveTasks } from './helper.ts';
import { HelperPool } from './helperPool.ts';
import type { AnswerMessage } from './questions.ts';
import type { SlicingThread } from './slicing.ts';

const EFFORT = { requests: 4, tries: 4_000, seed: 1 };

const SCENARIO = scenarioOf({
  policy: { n: 3, T: 60 },
  lanes: ['fixed-window', 'sliding-log', 'token-bucket', 'gcra'].map((limiter) => ({ limiter })),
  traffic: [{ kind: 'burst', at: 1, count: 4 }],
});

const yieldToMessages = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Every slice is the last before a pause. */
function pausingThread(): SlicingThread {
  let time = 0;
  return { now: () => (time += 10), yieldToMessages };
}

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** @param onTask called for each task that a helper gets */
async function poolOf(helpers: number, onTask = (): void => undefined): Promise<FindPool> {
  const pool: FindPool = new HelperPool();
  for (let helper = 0; helper < helpers; helper++) {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    serveTasks(port2, pausingThread(), async (context: FindContext) => {
      const run = await prepareFind(loadSandbox)(context);
      return (task: FindTask) => {
        onTask();
        return run(task);
      };
    });
    pool.add(port1);
  }
  if (helpers > 0) while (!pool.isReady) await yieldToMessages();
  return pool;
}

interface Told {
  readonly progress: unknown[];
  readonly asking: Asking<unknown>;
}

function listening({ signal } = new AbortController()): Told {
  const progress: unknown[] = [];
  const asking = {
    tell: (one: unknown) => progress.push(one),
    signal,
    async drive<T>(slices: Generator<unknown, T>): Promise<T> {
      for (;;) {
        const slice = slices.next();
        if (slice.done === true) return slice.value;
        await yieldToMessages();
      }
    },
  };
  return { progress, asking };
}

describe('find', () => {
  const differ = { scenario: SCENARIO, spec: { kind: 'differ', lane: 0, other: 1 }, effort: EFFORT } as const;

  it('finds the shortest traffic, as a scenario with it as its notes', async () => {
    const { asking, progress } = listening();
    const { sought, found } = await findAnswers(await poolOf(0), loadSandbox).find(differ, asking);
    expect(sought).toBe('Fixed window and Sliding log differ');
    expect(found?.sentence).toMatch(/^4 requests: 3 at 1 s and 1 at 60 s\. Fixed window admits the last/);
    const made = minimalDocument(found?.scenario as Scenario) as { readonly traffic: object; readonly notes: string };
    expect(made.traffic).toEqual([{ kind: 'times', at: [1, 1, 1, 60] }]);
    expect(made.notes).toBe(found?.sentence);
    expect(progress[0]).toMatchObject({
      phase: 'exhaustive',
      done: 0,
      trying: expect.stringMatching(/^all [\d,]+ tr/),
    });
    expect(progress.at(-1)).toMatchObject({ phase: 'shrinking' });
  });

  it.each([1, 3])('finds the same with %i helpers', async (helpers) => {
    const alone = await findAnswers(await poolOf(0), loadSandbox).find(differ, listening().asking);
    let helped = 0;
    const pool = await poolOf(helpers, () => helped++);
    expect(await findAnswers(pool, loadSandbox).find(differ, listening().asking)).toEqual(alone);
    expect(helped).toBeGreaterThan(0);
    const same = { ...differ, spec: { kind: 'differ', lane: 2, other: 3 } } as const;
    const { found, tried } = await findAnswers(await poolOf(helpers), loadSandbox).find(same, listening().asking);
    expect(found).toBeNull();
    expect(tried).toMatch(
      /^None with up to 4 requests on these \d+ instants \([\d,]+ traffic patterns\); none in 4,000 random/,
    );
  });

  it('does not begin a search that was cancelled while it waited for another', async () => {
    const answers = findAnswers(await poolOf(0), loadSandbox);
    const controller = new AbortController();
    const cancelled = listening(controller);
    const first = answers.find(differ, listening().asking);
    const second = answers.find(differ, cancelled.asking);
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(cancelled.progress).toEqual([]);
    expect((await first).found).not.toBeNull();
  });

  it('does alone what lost helpers were given', async () => {
    const pool = await poolOf(2);
    const answer = findAnswers(pool, loadSandbox).find(differ, listening().asking);
    await yieldToMessages();
    pool.lose();
    expect((await answer).found).not.toBeNull();
  });

  it('says in a sentence which lane cannot be searched', async () => {
    const slow = { limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } };
    const scenario = scenarioOf({ lanes: [slow, { limiter: 'gcra' }] });
    const { laws, find } = findAnswers(await poolOf(0), loadSandbox);
    const refused = {
      name: 'CannotSearch',
      message: expect.stringMatching(/^Lane 1, nginx limit_req: n = 1 per T = 2,592,000 s is less than/),
    };
    await expect(find({ ...differ, scenario }, listening().asking)).rejects.toMatchObject(refused);
    await expect(laws({ scenario, lane: 0, effort: EFFORT }, listening().asking)).rejects.toMatchObject(refused);
  });

  it('loads a real system before it searches its lane', async () => {
    const scenario = scenarioOf({
      policy: { n: 3, T: 60 },
      lanes: [{ limiter: 'nginx-limit-req' }, { limiter: 'gcra' }],
    });
    const { found } = await findAnswers(await poolOf(1), loadSandbox).find({ ...differ, scenario }, listening().asking);
    expect(found?.sentence).toMatch(/^\d requests?.* nginx/);
  });
});

describe('laws', () => {
  it('tells a verdict a law, and which one is being tried', async () => {
    const { asking, progress } = listening();
    const effort = { requests: 2, tries: 0, seed: 1 };
    await findAnswers(await poolOf(1), loadSandbox).laws({ scenario: SCENARIO, lane: 0, effort }, asking);
    const verdicts = progress.filter((one): one is LawFinding => 'law' in (one as object));
    expect(verdicts.map(({ law }) => law)).toEqual(LAWS);
    expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['held', 'not claimed']));
    const limit = verdicts.find(({ law }) => law === 'limit');
    expect(limit).toMatchObject({ outcome: 'not claimed', detail: 'up to 6 in 1 min: by design', found: null });
    expect(progress[0]).toEqual({ testing: 'law 1 of 10: “Looking changes nothing”', laws: 10, done: 0 });
    const done = progress.flatMap((one) =>
      'done' in (one as object) ? [(one as { readonly done: number }).done] : [],
    );
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done.at(-1)).toBeLessThanOrEqual(1);
  });
});

/** It counts, and never starts anew. */
const FORGETFUL = `export const start = () => ({ used: 0 });
export function decide(state, now, cost, { n }) {
  state.used += cost;
  return state.used <= n;
}`;

describe('a limiter that the user wrote', () => {
  const lanesOf = (code: string) =>
    scenarioOf({ policy: { n: 3, T: 60 }, lanes: [{ limiter: 'own', options: { code } }, { limiter: 'sliding-log' }] });
  const effort = { requests: 5, tries: 0, seed: 1 };

  it('comes with the traffic that breaks a law', async () => {
    const { asking, progress } = listening();
    const scenario = lanesOf(FORGETFUL);
    await findAnswers(await poolOf(0), loadSandbox).laws(
      { scenario, lane: 0, effort: { ...effort, requests: 1 } },
      asking,
    );
    const silence = progress.find((one) => (one as Partial<LawFinding>).law === 'silence') as LawFinding;
    expect(silence.outcome).toBe('broken');
    expect(silence.found?.sentence).toMatch(/^\d+ requests: .* After .* of silence, /);
    expect(silence.found?.scenario?.notes).toBe(silence.found?.sentence);
  });

  it('is told from the textbook, with a helper too', async () => {
    const spec = { kind: 'differ', lane: 0, other: 1 } as const;
    const find = async (helpers: number) =>
      findAnswers(await poolOf(helpers), loadSandbox).find(
        { scenario: lanesOf(FORGETFUL), spec, effort },
        listening().asking,
      );
    const alone = await find(0);
    expect(alone.found?.scenario?.lanes[0]?.limiter).toBe('own');
    expect(await find(1)).toEqual(alone);
  });

  it('that throws is named at its line', async () => {
    const scenario = lanesOf(
      'export const start = () => ({});\nexport function decide() {\n  throw new Error("no");\n}',
    );
    const spec = { kind: 'differ', lane: 0, other: 1 } as const;
    const asked = findAnswers(await poolOf(0), loadSandbox).find({ scenario, spec, effort }, listening().asking);
    await expect(asked).rejects.toMatchObject({
      name: 'CannotSearch',
      message: expect.stringMatching(/^Your own, line 3/),
    });
  });
});

it('ends a search that is not wanted, and answers the next', async () => {
  const sent: AnswerMessage[] = [];
  const thread = { ...pausingThread(), send: (message: AnswerMessage) => sent.push(message) };
  const handle = answerQuestions<FindTable>(thread, findAnswers(await poolOf(1), loadSandbox));
  const params = {
    scenario: SCENARIO,
    spec: { kind: 'differ', lane: 2, other: 3 },
    effort: { requests: 6, tries: 100_000_000, seed: 1 },
  };
  const endless = handle({ kind: 'ask', id: 1, of: 'find', params });
  while (sent.length < 3) await yieldToMessages();
  await handle({ kind: 'cancel', id: 1 });
  await endless;
  expect(sent.every(({ kind }) => kind === 'progress')).toBe(true);
  await handle({ kind: 'ask', id: 2, of: 'find', params: { ...params, effort: EFFORT } });
  expect(sent.at(-1)).toMatchObject({ kind: 'answer', id: 2, answer: { found: null } });
});
