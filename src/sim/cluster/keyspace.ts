/**
 * Keys, their values and when they are gone, and who watches them. A key that has expired is gone for every reader; its
 * memory is freed when it is next read, or by a sweep each time as many expiries were set as keys had been left by the sweep
 * before. So a write costs a few steps however long the run is, and the dead are never many more than the living.
 */
import { NEVER, type Instant } from '../time.ts';
import type { SortedSet } from './sortedSet.ts';
import type { Hash, ListValue, Scalar } from './values.ts';

/** One command's use of a key. */
export interface AccessRecord {
  readonly key: string;
  readonly access: 'read' | 'write';
}

type Value = Scalar | ListValue | Hash | SortedSet;

export interface StoredEntry {
  value: Value;
  /** The first instant at which it is gone. */
  expiresAt: Instant;
}

interface Watch {
  readonly keys: Set<string>;
  /** One of the keys was written to, or expired. */
  isDirty: boolean;
}

/** With so few keys a sweep has nothing to gain. */
const MIN_KEYS_TO_SWEEP = 64;

export class Keyspace {
  /** When the command that is running came. */
  now: Instant = 0;
  accessLog: AccessRecord[] | null = null;
  readonly #entries = new Map<string, StoredEntry>();
  readonly #watches = new Map<number, Watch>();
  /** How many expiries may still be set before it. */
  #untilSweep = MIN_KEYS_TO_SWEEP;

  get size(): number {
    return this.#entries.size;
  }

  /** What a command reads. */
  find(key: string): StoredEntry | undefined {
    this.accessLog?.push({ key, access: 'read' });
    return this.#findLive(key);
  }

  /** The same, and nobody sees that it was read. */
  peek(key: string, now: Instant): StoredEntry | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || entry.expiresAt <= now ? undefined : entry;
  }

  /** A key's first value, or one in place of what it was; it stays until it is told to expire. */
  put(key: string, value: Value): StoredEntry {
    const entry: StoredEntry = { value, expiresAt: NEVER };
    this.#entries.set(key, entry);
    this.recordWrite(key);
    return entry;
  }

  /** @param at later than now */
  expireAt(entry: StoredEntry, at: Instant): void {
    entry.expiresAt = at;
    if (--this.#untilSweep > 0) return;
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= this.now) this.#drop(key);
    this.#untilSweep = this.#entries.size + MIN_KEYS_TO_SWEEP;
  }

  remove(key: string): void {
    this.#drop(key);
    this.accessLog?.push({ key, access: 'write' });
  }

  /** Somebody wrote to a key. */
  recordWrite(key: string): void {
    this.accessLog?.push({ key, access: 'write' });
    this.#invalidateWatches(key);
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.#invalidateWatches(key);
    this.#entries.clear();
  }

  watch(connection: number, key: string): void {
    let watch = this.#watches.get(connection);
    if (watch === undefined) {
      watch = { keys: new Set(), isDirty: false };
      this.#watches.set(connection, watch);
    }
    // What is gone by now is no change later.
    this.#findLive(key);
    watch.keys.add(key);
  }

  /** Ends a session's watch. Whether nothing that it watched was written to since. */
  unwatch(connection: number): boolean {
    const watch = this.#watches.get(connection);
    if (watch === undefined) return true;
    for (const key of watch.keys) this.#findLive(key);
    this.#watches.delete(connection);
    return !watch.isDirty;
  }

  #findLive(key: string): StoredEntry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.now) return entry;
    this.#drop(key);
    return undefined;
  }

  #drop(key: string): void {
    this.#entries.delete(key);
    this.#invalidateWatches(key);
  }

  #invalidateWatches(key: string): void {
    if (this.#watches.size === 0) return;
    for (const watch of this.#watches.values()) if (watch.keys.has(key)) watch.isDirty = true;
  }
}
