/** What a report says of real runs, and that nothing in a scenario can break it. */
import { describe, expect, it } from 'vitest';
import { beforeAfterOf, openScenarioSession, planOf, reportDataOf, runToEnd, simulateToEnd } from '../../sim/engine.ts';
import { loadSystems, packRecording, scenarioOf, type Scenario } from '../../sim/index.ts';
import type { Change } from './beforeAfter.ts';
import { withUnits } from '../format/units.ts';
import { plainText, type ReportBlock, type ReportTable } from './blocks.ts';
import { htmlOf } from './html.ts';
import { reportOf, reportTitle, type ReportedRun } from './report.ts';

await loadSystems();

const LINK = { address: 'https://example.org/#1~abc' };
const EDGE = {
  title: 'Edge burst',
  notes: 'Watch *the edge* at [10 s].\n\n- first\n- second',
  policy: { n: 10, T: 10 },
  duration: 24,
  traffic: [
    { kind: 'steady', rate: 10, from: 9, to: 9.95, key: 'a' },
    { kind: 'steady', rate: 10, from: 10.05, to: 11, key: 'a' },
    { kind: 'steady', rate: 0.5, from: 1, to: 21, key: 'b' },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log', policy: { n: 5 }, label: 'Strict' }],
};

function sessionOf(scenario: Scenario) {
  return openScenarioSession(simulateToEnd(planOf(scenario)));
}

function reportedOf(document: object): { run: ReportedRun; session: ReturnType<typeof sessionOf> } {
  const scenario = scenarioOf(document);
  const session = sessionOf(scenario);
  const { plan } = session.run;
  const { charts, ...data } = runToEnd(reportDataOf(session, 600));
  const run = {
    scenario,
    laneInfos: session.laneInfos,
    failedLanes: plan.failedLanes,
    openLoopRequests: plan.arrivals.count,
    disagreements: charts.disagreements,
    ...data,
    link: LINK,
  };
  return { run, session };
}

/** @param before another document, or null for a lane of the same run */
function changeOf(document: object, before: object | null, from = 0, to = 1): Change {
  const { run, session } = reportedOf(document);
  const scenario = before === null ? null : scenarioOf(before);
  const answer = runToEnd(beforeAfterOf(session, { scenario, lane: from }, to));
  return {
    before: { scenario: scenario ?? run.scenario, lane: from },
    after: { scenario: run.scenario, lane: to },
    answer,
  };
}

const reportFor = (document: object, change: Change | null = null) => reportOf(reportedOf(document).run, change);

function tableIn(blocks: readonly ReportBlock[], name: string): ReportTable {
  const found = blocks.find((block) => block.kind === 'table' && block.name === name);
  if (found?.kind !== 'table') throw new TypeError(`There is no table ${name}`);
  return found;
}

function textsOf(blocks: readonly ReportBlock[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items;
    if (block.kind === 'table' || block.kind === 'picture') return [];
    return [block.text];
  });
}

/** Ten requests within a tenth of a second, 90 s after 10:00 UTC, in a log of whole seconds. */
function ofLog(resolution: number): object {
  const data = packRecording({
    at: Float64Array.from({ length: 10 }, (_, k) => 90e6 + k * 12_345),
    client: new Uint32Array(10),
    costAndBad: new Uint32Array(10).fill(1),
  });
  const start = Date.UTC(2026, 0, 5, 10) / 1_000;
  return {
    epoch: start,
    duration: 120,
    policy: { n: 3, T: 1 },
    traffic: [{ kind: 'recording', name: 'access.log', start, resolution, data }],
    lanes: [{ limiter: 'fixed-window' }],
  };
}

describe('a report of a run', () => {
  it('says the log’s time of day, and no finer than a log tells it', () => {
    const texts = textsOf(reportFor(ofLog(1)));
    expect(texts).toContain('Length: 120 s, 5 January 2026, 10:00:00 to 10:02:00 UTC');
    expect(texts.find((text) => text.includes('denies most'))).toMatch(
      /from 90\.\d{3} s, 10:01:30 UTC: 7 of 7 requests\.$/,
    );
    expect(texts.slice(-2)).toEqual([
      'Open this run',
      'The link names the recording “access.log” without the requests: send the saved file, too, to whoever does not have it.',
    ]);
    // A run without a log has no time of day.
    expect(textsOf(reportFor(EDGE)).join()).not.toContain('UTC');
  });

  it('says which policy the sentence was written for, where that is another one now', () => {
    const texts = textsOf(reportFor({ ...EDGE, policy: { n: 15, T: 10 }, notesFor: { n: 10, T: 10 } }));
    expect(texts.slice(0, 5)).toEqual([
      'Edge burst',
      'Watch the edge at 10 s.',
      'first',
      'second',
      'The sentence was written for n = 10.',
    ]);
  });

  it('says what the run is, its figures and what stands out, in this order', () => {
    const blocks = reportFor(EDGE);
    expect(textsOf(blocks)).toEqual([
      'Edge burst',
      'Watch the edge at 10 s.',
      'first',
      'second',
      'Findings',
      'Lane 1, Fixed window: 20 in 10 s for the key a, from 9.000 s, where the limit is 10. More than n, by design: the rule allows up to 20.',
      'The lanes decide 15 of 30 requests differently.',
      'Lane 2, Strict, denies most in the 10 s from 9.500 s: 15 of 20 requests.',
      'The run',
      'Limit: 10 requests per 10 s, 1 a second in the long run, bursts up to 10',
      expect.stringMatching(/^Traffic: 30 requests: steady, 10 a second, 9 s to 9\.95 s; /),
      'Length: 24 s',
      'Lanes',
      'Figures',
      'Fairness',
      'Open this run',
    ]);
    expect(tableIn(blocks, 'Lanes')).toMatchObject({
      head: ['Lane', 'Limiter', 'Limit', 'Options'],
      rows: [
        ['1 Fixed window', 'Fixed window', '10 per 10 s', 'Defaults'],
        ['2 Strict', 'Sliding log', '5 per 10 s', 'Defaults'],
      ],
    });
    expect(tableIn(blocks, 'Figures')).toMatchObject({
      head: ['Figure', '1 Fixed window', '2 Strict'],
      // Those of Compare, which may get more.
      rows: expect.arrayContaining([
        ['Requests', '30', '30'],
        ['Admitted', '30', '15'],
        ['Denied', '0', '15'],
        ['Peak in T', '△ 20/10 by design', '5/5'],
        ['Longest denial run', '0', expect.stringMatching(/^\d+$/)],
        ['First denial', '–', '9.500 s'],
      ]) as unknown,
    });
    // Figures that no lane has are left out.
    expect(tableIn(blocks, 'Figures').rows.map(([name]) => name)).not.toContain('Wait p99');
    expect(tableIn(blocks, 'Fairness').rows[0]).toEqual(['1 Fixed window', '2', expect.stringMatching(/^0\.\d{3}$/)]);
  });

  it('says how many admissions came from races', () => {
    const found = (variant: string) =>
      textsOf(
        reportFor({
          policy: { n: 2, T: 10 },
          duration: 20,
          traffic: [{ kind: 'times', at: [1, 1.0001, 1.0002, 1.0003, 1.0004] }],
          cluster: { nodes: 5, latency: { kind: 'fixed', mean: 0.001 } },
          lanes: [{ limiter: 'redis-incr', options: { variant } }],
        }),
      ).filter((text) => text.includes('race'));
    expect(found('incr-expire')).toEqual([
      'Lane 1, Redis INCR: 3 of 5 admissions came from races; the atomic version denies them.',
    ]);
    expect(found('lua')).toEqual([]);
  });

  it('does not call what races let in allowed by the rule, though it stays within what the rule allows at most', () => {
    const found = textsOf(
      reportFor({
        policy: { n: 10, T: 60 },
        traffic: [{ kind: 'burst', at: 1, count: 15, key: 'user' }],
        cluster: { nodes: 4 },
        lanes: ['none', 'lua'].map((concurrency) => ({ limiter: 'redis-token-bucket', options: { concurrency } })),
      }),
    );
    expect(found.filter((text) => text.startsWith('Lane 1'))).toEqual([
      'Lane 1, Redis token bucket: 15 in 1 min, from 1.006 s, where the limit is 10. ' +
        'More than n, within the 19 that the rule allows in any T, though races let some requests in.',
      'Lane 1, Redis token bucket: 5 of 15 admissions came from races; the atomic version denies them.',
    ]);
  });

  it('has a place for the lane that cannot run, and says why', () => {
    const lanes = [{ limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }, { limiter: 'fixed-window' }];
    const blocks = reportFor({ ...EDGE, lanes });
    expect(textsOf(blocks)).toContainEqual(expect.stringMatching(/^Lane 1, nginx limit_req: .*less than a thousandth/));
    expect(tableIn(blocks, 'Figures').rows[1]).toEqual(['Admitted', '–', '30']);
  });

  it('splits the figures of many lanes, and says where there are none', () => {
    const many = reportFor({ ...EDGE, lanes: Array.from({ length: 8 }, () => ({ limiter: 'gcra' })) });
    const widths = many.flatMap((block) =>
      block.kind === 'table' && block.name === 'Figures' ? block.head.length : [],
    );
    expect(widths).toEqual([7, 3]);
    expect(textsOf(reportFor({ ...EDGE, lanes: [] }))).toContain('This scenario has no lanes.');
    expect(
      textsOf(reportFor({ title: ' ', policy: { n: 1, T: 1 }, traffic: [], lanes: [{ limiter: 'gcra' }] })),
    ).toContain('Untitled');
  });

  it('gives a link that the page is not known of as text, and says why there is none', () => {
    const { run } = reportedOf(EDGE);
    expect(reportOf({ ...run, link: { address: '#1~abc' } }, null).at(-1)).toEqual({ kind: 'code', text: '#1~abc' });
    expect(textsOf(reportOf({ ...run, link: { missing: 'Too long.' } }, null)).at(-1)).toBe('Too long.');
  });
});

describe('before and after', () => {
  it('puts the figures of two lanes side by side, and names the clients that change sides', () => {
    const blocks = reportFor(EDGE, changeOf(EDGE, null));
    expect(textsOf(blocks)).toEqual(
      expect.arrayContaining([
        'Before: lane 1, Fixed window, 10 per 10 s',
        'After: lane 2, Strict (Sliding log), 5 per 10 s',
        'Keys refused before but not after: 0; refused after but not before: 1; refused in both: 0; in neither: 1.',
      ]),
    );
    expect(tableIn(blocks, 'Figures before and after').rows).toEqual(
      expect.arrayContaining([
        ['Requests', '30', '30', '0'],
        ['Admitted', '30', '15', '−15'],
        ['Denied', '0', '15', '+15'],
        ['Peak in T', '△ 20/10 by design', '5/5', '−15'],
        ['Longest denial run', '0', expect.any(String), expect.stringMatching(/^\+/)],
        ['First denial', '–', '9.500 s', '–'],
      ]),
    );
    expect(tableIn(blocks, 'Keys that change sides').rows).toEqual([['a', 'newly refused', '0 of 20', '15 of 20']]);
  });

  it('says all that may have been changed: the capacity and the options as well as the limit', () => {
    const lanes = [
      { limiter: 'token-bucket' },
      { limiter: 'token-bucket', policy: { capacity: 20 }, options: { start: 'empty' } },
    ];
    const blocks = reportFor({ ...EDGE, lanes }, changeOf({ ...EDGE, lanes }, null));
    expect(textsOf(blocks)).toEqual(
      expect.arrayContaining([
        'Before: lane 1, Token bucket, 10 per 10 s',
        'After: lane 2, Token bucket, 10 per 10 s, capacity 20, start empty',
      ]),
    );
    expect(tableIn(blocks, 'Lanes')).toMatchObject({
      head: ['Lane', 'Limit', 'Options'],
      rows: [
        ['1 Token bucket', '10 per 10 s', 'Defaults'],
        ['2 Token bucket', '10 per 10 s, capacity 20', 'start empty'],
      ],
    });
  });

  it('compares a lane of another scenario, and says whether their traffic is the same', () => {
    const strict = { ...EDGE, title: 'Old', policy: { n: 1, T: 10 } };
    const sameTraffic = reportFor(EDGE, changeOf(EDGE, strict, 0, 0));
    expect(textsOf(sameTraffic)).toEqual(
      expect.arrayContaining([
        'Before: lane 1, Fixed window, 1 per 10 s, of “Old”',
        'After: lane 1, Fixed window, 10 per 10 s, of “Edge burst”',
        'Both have the same traffic.',
        'Keys refused before but not after: 2; refused after but not before: 0; refused in both: 0; in neither: 0.',
      ]),
    );
    const other = { ...strict, traffic: EDGE.traffic.slice(2) };
    const blocks = reportFor(EDGE, changeOf(EDGE, other, 0, 1));
    expect(textsOf(blocks)).toContain('Their traffic differs: not every difference comes from the limiter.');
    // The client a sends nothing before.
    expect(tableIn(blocks, 'Keys that change sides').rows).toContainEqual(['a', 'newly refused', '–', '15 of 20']);
  });

  it('says what cannot be run', () => {
    const lanes = [{ limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }, { limiter: 'fixed-window' }];
    expect(textsOf(reportFor({ ...EDGE, lanes }, changeOf({ ...EDGE, lanes }, null)))).toContainEqual(
      expect.stringMatching(/^The scenario before the change cannot be run: nginx limit_req: /),
    );
  });
});

describe('a report as HTML', () => {
  const SVG =
    '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>\n';
  const HOSTILE = '</title><script>alert(1)</script><img src=x onerror="alert(1)">&amp;"\'';
  const htmlFor = (text: string): string => {
    const lanes = EDGE.lanes.map((lane) => ({ ...lane, label: text }));
    const traffic = EDGE.traffic.map((entry) => ({ ...entry, key: `${text}${entry.key}` }));
    const document = { ...EDGE, title: text, notes: text, lanes, traffic };
    const { run } = reportedOf(document);
    return htmlOf(reportTitle(run.scenario), reportOf(run, changeOf(document, null)), SVG);
  };
  const tagsOf = (html: string): readonly string[] => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);

  it('has the picture in it, and nothing from elsewhere', () => {
    const html = htmlFor('x');
    expect(html).toMatch(/^<!doctype html>\n/);
    expect(html).toContain('<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>');
    expect(html).not.toContain('<?xml');
    expect(html).not.toMatch(/\b(?:src|@import|url)\b/);
  });

  it('has the same markup whatever the scenario says', () => {
    expect(tagsOf(htmlFor(HOSTILE))).toEqual(tagsOf(htmlFor('x')));
    expect(htmlFor(HOSTILE)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('a text from outside', () => {
  it.each([
    ['is one line', 'a\r\n\tb\u0000c', 'a b c'],
    ['cannot turn what is around it', 'a\u202Eb\u2066c', 'a b c'],
    ['from right to left is isolated', 'שלום 12', '\u2068שלום 12\u2069'],
    ['is cut between characters, as a reader counts them', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…'],
  ])('%s', (_, text, expected) => expect(plainText(text, text.startsWith('👩') ? 2 : 80)).toBe(expected));

  it('of 5,000 characters does not fill the report', () => {
    expect(reportTitle({ title: 'x'.repeat(5_000) })).toBe(`${'x'.repeat(200)}…`);
  });

  it('keeps units with their numbers', () => {
    expect(withUnits('from 9.000 s to 10 seconds, 5 ms, 0 %')).toBe(
      'from 9.000\u00a0s to 10 seconds, 5\u00a0ms, 0\u00a0%',
    );
  });

  it('keeps a minus sign with its terms', () => {
    expect(withUnits('capacity + n − 1, or **2n − 1**')).toBe('capacity + n\u00a0−\u00a01, or **2n\u00a0−\u00a01**');
  });
});
