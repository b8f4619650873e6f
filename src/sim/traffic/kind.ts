/**
 * The contract of a kind of traffic: everything the rest of the app knows about it. A kind's file defines its format,
 * the requests it makes, its form fields, its descriptions, how its block looks and moves on the track, and how it is
 * converted to another kind. All code that lists, draws or edits traffic depends only on this contract, so it need not
 * change when a kind is added.
 *
 * Every member is required: a kind to which one does not apply states that explicitly.
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

/** A function of an entry, typed as a method: bivariant, so that a kind of one entry type fits into a list of kinds of any. */
type OfEntry<E, More extends unknown[], Result> = { call(entry: E, ...more: More): Result }['call'];

/** The requests that are known before any decision: the same in every lane. */
export interface Draws<E> {
  /** Whether none of its requests depend on answers. Requests that do are made by an actor of `run`. */
  readonly openLoop: boolean;
  /** Whether the number of requests is random, and so only known after drawing. */
  isRandom(entry: E): boolean;
  /**
   * How many requests it makes, without generating them, in constant time and memory; ∞ if a double cannot hold it. Exact
   * unless random: then an upper bound, which is exceeded about once in 10^9 runs.
   */
  count(entry: E, horizon: Instant): number;
  /** Those requests, sorted by time; null if it has none that are independent of answers. The caller has checked `count`. */
  arrivals(entry: E, context: DrawContext): EntryArrivals | null;
  /** How many clients it has; clients are numbered across all entries. */
  clients(entry: E, script: ScriptTopLevel | undefined): number;
}

/** The part of a started script that does not depend on answers. */
export type ScriptTopLevel = Pick<ScriptInstance, 'sent' | 'clients'>;

export interface DrawContext {
  /** The entry's index in the traffic. */
  readonly index: number;
  /** The end of the run, which is also that of a range without `to`. */
  readonly horizon: Instant;
  readonly seed: number;
  /** The number of clients in the entries before it. */
  readonly clientOffset: number;
  /** The entry's script, once it has started. */
  readonly script: ScriptTopLevel | undefined;
}

export interface Form<E> {
  /**
   * `fields`: the fields below, then those common to all kinds. `lists`: instants, keys and costs as lists. Clients,
   * scripts and recordings have their own forms.
   */
  readonly layout: 'fields' | 'lists' | 'clients' | 'script' | 'recording';
  readonly fields: readonly FormField[];
  /** The effect of its numbers, as a sentence below them; null if they need no explanation. */
  explanation(entry: E): string | null;
}

export interface Words<E> {
  /** Short: `steady 10/s`. */
  label(entry: E): string;
  /** `steady, 10 a second, 9 s to 9.95 s`. */
  description(entry: E): string;
}

/** The time that an entry covers. */
export interface TimeSpan {
  readonly from: Instant;
  readonly to: Instant;
}

export interface Track<E> {
  /** `box` is as high as its rate, `slope` goes from its first rate to its last, `bracket` spans given instants. */
  readonly shape: 'box' | 'slope' | 'bracket';
  /** Null if it makes no requests. */
  span(entry: E, runEnd: Instant): TimeSpan | null;
  /** Whether it specifies the instants of its requests, which are kept even after the end, rather than a range to fill. */
  readonly namesInstants: boolean;
  /** The instant of the last request that it specifies, in seconds; undefined if it specifies none. */
  lastNamedInstant(entry: E): number | undefined;
  /** The entry shifted in time; null if it has no position in time. */
  readonly moved: OfEntry<E, [by: Duration], E> | null;
  /** Null if its start and end cannot be set. */
  readonly ends: Ends<E> | null;
}

export interface Ends<E> {
  /** Whether its start and end may coincide; otherwise it keeps a minimum length. */
  readonly mayMeet: boolean;
  /** The entry with one of its ends moved. */
  put(entry: E, side: 'from' | 'to', span: TimeSpan): E;
}

export interface Rates<E> {
  /**
   * Its rate, requests a second: one number; the first and the last if it changes linearly; none if it has no rate. Requests
   * at given instants count as spread over at least a second; the rate of clients is their total.
   */
  of(entry: E): readonly [] | readonly [number] | readonly [first: number, last: number];
  /** The entry with that rate, or the entry itself if the format does not allow the rate; null if no rate can be set. */
  readonly set: OfEntry<E, [which: 0 | 1, rate: number], E> | null;
  /** The number of requests, if that is set instead of the rate; null otherwise. */
  readonly count: OfEntry<E, [], number> | null;
}

export interface Conversion<E> {
  /** The timing and rate that another kind takes over. */
  pace(entry: E, run: RunContext): Pace;
  /** Its instants in seconds, if they are few and evenly spaced, or a list; null otherwise. */
  instants(entry: E, run: RunContext): readonly number[] | null;
  /** Its requests one by one, if they are not too many to list; left out where all have one key and one cost. */
  requests?(entry: E, run: RunContext): ListedRequests | null;
  /** Creates an entry of this kind from another one; null for a kind that is not made on the page. */
  readonly create: ((source: ConversionSource) => E) | null;
}

/** A list of requests that arrive before the end of the run: seconds, keys and costs, all of one length. */
export interface ListedRequests {
  readonly at: readonly number[];
  readonly key: readonly string[];
  readonly cost: readonly number[];
}

/** The run that an entry is in. */
export interface RunContext {
  /** Its end, seconds. */
  readonly end: number;
  /** Its limit n/T, requests a second. */
  readonly limit: number;
}

/** When an entry begins and ends (without `to`: at the end of the run), about how many requests it makes, and at what rate. */
export interface Pace {
  readonly from: number;
  readonly to?: number;
  readonly count: number;
  readonly rate: number;
}

/** What is known about the entry being converted. */
export interface ConversionSource {
  /** The fields common to all kinds. */
  readonly common: EntryFields;
  /** Its range, for a target kind that has one. */
  readonly range: { readonly from: number; readonly to?: number };
  readonly pace: Pace;
  readonly instants: readonly number[] | null;
  readonly requests: ListedRequests | null;
  /** Whether its kind specifies instants rather than a range to fill. */
  readonly namesInstants: boolean;
  readonly isRandom: boolean;
}

/** Any entry, as far as the fields that all kinds share. */
export interface AnyEntryFields extends Omit<EntryFields, 'key' | 'keys' | 'cost'> {
  readonly kind: string;
  readonly key: string | readonly string[];
  /** Only clients can have `own` or `shared` keys. */
  readonly keys?: KeyDistribution | 'own' | 'shared' | undefined;
  readonly count?: number;
  /** A recording's requests have their own. */
  readonly cost?: number | readonly number[] | CostDistribution | undefined;
}
