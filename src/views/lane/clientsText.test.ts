import { describe, expect, it } from 'vitest';
import { admittedAtFirst, type Abuse, type Attempts } from '../../sim/index.ts';
import { abuseWords, attemptFigures, herdWords, phaseWords, ruleOf } from './clientsText.ts';

const WORK: Attempts = {
  begun: 1_200,
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
  it('are all there, in full', () => {
    expect(attemptFigures(WORK)).toEqual([
      ['First tries', '1,200'],
      ['Retries', '4,500'],
      ['Done', '600'],
      ['Time to success, median', '0.000 s'],
      ['Time to success, 99 %', '8.400 s'],
      ['Time to success, longest', '31.000500 s'],
      ['Given up', '10'],
      ['Still waiting', '590'],
      ['Timed out', '3'],
    ]);
  });

  it('have dashes for times where nothing was done', () => {
    const texts = attemptFigures({ ...WORK, succeeded: 0, timeToSuccess: null }).map(([, text]) => text);
    expect(texts.slice(2, 6)).toEqual(['0', '–', '–', '–']);
  });

  it('a herd comes within a hundredth of the window, and is two at least', () => {
    expect(herdWords(WORK, 10_000_000)).toBe('500 retries within 0.1 s, from 50.000 s');
    expect(herdWords({ ...WORK, herd: { retries: 1, from: 0 } }, 10_000_000)).toBeNull();
    expect(herdWords({ ...WORK, herd: null }, 10_000_000)).toBeNull();
  });
});

describe('a phase of clients', () => {
  const run = { jobs: 1_000, from: 40_000_000, to: 59_000_000, rate: 200 / 19 };

  it('has its instants and the rate that came of it', () => {
    expect(phaseWords(run)).toEqual({ jobs: '1,000', from: '40.000 s', over: { to: '59.000 s', rate: '10.526' } });
  });

  it('may not be over, or never start', () => {
    expect(phaseWords({ ...run, to: null, rate: null })).toMatchObject({ from: '40.000 s', over: null });
    expect(phaseWords({ ...run, from: null, to: null, rate: null })).toEqual({ jobs: '1,000', from: null, over: null });
  });
});

describe('an abuser', () => {
  const abuse: Abuse = { entry: 0, a: 2, admitted: 19, refused: true, q: 10 };

  it('is held against the rule and the fluid', () => {
    expect(ruleOf(abuse)).toEqual({ q: 10, exact: 19, fluid: 20 });
    expect(abuseWords(abuse)).toBe(
      'It asks for 2 × n/T, and 19 requests are admitted before the first is refused, as the rule says of a bucket of 10. ' +
        'Were requests a fluid, it would be 20.',
    );
  });

  it('of which another number was measured than the rule has', () => {
    expect(abuseWords({ ...abuse, admitted: 18 })).toContain(
      '18 requests are admitted before the first is refused, the rule says 19',
    );
  });

  it('has no rule against what is no bucket', () => {
    expect(abuseWords({ ...abuse, q: null, admitted: 1 })).toBe(
      'It asks for 2 × n/T, and 1 request is admitted before the first is refused.',
    );
  });

  it('that asks for no more than n/T is never refused, and no rule says when', () => {
    const calm = { ...abuse, a: 1, admitted: 60, refused: false };
    expect(ruleOf(calm)).toBeNull();
    expect(abuseWords(calm)).toBe('It asks for 1 × n/T, and is never refused: 60 requests are admitted.');
  });

  it('the rule is the simulator’s own', () => {
    expect(ruleOf({ ...abuse, a: 3.7, q: 25 })?.exact).toBe(admittedAtFirst(25, 3.7));
  });
});
