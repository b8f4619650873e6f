/**
 * The contract of a kind of traffic: all that the rest of the app knows of it. The file of a kind says how the format
 * writes it, which requests it makes, which fields its form has, what it is called in words, how its block looks and
 * moves on the track, and what becomes of it when it turns into another kind. Whatever lists, draws or edits traffic
 * goes by this contract, and so has nothing to learn when a kind is added.
 *
 * Every member is required: a kind that has nothing to say in one place says so.
 */
import type { CostDistribution, EntryFields, KeyDistribution } from '../scenario/entryFields.ts';
import type { Schema } from '../scenario/schema.ts';
import type { Duration, Instant } from '../time.ts';
import type { FormField } from './formFields.ts';
import type { EntryArrivals } from './merge.ts';
import type { ScriptInstance } from './script.ts';

export interface TrafficKind<E extends { readonly kind: string }> {
  readonly kind: E['kind'];
  readonly schema: Schema<E>;
  readonly draws: Draws<E>;
  readonly form: Form<E>;
  readonly words: Words<E>;
  readonly track: Track<E>;
  readonly rates: Rates<E>;
  readonly conversion: Conversion<E>;
}

/** A function of an entry. Taken from a method, so that a kind of one entry stands in a list of kinds of any. */
type OfEntry<E, More extends unknown[], Result> = { call(entry: E, ...more: More): Result }['call'];

/** The requests that are known before anything is decided: the same in every lane. */
export interface Draws<E> {
  /** Whether nothing it does depends on an answer. What does is played by an actor of `run`. */
  readonly openLoop: boolean;
  /** Whether only drawing tells how many requests there are. */
  isRandom(entry: E): boolean;
  /**
   * How many requests it makes, without making them, in constant time and memory; ∞ if a double cannot hold it. Exact
   * unless it is random: then it is exceeded about once in 10^9 runs.
   */
  count(entry: E, horizon: Instant): number;
  /** Those requests, sorted by time; null where none come before an answer. The caller has looked at `count`. */
  arrivals(entry: E, context: DrawContext): EntryArrivals | null;
  /** How many clients it has, which are numbered over all entries. */
  clients(entry: E, script: ScriptTopLevel | undefined): number;
}

/** A script of which no more is asked than what it sent. */
export type ScriptTopLevel = Pick<ScriptInstance, 'sent' | 'clients'>;

export interface DrawContext {
  /** The entry's place in the traffic. */
  readonly index: number;
  /** The end of the run, which is also that of a range without `to`. */
  readonly horizon: Instant;
  readonly seed: number;
  /** How many clients the entries before it have. */
  readonly clientOffset: number;
  /** The entry's script, once it has started. */
  readonly script: ScriptTopLevel | undefined;
}

export interface Form<E> {
  /**
   * `fields`: the fields below, then those of every kind. `lists`: instants, keys and costs as lists. Clients and scripts
   * have forms of their own.
   */
  readonly layout: 'fields' | 'lists' | 'clients' | 'script';
  readonly fields: readonly FormField[];
  /** What its figures amount to, as a sentence below them; null where they speak for themselves. */
  explanation(entry: E): string | null;
}

export interface Words<E> {
  /** For a narrow place: `steady 10/s`. */
  label(entry: E): string;
  /** `steady, 10 a second, 9 s to 9.95 s`. */
  description(entry: E): string;
}

/** Where an entry stands in time. */
export interface TimeSpan {
  readonly from: Instant;
  readonly to: Instant;
}

export interface Track<E> {
  /** `box` is as high as its rate, `slope` goes from its first rate to its last, `bracket` stands over given instants. */
  readonly shape: 'box' | 'slope' | 'bracket';
  /** Null where it makes no requests. */
  span(entry: E, runEnd: Instant): TimeSpan | null;
  /** Whether it names the instants of its requests, which come even after the end, rather than a range to be filled. */
  readonly namesInstants: boolean;
  /** When the last request comes that it names, in seconds; undefined where it names none. */
  lastNamedInstant(entry: E): number | undefined;
  /** The entry earlier or later; null where it has no place in time. */
  readonly moved: OfEntry<E, [by: Duration], E> | null;
  /** Null where nothing says when it begins and ends. */
  readonly ends: Ends<E> | null;
}

export interface Ends<E> {
  /** Whether it may begin and end at one instant; else something is left of it. */
  readonly mayMeet: boolean;
  /** The entry with one of its ends put elsewhere. */
  put(entry: E, side: 'from' | 'to', span: TimeSpan): E;
}

export interface Rates<E> {
  /**
   * How fast it is, requests a second: one figure, the first and the last where it changes evenly, and none where nothing
   * says it. What comes at given instants is as fast as if it took a second at least; clients are as fast as all of them.
   */
  of(entry: E): readonly [] | readonly [number] | readonly [first: number, last: number];
  /** The entry as fast as that, or the entry itself where the format has no such rate; null where it cannot be set. */
  readonly set: OfEntry<E, [which: 0 | 1, rate: number], E> | null;
  /** What stands for the rate where a number of requests is set instead; null where the rate is. */
  readonly count: OfEntry<E, [], number> | null;
}

export interface Conversion<E> {
  /** What of it another kind keeps. */
  pace(entry: E, run: RunContext): Pace;
  /** Its instants in seconds, if they are few and even, or a list; null otherwise. */
  instants(entry: E, run: RunContext): readonly number[] | null;
  /** The entry that another one becomes. */
  create(source: ConversionSource): E;
}

/** The run that an entry is in. */
export interface RunContext {
  /** When it ends, seconds. */
  readonly end: number;
  /** Its limit n/T, requests a second. */
  readonly limit: number;
}

/** When an entry begins and ends (without `to`: with the run), about how many requests it makes, and how fast. */
export interface Pace {
  readonly from: number;
  readonly to?: number;
  readonly count: number;
  readonly rate: number;
}

/** What there is of an entry that is to become another. */
export interface ConversionSource {
  /** What every kind has. */
  readonly common: EntryFields;
  /** When it comes, for a kind that has a range. */
  readonly range: { readonly from: number; readonly to?: number };
  readonly pace: Pace;
  readonly instants: readonly number[] | null;
  /** Whether its kind names instants, rather than a range that they fill. */
  readonly namesInstants: boolean;
  readonly isRandom: boolean;
}

/** What any entry may hold in the fields that all kinds share. */
export interface AnyEntryFields extends Omit<EntryFields, 'key' | 'keys' | 'cost'> {
  readonly kind: string;
  readonly key: string | readonly string[];
  /** Only clients have a key of their `own` each, or one that is `shared`. */
  readonly keys?: KeyDistribution | 'own' | 'shared';
  readonly count?: number;
  readonly cost: number | readonly number[] | CostDistribution;
}
