/** The stops of the policy's sliders. A value beyond an end extends the range, so that the thumb is always in place. */

/** Requests: all whole numbers to 100, then two significant digits; up to 1,000 or the next power of ten that fits the value. */
export function limitSliderStops(value: number): readonly number[] {
  let end = 1_000;
  while (end < value) end *= 10;
  const stops: number[] = [];
  for (let stop = 1, step = 1; stop <= end; stop += step) {
    if (stop >= 100 * step) step *= 10;
    stops.push(stop);
  }
  return stops;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SECOND_STOPS = [0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 15, 20, 30];
const MINUTE_STOPS = [1, 2, 3, 5, 10, 15, 20, 30].map((figure) => figure * MINUTE);
const HOUR_STOPS = [2, 3, 6, 12].map((figure) => figure * HOUR);
const DAY_STOPS = [2, 3, 5, 10, 15, 20, 30].map((figure) => figure * DAY);

/** Seconds: 0.1 s to 1 h; for a longer value to 1 d, then 30 d; for a shorter one from 10 ms or 1 ms. */
export function windowSliderStops(value: number): readonly number[] {
  return [
    ...(value < 0.01 ? [0.001, 0.002, 0.005] : []),
    ...(value < 0.1 ? [0.01, 0.02, 0.05] : []),
    ...SECOND_STOPS,
    ...MINUTE_STOPS,
    HOUR,
    ...(value > HOUR ? [...HOUR_STOPS, DAY] : []),
    ...(value > DAY ? DAY_STOPS : []),
  ];
}
