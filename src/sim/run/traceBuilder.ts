/**
 * Builds the trace of a lane whose requests depend on its own answers. The number of rows is not known in advance, so they
 * are written to chunks of equal length, which are concatenated once, at the end.
 */
import type { Verdict } from '../verdict.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import type { Duration, Instant } from '../time.ts';

const CHUNK_ROWS = 1 << 15;

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

interface Chunk {
  readonly at: Float64Array;
  readonly key: Uint32Array;
  readonly cost: Uint32Array;
  readonly entry: Uint16Array;
  readonly client: Uint32Array;
  readonly job: Uint32Array;
  readonly number: Uint32Array;
  readonly verdict: Uint8Array;
  readonly wait: Float64Array;
}

/** Chunks of finished traces, for the next: to get and clear new memory takes as long as to fill it. At most 20 MB. */
const spareChunks: Chunk[] = [];
const MAX_SPARE_CHUNKS = 16;

export class TraceBuilder {
  count = 0;
  readonly #delays: boolean;
  readonly #chunks: Chunk[] = [];
  /** The chunk being filled, and its next free row. */
  #chunk: Chunk;
  #nextRow = 0;
  /** Costs are written from the first that is not 1: in most runs none is. */
  #hasCosts = false;

  constructor(delays: boolean) {
    this.#delays = delays;
    this.#chunk = this.#addChunk();
  }

  push(
    at: Instant,
    key: number,
    cost: number,
    entry: number,
    client: number,
    job: number,
    number: number,
    verdict: Verdict,
    wait: Duration,
  ): void {
    if (this.#nextRow === CHUNK_ROWS) {
      this.#chunk = this.#addChunk();
      this.#nextRow = 0;
    }
    const row = this.#nextRow++;
    const chunk = this.#chunk;
    chunk.at[row] = at;
    chunk.key[row] = key;
    if (this.#hasCosts) chunk.cost[row] = cost;
    else if (cost !== 1) this.#beginCosts(cost);
    chunk.entry[row] = entry;
    chunk.client[row] = client;
    chunk.job[row] = job;
    chunk.number[row] = number;
    chunk.verdict[row] = verdict;
    if (this.#delays) chunk.wait[row] = wait;
    this.count++;
  }

  #beginCosts(cost: number): void {
    this.#hasCosts = true;
    for (const chunk of this.#chunks) chunk.cost.fill(1);
    this.#chunk.cost[this.#nextRow - 1] = cost;
  }

  /** To be called once: the chunks are used again. */
  build(keys: readonly string[]): LaneTrace {
    const { count } = this;
    const trace = {
      arrivals: {
        count,
        at: this.#concatenate(new Float64Array(count), ({ at }) => at),
        key: keys.length > 1 ? this.#concatenate(new Uint32Array(count), ({ key }) => key) : null,
        cost: this.#hasCosts ? this.#concatenate(new Uint32Array(count), ({ cost }) => cost) : null,
        keys,
        entry: this.#concatenate(new Uint16Array(count), ({ entry }) => entry),
        tries: {
          client: this.#concatenate(new Uint32Array(count), ({ client }) => client),
          job: this.#concatenate(new Uint32Array(count), ({ job }) => job),
          number: this.#concatenate(new Uint32Array(count), ({ number }) => number),
        },
      },
      verdicts: this.#concatenate(new Uint8Array(count), ({ verdict }) => verdict),
      waits: this.#delays ? this.#concatenate(new Float64Array(count), ({ wait }) => wait) : null,
    };
    spareChunks.push(...this.#chunks.slice(0, MAX_SPARE_CHUNKS - spareChunks.length));
    return trace;
  }

  /** Writes a column of all chunks to `into`. */
  #concatenate<C extends Column>(into: C, column: (chunk: Chunk) => C): C {
    for (const [index, chunk] of this.#chunks.entries()) {
      const from = index * CHUNK_ROWS;
      into.set(column(chunk).subarray(0, Math.min(CHUNK_ROWS, this.count - from)), from);
    }
    return into;
  }

  #addChunk(): Chunk {
    const chunk = spareChunks.pop() ?? {
      at: new Float64Array(CHUNK_ROWS),
      key: new Uint32Array(CHUNK_ROWS),
      cost: new Uint32Array(CHUNK_ROWS),
      entry: new Uint16Array(CHUNK_ROWS),
      client: new Uint32Array(CHUNK_ROWS),
      job: new Uint32Array(CHUNK_ROWS),
      number: new Uint32Array(CHUNK_ROWS),
      verdict: new Uint8Array(CHUNK_ROWS),
      wait: new Float64Array(CHUNK_ROWS),
    };
    this.#chunks.push(chunk);
    return chunk;
  }
}
