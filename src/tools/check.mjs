// `npm test`: every check, from a fresh checkout, in the order in which they fail fastest. `npm run test:long`, with
// `--long`, tries all of what it tries a part of, and twenty times as many cases of every property.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureHeadlessChromium, missingChromiumPackages } from './chromium.mjs';
import { ensureEngines, missingEnginePackages } from './engines.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureRedis, missingRedisPackages } from './redisServer.mjs';
import { npm, root, ExpectedError } from './run.mjs';
import { ensureServers, missingServerPackages } from './servers.mjs';
import { aptInstall } from './systemPackages.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Counts */

const reports = join(root, 'test-results');

/**
 * What the test runners' reports hold of what we count.
 *
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} Vitest
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} Playwright
 */

/** @param {string} name of a report that a test runner left in test-results */
const readReport = (name) => /** @type {unknown} */ (JSON.parse(readFileSync(join(reports, name), 'utf8')));

/** @param {string} report of Vitest */
const vitestCounts = (report) => () => {
  const vitest = /** @type {Vitest} */ (readReport(report));
  const skipped = vitest.numPendingTests + vitest.numTodoTests;
  return { passed: vitest.numPassedTests, failed: vitest.numFailedTests, skipped };
};

/** @returns {Counts} */
function endToEndCounts() {
  const { stats } = /** @type {Playwright} */ (readReport('e2e.json'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, flaky: stats.flaky };
}

const args = process.argv.slice(2);
if (args.some((arg) => arg !== '--long')) {
  console.error(`npm test takes nothing but --long, not ${args.join(' ')}.`);
  process.exit(1);
}
/** @type {Record<string, string>} */
const env = args.includes('--long') ? { SPILLWAY_TEST_LONG: '1' } : {};

/**
 * In CI, all programs that are missing at once, while the first checks run: apt-get waits half of its time for network and disk.
 * What goes wrong goes wrong again in the step that needs the program, which says so.
 */
async function installAhead() {
  if (!process.env['CI']) return;
  const packages = [
    ...missingRedisPackages(),
    ...missingServerPackages(),
    ...missingChromiumPackages(),
    ...missingEnginePackages(),
  ];
  if (packages.length === 0) return;
  mkdirSync(reports, { recursive: true });
  const log = openSync(join(reports, 'apt-get.log'), 'w');
  await aptInstall(packages, ['ignore', log, log]);
  closeSync(log);
}

/** @type {Promise<void>} */
let ahead = Promise.resolve();

async function installPackages() {
  await ensureInstalled();
  ahead = installAhead().catch(() => {}); // it comes again, as said there
  return true;
}

async function ensureBrowsers() {
  await ensureHeadlessChromium();
  await ensureEngines();
}

/** @param {string} name of a script in package.json */
const npmScript = (name) => async () => (await npm(['run', '--silent', name], env)) === 0;

/** @type {{ name: string, run: () => Promise<boolean>, counts?: () => Counts }[]} */
const steps = [
  { name: 'npm packages', run: installPackages },
  { name: 'format', run: npmScript('test:format') },
  { name: 'types', run: npmScript('test:types') },
  { name: 'lint', run: npmScript('test:lint') },
  { name: 'Redis server', run: () => ahead.then(ensureRedis).then(() => true) },
  { name: 'nginx, HAProxy and Caddy', run: () => ensureServers().then(() => true) },
  { name: 'unit tests and architecture', run: npmScript('test:unit'), counts: vitestCounts('unit.json') },
  { name: 'build', run: npmScript('build') },
  { name: 'size limits', run: npmScript('test:size') },
  { name: 'unused files, exports and packages', run: npmScript('test:unused') },
  { name: 'browsers', run: () => ensureBrowsers().then(() => true) },
  { name: 'end-to-end tests', run: npmScript('test:e2e'), counts: endToEndCounts },
  { name: 'three engines', run: npmScript('test:engines'), counts: vitestCounts('engines.json') },
];

/** @type {Required<Counts>} */
const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 };

/** @param {(typeof steps)[number]} step */
async function runStep(step) {
  try {
    return await step.run();
  } catch (error) {
    console.error(error instanceof ExpectedError ? `\n${error.message}` : error);
    return false;
  }
}

/** @param {(typeof steps)[number]} step */
function addCounts(step) {
  const { passed, failed, skipped, flaky = 0 } = step.counts?.() ?? { passed: 0, failed: 0, skipped: 0 };
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  total.flaky += flaky;
}

rmSync(reports, { recursive: true, force: true }); // so that no count comes from an earlier run
const startedAt = performance.now();
const secondsSince = (/** @type {number} */ start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

for (const step of steps) {
  const start = performance.now();
  console.log(`\n── ${step.name}`);
  let passed = await runStep(step);
  try {
    addCounts(step);
  } catch (error) {
    // A runner that broke off leaves no report; one that passed without a report has not shown that it ran.
    if (passed) console.error(`The report of the step could not be read: ${String(error)}`);
    passed = false;
  }
  console.log(`── ${step.name}: ${passed ? 'passed' : 'FAILED'} in ${secondsSince(start)}`);
  if (!passed) {
    // A check without single tests, or a runner that broke off, counts as one failure.
    if (total.failed === 0) total.failed = 1;
    process.exitCode = 1;
    break;
  }
}

console.log(
  `\n${process.exitCode ? 'Stopped at the first failing check' : 'Every check passed'} after ${secondsSince(startedAt)}.`,
);
if (total.flaky > 0) console.log(`${total.flaky} of the browser tests passed only at the second try: see above.`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
