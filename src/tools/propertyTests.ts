import { configureGlobal, type default as FastCheck } from 'fast-check';
import { vi } from 'vitest';

// In CI the same cases every time: a red build is then about the change that made it. Elsewhere each run looks further.
if (process.env['CI']) configureGlobal({ seed: 20_261_121 });

/** How much further `npm run test:long` looks: its cases begin with those of `npm test`. */
const LONG_FACTOR = 10;

/** fast-check with every property run more often than it says. */
async function extended(load: () => Promise<{ default: typeof FastCheck }>) {
  const { default: original } = await load();
  const assert: typeof original.assert = (property, { numRuns = 100, ...rest } = {}) =>
    original.assert(property as never, { ...rest, numRuns: LONG_FACTOR * numRuns } as never);
  const fc = { ...original, assert };
  return { ...fc, default: fc };
}

if (process.env['SPILLWAY_TEST_LONG']) vi.doMock('fast-check', extended);
