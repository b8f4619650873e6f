/** Quantities and conditions in words, lanes and phases counted from 1 as on the page. */
import {
  formatNumber,
  formatTime,
  MEASURE_UNITS,
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
  bytesPerKey: 'bytes per key',
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

/** `Lane 1, phase 2: denied` */
function quantityText({ of, lane, from, to, phase, key, at, request }: Quantity): string {
  const parts = [
    ...(phase === undefined ? [] : [`phase ${phase + 1}`]),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(request === undefined ? [] : [`request ${request + 1}`]),
    ...(at === undefined ? [] : [`at ${formatTime(at)}`]),
    ...spanText(from, to),
  ];
  return `${[`Lane ${lane + 1}`, ...parts].join(', ')}: ${QUANTITY_NAMES[of]}`;
}

function spanText(from: number | undefined, to: number | undefined): readonly string[] {
  if (from !== undefined && to !== undefined) return [`from ${formatTime(from)} to ${formatTime(to)}`];
  if (from !== undefined) return [`from ${formatTime(from)} on`];
  return to === undefined ? [] : [`before ${formatTime(to)}`];
}

/** A value with its unit: `12`, `17 %`, `3.5 s`; `none` where the run has none. */
export function valueText(value: number | null, of: QuantityName): string {
  if (value === null) return 'none';
  if (value === Infinity) return 'never';
  switch (unitOf(of)) {
    case 'share':
      return `${formatNumber(value * 100, 2)} %`;
    case 'seconds':
      return formatTime(value);
    default:
      return formatNumber(value, 3);
  }
}

export function unitOf(of: QuantityName): string {
  return of in QUANTITY_UNITS ? QUANTITY_UNITS[of as keyof typeof QUANTITY_UNITS] : MEASURE_UNITS[of as Measure];
}

const BOUNDS: Readonly<Record<Condition['at'], string>> = { most: 'at most', least: 'at least', exactly: 'exactly' };

/** `Lane 1, phase 2: denied at least 1, now 0.` */
export function conditionText({ quantity, at, value }: Condition, result: ConditionResult | null): string {
  const bound =
    typeof value === 'number' ? valueText(value, quantity.of) : `as many as ${quantityText(value).toLowerCase()}`;
  const now = result === null ? '' : `, now ${valueText(result.value, quantity.of)}`;
  return `${quantityText(quantity)} ${BOUNDS[at]} ${bound}${now}.`;
}
