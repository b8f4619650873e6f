/** A program's state as text, field by field: it is plain data, written as its shape and its numbers. */
import type { Readout } from '../limiters/limiter.ts';
import { formatNumber } from '../numberFormat.ts';
import type { PlainState } from './program.ts';

/** Longer values are cut. */
const MAX_LENGTH = 60;
/** Of a list, so many items are written. */
const MAX_ITEMS = 8;

/** The fields of the record that a state is. */
export function readoutsOf(state: PlainState): readonly Readout[] {
  const reader = new Reader(state);
  return reader.fields().map(([name, value]): Readout => [name, cut(value)]);
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

class Reader {
  readonly #shape: string;
  readonly #numbers: Float64Array;
  #at = 0;
  #next = 0;

  constructor({ shape, numbers }: PlainState) {
    this.#shape = Array.from(shape, (unit) => String.fromCharCode(unit)).join('');
    this.#numbers = numbers;
  }

  /** Of a record: the names and values. */
  fields(): readonly (readonly [string, string])[] {
    const fields: [string, string][] = [];
    if (this.#shape[this.#at] !== '{') return fields;
    this.#at++;
    while (this.#shape[this.#at] !== '}') {
      const name = JSON.parse(this.#text()) as string;
      this.#at++;
      fields.push([name, this.#value()]);
      this.#at++;
    }
    this.#at++;
    return fields;
  }

  #value(): string {
    // A frozen value.
    if (this.#shape[this.#at] === '!') this.#at++;
    switch (this.#shape[this.#at]) {
      case '#':
        this.#at++;
        return formatNumber(this.#numbers[this.#next++] as number, 6);
      case '"':
        return this.#text();
      case '[':
        return this.#list();
      case '{':
        return `{ ${this.fields()
          .map(([name, value]) => `${name}: ${value}`)
          .join(', ')} }`;
      default:
        return WORDS[this.#shape[this.#at++] as string] ?? '';
    }
  }

  #text(): string {
    const from = this.#at;
    while (this.#shape[++this.#at] !== '"') if (this.#shape[this.#at] === '\\') this.#at++;
    return this.#shape.slice(from, ++this.#at);
  }

  #list(): string {
    const items: string[] = [];
    let count = 0;
    this.#at++;
    while (this.#shape[this.#at] !== ']') {
      const [prefix, times] = /^(?:(\d+)\*)?/.exec(this.#shape.slice(this.#at, this.#at + 12)) ?? ['', '1'];
      const from = this.#at + prefix.length;
      for (let i = 0; i < Number(times ?? 1); i++) {
        this.#at = from;
        const item = this.#value();
        if (count++ < MAX_ITEMS) items.push(item);
      }
      this.#at++;
    }
    this.#at++;
    return `[${items.join(', ')}${count > MAX_ITEMS ? `, … ${formatNumber(count)} in all` : ''}]`;
  }
}

const WORDS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null', u: 'undefined' };
