/** The figures of the picker's table, for real systems: what each claims holds against the search for the worst traffic. */
import { expect, it } from 'vitest';
import { everyNth } from '../../thorough.ts';
import { decisionTask, profileLimiter } from '../inspect/profile.ts';
import { systems } from './index.ts';

it.each(everyNth(systems, 3).map((system) => [system.id, system] as const))('%s is measured', (_, system) => {
  const { worstFound, claimedBound, stateBytes } = profileLimiter(system, 'corrected');
  expect(worstFound).toBeLessThanOrEqual(claimedBound);
  // A count of one a second is all that Sentinel has then.
  expect(worstFound).toBeGreaterThanOrEqual(system.id === 'sentinel' ? 1 : 9);
  expect(stateBytes).toBeGreaterThanOrEqual(8);
  expect(decisionTask(system, 'corrected')).not.toThrow();
});
