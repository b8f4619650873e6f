/**
 * Clients that back off, by hand: what the machine alone makes of ten times the clients, whose buckets and retries then no
 * longer fit its caches. Times in microseconds, a token bucket a client, jobs at random with one a second, full jitter.
 */

const SECOND = 1e6;
const MAX_TRIES = 8;
/** At most, on average. */
const TRIES_PER_JOB = 6;
const BASE = SECOND;
const CAP = 32 * SECOND;

/** A binary heap of events over columns, the earliest first. */
class Events {
  readonly #times: Float64Array;
  readonly #ids: Uint32Array;
  #size = 0;

  constructor(capacity: number) {
    this.#times = new Float64Array(capacity);
    this.#ids = new Uint32Array(capacity);
  }

  get time(): number {
    return this.#times[0] as number;
  }

  get id(): number {
    return this.#ids[0] as number;
  }

  add(time: number, id: number): void {
    let place = this.#size++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((this.#times[parent] as number) <= time) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#put(place, time, id);
  }

  removeFirst(): void {
    const last = --this.#size;
    this.replaceFirst(this.#times[last] as number, this.#ids[last] as number);
  }

  replaceFirst(time: number, id: number): void {
    let place = 0;
    for (let child = 1; child < this.#size; child = 2 * place + 1) {
      if (child + 1 < this.#size && (this.#times[child + 1] as number) < (this.#times[child] as number)) child++;
      if ((this.#times[child] as number) >= time) break;
      this.#move(child, place);
      place = child;
    }
    this.#put(place, time, id);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#times[from] as number, this.#ids[from] as number);
  }

  #put(place: number, time: number, id: number): void {
    this.#times[place] = time;
    this.#ids[place] = id;
  }
}

export interface ClientLoopParams {
  readonly clients: number;
  readonly n: number;
  /** Seconds. */
  readonly T: number;
  /** Seconds. */
  readonly duration: number;
}

/**
 * Each client sends a job a second on average to its own bucket of `n` tokens a `T`.
 * @returns how many tries there were
 */
export function clientLoop({ clients, n, T, duration }: ClientLoopParams): number {
  const end = duration * SECOND;
  const perMicro = n / (T * SECOND);
  // With room for chance.
  const mostJobs = Math.ceil(clients * (duration + 1) * 1.2);
  const mostTries = mostJobs * TRIES_PER_JOB;
  const trace = {
    at: new Float64Array(mostTries),
    jobs: new Uint32Array(mostTries),
    tries: new Uint8Array(mostTries),
    admitted: new Uint8Array(mostTries),
  };
  const tokens = new Float64Array(clients).fill(n);
  const filledAt = new Float64Array(clients);
  const clientOf = new Uint32Array(mostJobs);
  const triesOf = new Uint8Array(mostJobs);
  const events = new Events(mostJobs);
  let random = 0x9e3779b9;
  const draw = (): number => {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return (random >>> 0) / 2 ** 32;
  };
  const untilNextJob = (): number => -Math.log(1 - draw()) * SECOND;
  let jobs = 0;
  for (; jobs < clients; jobs++) {
    clientOf[jobs] = jobs;
    events.add(untilNextJob(), jobs);
  }
  let count = 0;
  for (let at = events.time; at <= end; at = events.time) {
    const job = events.id;
    const client = clientOf[job] as number;
    const tries = (triesOf[job] as number) + 1;
    triesOf[job] = tries;
    const level = Math.min(n, (tokens[client] as number) + (at - (filledAt[client] as number)) * perMicro);
    const admitted = level >= 1;
    tokens[client] = admitted ? level - 1 : level;
    filledAt[client] = at;
    trace.at[count] = at;
    trace.jobs[count] = job;
    trace.tries[count] = tries;
    trace.admitted[count] = admitted ? 1 : 0;
    count++;
    if (admitted || tries === MAX_TRIES) events.removeFirst();
    else events.replaceFirst(at + draw() * Math.min(CAP, BASE * 2 ** (tries - 1)), job);
    if (tries === 1) {
      // Jobs come whatever becomes of those before.
      clientOf[jobs] = client;
      events.add(at + untilNextJob(), jobs++);
    }
  }
  return count;
}
