import { expect, test } from 'vitest';
import { scenarioOf } from '../../sim/index.ts';
import { missingTargetText } from './targetText.ts';

test('a text that names a lane or phase which is not there is told how they count', () => {
  const scenario = scenarioOf({ traffic: [{ kind: 'burst', at: 0, count: 1 }], lanes: [{ limiter: 'gcra' }] });
  const missing = (text: string): string | null => missingTargetText(text, scenario);
  expect(missing('[it](lane:0), [its level](level:0), [n](n), [now](time:7), [a burst](phase:0)')).toBeNull();
  expect(missing('[its level](level:1)')).toBe(
    'level:1 is lane 2, which is not there. They count from 0: lane:0 is lane 1.',
  );
  expect(missing('[it](phase:7)')).toBe(
    'phase:7 is phase 8, which is not there. They count from 0: phase:0 is phase 1.',
  );
  for (const unknown of ['[it](foo:1)', '[then](time:abc)', '[it](lane:)', '[a word](term:none)'])
    expect(missing(`See ${unknown}, please.`)).toMatch(`${unknown} names nothing.`);
  expect(missing('A list [1, 2] (of two)')).toBeNull();
});
