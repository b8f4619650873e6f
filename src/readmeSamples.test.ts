/** The code that sandbox/README.md shows is run: it admits what it seems to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadSandbox } from './sandbox/index.ts';
import { planOf, simulateToEnd } from './sim/engine.ts';
import { loadSystems, scenarioOf, type Sandbox } from './sim/index.ts';

const page = readFileSync(join(import.meta.dirname, 'sandbox/README.md'), 'utf8');

/** The first block of that language under a heading. */
function sample(heading: string, language: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [, code] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(section) ?? [];
  if (code === undefined) throw new TypeError(`There is no ${language} under ${heading}.`);
  return code;
}

let sandbox: Sandbox;
beforeAll(async () => {
  [sandbox] = await Promise.all([loadSandbox(undefined, true), loadSystems()]);
});

it.each([
  // A request a second for a minute; 5 per 10 s are admitted in each of six windows, or a bucket of 5 gains one every 2 s.
  ['own-scheme', 'A scheme', 'js', 30],
  ['own-lua', 'A Redis script', 'lua', 30],
  ['own', 'A limiter', 'js', 34],
  ['own', 'A class that you have', 'js', 30],
])('%s admits what its limit says', (limiter, heading, language, admitted) => {
  const scenario = scenarioOf({
    duration: 60,
    policy: { n: 5, T: 10 },
    traffic: [{ kind: 'steady', rate: 1 }],
    lanes: [{ limiter, options: { code: sample(heading, language) } }],
  });
  const { plan, lanes } = simulateToEnd(planOf(scenario, sandbox));
  expect(plan.failedLanes).toEqual([]);
  expect(lanes.map(({ summary }) => [summary.requests, summary.admitted])).toEqual([[60, admitted]]);
  const [lane] = plan.lanes;
  // They know the time by what expires: on a real Redis they run in real time.
  if (lane?.kind === 'scheme') expect(lane.algorithm.supportsVirtualTime(lane.params)).toBe(false);
});
