/** Goals: promises about a lane's measures, as sentences for people and as `clientsRefused <= 0.1%` on the command line. */
import {
  formatDuration,
  formatNumber,
  MEASURE_UNITS,
  MEASURES,
  type Figures,
  type Goal,
  type Measure,
  type MeasureUnit,
} from '../sim/index.ts';

/** What the page and the command line say of a measure. */
interface MeasureWords {
  /** `Requests refused`. */
  readonly name: string;
  /** The goal as a sentence without its full stop. @param T the lane's window, `10 s` */
  readonly goal: (at: Goal['at'], value: string, T: string) => string;
}

const SIGNS = { most: '≤', least: '≥' } as const;
const share =
  (of: string, what: string): MeasureWords['goal'] =>
  (at, value) =>
    `At ${at} ${value} of ${of} are ${what}`;

const words: Readonly<Record<Measure, MeasureWords>> = {
  refused: { name: 'Requests refused', goal: share('requests', 'refused') },
  clientsRefused: { name: 'Clients ever refused', goal: share('clients', 'ever refused') },
  goodRefused: { name: 'Good requests refused', goal: share('good requests', 'refused') },
  badAdmitted: { name: 'Bad requests admitted', goal: share('bad requests', 'admitted') },
  peak: {
    name: 'Peak of one key in T',
    goal: (at, value, T) => `Peak of one key ${SIGNS[at]} ${value} in ${T}`,
  },
  peakSecond: {
    name: 'Peak of all keys in 1 s',
    goal: (at, value) => `Peak of all keys ${SIGNS[at]} ${value} in 1 s`,
  },
  waitP99: { name: 'p99 wait', goal: (at, value) => `p99 wait ${SIGNS[at]} ${value}` },
  waitMax: { name: 'Longest wait', goal: (at, value) => `Longest wait ${SIGNS[at]} ${value}` },
  longestSpell: {
    name: 'Longest time refused',
    goal: (at, value) => `Longest time refused ${SIGNS[at]} ${value}`,
  },
  badTime: {
    name: 'Longest time until a bad client is refused',
    goal: (at, value) =>
      at === 'most' ? `Every bad client is refused within ${value}` : `Some bad client is not refused before ${value}`,
  },
};

/** `Clients ever refused`. */
export function measureName(measure: Measure): string {
  return words[measure].name;
}

/** Enough for one in ten million, which is 0.00001 %. */
const MAX_DECIMALS = 9;
/** More than a double has. */
const MAX_DIGITS = 17;

/**
 * `2.7 %`, `52`, `0.5 s`, `never`; `–` where there is no population.
 * @param beside a value that it is compared with, and must not seem equal to
 */
export function measureText(measure: Measure, value: number | null, beside = value): string {
  if (value === null) return '–';
  if (value === Infinity) return 'never';
  switch (MEASURE_UNITS[measure]) {
    case 'share':
      return `${percentage(value, [0, 1, beside ?? value])} %`;
    case 'permits':
      return formatNumber(value);
    default:
      // A goal's own value is as it was set.
      return formatDuration(value === beside ? value : roundedTime(value, [0, beside ?? value]));
  }
}

/** To three digits and whole seconds, or as many more as leave it above or below another value as it is. */
function roundedTime(value: number, others: readonly number[]): number {
  for (let digits = Math.max(3, String(Math.trunc(value)).length); ; digits++) {
    const rounded = Number(value.toPrecision(digits));
    const isClear = others.every((other) => Math.sign(rounded - other) === Math.sign(value - other));
    if (isClear || rounded === value || digits === MAX_DIGITS) return rounded;
  }
}

/** Some is not written as none, almost all not as all, and nothing as another value that it stands beside. */
function percentage(value: number, others: readonly number[]): string {
  for (let decimals = 3; ; decimals++) {
    const text = formatNumber(100 * value, decimals);
    const isClear = others.every((other) => other === value || formatNumber(100 * other, decimals) !== text);
    if (isClear || decimals === MAX_DECIMALS) return text;
  }
}

/** A measure's least and greatest value over the readings, equal where there is but one; null without a population. */
export interface FigureRange {
  /** Under the scenario's own reading. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
}

export function rangeOver(figures: readonly Figures[], measure: Measure): FigureRange | null {
  const values = figures.map((each) => each[measure] ?? null);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return { value: values[0] ?? null, min: Math.min(...known), max: Math.max(...known) };
}

/** `2.7 %`, or `1 % to 4 %` where the readings of a log differ. @param beside see `measureText` */
export function rangeText(measure: Measure, range: FigureRange | null, beside: number): string {
  if (range === null) return measureText(measure, null);
  const [least, most] = [measureText(measure, range.min, beside), measureText(measure, range.max, beside)];
  return least === most ? most : `${least} to ${most}`;
}

/** `At most 0.1 % of clients are ever refused`. @param T the lane's window, in seconds; null for whatever T a lane has */
export function goalSentence({ measure, at, value }: Goal, T: number | null): string {
  return words[measure].goal(at, measureText(measure, value), T === null ? 'T' : formatDuration(T));
}

/** Whether a figure meets a goal; null, a measure without a population, meets none. */
export function meets({ measure, at, value }: Goal, figures: Figures): boolean {
  const figure = figures[measure] ?? null;
  if (figure === null) return false;
  return at === 'most' ? figure <= value : figure >= value;
}

/** How far a figure is from a goal, as a share of the goal's value; 0 if it is met, `Infinity` without a population. */
export function missBy(goal: Goal, figures: Figures): number {
  if (meets(goal, figures)) return 0;
  const figure = figures[goal.measure] ?? Infinity;
  return Math.abs(figure - goal.value) / (Math.abs(goal.value) || 1);
}

/** The measures of goals, each once. */
export function measuresOf(goals: readonly Goal[]): readonly Measure[] {
  return MEASURES.filter((measure) => goals.some((goal) => goal.measure === measure));
}

const UNITS: Readonly<Record<MeasureUnit, Readonly<Record<string, number>>>> = {
  share: { '': 1, '%': 0.01 },
  permits: { '': 1 },
  seconds: { '': 1, s: 1, ms: 0.001, min: 60, h: 3_600 },
};
const EXAMPLE = 'clientsRefused <= 0.1%, peakSecond <= 60 or waitP99 <= 0.5';

/**
 * A goal as it is typed: `clientsRefused <= 0.1%`; or, as a string, the rest of an error that begins with the option and what
 * it was.
 */
export function parseGoal(text: string): Goal | string {
  const [, name = '', sign = '', digits = '', unit = ''] =
    /^\s*(\w+)\s*(<=|>=|≤|≥)\s*(\d+(?:\.\d+)?|\.\d+)\s*(%|[a-z]*)\s*$/.exec(text) ?? [];
  if (name === '') return `It may be a measure, <= or >=, and a value, such as ${EXAMPLE}.`;
  const measure = MEASURES.find((each) => each === name);
  if (measure === undefined) return `The measure may be ${MEASURES.join(', ')}.`;
  const units = UNITS[MEASURE_UNITS[measure]];
  if (!Object.hasOwn(units, unit)) {
    const known = Object.keys(units).filter((each) => each !== '');
    return known.length === 0
      ? `The value may be a bare number: ${measure} has no unit.`
      : `The unit may be ${known.join(', ')}, or left out.`;
  }
  // Through decimal digits, so that 0.1 % is 0.001 and not a bit beside it.
  const value = Number((Number(digits) * (units[unit] as number)).toPrecision(15));
  if (MEASURE_UNITS[measure] === 'share' && value > 1) return 'The share may be from 0 to 100 %.';
  return { measure, at: sign === '<=' || sign === '≤' ? 'most' : 'least', value };
}
