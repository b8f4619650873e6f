/** What the page's first paint knows of a link, which it cannot unpack. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeLink, encodeLink, firstPreset, presetScenario, type LinkView } from './sim/index.ts';

const INTO_TUNE = /INTO_TUNE = '([^']+)'/.exec(readFileSync('src/boot.js', 'utf8'))?.[1] ?? '';
const scenario = presetScenario(firstPreset);
const instants = fc.double({ min: 0, max: 86_400, noNaN: true });

const views: fc.Arbitrary<LinkView> = fc.record(
  {
    at: instants,
    from: instants,
    to: instants.map((to) => 86_401 + to),
    mode: fc.constantFrom('tune', 'learn'),
    selected: fc.record({ lane: fc.integer({ min: 0, max: 2 }), request: fc.nat({ max: 1e6 }) }),
    layout: fc.constantFrom('columns', 'stacked'),
    hideFuture: fc.constant(true),
    step: fc.constantFrom('3', 'window-edge/3'),
    embed: fc.constantFrom('watch', 'try'),
  },
  { requiredKeys: ['at', 'from', 'to'] },
);

it('tells a link into Tune from any other by its letters', () => {
  expect(INTO_TUNE).toMatch(/^\.\w+$/);
  fc.assert(
    fc.property(views, (view) => {
      const link = encodeLink(scenario, view);
      expect(decodeLink(link)).toMatchObject({ ok: true, viewWarning: null });
      expect(link.includes(INTO_TUNE)).toBe(view.mode === 'tune');
    }),
    { numRuns: 300, seed: 14 },
  );
  expect(encodeLink(scenario).includes(INTO_TUNE)).toBe(false);
});
