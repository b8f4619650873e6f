/**
 * Keys, their values and when they are gone, and who watches them. A key that has expired is gone for whoever looks; its
 * memory is freed when somebody does, or by a sweep each time as many expiries were set as keys had been left by the sweep
 * before. So a write costs a few steps however long the run is, and the dead are never many more than the living.
 */
import { NEVER, type Instant } from '../time.ts';
import type { SortedSet } from './sortedSet.ts';
import type { Hash, List, Text } from './values.ts';

/** One command's use of a key. */
export interface Touch {
  readonly key: string;
  readonly access: 'read' | 'write';
}

type Value = Text | List | Hash | SortedSet;

export interface Entry {
  value: Value;
  /** The first instant at which it is gone. */
  expires: Instant;
}

interface Watch {
  readonly keys: Set<string>;
  /** One of the keys was written to, or expired. */
  broken: boolean;
}

/** With so few keys a sweep has nothing to gain. */
const FEW = 64;

export class Keyspace {
  /** When the command that is running came. */
  now: Instant = 0;
  touches: Touch[] | null = null;
  readonly #entries = new Map<string, Entry>();
  readonly #watches = new Map<number, Watch>();
  /** How many expiries may still be set before it. */
  #untilSweep = FEW;

  get size(): number {
    return this.#entries.size;
  }

  /** What a command reads. */
  find(key: string): Entry | undefined {
    this.touches?.push({ key, access: 'read' });
    return this.#living(key);
  }

  /** The same, and nobody sees that it was read. */
  peek(key: string, now: Instant): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || entry.expires <= now ? undefined : entry;
  }

  /** A key's first value, or one in place of what it was; it stays until it is told to expire. */
  put(key: string, value: Value): Entry {
    const entry: Entry = { value, expires: NEVER };
    this.#entries.set(key, entry);
    this.changed(key);
    return entry;
  }

  /** @param at later than now */
  expireAt(entry: Entry, at: Instant): void {
    entry.expires = at;
    if (--this.#untilSweep > 0) return;
    for (const [key, { expires }] of this.#entries) if (expires <= this.now) this.#drop(key);
    this.#untilSweep = this.#entries.size + FEW;
  }

  remove(key: string): void {
    this.#drop(key);
    this.touches?.push({ key, access: 'write' });
  }

  /** Somebody wrote to a key. */
  changed(key: string): void {
    this.touches?.push({ key, access: 'write' });
    this.#breakWatches(key);
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.#breakWatches(key);
    this.#entries.clear();
  }

  watch(session: number, key: string): void {
    let watch = this.#watches.get(session);
    if (watch === undefined) {
      watch = { keys: new Set(), broken: false };
      this.#watches.set(session, watch);
    }
    // What is gone by now is no change later.
    this.#living(key);
    watch.keys.add(key);
  }

  /** Ends a session's watch. Whether nothing that it watched was written to since. */
  unwatch(session: number): boolean {
    const watch = this.#watches.get(session);
    if (watch === undefined) return true;
    for (const key of watch.keys) this.#living(key);
    this.#watches.delete(session);
    return !watch.broken;
  }

  #living(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expires > this.now) return entry;
    this.#drop(key);
    return undefined;
  }

  #drop(key: string): void {
    this.#entries.delete(key);
    this.#breakWatches(key);
  }

  #breakWatches(key: string): void {
    if (this.#watches.size === 0) return;
    for (const watch of this.#watches.values()) if (watch.keys.has(key)) watch.broken = true;
  }
}
