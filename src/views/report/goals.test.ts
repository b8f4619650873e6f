/** What a report says of goals. */
import { describe, expect, it } from 'vitest';
import { beforeAfterOf, openScenarioSession, planOf, reportDataOf, runToEnd, simulateToEnd } from '../../sim/engine.ts';
import { loadSystems, packRecording, scenarioOf, type Scenario } from '../../sim/index.ts';
import type { Change } from './beforeAfter.ts';
import type { ReportBlock } from './blocks.ts';
import { reportOf } from './report.ts';

await loadSystems();

const LIMIT = {
  policy: { n: 10, T: 10 },
  duration: 60,
  traffic: [
    { kind: 'poisson', rate: 1.2, key: 'a' },
    { kind: 'burst', at: 20, count: 25, key: 'b', label: 'bad' },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket', policy: { n: 20 } }],
  goals: [
    { measure: 'clientsRefused', value: 0.001 },
    { measure: 'peak', value: 12 },
    { measure: 'refused', at: 'least', value: 0.01 },
  ],
};

/** Four requests in a second, of a log of whole seconds: all at once in one reading, apart in another. */
const COARSE = {
  policy: { n: 2, T: 0.5 },
  duration: 10,
  traffic: [
    {
      kind: 'recording',
      resolution: 1,
      data: packRecording({
        at: new Float64Array(4),
        client: new Uint32Array(4),
        costAndBad: new Uint32Array(4).fill(1),
      }),
    },
  ],
  lanes: [{ limiter: 'sliding-log' }],
  goals: [{ measure: 'refused', value: 0 }],
};

function sessionOf(scenario: Scenario) {
  return openScenarioSession(simulateToEnd(planOf(scenario)));
}

/** @param readings at most so many are known */
function reportFor(document: object, changeFrom: object | null = null, readings = 3): readonly ReportBlock[] {
  const scenario = scenarioOf(document);
  const session = sessionOf(scenario);
  const { plan } = session.run;
  const { charts, goalFigures: figures, ...data } = runToEnd(reportDataOf(session, 600));
  const goalFigures = figures.map((each) => each && each.slice(0, readings));
  const { disagreements } = charts;
  const { laneInfos } = session;
  const { failedLanes, arrivals } = plan;
  const link = { address: '#1~abc' };
  return reportOf(
    { scenario, laneInfos, failedLanes, openLoopRequests: arrivals.count, disagreements, link, goalFigures, ...data },
    changeFrom === null ? null : changeOf(session, scenarioOf(changeFrom)),
  );
}

function changeOf(session: ReturnType<typeof sessionOf>, before: Scenario): Change {
  return {
    before: { scenario: before, lane: 0 },
    after: { scenario: session.run.plan.scenario, lane: 0 },
    answer: runToEnd(beforeAfterOf(session, { scenario: before, lane: 0 }, 0)),
  };
}

function tablesIn(blocks: readonly ReportBlock[], name: string) {
  return blocks.flatMap((block) => (block.kind === 'table' && block.name === name ? [block] : []));
}

function paragraphsIn(blocks: readonly ReportBlock[]): string {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])).join('\n');
}

describe('the goals in a report', () => {
  it('are each met or not in every lane, with the figure', () => {
    const blocks = reportFor(LIMIT);
    expect(tablesIn(blocks, 'Goals')).toMatchObject([
      {
        head: ['Goal', '1 Fixed window', '2 Token bucket'],
        rows: [
          ['At most 0.1 % of clients are ever refused', 'Not met: 100 %', 'Not met: 50 %'],
          ['Peak of one key ≤ 12 in 10 s', 'Not met: 16', 'Not met: 20'],
          ['At least 1 % of requests are refused', expect.stringMatching(/^Met: /), expect.stringMatching(/^Met: /)],
        ],
      },
    ]);
    expect(paragraphsIn(blocks)).not.toContain('timestamps');
  });

  it('are left out where there are none, and dashes where a lane cannot run', () => {
    expect(tablesIn(reportFor({ ...LIMIT, goals: [] }), 'Goals')).toEqual([]);
    const lanes = [{ limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }, { limiter: 'fixed-window' }];
    const [table] = tablesIn(reportFor({ ...LIMIT, lanes }), 'Goals');
    // Each lane has its own T.
    expect(table?.rows[1]).toEqual(['Peak of one key ≤ 12 in T', '–', 'Not met: 16']);
  });

  it('are split among tables where there are many lanes', () => {
    const lanes = Array.from({ length: 8 }, (_, index) => ({ limiter: 'fixed-window', policy: { n: index + 1 } }));
    const tables = tablesIn(reportFor({ ...LIMIT, lanes }), 'Goals');
    expect(tables.map(({ head }) => head.length)).toEqual([7, 3]);
    const [whole] = tablesIn(reportFor({ ...LIMIT, lanes: lanes.slice(6) }), 'Goals');
    expect(tables[1]?.rows).toEqual(whole?.rows);
  });

  it('must hold in every reading of a coarse log, and the figures have the range', () => {
    const blocks = reportFor(COARSE);
    expect(tablesIn(blocks, 'Goals')[0]?.rows).toEqual([
      ['At most 0 % of requests are refused', 'Not met: 0 % to 50 %, not identifiable'],
    ]);
    expect(paragraphsIn(blocks)).toContain('A goal is met if it holds in every reading of the log’s timestamps.');
    // Beside a script, whose sandbox is that of one run.
    const alone = reportFor(COARSE, null, 1);
    expect(tablesIn(alone, 'Goals')[0]?.rows[0]?.[1]).toMatch(/^(Met|Not met): \d+ %, not identifiable$/);
    expect(paragraphsIn(alone)).toContain('The log’s timestamps were read in one way only');
  });

  it('before a change and after it stand side by side', () => {
    const before = { ...LIMIT, policy: { n: 2, T: 5 }, goals: [] };
    expect(tablesIn(reportFor(LIMIT, before), 'Goals before and after')).toMatchObject([
      {
        head: ['Goal', 'Before', 'After'],
        rows: [
          ['At most 0.1 % of clients are ever refused', 'Not met: 100 %', 'Not met: 100 %'],
          // Each side has its own T.
          ['Peak of one key ≤ 12 in T', 'Met: 4', 'Not met: 16'],
          expect.anything(),
        ],
      },
    ]);
    expect(tablesIn(reportFor({ ...LIMIT, goals: [] }, LIMIT), 'Goals before and after')).toEqual([]);
  });
});
