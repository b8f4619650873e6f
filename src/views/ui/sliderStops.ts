/** Where a value stands on a logarithmic rail, and which stop comes next. Stops rise, and are greater than 0. */

export type Stops = readonly number[];

function endStops(stops: Stops): readonly [number, number] {
  return [stops[0] ?? 1, stops.at(-1) ?? 1];
}

/** 0 at the first stop, 1 at the last; values beyond them stand at the ends. */
export function sliderPosition(stops: Stops, value: number): number {
  const [first, last] = endStops(stops);
  if (!(last > first) || !(value > first)) return 0;
  return Math.min(1, Math.log(value / first) / Math.log(last / first));
}

/** The stop that stands nearest to a place. */
export function nearestStopAt(stops: Stops, position: number): number {
  const [first, last] = endStops(stops);
  const value = first * (last / first) ** Math.min(1, Math.max(0, position));
  return nearestStop(stops, value);
}

/** The nearest stop, as distances look on the rail: by ratio. */
function nearestStop(stops: Stops, value: number): number {
  let best = stops[0] ?? value;
  for (const stop of stops) {
    if (Math.abs(Math.log(stop / value)) < Math.abs(Math.log(best / value))) best = stop;
  }
  return best;
}

function nextStop(stops: Stops, value: number): number {
  return stops.find((stop) => stop > value) ?? value;
}

function previousStop(stops: Stops, value: number): number {
  return stops.findLast((stop) => stop < value) ?? value;
}

/**
 * Where a key takes the value: an arrow to the next stop, Page to the stop nearest to twice or half, Home and End to the
 * ends. Never the other way, and past the ends nowhere.
 * @returns undefined for a key that is none of a slider's
 */
export function stopFromKey(stops: Stops, value: number, key: string): number | undefined {
  const [first, last] = endStops(stops);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return nextStop(stops, value);
    case 'ArrowLeft':
    case 'ArrowDown':
      return previousStop(stops, value);
    case 'PageUp':
      return Math.max(nearestStop(stops, value * 2), nextStop(stops, value));
    case 'PageDown':
      return Math.min(nearestStop(stops, value / 2), previousStop(stops, value));
    case 'Home':
      return first;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
