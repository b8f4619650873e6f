/** What a picture says and draws, read from its SVG. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openScenarioSession, planOf, runToEnd, simulateToEnd } from '../../sim/engine.ts';
import { loadSystems, packRecording, scenarioOf } from '../../sim/index.ts';
import { elementsOf, parseXml } from '../charts/xml.testing.ts';
import { heightOf, svgOf } from './picture.ts';
import { PICTURE_THEME } from './pictureTheme.ts';
import { PLOT_WIDTH } from './plotPart.ts';
import { ALL, runPicture, type PicturedRun } from './runPicture.ts';
import { CONTENT_WIDTH, MARGIN } from './textPart.ts';

await loadSystems();

const LINK = 'https://example.org/#1~abc';
const EDGE = {
  title: 'Edge burst',
  notes: 'Watch *the edge* at [10 s].\n\n- first\n- second',
  policy: { n: 10, T: 10 },
  duration: 24,
  traffic: [
    { kind: 'steady', rate: 10, from: 9, to: 9.95 },
    { kind: 'steady', rate: 10, from: 10.05, to: 11 },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'leaky-queue', label: 'Mine' }],
};

function runOf(document: object): PicturedRun {
  const scenario = scenarioOf(document);
  const plan = planOf(scenario);
  const session = openScenarioSession(simulateToEnd(plan));
  const range = { from: 0, to: plan.end };
  const query = { ...range, columns: PLOT_WIDTH, trackColumns: PLOT_WIDTH, key: null, comparedLanes: [] };
  const { lanes, traffic } = runToEnd(session.charts(query));
  return {
    scenario,
    traffic,
    laneInfos: session.laneInfos,
    charts: lanes,
    failedLanes: plan.failedLanes,
    openLoopRequests: plan.arrivals.count,
    isClosedLoop: plan.isClosedLoop,
    range,
    until: Infinity,
    counts: [],
    hasKeys: plan.arrivals.keys.length > 1,
    link: { address: LINK },
  };
}

function svgFor(document: object, choice = ALL, change: Partial<PicturedRun> = {}) {
  const source = svgOf(runPicture({ ...runOf(document), ...change }, choice));
  const root = parseXml(source).children[0]!;
  return { source, root, texts: elementsOf(root, 'text').map(({ text }) => text) };
}

describe('a picture of a run', () => {
  it('says what it is, with what parameters, what it shows and where it is opened again', () => {
    const { root, texts } = svgFor(EDGE);
    for (const text of [
      'Edge burst',
      '10 requests per 10 s, 1 a second in the long run, bursts up to 10',
      '1 Fixed window',
      '2 Mine',
      'Admitted 20 of 20 requests; denied 0. At most 20 in any 10 s, where the limit is 10. More than n, by design:',
      'Level, permits',
      'Level, permits waiting',
      'Window count, in the last 10 s',
      'Decisions',
      'n 10',
      'in',
      '20 s',
      'Watch the edge at 10 s. • first • second',
      `Open this run: ${LINK}`,
    ])
      expect(texts).toContain(text);
    expect(elementsOf(root, 'a').map(({ attributes }) => attributes['href'])).toEqual([LINK]);
    expect(elementsOf(root, 'title')[0]?.text).toBe('Edge burst');
    expect(elementsOf(root, 'desc')[0]?.text).toContain(LINK);
  });

  it('says of each lane what its name and its limit do not', () => {
    const lanes = [
      { limiter: 'token-bucket', options: { start: 'empty' } },
      { limiter: 'gcra', label: 'Mine' },
      { limiter: 'stack', of: [{ limiter: 'gcra' }, { limiter: 'sliding-log', policy: { n: 5 }, key: 'all' }] },
    ];
    const { texts } = svgFor({ ...EDGE, lanes });
    for (const [name, settings] of [
      ['1 Token bucket', 'Start empty'],
      ['2 Mine', 'GCRA'],
      ['3 Stack of limits', 'Of GCRA and Sliding log (own n 5, for all keys)'],
    ] as const)
      expect(texts.slice(texts.indexOf(name)).indexOf(settings)).toBe(2); // behind the limit
  });

  it('isolates what is written from right to left, so that all around it stays in its place', () => {
    const title = 'حد المعدل (10).';
    const { texts } = svgFor({ ...EDGE, title, notes: title, lanes: [{ limiter: 'gcra', label: title }] });
    expect(texts.filter((text) => text === `\u2068${title}\u2069`)).toHaveLength(2);
    expect(texts).toContain(`\u20681 \u2068${title}\u2069\u2069`);
    const traffic = [{ kind: 'times', at: [1, 2], key: [title, 'ann'] }];
    expect(svgFor({ ...EDGE, traffic }).texts.join('|')).toContain(`of the key \u2068${title}\u2069`);
  });

  it('says which policy the sentence was written for, where that is another one now', () => {
    const { texts } = svgFor({ ...EDGE, policy: { n: 15, T: 10 }, notesFor: { n: 10, T: 10 } });
    expect(texts).toContain('The sentence was written for n = 10.');
    expect(svgFor(EDGE).texts.join(' ')).not.toContain('written for');
  });

  it('says of a link to a log that it only names it', () => {
    const data = packRecording({ at: Float64Array.of(1e6), client: Uint32Array.of(0), costAndBad: Uint32Array.of(1) });
    const traffic = [{ kind: 'recording', name: 'access.log', start: 0, resolution: 1, data }];
    const { texts } = svgFor({ ...EDGE, traffic });
    expect(texts.join(' ')).toContain('The link names the recording “access.log” without the requests: send the saved');
    expect(svgFor(EDGE).texts.join(' ')).not.toContain('The link names');
  });

  it('is told on the page without the link, which is letters only', () => {
    const { title, description } = runPicture(runOf(EDGE), ALL);
    expect(`${title}. ${description}`).toMatch(/^Edge burst\. 10 requests per 10 s/);
    expect(description).not.toContain(LINK);
  });

  it('draws a mark for each decision, in the colours of the light theme', () => {
    const { root } = svgFor(EDGE, { ...ALL, lane: 0, charts: ['decisions'] });
    const admitted = elementsOf(root, 'path').filter(({ attributes }) => attributes['fill'] === PICTURE_THEME.admitted);
    // A disc is two arcs.
    expect(admitted.map(({ attributes }) => attributes['d']?.match(/A/g)?.length)).toEqual([2 * 20]);
  });

  it('shows one lane and the chosen charts only', () => {
    const { texts } = svgFor(EDGE, { ...ALL, lane: 1, charts: ['count'] });
    expect(texts).toContain('2 Mine');
    expect(texts).not.toContain('1 Fixed window');
    expect(texts).not.toContain('Decisions');
    expect(texts.join(' ')).not.toContain('A dot is a request');
  });

  it('shows the traffic above the lanes, or alone', () => {
    const document = {
      ...EDGE,
      traffic: [
        ...EDGE.traffic,
        { kind: 'ramp', rate: [1, 9], from: 12, to: 20 },
        { kind: 'times', at: [21, 22], clicks: true },
      ],
      lanes: [{ limiter: 'redis-incr' }],
      cluster: { nodes: 2, faults: [{ kind: 'node-down', node: 1, at: 5, until: 8 }] },
    };
    const alone = svgFor(document, { ...ALL, charts: [], traffic: true });
    expect(alone.texts).toEqual(expect.arrayContaining(['Edge burst', 'ramp 1–9/s', 'N2 down', '20 s']));
    expect(alone.texts).not.toContain('1 Redis INCR');
    // Two boxes, a ramp, and what its name stands on.
    const blocks = elementsOf(alone.root, 'path').filter(
      ({ attributes }) => attributes['fill'] === PICTURE_THEME.surface,
    );
    expect(blocks).toHaveLength(4);
    const both = svgFor(document, { ...ALL, traffic: true });
    expect(both.texts.indexOf('N2 down')).toBeLessThan(both.texts.indexOf('1 Redis INCR'));
    expect(svgFor(document).texts).not.toContain('N2 down');
  });

  it('has rows for the nodes of a distributed lane', () => {
    const nodes = { ...EDGE, lanes: [{ limiter: 'redis-incr' }], cluster: { nodes: 3 } };
    expect(svgFor(nodes).texts).toEqual(expect.arrayContaining(['N1', 'N2', 'N3']));
  });

  it('says what nodes and faults it had, also to those who do not see it', () => {
    const cluster = { nodes: 2, faults: [{ kind: 'store-down', at: 10, until: 12 }] };
    const { texts, root } = svgFor({ ...EDGE, lanes: [{ limiter: 'redis-incr' }], cluster });
    const items = ['Cluster: 2 nodes, 1 ms each way, requests to each in turn', 'Faults: store down, 10 s to 12 s'];
    expect(texts).toEqual(expect.arrayContaining(items));
    const description = elementsOf(root, 'desc')[0]?.text;
    for (const item of items) expect(description).toContain(item);
    expect(svgFor(EDGE).texts.join(' ')).not.toContain('Cluster');
  });

  it('names the key whose level it is, where there are several', () => {
    const keys = { ...EDGE, traffic: [{ kind: 'times', at: [1, 2, 3], key: ['ann', 'ann', 'bob'] }] };
    expect(svgFor(keys).texts).toContain('Level, permits, of the key ann');
  });

  it('says why a lane has no charts', () => {
    const failing = {
      ...EDGE,
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }],
    };
    const { texts } = svgFor(failing);
    expect(texts.join(' ')).toContain('is less than a thousandth of a request a second');
    expect(texts.filter((text) => text === 'Decisions')).toHaveLength(1);
  });

  it('says that there are no requests, or no lanes', () => {
    expect(svgFor({ ...EDGE, traffic: [] }).texts).toContain('This run has no requests.');
    expect(svgFor({ ...EDGE, lanes: [] }).texts).toContain('This scenario has no lanes.');
  });

  it('tells nothing of what is hidden', () => {
    const { texts } = svgFor(EDGE, ALL, { until: 9.5e6 });
    const said = texts.join(' ');
    expect(said).toContain('The figures of the whole run are hidden with the future.');
    expect(said).toContain('What comes after the playhead, at 9.500 s, is hidden.');
    expect(said).not.toContain('Admitted 20');
    expect(said).not.toContain('20 in 10 s');
  });

  it('says why there is no link, or that it is too long to be printed', () => {
    expect(svgFor(EDGE, ALL, { link: { missing: 'It is too large.' } }).texts).toContain('It is too large.');
    const long = svgFor(EDGE, ALL, { link: { address: `https://example.org/#${'x'.repeat(5_000)}` } });
    expect(long.texts.join(' ')).toContain('has 5,021 characters, too many to be printed');
    expect(elementsOf(long.root, 'desc')[0]?.text).toContain('x'.repeat(5_000));
  });

  it.each([
    ['5,000 characters', 'word '.repeat(1_000)],
    ['one word of 5,000 characters', 'w'.repeat(5_000)],
    ['right-to-left', 'שלום עולם '.repeat(100)],
    ['emoji', '👩‍👩‍👧‍👦🎉'.repeat(500)],
    ['control characters', 'a\u0000\u0001\u001f\u007f\u202e b\ufffe'],
    ['markup', '</title><script>alert(1)</script>&amp;]]>'],
  ])('holds a title of %s, and stays within its edges', (_, title) => {
    const run = runOf(EDGE);
    const picture = runPicture({ ...run, scenario: { ...run.scenario, title, notes: title } }, ALL);
    const root = parseXml(svgOf(picture)).children[0]!;
    expect(elementsOf(root, 'script')).toHaveLength(0);
    expect(heightOf(picture)).toBeLessThan(1_600);
    expect(root.attributes['width']).toBe(`${CONTENT_WIDTH + 2 * MARGIN}`);
  });

  it('stays small, and is drawn quickly, of a hundred thousand requests in six lanes', () => {
    const many = {
      policy: { n: 900, T: 1 },
      duration: 100,
      traffic: [{ kind: 'poisson', rate: 1_000 }],
      lanes: ['fixed-window', 'sliding-log', 'token-bucket', 'leaky-queue', 'gcra', 'sliding-counter'].map(
        (limiter) => ({ limiter }),
      ),
    };
    const run = runOf(many);
    const before = process.cpuUsage();
    const { length } = svgOf(runPicture(run, ALL));
    const { user } = process.cpuUsage(before);
    expect(length).toBeLessThan(2_000_000);
    // Cold, with every processor's worth of other work: the aim is 0.3 s, and this finds what takes ten times as long.
    expect(user).toBeLessThan(3e6);
  });

  it('has the colours of the light theme', () => {
    const sheet = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
    const light = sheet.slice(sheet.indexOf(':root {'), sheet.indexOf('}', sheet.indexOf(':root {')));
    const { font: _, ink2, ...others } = PICTURE_THEME;
    for (const [token, value] of Object.entries({ ...others, 'ink-2': ink2 }))
      expect(light).toContain(`--${token}: ${value};`);
  });
});
