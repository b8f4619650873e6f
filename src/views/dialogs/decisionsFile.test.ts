import { describe, expect, it } from 'vitest';
import { openScenarioSession, planOf, runToEnd, simulateToEnd } from '../../sim/engine.ts';
import { loadSystems, scenarioOf, readText, type DecisionFormat } from '../../sim/index.ts';
import { decisionsFile, type DecisionsFileJob } from './decisionsFile.ts';

await loadSystems();

const REQUESTS = 45_000;
const DOCUMENT = {
  title: 'Many',
  policy: { n: 100, T: 1 },
  duration: 450,
  traffic: [{ kind: 'steady', rate: 100 }],
  lanes: [
    { limiter: 'fixed-window' },
    { limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } },
    { limiter: 'token-bucket', policy: { n: 50, T: 1 } },
  ],
};

function jobFor(format: DecisionFormat, change: Partial<DecisionsFileJob> = {}) {
  const scenario = scenarioOf(DOCUMENT);
  const session = openScenarioSession(simulateToEnd(planOf(scenario)));
  const asked: number[] = [];
  const progress: number[] = [];
  const job: DecisionsFileJob = {
    scenario: scenario,
    lanes: [
      { index: 0, requests: REQUESTS },
      { index: 2, requests: REQUESTS },
    ],
    format,
    ask: (lane, from, to) => {
      asked.push(lane);
      return Promise.resolve(runToEnd(session.decisionText(lane, format, from, to)));
    },
    onProgress: (done) => progress.push(done),
    signal: new AbortController().signal,
    ...change,
  };
  return { job, asked, progress, session };
}

const textOf = async (job: DecisionsFileJob): Promise<string> => new Blob([...(await decisionsFile(job))!]).text();

describe('a file of decisions', () => {
  it('has a row for each request of each lane that ran, asked for in pieces', async () => {
    const { job, asked, progress, session } = jobFor('csv');
    const [head, ...rows] = (await textOf(job)).trimEnd().split('\n');
    expect(head).toMatch(/^lane,limiter,/);
    expect(rows).toHaveLength(2 * REQUESTS);
    for (const [index, lane] of [0, 2].entries()) {
      const own = rows.slice(index * REQUESTS, (index + 1) * REQUESTS).map((row) => row.split(','));
      expect(own.map((cells) => cells[4])).toEqual(Array.from(own, (_, place) => `${place + 1}`));
      expect(own.filter((cells) => cells[8] === 'deny')).toHaveLength(session.laneInfos[lane]!.summary.denied);
    }
    expect(asked).toEqual([0, 0, 0, 2, 2, 2]);
    expect(progress).toEqual([20_000, 40_000, 45_000, 65_000, 85_000, 90_000]);
  });

  it('is JSON that opens as the scenario', async () => {
    const { job } = jobFor('json');
    const text = await textOf(job);
    const { lanes } = JSON.parse(text) as { lanes: { limiter: string; requests: { at: number }[] }[] };
    expect(lanes.map(({ limiter, requests }) => [limiter, requests.length, requests.at(-1)?.at])).toEqual([
      ['fixed-window', REQUESTS, 449.99],
      ['token-bucket', REQUESTS, 449.99],
    ]);
    expect(readText(text)).toMatchObject({ ok: true, scenario: { title: 'Many' } });
  });

  it('has the head alone where there are no requests', async () => {
    const { job } = jobFor('csv', {
      lanes: [{ index: 0, requests: 0 }],
      ask: () => Promise.resolve({ head: 'lane', text: '' }),
    });
    expect(await textOf(job)).toBe('lane\n');
  });

  it('is none once it is cancelled, and asks for no more', async () => {
    const controller = new AbortController();
    const { job, asked } = jobFor('csv', { signal: controller.signal, onProgress: () => controller.abort() });
    expect(await decisionsFile(job)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('is none if the run is gone', async () => {
    expect(await decisionsFile(jobFor('csv', { ask: () => Promise.resolve(null) }).job)).toBeNull();
  });
});
