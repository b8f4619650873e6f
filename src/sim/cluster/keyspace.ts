/**
 * Keys, their values and expiries, and the connections that watch them. An expired key is invisible to every reader. It is
 * removed when next accessed, or by a sweep, which runs after as many expiries have been set as keys were left by the sweep
 * before. So the amortised cost of a write is constant, and expired keys never far outnumber live ones.
 */
import { NEVER, type Instant } from '../time.ts';
import { SortedSet } from './sortedSet.ts';
import { ListValue, type Hash, type Scalar } from './values.ts';

/** One access of a command to a key. `safe-write`: one that overwrites no value, as those of PEXPIRE and SET … NX. */
export interface AccessRecord {
  readonly key: string;
  readonly access: 'read' | 'write' | 'safe-write';
}

type Value = Scalar | ListValue | Hash | SortedSet;

export interface StoredEntry {
  value: Value;
  /** The first instant at which the key no longer exists. */
  expiresAt: Instant;
}

interface Watch {
  readonly keys: Set<string>;
  /** Whether one of the keys was written to or has expired. */
  isDirty: boolean;
}

/** Below this number of keys a sweep is not worthwhile. */
const MIN_KEYS_TO_SWEEP = 64;

export class Keyspace {
  /** Time of the current command. */
  now: Instant = 0;
  accessLog: AccessRecord[] | null = null;
  readonly #entries = new Map<string, StoredEntry>();
  readonly #watches = new Map<number, Watch>();
  /** Number of expiries that may be set before the next sweep. */
  #untilSweep = MIN_KEYS_TO_SWEEP;

  get size(): number {
    return this.#entries.size;
  }

  /** Keys, fields and members: what a copy takes. */
  get weight(): number {
    let weight = 0;
    for (const { value } of this.#entries.values())
      weight += value instanceof Map || value instanceof SortedSet ? 1 + value.size : 1;
    return weight;
  }

  /** Keys, fields, members and list entries that exist at that instant. */
  liveCount(now: Instant): number {
    let count = 0;
    for (const { value, expiresAt } of this.#entries.values()) {
      if (expiresAt <= now) continue;
      count += 1;
      if (value instanceof ListValue) count += value.length;
      else if (value instanceof Map || value instanceof SortedSet) count += value.size;
    }
    return count;
  }

  copy(): Keyspace {
    const space = new Keyspace();
    space.now = this.now;
    for (const [key, { value, expiresAt }] of this.#entries)
      space.#entries.set(key, { value: copyOfValue(value), expiresAt });
    for (const [connection, { keys, isDirty }] of this.#watches)
      space.#watches.set(connection, { keys: new Set(keys), isDirty });
    space.#untilSweep = this.#untilSweep;
    return space;
  }

  /** Reads a key for a command; recorded as an access. */
  find(key: string): StoredEntry | undefined {
    this.accessLog?.push({ key, access: 'read' });
    return this.#findLive(key);
  }

  /** Reads a key without recording the access. */
  peek(key: string, now: Instant): StoredEntry | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || entry.expiresAt <= now ? undefined : entry;
  }

  /** Sets or replaces a key's value, without an expiry. */
  put(key: string, value: Value, access?: 'safe-write'): StoredEntry {
    const entry: StoredEntry = { value, expiresAt: NEVER };
    this.#entries.set(key, entry);
    this.recordWrite(key, access);
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

  /** Records that a key has changed. */
  recordWrite(key: string, access: 'write' | 'safe-write' = 'write'): void {
    this.accessLog?.push({ key, access });
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
    // Removes an expired key first, so that its removal does not count as a change later.
    this.#findLive(key);
    watch.keys.add(key);
  }

  /** Ends a connection's watch. @returns whether none of the watched keys has changed since */
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

function copyOfValue(value: Value): Value {
  if (value instanceof Map) return new Map(value);
  if (value instanceof SortedSet) return value.copy();
  if (!(value instanceof ListValue)) return value;
  const list = new ListValue();
  list.length = value.length;
  return list;
}
