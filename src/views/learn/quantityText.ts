/** Quantities and conditions in words, lanes and phases counted from 1 as on the page. */
import {
  formatNumber,
  formatTime,
  MEASURE_UNITS,
  pluralize,
  QUANTITY_UNITS,
  type Condition,
  type ConditionResult,
  type Measure,
  type Quantity,
  type QuantityName,
} from '../../sim/index.ts';

export const QUANTITY_NAMES: Readonly<Record<QuantityName, string>> = {
  requests: 'requests',
  admitted: 'admitted',
  denied: 'denied',
  delayed: 'delayed',
  peakAllKeys: 'most within any T, all keys together',
  waitMean: 'mean wait',
  firstDenialAt: 'first denial',
  firstAdmissionAt: 'first admission',
  lastAdmissionAt: 'last admission',
  level: 'level',
  windowCount: 'window count',
  retryAfter: 'Retry-After',
  retries: 'retries',
  jobsAdmitted: 'jobs admitted',
  messages: 'messages',
  bytesPerKey: 'memory per key',
  refused: 'share refused',
  clientsRefused: 'clients refused',
  goodRefused: 'good requests refused',
  badAdmitted: 'bad requests admitted',
  peak: 'most within any T',
  peakSecond: 'most within any second',
  waitP99: '99th percentile of waits',
  waitMax: 'longest wait',
  longestSpell: 'longest time refused',
  badTime: 'time until a bad client is refused',
};

/** `Lane 1, phase 2` */
function placeText({ lane, from, to, phase, key, at, request }: Quantity): string {
  const parts = [
    ...(phase === undefined ? [] : [`phase ${phase + 1}`]),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(request === undefined ? [] : [`request ${request + 1}`]),
    ...(at === undefined ? [] : [`at ${formatTime(at)}`]),
    ...spanText(from, to),
  ];
  return [`Lane ${lane + 1}`, ...parts].join(', ');
}

function spanText(from: number | undefined, to: number | undefined): readonly string[] {
  if (from !== undefined && to !== undefined) return [`from ${formatTime(from)} to ${formatTime(to)}`];
  if (from !== undefined) return [`from ${formatTime(from)} on`];
  return to === undefined ? [] : [`before ${formatTime(to)}`];
}

/** A value with its unit: `12`, `17 %`, `3.5 s`, `16 bytes`; `none` where the run has none. */
export function valueText(value: number | null, of: QuantityName): string {
  if (value === null) return 'none';
  if (value === Infinity) return 'never';
  switch (unitOf(of)) {
    case 'share':
      return `${formatNumber(value * 100, 2)} %`;
    case 'seconds':
      return formatTime(value);
    case 'bytes':
      return pluralize(value, 'byte');
    default:
      return formatNumber(value, 3);
  }
}

/** What a run has: a time to as many places as are read. */
export function answerText(value: number | null, of: QuantityName): string {
  return valueText(unitOf(of) === 'seconds' && value !== null ? Number(value.toPrecision(5)) : value, of);
}

export function unitOf(of: QuantityName): string {
  return of in QUANTITY_UNITS ? QUANTITY_UNITS[of as keyof typeof QUANTITY_UNITS] : MEASURE_UNITS[of as Measure];
}

const UNIT_NAMES: Readonly<Record<string, string>> = { seconds: 's', share: '%', bytes: 'bytes' };

/** What somebody's own number is called: `Your number, s`. A share is written in per cent. */
export function numberLabel(of: QuantityName): string {
  const unit = UNIT_NAMES[unitOf(of)];
  return unit === undefined ? 'Your number' : `Your number, ${unit}`;
}

const BOUNDS: Readonly<Record<Condition['at'], string>> = { most: 'at most', least: 'at least', exactly: 'exactly' };

/** How a counted thing is said after its number: `at most 10 within any T`. */
const COUNTED: Readonly<Partial<Record<QuantityName, string>>> = {
  requests: 'requests',
  retries: 'retries',
  messages: 'messages',
  admitted: 'admitted',
  denied: 'denied',
  delayed: 'delayed',
  jobsAdmitted: 'jobs admitted',
  peak: 'admitted within any T',
  peakAllKeys: 'admitted within any T, all keys together',
  peakSecond: 'admitted within any second',
};

/** A share is of the requests or clients that it counts, and what is done to them. */
const SHARES: Readonly<Partial<Record<QuantityName, readonly [whom: string, done: string]>>> = {
  refused: ['request', 'refused'],
  clientsRefused: ['client', 'refused'],
  goodRefused: ['good request', 'refused'],
  badAdmitted: ['bad request', 'admitted'],
};

/** `at most 4 % of the clients refused`, `no client refused`; null where it is no share, or no number. */
function shareText(of: QuantityName, at: Condition['at'], value: Condition['value']): string | null {
  const [whom, done] = SHARES[of] ?? [];
  if (whom === undefined || typeof value !== 'number') return null;
  if (value === 0 && at !== 'least') return `no ${whom} ${done}`;
  return `${BOUNDS[at]} ${valueText(value, of)} of the ${whom}s ${done}`;
}

/** `Lane 1, phase 2: at least 1 denied (now 0).` */
export function conditionText({ quantity, at, value }: Condition, result: ConditionResult | null): string {
  const { of } = quantity;
  const now = result === null ? '' : ` (now ${answerText(result.value, of)})`;
  const bound =
    typeof value === 'number'
      ? `${BOUNDS[at]} ${valueText(value, of)}`
      : `${BOUNDS[at]} as many as in ${placeText(value).toLowerCase()}${value.of === of ? '' : `: ${QUANTITY_NAMES[value.of]}`}`;
  const counted = typeof value === 'number' ? COUNTED[of] : undefined;
  const words =
    shareText(of, at, value) ?? (counted === undefined ? `${QUANTITY_NAMES[of]} ${bound}` : `${bound} ${counted}`);
  return `${placeText(quantity)}: ${words}${now}.`;
}
