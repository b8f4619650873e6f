/** A sorted set: members by score, then by name, in arrays whose front can be cut off without moving the rest. */
import { StoreError } from './command.ts';
import { decimalOf, type Text } from './values.ts';

/** One end of a range of scores. */
interface Bound {
  readonly score: number;
  /** A bound written with `(` leaves its own score out. */
  readonly open: boolean;
}

export class SortedSet {
  readonly #scoreOf = new Map<string, number>();
  /** Side by side, from `#front` on; what stands before that is gone. */
  #scores: number[] = [];
  #members: string[] = [];
  #front = 0;

  get size(): number {
    return this.#scoreOf.size;
  }

  /** What became of it: a new member, a new score, or nothing. */
  add(member: string, score: number): 'added' | 'moved' | 'same' {
    const before = this.#scoreOf.get(member);
    if (before === score) return 'same';
    if (before !== undefined) {
      const place = this.#place(before, member);
      this.#scores.splice(place, 1);
      this.#members.splice(place, 1);
    }
    this.#scoreOf.set(member, score);
    const place = this.#place(score, member);
    if (place === this.#scores.length) {
      this.#scores.push(score);
      this.#members.push(member);
    } else {
      this.#scores.splice(place, 0, score);
      this.#members.splice(place, 0, member);
    }
    return before === undefined ? 'added' : 'moved';
  }

  count(from: Bound, to: Bound): number {
    return Math.max(0, this.#end(to) - this.#start(from));
  }

  /** How many it removed. */
  remove(from: Bound, to: Bound): number {
    const start = this.#start(from);
    const end = this.#end(to);
    for (let place = start; place < end; place++) this.#scoreOf.delete(this.#members[place] as string);
    if (start === this.#front && end > start) this.#cut(end);
    else if (end > start) {
      this.#scores.splice(start, end - start);
      this.#members.splice(start, end - start);
    }
    return Math.max(0, end - start);
  }

  /** Members by rank, both ends included, from the last backwards where negative; each before its score, if wanted. */
  range(first: number, last: number, scores: boolean): string[] {
    const start = Math.max(0, first < 0 ? this.size + first : first);
    const end = Math.min(this.size - 1, last < 0 ? this.size + last : last);
    const found: string[] = [];
    for (let place = this.#front + start; place <= this.#front + end; place++) {
      found.push(this.#members[place] as string);
      if (scores) found.push(scoreText(this.#scores[place] as number));
    }
    return found;
  }

  /** Moves the front, and now and then everything, so that a removal costs what it removes. */
  #cut(front: number): void {
    this.#front = front;
    if (front < this.#scores.length - front) return;
    this.#scores = this.#scores.slice(front);
    this.#members = this.#members.slice(front);
    this.#front = 0;
  }

  /** The first place whose score is in the range. */
  #start({ score, open }: Bound): number {
    return this.#first((at) => (open ? at > score : at >= score));
  }

  /** The first place after it. */
  #end({ score, open }: Bound): number {
    return this.#first((at) => (open ? at >= score : at > score));
  }

  #place(score: number, member: string): number {
    return this.#first((at, name) => at > score || (at === score && name >= member));
  }

  /** The first place at which it holds, given that it then goes on to hold. */
  #first(holds: (score: number, member: string) => boolean): number {
    let low = this.#front;
    let high = this.#scores.length;
    // Times are added in order: most of what is looked for comes after all there is.
    if (high > low && !holds(this.#scores[high - 1] as number, this.#members[high - 1] as string)) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#scores[middle] as number, this.#members[middle] as string)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** `5`, `(5`, `-inf`, `+inf`; nothing is 0 here, as C reads it. @throws {StoreError} */
export function bound(text: Text): Bound {
  const open = typeof text === 'string' && text.startsWith('(');
  const score = decimalOf((open ? text.slice(1) : text) || 0);
  if (Number.isNaN(score)) throw new StoreError('ERR min or max is not a float');
  return { score, open };
}

/** The shortest digits, as Redis has written a fraction since 7.2; before that it wrote seventeen. */
function scoreText(score: number): string {
  if (Number.isFinite(score)) return String(score);
  return score > 0 ? 'inf' : '-inf';
}
