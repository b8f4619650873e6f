import { describe, expect, it } from 'vitest';
import type { JobStats, LaneInfo } from '../../sim/index.ts';
import { SEPARATOR, formatDurationShort, formatCountShort } from '../format/short.ts';
import { jobsParts, keyJobsLines } from './jobsText.ts';

const WORK: JobStats = {
  started: 20,
  retries: 143,
  succeeded: 20,
  waiting: 0,
  givenUp: 0,
  timedOut: 0,
  timeToSuccess: { median: 1_234_567, p99: 8_400_000, max: 9_000_000 },
  lastAdmissionAt: 50_000_000,
  herd: null,
};

function parts(change: Partial<JobStats> | null, ending: string | null = null): string {
  const frame = { summary: { jobStats: change && { ...WORK, ...change } } as LaneInfo['summary'], ending };
  return jobsParts(frame).join(SEPARATOR).replaceAll('\u00a0', ' ');
}

describe('what clients did, in one line', () => {
  it('gives jobs done, tries and times to success', () => {
    expect(parts({})).toBe('20 jobs done, 8.15 tries each · p50 1.2 s, p99 8.4 s');
  });

  it('adds whatever is not zero', () => {
    expect(parts({ succeeded: 8, givenUp: 3, waiting: 9, herd: { retries: 12, from: 0 } })).toBe(
      '8 of 20 jobs done, 8.15 tries each · 3 given up · 9 still waiting · p50 1.2 s, p99 8.4 s · herd of 12',
    );
  });

  it('compares the herds and the tries of keys that are told apart', () => {
    const key = { started: 30, done: 30, medianTimeToSuccess: 15e6 };
    const keys = [
      { ...key, key: 'no-jitter', tries: 120, herd: { retries: 20, from: 0 } },
      { ...key, key: 'full-jitter', tries: 136, herd: null },
    ];
    expect(keyJobsLines({ jobsByKey: keys }).map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
      'no-jitter: herd of 20, 4 tries, p50 15 s',
      'full-jitter: herd of 0, 4.53 tries, p50 15 s',
    ]);
  });

  it('does not repeat what the ending says', () => {
    expect(parts({ succeeded: 11, waiting: 9 }, '9 jobs still wait at the end.')).not.toContain('wait');
  });

  it('uses the singular for one', () => {
    expect(parts({ started: 1, succeeded: 1, retries: 1, timeToSuccess: null })).toBe('1 job done, 2 tries each');
    expect(parts({ started: 2, succeeded: 1, retries: 0, waiting: 1, timeToSuccess: null })).toBe(
      '1 of 2 jobs done, no retries · 1 still waiting',
    );
    expect(parts({ succeeded: 0, timeToSuccess: null, givenUp: 20 })).toBe(
      'none of 20 jobs done, 8.15 tries each · 20 given up',
    );
  });

  it('gives one time where all took equally long, and no herd of one', () => {
    const alike = (time: number) => ({ timeToSuccess: { median: time, p99: time, max: time } });
    expect(parts({ ...alike(2e6), herd: { retries: 1, from: 0 } })).toBe('20 jobs done, 8.15 tries each · all in 2 s');
    expect(parts({ ...alike(2e6), succeeded: 8, givenUp: 12 })).toBe(
      '8 of 20 jobs done, 8.15 tries each · 12 given up · each in 2 s',
    );
    expect(parts({ ...alike(0), succeeded: 8, retries: 0, givenUp: 12 })).toBe(
      '8 of 20 jobs done, no retries · 12 given up · no wait',
    );
  });

  it('keeps a name and its time on one line', () => {
    const [, times] = jobsParts({ summary: { jobStats: WORK } as LaneInfo['summary'], ending: null });
    expect(times).toBe('p50\u00a01.2\u00a0s, p99\u00a08.4\u00a0s');
  });

  it('is empty without clients', () => expect(parts(null)).toBe(''));

  it('stays short whatever the figures', () => {
    const millions = parts({ started: 9_999_999, succeeded: 1_234_567, retries: 14_900_000, givenUp: 8_765_432 });
    expect(millions).toBe('1.2M of 10M jobs done, 2.49 tries each · 8.8M given up · p50 1.2 s, p99 8.4 s');
  });
});

describe('short figures', () => {
  it.each([
    [9_999, '9,999'],
    [10_000, '10k'],
    [12_345, '12k'],
    [99_960, '100k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_234_567, '1.2M'],
    [14_900_000, '15M'],
  ])('%d: %s', (value, text) => expect(formatCountShort(value)).toBe(text));

  it.each([
    [0, '0 s'],
    [400, '0.4 ms'],
    [250_000, '250 ms'],
    [999_400, '999 ms'],
    [999_600, '1 s'],
    [9_960_000, '10 s'],
    [97_790_000, '98 s'],
    [599_000_000, '599 s'],
    [1_500_000_000, '25 min'],
    [12_600_000_000, '3.5 h'],
    [3 * 86_400_000_000, '3 d'],
  ])('%d µs: %s', (micros, text) => expect(formatDurationShort(micros)).toBe(text));
});
