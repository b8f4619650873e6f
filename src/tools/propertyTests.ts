import { configureGlobal, type default as FastCheck } from 'fast-check';
import { vi } from 'vitest';
import { loadDeflate } from '../sim/deflate.ts';
import { thorough } from '../thorough.ts';

await loadDeflate();

// In CI the same cases every time: a red build is then about the change that made it. Elsewhere each run looks further.
if (process.env['CI']) configureGlobal({ seed: 20_261_121 });

/**
 * How often a property is tried, as a share of what it says: half of it in `npm test`, which has to end within minutes on a slow
 * machine, and ten times as much in `npm run test:long`, whose cases begin with the same.
 */
const SHARE = thorough ? 10 : 0.5;

/** fast-check with every property run that much. */
async function scaled(load: () => Promise<{ default: typeof FastCheck }>) {
  const { default: original } = await load();
  const assert: typeof original.assert = (property, { numRuns = 100, ...rest } = {}) =>
    original.assert(property as never, { ...rest, numRuns: Math.ceil(SHARE * numRuns) } as never);
  const fc = { ...original, assert };
  return { ...fc, default: fc };
}

vi.doMock('fast-check', scaled);
