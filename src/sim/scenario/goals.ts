/** Goals: what a limit should keep to, as bounds on measures of a lane's run. */
import { MAX_SECONDS } from './policy.ts';
import { number, oneOf, record, required, taggedUnion, withDefault, type Schema } from './schema.ts';

/** What a measure counts in. `share`: of 1; `permits`; `seconds`. */
export type MeasureUnit = 'share' | 'permits' | 'seconds';

/** Every measure that a goal may name, with its unit; what each means is in `metrics`. */
export const MEASURE_UNITS = {
  refused: 'share',
  clientsRefused: 'share',
  goodRefused: 'share',
  badAdmitted: 'share',
  peak: 'permits',
  peakSecond: 'permits',
  waitP99: 'seconds',
  waitMax: 'seconds',
  longestSpell: 'seconds',
  badTime: 'seconds',
} as const satisfies Readonly<Record<string, MeasureUnit>>;

export type Measure = keyof typeof MEASURE_UNITS;
export const MEASURES = Object.keys(MEASURE_UNITS) as readonly Measure[];

export interface Goal {
  readonly measure: Measure;
  /** Whether the value is the most or the least that is allowed. */
  readonly at: 'most' | 'least';
  /** A share of 1, permits, or seconds. */
  readonly value: number;
}

const MAX_MEASURED_PERMITS = 1_000_000_000_000_000;

const values: Readonly<Record<MeasureUnit, Schema<number>>> = {
  share: number({ min: 0, max: 1 }),
  permits: number({ min: 0, max: MAX_MEASURED_PERMITS }),
  seconds: number({ min: 0, max: MAX_SECONDS, unit: 'seconds' }),
};

export const MAX_GOALS = 20;

export const goalSchema: Schema<Goal> = taggedUnion<Goal>(
  'measure',
  Object.fromEntries(
    MEASURES.map((measure) => [
      measure,
      record<Goal>({
        measure: required(oneOf([measure])),
        at: withDefault(oneOf(['most', 'least']), 'most'),
        value: required(values[MEASURE_UNITS[measure]]),
      }),
    ]),
  ),
);
