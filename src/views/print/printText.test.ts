import { describe, expect, it } from 'vitest';
import { SECOND, type JobStats, type LaneInfo } from '../../sim/index.ts';
import { figuresText, shownFiguresText, sightText } from './printText.ts';

const lane = (summary: Partial<LaneInfo['summary']>, more: Partial<LaneInfo> = {}): LaneInfo =>
  ({
    summary: { requests: 32, admitted: 24, delayed: 0, denied: 8, peak: null, ...summary },
    n: 10,
    T: 10 * SECOND,
    allowedPeak: 20,
    cluster: null,
    jobsByKey: [],
    ending: null,
    ...more,
  }) as LaneInfo;

describe('the figures of a printed lane', () => {
  it.each<[Partial<LaneInfo['summary']>, string]>([
    [
      { peak: { permits: 20, from: 0, key: 'a' } },
      'Admitted 24 of 32 requests; denied 8. At most 20 in any 10 s, where the limit is 10. More than n, by design: the rule allows up to 20.',
    ],
    [
      { peak: { permits: 21, from: 0, key: 'a' } },
      'Admitted 24 of 32 requests; denied 8. At most 21 in any 10 s, where the limit is 10. More than the 20 that the rule allows: a defect.',
    ],
    [
      { delayed: 1 },
      'Admitted 24 of 32 requests, of which 1 was delayed; denied 8. At most 0 in any 10 s, where the limit is 10.',
    ],
    [
      { requests: 12_000, admitted: 9_000, delayed: 8_000, denied: 3_000 },
      'Admitted 9,000 of 12,000 requests, of which 8,000 were delayed; denied 3,000. At most 0 in any 10 s, where the limit is 10.',
    ],
  ])('%j', (summary, text) => {
    expect(figuresText(lane(summary), false)).toBe(text);
  });

  it('begin with the jobs where clients try again, also by key, and end with how the run did', () => {
    const jobStats = { started: 80, succeeded: 60, retries: 260, givenUp: 0, waiting: 20, herd: { retries: 20 } };
    const timeToSuccess = { median: 13 * SECOND, p99: 31 * SECOND, max: 33 * SECOND };
    const summary = { jobStats: { ...jobStats, timeToSuccess } as JobStats };
    const told = '60 of 80 jobs done, 4.25 tries each, 20 still waiting, p50 13 s, p99 31 s, herd of 20';
    const text = (...laneOf: Parameters<typeof lane>) => figuresText(lane(...laneOf), true).replaceAll('\u00A0', ' ');
    expect(text(summary)).toMatch(`${told}. Admitted 24 of 32 requests; `);
    const of = { started: 20, succeeded: 20 };
    const jobsByKey = [
      { ...of, key: 'a', tries: 80, herd: { retries: 20 }, medianTimeToSuccess: 15 * SECOND },
      { ...of, key: 'b', tries: 90, herd: { retries: 5 }, medianTimeToSuccess: 11 * SECOND },
    ] as unknown as LaneInfo['jobsByKey'];
    expect(text(summary, { jobsByKey })).toMatch(
      `${told}; a: herd of 20, 4 tries, p50 15 s; b: herd of 5, 4.5 tries, p50 11 s. Admitted 24 `,
    );
    const ending = 'The run stops at 12 s, after 400 decisions.';
    expect(text(summary, { ending })).toMatch(new RegExp(`limit is 10\\. ${ending}$`));
    expect(figuresText(lane(summary, { ending }), false)).toMatch(new RegExp(`^Admitted 24.* ${ending}$`));
  });

  it('are those up to the playhead while the future is hidden', () => {
    const counts = { requests: 13, admitted: 10, delayed: 2, denied: 3, jobs: { started: 12, done: 9 } };
    const hidden = 'These are up to the playhead; the figures of the whole run are hidden with the future.';
    expect(shownFiguresText(counts, false)).toBe(`Admitted 10, of which 2 were delayed; denied 3. ${hidden}`);
    expect(shownFiguresText(counts, true)).toMatch(/^9 of 12 jobs done\. Admitted 10/);
    expect(shownFiguresText(null, true)).toBe('The figures of the whole run are hidden with the future.');
  });
});

it.each([
  [6, 24, 'From 6 s to 24 s.'],
  // All of a run whose last request comes at 3,600 s.
  [0, 3_600.000001, 'From 0 s to 3,600 s.'],
  // What a drag zoomed to.
  [11.347219, 17.351222, 'From 11.347 s to 17.351 s.'],
  [1.000001, 1.000009, 'From 1.000001 s to 1.000009 s.'],
])('what is shown of %d s to %d s is said as exactly as it can be seen', (from, to, text) => {
  const range = { from: Math.round(from * SECOND), to: Math.round(to * SECOND) };
  expect(sightText({ range, mode: 'marks', until: Infinity })).toMatch(
    new RegExp(`^${text.replaceAll('.', '\\.')} A dot`),
  );
});
