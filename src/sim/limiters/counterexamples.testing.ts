/** For tests only: how a published edition breaks a law of the catalogue, by limiter. */
import { DAY, SECOND } from '../time.ts';
import { limiterById } from './index.ts';
import type { Law, Limiter } from './limiter.ts';
import { ALLOW } from '../verdict.ts';
import { caseOf } from './testing.ts';

/**
 * Traffic in which a published edition breaks a law that it declares broken. It takes a particular setting or traffic:
 * in what `laws.test.ts` tries, these editions keep the law.
 */
export const COUNTEREXAMPLES: Readonly<Record<string, Readonly<Partial<Record<Law, () => boolean>>>>> = {
  'token-bucket-throttler': {
    bound() {
      // A client asks for all ten, which it never gets: each refusal adds the second since the last admission again.
      // Nine then get in at once, every second, where one a second may.
      const { limiter, params } = caseOf(limiterById('token-bucket-throttler') as Limiter, {
        policy: { n: 10, T: 10 * SECOND, capacity: 10 },
      });
      const state = limiter.init(params);
      const admitted = Array.from({ length: 10 }, (_, second) => {
        for (let i = 0; i < 9; i++) limiter.decide(state, params, second * SECOND, 10);
        const verdicts = Array.from({ length: 9 }, () => limiter.decide(state, params, second * SECOND, 1));
        return verdicts.filter((verdict) => verdict === ALLOW).length;
      });
      return admitted.reduce((sum, one) => sum + one) > limiter.bound(params, 10 * SECOND);
    },
  },
  'leaky-meter': {
    bound() {
      // A full bucket, refused to a client that wants all ten, drains the second since the last admission again and
      // again.
      const { limiter, params } = caseOf(limiterById('leaky-meter') as Limiter, {
        edition: 'published',
        policy: { n: 10, T: 10 * SECOND, capacity: 10 },
      });
      const state = limiter.init(params);
      let admitted = 0;
      for (let second = 0; second < 10; second++) {
        // The tenth would find it empty.
        const refused = second === 0 ? 0 : 9;
        for (let i = 0; i < refused; i++) limiter.decide(state, params, second * SECOND, 10);
        for (let i = 0; i < 10; i++) {
          if (limiter.decide(state, params, second * SECOND, 1) === ALLOW) admitted++;
        }
      }
      return admitted > limiter.bound(params, 10 * SECOND);
    },
  },
  'cooldown-score': {
    bound() {
      // Sixty seconds before the 32-bit clock reads 0, three permits a minute end exactly there, and are forgotten.
      const testCase = caseOf(limiterById('cooldown-score') as Limiter, {
        edition: 'published',
        epoch: 4_294_967_296 - 60,
        policy: { n: 3, T: 60 * SECOND, capacity: 3 },
        horizon: DAY,
      });
      const state = testCase.limiter.init(testCase.params);
      const admitted = Array.from({ length: 100 }, () => testCase.limiter.decide(state, testCase.params, 0, 1));
      return (
        admitted.filter((verdict) => verdict === ALLOW).length > testCase.limiter.bound(testCase.params, 60 * SECOND)
      );
    },
  },
};
