/** The position of a value on a logarithmic rail, and the stop a key moves to. Stops are ascending and greater than 0. */

export type Stops = readonly number[];

function endStops(stops: Stops): readonly [number, number] {
  return [stops[0] ?? 1, stops.at(-1) ?? 1];
}

/** 0 at the first stop, 1 at the last; values outside them are clamped. */
export function sliderPosition(stops: Stops, value: number): number {
  const [first, last] = endStops(stops);
  if (!(last > first) || !(value > first)) return 0;
  return Math.min(1, Math.log(value / first) / Math.log(last / first));
}

/** The stop nearest to a position. */
export function nearestStopAt(stops: Stops, position: number): number {
  const [first, last] = endStops(stops);
  const value = first * (last / first) ** Math.min(1, Math.max(0, position));
  return nearestStop(stops, value);
}

/** The nearest stop by distance on the rail, that is, by ratio. */
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
 * Where a key moves the value: an arrow to the next stop, Page Up and Page Down to the stop nearest to twice or half the
 * value, Home and End to the ends. Never in the opposite direction and never past the ends.
 * @returns undefined for a key that a slider does not handle
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
