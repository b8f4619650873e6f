/**
 * Hand-written loops of six limiters that decide and bin in one pass: the least that has to be done to draw a lane. Times
 * are seconds in floating point; costs are 1 and there is one key.
 */

/** What a lane's three charts show, by pixel column. */
export type LaneBins = Readonly<
  Record<'levelMin' | 'levelMax' | 'count' | 'admitted' | 'denied', Float64Array<ArrayBuffer>>
>;

export interface FusedPolicy {
  readonly n: number;
  readonly T: number;
}

/** Fills the bins; `recent` is scratch space for the instants of admitted requests, as long as `at`. */
type FusedLoop = (policy: FusedPolicy, at: Float64Array, end: number, bins: LaneBins, recent: Float64Array) => void;

export function emptyBins(columns: number): LaneBins {
  return {
    levelMin: new Float64Array(columns).fill(Infinity),
    levelMax: new Float64Array(columns).fill(-Infinity),
    count: new Float64Array(columns),
    admitted: new Float64Array(columns),
    denied: new Float64Array(columns),
  };
}

const tokenBucket: FusedLoop = ({ n, T }, at, end, { levelMin, levelMax, count, admitted, denied }, recent) => {
  const scale = count.length / end;
  const rate = n / T;
  let tokens = n;
  let time = 0;
  let head = 0;
  let tail = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const column = (now * scale) | 0;
    tokens = Math.min(n, tokens + (now - time) * rate);
    time = now;
    if (tokens > (levelMax[column] as number)) levelMax[column] = tokens;
    if (tokens >= 1) {
      tokens -= 1;
      recent[head++] = now;
      admitted[column]!++;
    } else denied[column]!++;
    if (tokens < (levelMin[column] as number)) levelMin[column] = tokens;
    while (tail < head && (recent[tail] as number) <= now - T) tail++;
    if (head - tail > (count[column] as number)) count[column] = head - tail;
  }
};

const gcra: FusedLoop = ({ n, T }, at, end, { levelMin, levelMax, count, admitted, denied }, recent) => {
  const scale = count.length / end;
  const interval = T / n;
  let tat = 0;
  let head = 0;
  let tail = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const column = (now * scale) | 0;
    const ahead = tat > now ? tat - now : 0;
    if (ahead < (levelMin[column] as number)) levelMin[column] = ahead;
    if (ahead + interval <= T) {
      tat = now + ahead + interval;
      recent[head++] = now;
      admitted[column]!++;
      if (ahead + interval > (levelMax[column] as number)) levelMax[column] = ahead + interval;
    } else {
      denied[column]!++;
      if (ahead > (levelMax[column] as number)) levelMax[column] = ahead;
    }
    while (tail < head && (recent[tail] as number) <= now - T) tail++;
    if (head - tail > (count[column] as number)) count[column] = head - tail;
  }
};

const fixedWindow: FusedLoop = ({ n, T }, at, end, { levelMin, levelMax, count, admitted, denied }, recent) => {
  const scale = count.length / end;
  let windowEnd = T;
  let used = 0;
  let head = 0;
  let tail = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const column = (now * scale) | 0;
    if (now >= windowEnd) {
      windowEnd = (Math.floor(now / T) + 1) * T;
      used = 0;
    }
    if (used < (levelMin[column] as number)) levelMin[column] = used;
    if (used < n) {
      used++;
      recent[head++] = now;
      admitted[column]!++;
    } else denied[column]!++;
    if (used > (levelMax[column] as number)) levelMax[column] = used;
    while (tail < head && (recent[tail] as number) <= now - T) tail++;
    if (head - tail > (count[column] as number)) count[column] = head - tail;
  }
};

const slidingCounter: FusedLoop = ({ n, T }, at, end, { levelMin, levelMax, count, admitted, denied }, recent) => {
  const scale = count.length / end;
  let windowEnd = T;
  let previous = 0;
  let current = 0;
  let head = 0;
  let tail = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const column = (now * scale) | 0;
    if (now >= windowEnd) {
      previous = now - windowEnd < T ? current : 0;
      current = 0;
      windowEnd = (Math.floor(now / T) + 1) * T;
    }
    let estimate = (previous * (windowEnd - now)) / T + current;
    if (estimate < (levelMin[column] as number)) levelMin[column] = estimate;
    if (estimate + 1 <= n) {
      current++;
      estimate++;
      recent[head++] = now;
      admitted[column]!++;
    } else denied[column]!++;
    if (estimate > (levelMax[column] as number)) levelMax[column] = estimate;
    while (tail < head && (recent[tail] as number) <= now - T) tail++;
    if (head - tail > (count[column] as number)) count[column] = head - tail;
  }
};

const slidingLog: FusedLoop = ({ n, T }, at, end, { levelMin, levelMax, count, admitted, denied }, recent) => {
  const scale = count.length / end;
  let head = 0;
  let tail = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const column = (now * scale) | 0;
    while (tail < head && (recent[tail] as number) <= now - T) tail++;
    if (head - tail < (levelMin[column] as number)) levelMin[column] = head - tail;
    if (head - tail < n) {
      recent[head++] = now;
      admitted[column]!++;
    } else denied[column]!++;
    if (head - tail > (levelMax[column] as number)) levelMax[column] = head - tail;
    if (head - tail > (count[column] as number)) count[column] = head - tail;
  }
};

const leakyQueue: FusedLoop = ({ n, T }, at, end, { levelMin, levelMax, count, admitted, denied }, recent) => {
  const scale = count.length / end;
  const interval = T / n;
  let free = 0;
  let head = 0;
  let tail = 0;
  for (let i = 0; i < at.length; i++) {
    const now = at[i] as number;
    const column = (now * scale) | 0;
    const wait = free > now ? free - now : 0;
    const queued = wait / interval;
    if (queued < (levelMin[column] as number)) levelMin[column] = queued;
    if (queued + 1 <= n) {
      free = now + wait + interval;
      recent[head++] = now + wait;
      admitted[column]!++;
      if (queued + 1 > (levelMax[column] as number)) levelMax[column] = queued + 1;
    } else {
      denied[column]!++;
      if (queued > (levelMax[column] as number)) levelMax[column] = queued;
    }
    while (tail < head && (recent[tail] as number) <= now - T) tail++;
    if (head - tail > (count[column] as number)) count[column] = head - tail;
  }
};

/** In the order of the lanes that the app is given: see `pageScenario.ts`. */
export const fusedLoops: readonly FusedLoop[] = [
  tokenBucket,
  gcra,
  fixedWindow,
  slidingCounter,
  slidingLog,
  leakyQueue,
];
