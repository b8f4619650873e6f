/** The staircase of the clients' busiest T, and how many clients are above a limit. */
import type { Busiest } from '../../../tune/index.ts';
import { formatCount, pluralize } from '../../format/numbers.ts';
import { formatDuration } from '../../format/time.ts';
import { rangeNote, rangeText } from './rangeText.ts';

/** From this client on, by number from 0, clients have so many permits in their busiest T. */
export interface Step {
  readonly client: number;
  /** Under the scenario's own reading. */
  readonly permits: number;
  /** Over all readings: the readings order clients each in their own way. */
  readonly band: readonly [least: number, most: number];
}

/** More corners than that are closer together than pixels. */
export const MAX_STEPS = 600;

/**
 * The corners of the staircases that the readings' ascending values make, and their end; where there are more than `most`,
 * as many evenly spread clients.
 */
export function stairs(readings: readonly Float64Array[], most: number): readonly Step[] {
  const [own = new Float64Array(0)] = readings;
  const count = own.length;
  if (count === 0) return [];
  const at = (client: number): Step => {
    const values = readings.map((permits) => permits[client] as number);
    return { client, permits: own[client] as number, band: [Math.min(...values), Math.max(...values)] };
  };
  const corners: Step[] = [];
  for (let client = 0; client < count && corners.length <= most; client++)
    if (isCorner(readings, client)) corners.push(at(client));
  const shown =
    corners.length <= most
      ? corners
      : Array.from({ length: most }, (_, index) => at(Math.floor((index / most) * count)));
  return [...shown, { ...at(count - 1), client: count }];
}

/** A loop, for there may be a million clients. */
function isCorner(readings: readonly Float64Array[], client: number): boolean {
  for (const permits of readings) if (permits[client] !== permits[client - 1]) return true;
  return false;
}

/** The number of clients with more than n permits. */
export function clientsAbove(permits: Float64Array, n: number): number {
  let [low, high] = [0, permits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((permits[middle] as number) > n) high = middle;
    else low = middle + 1;
  }
  return permits.length - low;
}

export const NO_REQUESTS = 'The traffic has no requests.';
const ONLY_REACTIONS = 'Every request depends on the answers before it, so there are none that all limits get.';

type Answer = Busiest | null;

/** Whether there is an answer, and no request in any run. */
export function hasNoClients(answer: Answer): boolean {
  return answer !== null && !answer.isClosedLoop && nothingText(answer) !== null;
}

/** Why an answer shows nobody; null if it shows somebody, or is not there yet. */
export function nothingText(answer: Answer): string | null {
  if (answer?.readings[0]?.length !== 0) return null;
  return answer.isClosedLoop ? ONLY_REACTIONS : NO_REQUESTS;
}

/** What the chart counts: where every request costs one permit, they are requests. */
export function countedThings(answer: Answer): 'Requests' | 'Permits' {
  return answer?.hasCosts === true ? 'Permits' : 'Requests';
}

/** What the chart shows. Retries depend on the limit, which is what is chosen here. @param seconds T */
export function busiestText(answer: Answer, seconds: number): string {
  const retries = answer?.isClosedLoop === true ? ', without retries' : '';
  return `Most ${countedThings(answer).toLowerCase()} within any ${formatDuration(seconds)}${retries}, clients sorted by that.${rangeNote(answer?.readings.length)}`;
}

/** `36 of 412 clients above n`; `30 to 36 …` where the readings of a log differ. */
export function aboveText(readings: readonly Float64Array[], n: number): string {
  const clients = readings[0]?.length ?? 0;
  const above = rangeText(readings.map((permits) => clientsAbove(permits, n)));
  return `${above} of ${pluralize(clients, 'client')} above n`;
}

/** The staircase in words. @param above as `aboveText` has it */
export function stairsText(steps: readonly Step[], above: string): string {
  const [least, most] = [steps[0]?.band[0] ?? 0, steps.at(-1)?.band[1] ?? 0];
  return `Clients by their busiest T, from ${formatCount(least)} to ${formatCount(most)}. ${above}.`;
}
