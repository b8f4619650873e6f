/** A sorted set: members ordered by score, then by name, in arrays whose front can be removed without moving the rest. */
import { StoreError } from './command.ts';
import { parseDecimal, type Scalar } from './values.ts';
import { firstWhere } from '../search.ts';

/** One end of a range of scores. */
interface ScoreBound {
  readonly score: number;
  /** A bound written with `(` excludes its own score. */
  readonly exclusive: boolean;
}

export class SortedSet {
  #scoreOf = new Map<string, number>();
  /** Scores and members at equal indices, from `#head` on; entries before that have been removed. */
  #scores: number[] = [];
  #members: string[] = [];
  #head = 0;

  get size(): number {
    return this.#scoreOf.size;
  }

  copy(): SortedSet {
    const set = new SortedSet();
    set.#scoreOf = new Map(this.#scoreOf);
    set.#scores = this.#scores.slice(this.#head);
    set.#members = this.#members.slice(this.#head);
    return set;
  }

  /** Adds a member or changes its score. @returns what changed */
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

  /** The score as text; null if there is no such member. */
  score(member: string): string | null {
    const score = this.#scoreOf.get(member);
    return score === undefined ? null : scoreText(score);
  }

  /** @returns whether it was there */
  delete(member: string): boolean {
    const score = this.#scoreOf.get(member);
    if (score === undefined) return false;
    const place = this.#positionOf(score, member);
    this.#scores.splice(place, 1);
    this.#members.splice(place, 1);
    return this.#scoreOf.delete(member);
  }

  /** Members before a lower bound. */
  countBelow(from: ScoreBound): number {
    return this.#start(from) - this.#head;
  }

  count(from: ScoreBound, to: ScoreBound): number {
    return Math.max(0, this.#end(to) - this.#start(from));
  }

  /** @returns the number of removed members */
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

  /** Members by rank, both ends included; negative ranks count from the end. With scores, each member is followed by its own. */
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

  /** Moves the head, and sometimes compacts the arrays, so that the amortised cost is that of the removed members. */
  #trimTo(front: number): void {
    this.#head = front;
    if (front < this.#scores.length - front) return;
    this.#scores = this.#scores.slice(front);
    this.#members = this.#members.slice(front);
    this.#head = 0;
  }

  /** The first index whose score is within a lower bound. */
  #start({ score, exclusive }: ScoreBound): number {
    return this.#partitionPoint((at) => (exclusive ? at > score : at >= score));
  }

  /** The first index whose score is beyond an upper bound. */
  #end({ score, exclusive: open }: ScoreBound): number {
    return this.#partitionPoint((at) => (open ? at >= score : at > score));
  }

  #positionOf(score: number, member: string): number {
    return this.#partitionPoint((at, name) => at > score || (at === score && name >= member));
  }

  /** The first index at which a monotonic predicate holds. */
  #partitionPoint(holds: (score: number, member: string) => boolean): number {
    const end = this.#scores.length;
    const holdsAt = (index: number): boolean => holds(this.#scores[index] as number, this.#members[index] as string);
    // Times are mostly added in ascending order, so most searches end at the end.
    if (end > this.#head && !holdsAt(end - 1)) return end;
    return firstWhere(end, holdsAt, this.#head);
  }
}

/** Parses `5`, `(5`, `-inf` or `+inf`; an empty number is 0, as in C. @throws {StoreError} if it is not a number */
export function parseScoreBound(text: Scalar): ScoreBound {
  const open = typeof text === 'string' && text.startsWith('(');
  const score = parseDecimal((open ? text.slice(1) : text) || 0);
  if (Number.isNaN(score)) throw new StoreError('ERR min or max is not a float');
  return { score, exclusive: open };
}

/** The shortest exact digits, as Redis prints since 7.2; earlier versions printed seventeen. */
function scoreText(score: number): string {
  if (Number.isFinite(score)) return String(score);
  return score > 0 ? 'inf' : '-inf';
}
