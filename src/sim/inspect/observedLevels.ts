/** The level of one key as nodes observed it when they decided; between two answers it is unknown. */
import type { Curve } from '../metrics/chartData.ts';
import { CurveBuilder } from '../metrics/downsample.ts';
import { firstAtOrAfter } from '../search.ts';
import { keyIndexOf } from '../arrivals.ts';
import { gaugeOf } from '../run/lanePlan.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { Instant } from '../time.ts';
import { lastAtOrBefore } from './positions.ts';

/** Points of the curve between two slices. */
const SLICE = 32_768;

export class ObservedLevels {
  /** By the instant of the answers. */
  readonly #at: Float64Array;
  readonly #level: Float64Array;
  /** The level before the first observation. */
  readonly #initial: number;

  constructor({ arrivals, cluster, plan }: SchemeRun, key: number) {
    const { start, order } = keyIndexOf(arrivals);
    const rows = order.slice(start[key] ?? 0, start[key + 1] ?? 0).filter((row) => !Number.isNaN(cluster.level[row]));
    const answeredAt = (row: number): Instant => (arrivals.at[row] as number) + (cluster.latency[row] as number);
    rows.sort((a, b) => answeredAt(a) - answeredAt(b) || a - b);
    this.#at = Float64Array.from(rows, answeredAt);
    this.#level = Float64Array.from(rows, (row) => cluster.level[row] as number);
    const gauge = gaugeOf(plan);
    this.#initial = gauge.denySide === 'floor' ? gauge.full(plan.params) : 0;
  }

  /** Null before the first answer. */
  levelAt(at: Instant): number | null {
    return this.#level[lastAtOrBefore(this.#at, at)] ?? null;
  }

  /** When a node observed that level last; null before the first answer. */
  storedAt(at: Instant): Instant | null {
    return this.#at[lastAtOrBefore(this.#at, at)] ?? null;
  }

  *curve(from: Instant, to: Instant, columns: number): Generator<undefined, Curve> {
    const builder = new CurveBuilder(from, to, columns);
    let next = firstAtOrAfter(this.#at, from + 1);
    let level = this.#level[next - 1] ?? this.#initial;
    builder.push(from, level);
    for (; next < this.#at.length && (this.#at[next] as number) <= to; next++) {
      const instant = this.#at[next] as number;
      if (instant - 1 > from) builder.push(instant - 1, level);
      level = this.#level[next] as number;
      builder.push(instant, level);
      if (next % SLICE === 0) yield;
    }
    builder.push(to, level);
    return builder.finish();
  }
}
