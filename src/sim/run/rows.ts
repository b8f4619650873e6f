/**
 * The trace of a lane whose requests hang on its own answers, row by row. Nobody knows beforehand how many there will be, so
 * they are written to pieces of equal length, which are put together once, at the end.
 */
import type { Verdict } from '../limiters/limiter.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import type { Duration, Instant } from '../time.ts';

/** Rows of a piece. */
const PIECE = 1 << 15;

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

interface Piece {
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

export class Rows {
  count = 0;
  readonly #delays: boolean;
  readonly #pieces: Piece[] = [];
  /** The piece that is written to, and the row in it that comes next. */
  #piece: Piece;
  #next = 0;
  #costly = false;

  constructor(delays: boolean) {
    this.#delays = delays;
    this.#piece = this.#another();
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
    if (this.#next === PIECE) {
      this.#piece = this.#another();
      this.#next = 0;
    }
    const row = this.#next++;
    const piece = this.#piece;
    piece.at[row] = at;
    piece.key[row] = key;
    piece.cost[row] = cost;
    piece.entry[row] = entry;
    piece.client[row] = client;
    piece.job[row] = job;
    piece.number[row] = number;
    piece.verdict[row] = verdict;
    if (this.#delays) piece.wait[row] = wait;
    if (cost !== 1) this.#costly = true;
    this.count++;
  }

  trace(keys: readonly string[]): LaneTrace {
    const { count } = this;
    return {
      arrivals: {
        count,
        at: this.#whole(new Float64Array(count), ({ at }) => at),
        key: keys.length > 1 ? this.#whole(new Uint32Array(count), ({ key }) => key) : null,
        cost: this.#costly ? this.#whole(new Uint32Array(count), ({ cost }) => cost) : null,
        keys,
        entry: this.#whole(new Uint16Array(count), ({ entry }) => entry),
        tries: {
          client: this.#whole(new Uint32Array(count), ({ client }) => client),
          job: this.#whole(new Uint32Array(count), ({ job }) => job),
          number: this.#whole(new Uint32Array(count), ({ number }) => number),
        },
      },
      verdicts: this.#whole(new Uint8Array(count), ({ verdict }) => verdict),
      waits: this.#delays ? this.#whole(new Float64Array(count), ({ wait }) => wait) : null,
    };
  }

  /** A column of all pieces, written to `into`. */
  #whole<C extends Column>(into: C, column: (piece: Piece) => C): C {
    for (const [index, piece] of this.#pieces.entries()) {
      const from = index * PIECE;
      into.set(column(piece).subarray(0, Math.min(PIECE, this.count - from)), from);
    }
    return into;
  }

  #another(): Piece {
    const piece = {
      at: new Float64Array(PIECE),
      key: new Uint32Array(PIECE),
      cost: new Uint32Array(PIECE),
      entry: new Uint16Array(PIECE),
      client: new Uint32Array(PIECE),
      job: new Uint32Array(PIECE),
      number: new Uint32Array(PIECE),
      verdict: new Uint8Array(PIECE),
      wait: new Float64Array(this.#delays ? PIECE : 0),
    };
    this.#pieces.push(piece);
    return piece;
  }
}
