/** What the pictures of all limiters guarantee to readers and screen readers. */
import { describe, expect, it } from 'vitest';
import { outcomeOf, type Duration, type Instant } from '../../sim/index.ts';
import { UnsupportedPolicyError, type Edition, type Limiter, type Policy } from '../../sim/limiters/limiter.ts';
import { caseOf, casesOf, type Case } from '../../sim/limiters/testing.ts';
import { PrecisionLossError } from '../../sim/ticks.ts';
import {
  PAGE_PICTURE,
  LANE_PICTURE,
  pictureTextAt,
  pictureShapes,
  pictureText,
  SMALL_PICTURE,
} from './statePicture.ts';
import { everyRule } from '../../sim/systems/everyRule.testing.ts';

/** Bursts, an even pace, window edges give or take a microsecond, and silences, as shares of T/n and of T. */
function gapsOf({ n, T }: { readonly n: number; readonly T: Duration }): readonly Duration[] {
  const each = Math.floor(T / n);
  return [
    0,
    0,
    0,
    each,
    1,
    each,
    Math.floor(each / 3),
    T - 1,
    1,
    0,
    each + 1,
    T,
    T + 1,
    0,
    0,
    Math.floor(T / 2),
    3 * T,
  ];
}

/** The maximum rate, at a microsecond each, at a fiftieth of one, and in a month. */
const MILLIONS: readonly Policy[] = [1e6, 20_000, 30 * 86_400e6].map((T) => ({ n: 1e6, T, capacity: 1e6 }));

/** The usual cases, and those of the extreme ones that the limiter can count. */
function allCasesOf(limiter: Limiter): readonly Case[] {
  const large = limiter.editions.flatMap((edition: Edition) =>
    MILLIONS.flatMap((policy) => {
      try {
        return [caseOf(limiter, { policy, edition })];
      } catch (error) {
        if (error instanceof UnsupportedPolicyError || error instanceof PrecisionLossError) return [];
        throw error;
      }
    }),
  );
  return [...casesOf(limiter), ...large];
}

/** Passes the state at each request, before and after its decision. */
function walk(
  { limiter, params, config }: Case,
  step: (moment: {
    readonly at: Instant;
    readonly before: string;
    readonly after: string;
    readonly admitted: boolean;
  }) => void,
): void {
  const state = limiter.init(params);
  const text = (at: Instant): string => pictureText(limiter.picture(state, params, at));
  let at = 0;
  for (const gap of gapsOf(config.policy).concat(gapsOf(config.policy))) {
    at += gap;
    const before = text(at);
    const verdict = limiter.decide(state, params, at, 1);
    step({ at, before, after: text(at), admitted: outcomeOf(verdict) !== 'deny' });
  }
}

/**
 * An admission may change nothing at all: the published gate truncates its interval to whole milliseconds, so that above
 * 1,000 a second it never shuts; and Guava moves nextFree by whole microseconds, so that above 1,000,000 it stays.
 */
function changesNothing({ limiter: { id }, config: { edition, policy } }: Case): boolean {
  const each = policy.T / policy.n;
  return (id === 'leaky-interval' && edition === 'published' && each < 1_000) || (id === 'guava-bursty' && each < 1);
}

describe.each(everyRule.map((limiter) => [limiter.id, limiter] as const))('%s', (_, limiter) => {
  const cases = allCasesOf(limiter);

  it('says in words what every admitted request changes', () => {
    let admitted = 0;
    for (const one of cases) {
      if (changesNothing(one)) continue;
      walk(one, (moment) => {
        if (!moment.admitted) return;
        admitted++;
        expect(moment.after, `${one.name}, at ${moment.at} µs`).not.toBe(moment.before);
      });
    }
    expect(admitted).toBeGreaterThan(100);
  });

  it('draws numbers, in every size', () => {
    for (const one of cases) {
      const { params } = one;
      const state = limiter.init(params);
      let at = 0;
      for (const gap of gapsOf(one.config.policy).slice(0, 9)) {
        at += gap;
        const picture = limiter.picture(state, params, at);
        const drawn = [SMALL_PICTURE, LANE_PICTURE, PAGE_PICTURE].map((size) => pictureShapes(picture, size));
        const all = `${pictureTextAt(picture, at)} ${JSON.stringify(drawn)}`;
        expect(/NaN|Infinity|undefined|null/.exec(all)?.[0], `${one.name}, at ${at} µs`).toBeUndefined();
        limiter.decide(state, params, at, 1);
      }
    }
  });
});

it.each([
  ['token-bucket', true],
  ['token-bucket-throttler', false],
])('%s is drawn as refusing when it is empty: %s', (id, refuses) => {
  const [one] = everyRule.filter((limiter) => limiter.id === id).flatMap(allCasesOf);
  const { limiter, params } = one as Case;
  const drawn = JSON.stringify(pictureShapes(limiter.picture(limiter.init(params), params, 0), PAGE_PICTURE));
  expect(drawn.includes('empty: refuses')).toBe(refuses);
  expect(drawn.includes('the last one stays')).toBe(!refuses);
});
