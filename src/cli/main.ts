/**
 * The headless host: the same simulator in Node.
 *
 *   npm run --silent simulate -- FILE… | LINK | -  [--format summary|json|csv|link|svg|markdown|html]
 *                                                  [--lane NUMBER] [--chart CHART] [--before FILE]
 *                                                  [--redis ADDRESS [--clock KIND]]
 *
 * Only the result goes to stdout. Errors go to stderr, with exit code 1, and so does the progress of `--redis`; in a
 * batch with `json`, the error of an invalid scenario also takes the place of its result. A signal ends it with 128 and its
 * number, and a reader that has read enough with 0.
 */
import type { Scenario } from '../sim/index.ts';
import { command, oneOf, type Values } from './command.ts';
import { FORMATS, runAndFormat, type Format } from './formats.ts';
import { readInputs, type Input } from './inputs.ts';
import { Interruption } from './interruption.ts';
import { laneNumber, readOneScenario } from './oneScenario.ts';
import { say, write } from './output.ts';
import { CHARTS, pictureChoice, type Chart } from './picture.ts';
import { parseRedisAddress } from './redisAddress.ts';
import { CLOCKS, type RedisOptions } from './redisRun.ts';
import { about, UsageError, UserError } from './userError.ts';

const USAGE = `Usage: npm run --silent simulate -- FILE... | LINK | - [--format ${FORMATS.join('|')}]
                                       [--lane NUMBER] [--chart ${CHARTS.join('|')}]
                                       [--before FILE]
                                       [--redis ADDRESS [--clock ${CLOCKS.join('|')}]]

  FILE      a scenario as JSON, or a file named *.ndjson with one per line
  LINK      a link that Share copied, or only the part from its #
  -         any of these from standard input
  --format  summary by default. With json, a batch gives one line for each scenario; an invalid one's is {"error": "..."}.
            svg and html are of one scenario
  --lane    the lane that an svg shows, from 1; all of them by default. With --before, the lane to compare; by default the first
  --chart   what an svg shows of a lane, or the traffic alone; all three charts of a lane by default
  --before  the scenario as it was before a change: a markdown or html report says what the change does, and to whom
  --redis   a server on which distributed lanes run: redis://127.0.0.1:6379
  --clock   with --redis, the scenario's own times or real time; by default whichever each scheme needs
`;

const OPTIONS = {
  format: { type: 'string', default: 'summary' },
  redis: { type: 'string' },
  clock: { type: 'string' },
  lane: { type: 'string' },
  chart: { type: 'string' },
  before: { type: 'string' },
} as const;

/** What is done with each scenario. */
interface Task {
  readonly format: Format;
  readonly redis: RedisOptions | null;
  /** The number of a lane, as it was given; null for all. */
  readonly lane: string | null;
  readonly chart: Chart;
  /** What a report compares that lane with; null for nothing. */
  readonly before: Scenario | null;
}

/** Two of these in one file are not a file of that kind. */
const ONE_A_FILE: ReadonlySet<Format> = new Set(['svg', 'html']);

async function main(values: Values<typeof OPTIONS>, sources: readonly string[]): Promise<number> {
  const task = await readTask(values, sources);
  let failures = 0;
  for (const source of sources) {
    const inputs = await readInputs(source);
    const count = Math.max(inputs.length, sources.length);
    if (count > 1 && ONE_A_FILE.has(task.format))
      throw new UserError(
        `--format ${task.format} is of one scenario, and ${count} are given. Call the command for each.`,
      );
    for (const input of inputs) {
      if (!(await printResult(input, task))) failures++;
      const stopped = task.redis?.interruption.exitCode ?? null;
      if (stopped !== null) return stopped;
    }
  }
  return failures === 0 ? 0 : 1;
}

/** @throws {UserError} what does not fit together, or that there is nothing to compare with */
async function readTask(values: Values<typeof OPTIONS>, sources: readonly string[]): Promise<Task> {
  const format = oneOf('--format', values.format, FORMATS);
  const { redis, clock, chart = 'all', before } = values;
  if (before !== undefined) checkBefore(format, redis, before, sources);
  if (values.lane !== undefined && format !== 'svg' && before === undefined)
    throw new UserError(
      '--lane is the lane of a picture, or the one to compare: use it with --format svg or --before.',
    );
  if (values.chart !== undefined && format !== 'svg')
    throw new UserError('--chart says what a picture shows: use it with --format svg.');
  if (sources.length === 0) throw new UsageError('No scenario given.');
  const task = {
    format,
    redis: redisOptions(redis, clock, format),
    lane: values.lane ?? null,
    chart: oneOf('--chart', chart, CHARTS),
    before: null,
  };
  if (before === undefined) return task;
  const { name, scenario } = await readOneScenario([before]);
  const { lane = '1' } = values;
  await about(name, () => laneNumber(lane, scenario));
  return { ...task, lane, before: scenario };
}

/** @throws {UserError} */
function checkBefore(format: Format, redis: string | undefined, before: string, sources: readonly string[]): void {
  if (format !== 'markdown' && format !== 'html')
    throw new UserError('--before is for a report: use it with --format markdown or html.');
  if (redis !== undefined) throw new UserError('--before compares simulated runs: omit --redis.');
  if (before === '-' && sources.includes('-'))
    throw new UserError('Only one of the two scenarios can come from standard input.');
}

function redisOptions(redis: string | undefined, clock: string | undefined, format: Format): RedisOptions | null {
  const clockKind = clock === undefined ? null : oneOf('--clock', clock, CLOCKS);
  if (redis === undefined) {
    if (clockKind === null) return null;
    throw new UserError('--clock applies only to a run on a real server: give its address with --redis.');
  }
  if (format === 'link') throw new UserError('--format link does not run the scenario: omit --redis.');
  return { address: parseRedisAddress(redis), clock: clockKind, interruption: new Interruption(), log: say };
}

/** Prints what a scenario gives. @returns whether nothing is wrong with it */
async function printResult({ name, isFromBatch, link, read }: Input, task: Task): Promise<boolean> {
  const { format, redis, lane, chart, before } = task;
  try {
    const scenario = read();
    const choice = pictureChoice(lane === null ? null : laneNumber(lane, scenario), chart);
    const { chunks, errors } = await runAndFormat(scenario, format, redis, choice, before, link);
    for (const chunk of chunks) await write(chunk);
    say(...errors.map((sentence) => `${name}: ${sentence}`));
    return errors.length === 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (isFromBatch && format === 'json') await write(`${JSON.stringify({ error: error.sentences.join(' ') })}\n`);
    say(...error.about(name).sentences);
    return false;
  }
}

await command({ usage: USAGE, options: OPTIONS, run: main });
