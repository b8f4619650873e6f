import { describe, expect, it } from 'vitest';
import type { Picture } from '../../limiters/picture.ts';
import { openSession } from '../../inspect/session.ts';
import { planOf } from '../../run/plan.ts';
import { simulateToEnd } from '../../run/simulate.ts';
import { loadSystems } from '../../systems/load.ts';
import { microsFromSeconds } from '../../time.ts';
import { durationOf } from '../scenario.ts';
import { presets, presetScenario } from './index.ts';

await loadSystems();

/** Whether a picture shows a limiter that has nothing to do: an empty log, a full bucket, an open gate. */
function isAtRest(picture: Picture): boolean {
  switch (picture.kind) {
    case 'cells':
      return picture.count === (picture.countsRemaining === true ? picture.n : 0);
    case 'log':
      return picture.size === 0;
    case 'weighted':
      return picture.previous + picture.current === 0;
    case 'slices':
    case 'nodes':
      return picture.counts.every((count) => count === 0);
    case 'tokens':
      return picture.tokens >= picture.capacity;
    case 'water':
      return picture.water === 0;
    case 'debt':
      return picture.tokens >= picture.n;
    case 'pair':
      return picture.quota >= picture.n && picture.tokens >= picture.capacity;
    case 'mark':
      return picture.ahead <= 0;
    case 'decay':
      return picture.now < picture.n / 100;
    case 'line':
      return picture.waiting === 0 && picture.nextIn === null;
    case 'gate':
      return picture.opensIn === 0;
    case 'ration':
    case 'trapezoid':
      return picture.freeIn === 0;
    case 'excess':
      return picture.excess <= 0;
  }
}

/** Whose first lane keeps nothing, or gives nothing away: by its defect, or by the product's rule. */
const FIRST_AT_REST = new Set([
  'token-bucket-throttler-last-token',
  'leaky-interval-no-limit',
  'cooldown-score-zero',
  'spring-stores-nothing',
  'lifetime-of-0',
]);

describe.each(presets.map((preset) => [preset.id, preset] as const))('%s opens', (id, preset) => {
  const scenario = presetScenario(preset);
  const opening = preset.opensAt;

  it('within its run', () => {
    expect(opening).toBeGreaterThanOrEqual(0);
    if (preset.selected === undefined) expect(opening).toBeLessThan(durationOf(scenario));
  });

  it('where every picture shows something', () => {
    // What comes later takes long to run in some.
    const duration = Math.min(durationOf(scenario), opening + scenario.policy.T);
    const session = openSession(simulateToEnd(planOf({ ...scenario, duration })));
    const pictures = session
      .snapshot(microsFromSeconds(opening), preset.selected ?? null, null)
      .map(({ picture }) => picture);
    const resting = pictures.map(isAtRest);
    expect(resting, `which pictures show nothing at ${opening} s: opensAt is another instant`).toEqual(
      pictures.map((_, lane) => lane === 0 && FIRST_AT_REST.has(id)),
    );
  });
});
