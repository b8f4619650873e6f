/** A sorted set: members by score, then by name, in arrays whose front can be cut off without moving the rest. */
import { StoreError } from './command.ts';
import { parseDecimal, type Scalar } from './values.ts';
import { firstWhere } from '../search.ts';

/** One end of a range of scores. */
interface ScoreBound {
  readonly score: number;
  /** A bound written with `(` leaves its own score out. */
  readonly exclusive: boolean;
}

export class SortedSet {
  readonly #scoreOf = new Map<string, number>();
  /** Side by side, from `#front` on; what stands before that is gone. */
  #scores: number[] = [];
  #members: string[] = [];
  #head = 0;

  get size(): number {
    return this.#scoreOf.size;
  }

  /** What became of it: a new member, a new score, or nothing. */
  add(member: string, score: number): 'added' | 'moved' | 'same' {
    const before = this.#scoreOf.get(member);
    if (before === score) return 'same';
    if (before !== undefined) {
      const place = this.#positionOf(before, member);
      this.#scores.splice(place, 1);
      this.#members.splice(place, 1);
    }
    this.#scoreOf.set(member, score);
    const position = this.#positionOf(score, member);
    if (position === this.#scores.length) {
      this.#scores.push(score);
      this.#members.push(member);
    } else {
      this.#scores.splice(position, 0, score);
      this.#members.splice(position, 0, member);
    }
    return before === undefined ? 'added' : 'moved';
  }

  count(from: ScoreBound, to: ScoreBound): number {
    return Math.max(0, this.#end(to) - this.#start(from));
  }

  /** How many it removed. */
  remove(from: ScoreBound, to: ScoreBound): number {
    const start = this.#start(from);
    const end = this.#end(to);
    for (let place = start; place < end; place++) this.#scoreOf.delete(this.#members[place] as string);
    if (start === this.#head && end > start) this.#trimTo(end);
    else if (end > start) {
      this.#scores.splice(start, end - start);
      this.#members.splice(start, end - start);
    }
    return Math.max(0, end - start);
  }

  /** Members by rank, both ends included, from the last backwards where negative; each before its score, if wanted. */
  range(first: number, last: number, withScores: boolean): string[] {
    const start = Math.max(0, first < 0 ? this.size + first : first);
    const end = Math.min(this.size - 1, last < 0 ? this.size + last : last);
    const found: string[] = [];
    for (let place = this.#head + start; place <= this.#head + end; place++) {
      found.push(this.#members[place] as string);
      if (withScores) found.push(scoreText(this.#scores[place] as number));
    }
    return found;
  }

  /** Moves the front, and now and then everything, so that a removal costs what it removes. */
  #trimTo(front: number): void {
    this.#head = front;
    if (front < this.#scores.length - front) return;
    this.#scores = this.#scores.slice(front);
    this.#members = this.#members.slice(front);
    this.#head = 0;
  }

  /** The first place whose score is in the range. */
  #start({ score, exclusive }: ScoreBound): number {
    return this.#partitionPoint((at) => (exclusive ? at > score : at >= score));
  }

  /** The first place after it. */
  #end({ score, exclusive: open }: ScoreBound): number {
    return this.#partitionPoint((at) => (open ? at >= score : at > score));
  }

  #positionOf(score: number, member: string): number {
    return this.#partitionPoint((at, name) => at > score || (at === score && name >= member));
  }

  /** The first place at which it holds, given that it then goes on to hold. */
  #partitionPoint(holds: (score: number, member: string) => boolean): number {
    const end = this.#scores.length;
    const holdsAt = (index: number): boolean => holds(this.#scores[index] as number, this.#members[index] as string);
    // Times are added in order: most of what is looked for comes after all there is.
    if (end > this.#head && !holdsAt(end - 1)) return end;
    return firstWhere(end, holdsAt, this.#head);
  }
}

/** `5`, `(5`, `-inf`, `+inf`; nothing is 0 here, as C reads it. @throws {StoreError} */
export function parseScoreBound(text: Scalar): ScoreBound {
  const open = typeof text === 'string' && text.startsWith('(');
  const score = parseDecimal((open ? text.slice(1) : text) || 0);
  if (Number.isNaN(score)) throw new StoreError('ERR min or max is not a float');
  return { score, exclusive: open };
}

/** The shortest digits, as Redis has written a fraction since 7.2; before that it wrote seventeen. */
function scoreText(score: number): string {
  if (Number.isFinite(score)) return String(score);
  return score > 0 ? 'inf' : '-inf';
}
