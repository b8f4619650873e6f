/**
 * Runs a lane with many settings and prints one row of measures for each:
 *
 *   npm run --silent sweep -- FILE [--lane 1] --vary n=1:100 --vary T=1,10,60 --measure refused,clientsRefused
 *                             [--reading even|start|random|all] [--format csv|json]
 *
 * Only rows go to stdout. Settings that the limiter cannot run have empty figures, with a sentence on stderr and exit code 1.
 * What a log's coarse stamps cannot tell is said on stderr, and in JSON by `identifiable` in each row.
 */
import { formatNumber, type Measure } from '../sim/index.ts';
import { parseAxis, type Axis, type Measured, type Setting } from '../tune/index.ts';
import { command, oneOf, type Values } from './command.ts';
import { say, write } from './output.ts';
import { identifiable, resolutionNote } from './resolutionNote.ts';
import {
  COMMON_OPTIONS,
  figureColumns,
  figuresAsJson,
  figureValues,
  readMeasures,
  readTuneInput,
  type TuneInput,
} from './tuneCommand.ts';
import { TunePool } from './tunePool.ts';
import { optionError, orThrow, UsageError, UserError } from './userError.ts';

const USAGE = `Usage: npm run --silent sweep -- FILE [--lane 1] --vary n=1:100 [--vary T=1,10,60 ...]
                                 --measure refused,clientsRefused
                                 [--reading even|start|random|all] [--format csv|json]

  FILE       a scenario as JSON, a link, or - for standard input
  --lane     the lane to run, counted from 1; the first by default
  --vary     n, T, capacity or a numeric option of the limiter: a:b, a:b:step, a:b:*factor, or a list a,b,c.
             The capacity follows n unless it is given or varied.
  --measure  one or more measures, with commas between
  --reading  how a log with coarse timestamps is read; all adds the least and the most over the readings

  Measures: refused, clientsRefused, goodRefused and badAdmitted, shares from 0 to 1; peak and peakSecond, permits;
  waitP99, waitMax, longestSpell and badTime, seconds.

  Windows and bursts below ten times the timestamps' resolution are not identifiable: stderr says which settings are
  affected, and in JSON each row has "identifiable".
`;

/** Rows of a sweep: more are hours of work. */
const MAX_SETTINGS = 1_000_000;
const FORMATS = ['csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

const OPTIONS = {
  ...COMMON_OPTIONS,
  vary: { type: 'string', multiple: true },
  measure: { type: 'string' },
  format: { type: 'string', default: 'csv' },
} as const;

async function main({ vary = [], ...values }: Values<typeof OPTIONS>, sources: readonly string[]): Promise<number> {
  const format = oneOf('--format', values.format, FORMATS);
  if (vary.length === 0) throw new UsageError('--vary is missing: it says what to try.');
  if (values.measure === undefined) throw new UsageError('--measure is missing: it says what is printed.');
  const measures = readMeasures(values.measure);
  const input = await readTuneInput(sources, values.lane, values.reading);
  const axes = vary.map((text) =>
    orThrow(parseAxis(text, input.lane, input.parameters, 'one'), (rest) => optionError('--vary', text, rest)),
  );
  const settings = settingsOf(axes);
  const pool = new TunePool(input.scenarios);
  try {
    const rows = new Rows(
      format,
      axes.map(({ parameter }) => parameter),
      measures,
      input,
    );
    await write(rows.head());
    let first = 0;
    for (const task of pool.measureInTasks(input.laneIndex, settings, measures)) {
      const measured = await task;
      await write(measured.map((each, index) => rows.row(settings[first + index] as Setting, each)).join(''));
      first += measured.length;
    }
    await write(rows.foot());
    say(...rows.failures(), ...resolutionNote(input, settings, measures));
    return rows.failed === 0 ? 0 : 1;
  } finally {
    await pool.close();
  }
}

/** Every combination of values; the last axis changes from row to row. */
function settingsOf(axes: readonly Axis[]): readonly Setting[] {
  const twice = axes.find(({ parameter }, index) => axes.findIndex((axis) => axis.parameter === parameter) < index);
  if (twice !== undefined)
    throw new UserError(`--vary is given twice for ${twice.parameter}. Give all its values in one.`);
  const count = axes.reduce((product, axis) => product * axis.count, 1);
  if (count > MAX_SETTINGS)
    throw new UserError(
      `This makes ${formatNumber(count)} settings; the maximum is ${formatNumber(MAX_SETTINGS)}. Use a larger step, or a factor as in n=1:1000:*2.`,
    );
  let settings: Setting[] = [{}];
  for (const axis of axes)
    settings = settings.flatMap((setting) =>
      Array.from({ length: axis.count }, (_, index) => ({ ...setting, [axis.parameter]: axis.at(index) })),
    );
  return settings;
}

/** The rows as text, and what could not be run. */
class Rows {
  failed = 0;
  readonly #format: Format;
  readonly #parameters: readonly string[];
  readonly #measures: readonly Measure[];
  readonly #input: TuneInput;
  #rows = 0;
  #firstError = '';

  constructor(format: Format, parameters: readonly string[], measures: readonly Measure[], input: TuneInput) {
    this.#format = format;
    this.#parameters = parameters;
    this.#measures = measures;
    this.#input = input;
  }

  head(): string {
    if (this.#format === 'json') return '[';
    return `${[...this.#parameters, ...figureColumns(this.#measures, this.#input.hasRanges)].join(',')}\n`;
  }

  row(setting: Setting, measured: Measured): string {
    const isFirst = this.#rows++ === 0;
    const error = 'error' in measured ? measured.error : null;
    if (error !== null && this.failed++ === 0) this.#firstError = error;
    const figures = 'error' in measured ? [] : measured;
    if (this.#format === 'csv') {
      const values = figureValues(figures, this.#measures, this.#input.hasRanges);
      return `${[...this.#parameters.map((id) => setting[id]), ...values.map((value) => value ?? '')].join(',')}\n`;
    }
    const isKnown = identifiable(this.#input, setting);
    const row = {
      ...setting,
      ...figuresAsJson(figures, this.#measures, this.#input.hasRanges),
      ...(isKnown === null ? {} : { identifiable: isKnown }),
      ...(error === null ? {} : { error }),
    };
    return `${isFirst ? '\n' : ',\n'}${JSON.stringify(row)}`;
  }

  foot(): string {
    return this.#format === 'json' ? '\n]\n' : '';
  }

  /** A sentence, if there are any. */
  failures(): readonly string[] {
    if (this.failed === 0) return [];
    return [
      `${formatNumber(this.failed)} of ${formatNumber(this.#rows)} settings cannot be run. The first: ${this.#firstError}`,
    ];
  }
}

await command({ usage: USAGE, options: OPTIONS, run: main });
