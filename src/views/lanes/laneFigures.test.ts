import { describe, expect, it } from 'vitest';
import type { LaneCounts, LaneInfo } from '../../sim/index.ts';
import { countedFigures, figuresOverflow, phoneText } from './laneFigures.ts';

const COUNTS: LaneCounts = { requests: 8, admitted: 6, delayed: 0, denied: 2, jobs: { started: 7, done: 6 } };

/** What differs between two runs with the same past. */
function laneInfo(outcome: { readonly retries: number; readonly delayed: number }, canDelay = true): LaneInfo {
  const { retries, delayed } = outcome;
  const jobStats = { started: 20, succeeded: 18, retries };
  const summary = { requests: 32, admitted: 24, delayed, denied: 8, peak: null, jobStats };
  return { canDelay, n: 10, T: 10_000_000, summary } as unknown as LaneInfo;
}

const RETRIED = laneInfo({ retries: 5, delayed: 3 });
const CALM = laneInfo({ retries: 0, delayed: 0 });

describe('the rows of a lane', () => {
  it.each([true, false])('do not depend on what became of the run, retrying: %s', (retrying) => {
    const rows = (info: LaneInfo) =>
      countedFigures(info, retrying).map(({ id, lead, whole }) => [id, lead, whole === null]);
    expect(rows(RETRIED)).toEqual(rows(CALM));
  });

  it('lead with the jobs where clients try again', () => {
    const leads = (retrying: boolean) => countedFigures(CALM, retrying).flatMap(({ id, lead }) => (lead ? [id] : []));
    expect(leads(true)).toEqual(['jobs']);
    expect(leads(false)).toEqual(['admitted', 'denied']);
  });
});

describe('the figures in one line', () => {
  it.each([true, false])('tell nothing of what is hidden, retrying: %s', (retrying) => {
    const line = (info: LaneInfo) => phoneText(info, COUNTS, { retrying, hidden: true });
    expect(line(RETRIED)).toBe(line(CALM));
  });

  it('name the delayed where the limiter can delay', () => {
    const line = (info: LaneInfo) => phoneText(info, COUNTS, { retrying: false, hidden: true });
    expect(line(CALM)).toBe('6/? in (0 delayed), 2/? out');
    expect(line(laneInfo({ retries: 0, delayed: 0 }, false))).toBe('6/? in, 2/? out');
  });

  it('name the whole run only where more is to come', () => {
    const info = laneInfo({ retries: 0, delayed: 0 }, false);
    const line = (counts: LaneCounts, hidden = false) => phoneText(info, counts, { retrying: false, hidden });
    expect(line({ ...COUNTS, denied: 8 })).toBe('6/24 in, 8 out, peak 0');
    expect(line({ ...COUNTS, admitted: 24, denied: 8 })).toBe('24 in, 8 out, peak 0');
    // Whether more is to come is hidden as well.
    expect(line({ ...COUNTS, admitted: 24, denied: 8 }, true)).toBe('24/? in, 8/? out');
  });
});

describe('figures in one line', () => {
  const tight = (...values: readonly string[]) => figuresOverflow(values);

  it.each([
    [['24', '8', '20/10'], undefined],
    [['2,130', '46', '19/10'], undefined],
    [['2,130', '587,225', '10/10'], 'medium'],
    [['2,130', '45,867,225', '19/10'], 'always'],
    [['40', '46', '40', '10/10'], undefined],
    [['1,204', '46', '40', '10/10'], 'medium'],
  ])('%j is too long for: %s', (values, too) => expect(tight(...values)).toBe(too));
});
