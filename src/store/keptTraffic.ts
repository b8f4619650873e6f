import type { TrafficChartData } from '../sim/index.ts';

interface WithTraffic {
  readonly traffic: TrafficChartData;
}

/**
 * A run's charts, with the traffic of those that are shown if it is the same: a worker's answer is always another object, and
 * while only the policy changes, the traffic need not be drawn again.
 */
export function keepTraffic<T extends WithTraffic>(charts: T, shown: WithTraffic | null): T {
  return shown !== null && isSame(charts.traffic, shown.traffic) ? { ...charts, traffic: shown.traffic } : charts;
}

function isSame(one: TrafficChartData, other: TrafficChartData): boolean {
  return (
    one.from === other.from &&
    one.span === other.span &&
    one.requestsInRange === other.requestsInRange &&
    one.nextArrival === other.nextArrival &&
    isEqual(one.at, other.at) &&
    isEqual(one.counts, other.counts)
  );
}

function isEqual(one: Float64Array | Uint32Array | null, other: Float64Array | Uint32Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
