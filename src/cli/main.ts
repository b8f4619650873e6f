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
import { parseArgs } from 'node:util';
import { runAndFormat, FORMATS, isFormat, type Format } from './formats.ts';
import { readInputs, type Input } from './inputs.ts';
import { Interruption } from './interruption.ts';
import { write } from './output.ts';
import { CLOCKS, isClock, type RedisOptions } from './redisRun.ts';
import { CHARTS, pictureChoice } from './picture.ts';
import { parseRedisAddress } from './redisAddress.ts';
import { runProgram } from './runProgram.ts';
import { readOneScenario } from './oneScenario.ts';
import type { Scenario } from '../sim/index.ts';
import type { PictureChoice } from '../views/picture/runPicture.ts';
import { parsedOrUsage, UserError } from './userError.ts';

const USAGE = `Usage: npm run --silent simulate -- FILE... | LINK | - [--format ${FORMATS.join('|')}]
                                       [--lane NUMBER] [--chart ${CHARTS.join('|')}]
                                       [--before FILE]
                                       [--redis ADDRESS [--clock ${CLOCKS.join('|')}]]

  FILE      a scenario as JSON, or a file named *.ndjson with one per line
  LINK      a link that Share copied, or only the part from its #
  -         any of these from standard input
  --format  summary by default. With json, a batch gives one line for each scenario; an invalid one's is {"error": "..."}
  --lane    the lane that an svg shows, from 1; all of them by default. With --before, the lane to compare; by default the first
  --chart   what an svg shows of a lane, or the traffic alone; all three charts of a lane by default
  --before  the scenario as it was before a change: a markdown or html report says what the change does, and to whom
  --redis   a server on which distributed lanes run: redis://127.0.0.1:6379
  --clock   with --redis, the scenario's own times or real time; by default whichever each scheme needs
`;

async function main(args: readonly string[]): Promise<number> {
  const commandLine = parseCommandLine(args);
  if (commandLine === 'help') {
    await write(USAGE);
    return 0;
  }
  const { format, sources, redis, choice } = commandLine;
  const before = commandLine.before === null ? null : (await readOneScenario([commandLine.before], USAGE)).scenario;
  let failures = 0;
  for (const source of sources) {
    for (const input of await readInputs(source)) {
      if (!(await processInput(input, format, redis, choice, before))) failures++;
      const stopped = redis?.interruption.exitCode ?? null;
      if (stopped !== null) return stopped;
    }
  }
  return failures === 0 ? 0 : 1;
}

interface CommandLine {
  readonly format: Format;
  readonly sources: readonly string[];
  readonly redis: RedisOptions | null;
  /** What an SVG shows. */
  readonly choice: PictureChoice;
  /** Where the scenario is that a report compares with; null for none. */
  readonly before: string | null;
}

function parseCommandLine(args: readonly string[]): CommandLine | 'help' {
  const parsed = parsedOrUsage(USAGE, () =>
    parseArgs({
      args: [...args],
      options: {
        format: { type: 'string', default: 'summary' },
        redis: { type: 'string' },
        clock: { type: 'string' },
        lane: { type: 'string' },
        chart: { type: 'string' },
        before: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    }),
  );
  if (parsed.values.help === true) return 'help';
  const { format, redis, clock, lane, chart, before = null } = parsed.values;
  if (!isFormat(format)) throw new UserError(`--format is ${format}. It may be ${FORMATS.join(', ')}.`);
  if (before !== null) checkBefore(format, redis, before, parsed.positionals);
  if (lane !== undefined && format !== 'svg' && before === null)
    throw new UserError(
      '--lane is the lane of a picture, or the one to compare: use it with --format svg or --before.',
    );
  if (chart !== undefined && format !== 'svg')
    throw new UserError('--chart says what a picture shows: use it with --format svg.');
  if (parsed.positionals.length === 0) throw new UserError(`No scenario given.\n\n${USAGE}`);
  return {
    format,
    sources: parsed.positionals,
    redis: redisOptions(redis, clock, format),
    choice: pictureChoice(lane, chart),
    before,
  };
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
  if (clock !== undefined && !isClock(clock))
    throw new UserError(`--clock is ${clock}. It may be ${CLOCKS.join(', ')}.`);
  if (redis === undefined) {
    if (clock === undefined) return null;
    throw new UserError('--clock applies only to a run on a real server: give its address with --redis.');
  }
  if (format === 'link') throw new UserError('--format link does not run the scenario: omit --redis.');
  const address = parseRedisAddress(redis);
  if (typeof address === 'string') throw new UserError(address);
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  return { address, clock: clock ?? null, interruption: new Interruption(), log: say };
}

/** Prints the result of one input; returns false on an error. */
async function processInput(
  input: Input,
  format: Format,
  redis: RedisOptions | null,
  choice: PictureChoice,
  before: Scenario | null,
): Promise<boolean> {
  const result = input.ok ? await runAndFormat(input.scenario, format, redis, choice, before) : input;
  if (result.ok) {
    for (const chunk of result.chunks) await write(chunk);
    const { errors = [] } = result;
    process.stderr.write(errors.map((sentence) => `${input.name}: ${sentence}\n`).join(''));
    return errors.length === 0;
  }
  if (input.isFromBatch && format === 'json') await write(`${JSON.stringify({ error: result.errors.join(' ') })}\n`);
  process.stderr.write(result.errors.map((sentence) => `${input.name}: ${sentence}\n`).join(''));
  return false;
}

await runProgram(main);
