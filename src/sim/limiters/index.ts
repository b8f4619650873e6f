/** The catalogue: a list that someone wrote, in the order in which the picker shows it. */
import { cooldownScore } from './cooldownScore.ts';
import { fixedWindow } from './fixedWindow.ts';
import { gcra } from './gcra.ts';
import { leakyMeter } from './leakyMeter.ts';
import type { Limiter } from './limiter.ts';
import { slidingLog } from './slidingLog.ts';
import { tokenBucket } from './tokenBucket.ts';

export const catalogue: readonly Limiter[] = [
  // Windows
  fixedWindow,
  // Logs and counters
  slidingLog,
  // Buckets
  tokenBucket,
  leakyMeter,
  // One number
  gcra,
  cooldownScore,
];

const byId = new Map(catalogue.map((limiter) => [limiter.id, limiter]));

/** The limiter of that id, if there is one. */
export function limiterById(id: string): Limiter | undefined {
  return byId.get(id);
}
