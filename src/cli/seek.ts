/**
 * Finds the least or greatest value of a setting with which a lane meets its goals, or checks that it meets them as it is:
 *
 *   npm run --silent seek -- FILE [--lane 1] [--least|--greatest n=1:1000] [--goal "clientsRefused <= 0.1%" …]
 *                            [--reading even|start|random|all] [--format text|json]
 *
 * Without --goal the goals are the file's. Exit code 0: met; 2: not met; 1: an error, which is on stderr, as is what a log's
 * coarse stamps cannot tell.
 */
import { formatNumber, MEASURES, resolvePolicy, secondsFromMicros, type Figures, type Goal } from '../sim/index.ts';
import {
  goalSentence,
  measuresOf,
  meets,
  parseAxis,
  parseGoal,
  rangeOver,
  rangeText,
  seek,
  settingText,
  trendOf,
  type Axis,
  type Measured,
  type SeekResult,
  type Setting,
} from '../tune/index.ts';
import { ANSWER_NO, command, oneOf, type Values } from './command.ts';
import { say, write } from './output.ts';
import { identifiable, resolutionNote } from './resolutionNote.ts';
import { COMMON_OPTIONS, figuresAsJson, readTuneInput, type TuneInput } from './tuneCommand.ts';
import { TunePool } from './tunePool.ts';
import { optionError, orThrow, UsageError, UserError } from './userError.ts';

const USAGE = `Usage: npm run --silent seek -- FILE [--lane 1] [--least|--greatest n=1:1000]
                                [--goal "clientsRefused <= 0.1%" ...]
                                [--reading even|start|random|all] [--format text|json]

  FILE        a scenario as JSON, a link, or - for standard input
  --lane      the lane to run, counted from 1; the first by default
  --least     the range to search for the least value that meets all goals: a:b, a:b:step, a:b:*factor, or a,b,c
  --greatest  the same for the greatest; without either, the lane is checked as it is
  --goal      a measure, <= or >=, and a value; without it, the goals of the file
  --reading   how a log with coarse timestamps is read; with all, the goals must hold under every reading

  Measures: refused, clientsRefused, goodRefused and badAdmitted, shares from 0 to 1; peak and peakSecond, permits;
  waitP99, waitMax, longestSpell and badTime, seconds.

  Windows and bursts below ten times the timestamps' resolution are not identifiable: stderr says so, and so does "identifiable" in JSON.

  Exit code 0: the goals are met; 2: they are not; 1: an error.
`;

const FORMATS = ['text', 'json'] as const;
/** Values that each thread is given ahead while every value is looked at. */
const BATCH_PER_THREAD = 4;

const OPTIONS = {
  ...COMMON_OPTIONS,
  least: { type: 'string' },
  greatest: { type: 'string' },
  goal: { type: 'string', multiple: true },
  format: { type: 'string', default: 'text' },
} as const;

async function main(values: Values<typeof OPTIONS>, sources: readonly string[]): Promise<number> {
  const format = oneOf('--format', values.format, FORMATS);
  const { least, greatest } = values;
  if (least !== undefined && greatest !== undefined) throw new UserError('Give --least or --greatest, not both.');
  const input = await readTuneInput(sources, values.lane, values.reading);
  const goals = values.goal?.map(readGoal) ?? input.scenarios[0].goals;
  if (goals.length === 0) throw new UsageError('No goal given: neither with --goal nor in the file.');
  const end = least === undefined ? 'greatest' : 'least';
  const range = values[end];
  const axis = range === undefined ? null : readAxis(`--${end}`, range, input);
  const pool = new TunePool(input.scenarios);
  const job: Job = { input, goals, pool, format };
  try {
    return axis === null ? await check(job) : await find(job, axis, end);
  } finally {
    await pool.close();
  }
}

function readGoal(text: string): Goal {
  return orThrow(parseGoal(text), (rest) => optionError('--goal', text, rest));
}

function readAxis(option: string, text: string, { lane, parameters }: TuneInput): Axis {
  return orThrow(parseAxis(text, lane, parameters, 'own'), (rest) => optionError(option, text, rest));
}

interface Job {
  readonly input: TuneInput;
  readonly goals: readonly Goal[];
  readonly pool: TunePool;
  readonly format: (typeof FORMATS)[number];
}

/** The lane as it is. */
async function check(job: Job): Promise<number> {
  const { input, goals, pool, format } = job;
  const [measured] = await pool.measure(input.laneIndex, [{}], MEASURES);
  if (measured === undefined || 'error' in measured) throw new UserError(measured?.error ?? 'Nothing was measured.');
  const isMet = measured.every((figures) => goals.every((goal) => meets(goal, figures)));
  if (format === 'json')
    await write(
      `${JSON.stringify({ met: isMet, at: figuresAsJson(measured, MEASURES, input.hasRanges), ...identifiableField(job, {}) })}\n`,
    );
  else await write(goalLines(goals, measured, windowOf(input, {})));
  say(...resolutionNote(input, [{}], measuresOf(goals)));
  return isMet ? 0 : ANSWER_NO;
}

async function find(job: Job, axis: Axis, end: 'least' | 'greatest'): Promise<number> {
  const { input, goals, pool, format } = job;
  const { plan, lane, laneIndex } = input;
  const settingOf = (value: number) => ({ [axis.parameter]: value });
  const measures = measuresOf(goals);
  const search = seek({
    axis,
    end,
    goals,
    trends: goals.map(({ measure }) => trendOf(plan, lane, axis.parameter, measure)),
    batch: BATCH_PER_THREAD * pool.threads,
  });
  const failed: FailedValue[] = [];
  let step = search.next();
  while (step.done !== true) {
    const values = step.value;
    const measured = await pool.measure(laneIndex, values.map(settingOf), measures);
    for (const [index, each] of measured.entries())
      if ('error' in each) failed.push({ value: values[index] as number, error: each.error });
    step = search.next(measured);
  }
  const result = step.value;
  // The search measured only what the goals are about; what is shown has all measures.
  const shown = [result.value ?? result.nearest?.value, result.value === null ? undefined : result.before?.value];
  const all = await pool.measure(laneIndex, shown.filter((value) => value !== undefined).map(settingOf), MEASURES);
  const print = format === 'json' ? resultAsJson : resultAsText;
  await write(print(job, axis, end, result, all));
  const settled = shown[0];
  if (result.value === null) say(...failedNote(failed, (value) => settingText(settingOf(value), input.parameters)));
  say(...resolutionNote(input, settled === undefined ? [] : [settingOf(settled)], measures));
  return result.value === null ? ANSWER_NO : 0;
}

/** A value with which the limiter cannot run, and why. */
interface FailedValue {
  readonly value: number;
  readonly error: string;
}

/** A sentence, if there are any: that no value meets the goals may have nothing to do with the limit. */
function failedNote(failed: readonly FailedValue[], textOf: (value: number) => string): readonly string[] {
  const [first, ...others] = failed;
  if (first === undefined) return [];
  const which = `${textOf(first.value)}: ${first.error}`;
  if (others.length === 0) return [`1 value cannot be run, ${which}`];
  return [`${formatNumber(failed.length)} values cannot be run. The first, ${which}`];
}

/** Said in JSON only of a log: all other times are exact. */
function identifiableField({ input, goals }: Job, setting: Setting): { readonly identifiable?: boolean } {
  const isKnown = identifiable(input, setting, measuresOf(goals));
  return isKnown === null ? {} : { identifiable: isKnown };
}

/** @param all the measures at the answer, or the nearest value, and then at the value before */
function resultAsJson(job: Job, { parameter }: Axis, _end: string, result: SeekResult, all: readonly Measured[]) {
  const { tried, exact } = result;
  const shown = result.value ?? result.nearest?.value;
  const known = shown === undefined ? {} : identifiableField(job, { [parameter]: shown });
  const [at = null, before = null] = all.map((measured) =>
    'error' in measured ? measured : figuresAsJson(measured, MEASURES, job.input.hasRanges),
  );
  const found =
    result.value === null
      ? {
          [parameter]: null,
          nearest: result.nearest && { [parameter]: result.nearest.value, at },
          tried,
          exact,
          ...known,
        }
      : { [parameter]: result.value, at, before, tried, exact, ...known };
  return `${JSON.stringify(found)}\n`;
}

function resultAsText(
  { input, goals }: Job,
  axis: Axis,
  end: 'least' | 'greatest',
  result: SeekResult,
  all: readonly Measured[],
): string {
  const settingOf = (value: number): Setting => ({ [axis.parameter]: value });
  const textOf = (value: number): string => settingText(settingOf(value), input.parameters);
  const lines = (value: number, measured: Measured | undefined): string =>
    measured === undefined || 'error' in measured
      ? `${textOf(value)}: ${measured?.error ?? ''}\n`
      : `${textOf(value)}\n${goalLines(goals, measured, windowOf(input, settingOf(value)))}`;
  const tried = `${formatNumber(result.tried)} of ${formatNumber(axis.count)} values tried`;
  const claim = result.exact ? tried : `${tried}, so a better one may be between them`;
  if (result.value === null) {
    const nearest = result.nearest === null ? '' : `Nearest: ${lines(result.nearest.value, all[0])}`;
    return `No ${axis.parameter} meets the goals: ${claim}.\n${nearest}`;
  }
  const before = result.before === null ? '' : lines(result.before.value, all[1]);
  return `The ${end} that meets the goals is ${textOf(result.value)}: ${claim}.\n${lines(result.value, all[0])}${before}`;
}

/** The window with which a peak is measured, seconds: also where the lane cannot run as it is. */
function windowOf({ scenarios, laneIndex }: TuneInput, { T }: Setting): number {
  return T ?? secondsFromMicros(resolvePolicy(scenarios[0], laneIndex).T);
}

/** A goal a line, each with a tick or a cross and the figure, or its range over the readings. @param T seconds */
function goalLines(goals: readonly Goal[], figures: readonly Figures[], T: number): string {
  const lines = goals.map((goal) => {
    const isMet = figures.every((each) => meets(goal, each));
    const figure = rangeText(goal.measure, rangeOver(figures, goal.measure), goal.value);
    return `  ${isMet ? '✓' : '✕'} ${goalSentence(goal, T)}: ${figure}\n`;
  });
  return lines.join('');
}

await command({ usage: USAGE, options: OPTIONS, run: main });
