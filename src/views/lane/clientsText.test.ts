import { describe, expect, it } from 'vitest';
import { admittedBeforeDenial, type AbuserResult, type JobStats } from '../../sim/index.ts';
import { abuserText, jobStatRows, herdText, jobPhaseText, abuserPrediction } from './clientsText.ts';

const WORK: JobStats = {
  started: 1_200,
  retries: 4_500,
  succeeded: 600,
  waiting: 590,
  givenUp: 10,
  timedOut: 3,
  timeToSuccess: { median: 0, p99: 8_400_000, max: 31_000_500 },
  lastAdmissionAt: 50_000_000,
  herd: { retries: 500, from: 50_000_000 },
};

describe('figures of clients', () => {
  it('are complete', () => {
    expect(jobStatRows(WORK)).toEqual([
      ['First tries', '1,200'],
      ['Retries', '4,500'],
      ['Done', '600'],
      ['Time to success p50', '0 s'],
      ['Time to success p99', '8.4 s'],
      ['Time to success max', '31 s'],
      ['Given up', '10'],
      ['Still waiting', '590'],
      ['Timed out', '3'],
    ]);
  });

  it('have dashes for times if no job succeeded', () => {
    const texts = jobStatRows({ ...WORK, succeeded: 0, timeToSuccess: null }).map(([, text]) => text);
    expect(texts.slice(2, 6)).toEqual(['0', '–', '–', '–']);
  });

  it('a herd is at least two retries within a hundredth of the window', () => {
    expect(herdText(WORK, 10_000_000)).toBe('500 retries within 0.1 s, from 50.000 s');
    expect(herdText({ ...WORK, herd: { retries: 1, from: 0 } }, 10_000_000)).toBeNull();
    expect(herdText({ ...WORK, herd: null }, 10_000_000)).toBeNull();
  });
});

describe('a phase of clients', () => {
  const run = { jobs: 1_000, from: 40_000_000, to: 59_000_000, rate: 200 / 19 };

  it('has its instants and the resulting rate', () => {
    expect(jobPhaseText(run)).toEqual({ jobs: '1,000', from: '40.000 s', over: { to: '59.000 s', rate: '10.526' } });
  });

  it('may be unfinished or never start', () => {
    expect(jobPhaseText({ ...run, to: null, rate: null })).toMatchObject({ from: '40.000 s', over: null });
    expect(jobPhaseText({ ...run, from: null, to: null, rate: null })).toEqual({
      jobs: '1,000',
      from: null,
      over: null,
    });
  });
});

describe('an abuser', () => {
  const abuse: AbuserResult = { entry: 0, a: 2, admitted: 19, denied: true, bucketCapacity: 10 };

  it('is compared with the rule and the fluid approximation', () => {
    expect(abuserPrediction(abuse)).toEqual({ q: 10, exact: 19, fluid: 20 });
    expect(abuserText(abuse)).toBe(
      'It requests 2 × n/T, and 19 requests are admitted before the first denial, as the rule predicts for a bucket of 10. ' +
        'The fluid approximation gives 20.',
    );
  });

  it('reports a measurement that differs from the rule', () => {
    expect(abuserText({ ...abuse, admitted: 18 })).toContain(
      '18 requests are admitted before the first denial, the rule predicts 19',
    );
  });

  it('has no rule without a bucket', () => {
    expect(abuserText({ ...abuse, bucketCapacity: null, admitted: 1 })).toBe(
      'It requests 2 × n/T, and 1 request is admitted before the first denial.',
    );
  });

  it('that requests at most n/T is never denied, and no rule applies', () => {
    const calm = { ...abuse, a: 1, admitted: 60, denied: false };
    expect(abuserPrediction(calm)).toBeNull();
    expect(abuserText(calm)).toBe('It requests 1 × n/T, and is never denied: 60 requests are admitted.');
  });

  it('the rule is the simulator’s own', () => {
    expect(abuserPrediction({ ...abuse, a: 3.7, bucketCapacity: 25 })?.exact).toBe(admittedBeforeDenial(25, 3.7));
  });
});
