/** What a picture of the glossary is, and short names for what most of them are made of. */
import type { JsonObject } from '../../sim/index.ts';
import type { Claim } from '../lesson.ts';

export interface GlossaryPicture {
  /** The run, which the picture shows from its beginning to its end. */
  readonly document: JsonObject;
  /** Which chart of its first lane. */
  readonly chart: PictureChart;
  /** What is to be seen, in a sentence: the picture's description. */
  readonly shows: string;
  /** Its numbers, held against the run. */
  readonly claims: readonly Claim[];
  /** Numbers in it that are given, not found out. */
  readonly given: readonly string[];
}

type PictureChart = 'level' | 'windowCount' | 'decisions';

export function picture(
  chart: PictureChart,
  document: JsonObject,
  shows: string,
  claims: readonly Claim[],
  given: readonly string[] = [],
): GlossaryPicture {
  return { document, chart, shows, claims, given };
}

/** @param more other fields, such as the cluster; its lanes take the place of the one with the limiter */
export function run(
  limiter: string,
  policy: JsonObject,
  duration: number,
  traffic: readonly JsonObject[],
  more: JsonObject = {},
): JsonObject {
  return { duration, policy, traffic, lanes: [{ limiter }], ...more };
}

export const burst = (at: number, count: number, more: JsonObject = {}) => ({ kind: 'burst', at, count, ...more });
export const steady = (rate: number, more: JsonObject = {}) => ({ kind: 'steady', rate, ...more });
export const times = (...at: readonly number[]) => ({ kind: 'times', at });
