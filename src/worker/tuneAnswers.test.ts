import { describe, expect, it } from 'vitest';
import { loadSandbox as startSandbox } from '../sandbox/index.ts';
import { holdOnly, scenarioOf, type Scenario } from '../sim/index.ts';
import { packRecording } from '../sim/traffic/recordingData.ts';
import { columnsFrom } from '../sim/traffic/testing.ts';
import { tuneAnswers, type About } from './tuneAnswers.ts';

const thread = {
  yieldToMessages: () => Promise.resolve(),
  now: () => 0,
  loadSandbox: () => Promise.reject(new Error('no scenario here has a script')),
};
const asking = {
  tell: () => undefined,
  signal: new AbortController().signal,
  drive: <T>(slices: Generator<unknown, T>): Promise<T> => {
    for (;;) {
      const slice = slices.next();
      if (slice.done === true) return Promise.resolve(slice.value);
    }
  },
};
const query = {
  lane: 0,
  sort: 'refused',
  descending: true,
  filter: '',
  onlyRefused: false,
  from: 0,
  to: 2,
  columns: 4,
} as const;

function about(n: number, number: number, traffic: readonly object[] = TRAFFIC): About {
  return {
    scenario: scenarioOf({
      policy: { n, T: 10 },
      traffic,
      lanes: [{ limiter: 'fixed-window' }],
      duration: 20,
    }) satisfies Scenario,
    number,
    recordings: [],
  };
}
/** A scenario of so many clients' requests, recorded, that the worker must be given. */
function recorded(name: string, clients: number): { readonly about: About; readonly data: string } {
  const columns = columnsFrom(Array.from({ length: clients }, (_, at) => ({ at, client: `${name} ${at}` })));
  const data = packRecording(columns);
  const traffic = [{ kind: 'recording', name, start: 1_700_000_000, data }];
  const own = about(2, clients, traffic);
  holdOnly(new Set());
  return { about: own, data };
}
const TRAFFIC = [
  { kind: 'burst', at: 1, count: 7, key: 'a, "b"' },
  { kind: 'burst', at: 2, count: 3, key: 'c' },
  { kind: 'burst', at: 3, count: 1, key: 'd' },
];

describe('the worker that tunes', () => {
  it('answers about the scenario of each question, also about an older one', async () => {
    const answers = tuneAnswers(thread);
    const older = await answers.clients({ about: about(2, 1), query }, asking);
    expect(older).toMatchObject({ ok: true, count: 3, refusedClients: 2 });
    const newer = await answers.clients({ about: about(5, 2), query }, asking);
    expect(newer).toMatchObject({ ok: true, refusedClients: 1, rows: [{ key: 'a, "b"', refused: 2 }, { key: 'c' }] });
    expect(await answers.clients({ about: about(2, 1), query }, asking)).toEqual(older);
  });

  it('gives all rows as CSV, whatever the page shows', async () => {
    const answers = tuneAnswers(thread);
    const csv = await answers.clientsCsv({ about: about(2, 1), query: { ...query, from: 2 } }, asking);
    const [head, ...rows] = csv.split('\r\n');
    expect(head?.split(',')).toEqual(
      [
        ['client', 'requests', 'busiest', 'busiest.min', 'busiest.max', 'refused', 'refused.min', 'refused.max'],
        ['share', 'firstRefusal', 'firstRefusal.min', 'firstRefusal.max'],
        ['longestSpell', 'longestSpell.min', 'longestSpell.max', 'manyUsers'],
      ].flat(),
    );
    expect(rows).toEqual([
      `"a, ""b""",7,7,7,7,5,5,5,${5 / 7},1,1,1,0,0,0,no`,
      `c,3,3,3,3,1,1,1,${1 / 3},2,2,2,0,0,0,no`,
      'd,1,1,1,1,0,0,0,0,,,,,,,no',
      '',
    ]);
  });

  it('keeps the log that is shown while it answers about one that was held out', async () => {
    const answers = tuneAnswers(thread);
    const [shown, other] = [recorded('shown', 3), recorded('other', 1)];
    const goals = { lanes: null, goals: [], measures: ['refused'] } as const;
    await expect(answers.clients({ about: shown.about, query }, asking)).rejects.toThrow('recording');
    await answers.clients({ about: { ...shown.about, recordings: [shown.data] }, query }, asking);
    await answers.heldOut({ about: { ...other.about, recordings: [other.data] }, query: goals }, asking);
    await expect(answers.clients({ about: shown.about, query }, asking)).resolves.toMatchObject({ count: 3 });
    await expect(answers.heldOut({ about: other.about, query: goals }, asking)).resolves.toBeDefined();
  });

  it('says where a limiter that the user wrote fails on the worst traffic, which the scenario does not have', async () => {
    const code = `export const start = () => ({ count: 0 });
export function decide(state) {
  if (++state.count > 5) throw new Error('many');
  return true;
}`;
    const scenario = scenarioOf({
      traffic: [{ kind: 'times', at: [0] }],
      lanes: [{ limiter: 'own', options: { code } }],
    });
    const answers = tuneAnswers({ ...thread, loadSandbox: startSandbox });
    const worst = await answers.worst({ about: { scenario, number: 1, recordings: [] }, query: { lane: 0 } }, asking);
    expect(worst).toEqual({
      ok: false,
      sentence: expect.stringMatching(/^Your own, line 3, at [\d.]+ s: Error: many\.$/),
    });
  });

  it('says in a sentence what cannot be run', async () => {
    const huge = about(2, 1, [
      { kind: 'burst', at: 0, count: 20_000_000 },
      { kind: 'burst', at: 1, count: 20_000_000 },
    ]);
    await expect(tuneAnswers(thread).clients({ about: huge, query }, asking)).rejects.toMatchObject({
      name: 'CannotRun',
      message: expect.stringContaining('40,000,000') as string,
    });
  });
});
