/** Faults and their times: events such as nodes going down or being added, and spans in which messages are lost or slow. */
import { microsFromSeconds, NEVER, type Instant } from '../time.ts';
import type { CommandName } from './command.ts';
import { firstWhere } from '../search.ts';

/** Times are in seconds. Without `until` the fault lasts to the end. */
export type Fault =
  | { readonly kind: 'node-down'; readonly node: number; readonly at: number; readonly until?: number }
  | { readonly kind: 'node-added'; readonly at: number }
  | { readonly kind: 'node-removed'; readonly node: number; readonly at: number }
  | { readonly kind: 'crash-after'; readonly node: number; readonly command: CommandName; readonly at: number }
  | { readonly kind: 'store-down'; readonly at: number; readonly until?: number }
  | { readonly kind: 'store-slow'; readonly at: number; readonly until?: number; readonly factor: number }
  | { readonly kind: 'store-flush'; readonly at: number }
  | { readonly kind: 'link-down'; readonly node: number; readonly at: number; readonly until?: number };

/** A single event at an instant. */
export type FaultEvent =
  | { readonly at: Instant; readonly kind: 'down' | 'up' | 'removed'; readonly node: number }
  | { readonly at: Instant; readonly kind: 'added' | 'flush' };

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** A crash, once, after the first reply to `command` from `at` on and before the next message is sent. */
export interface Crash {
  /** Its place among the faults, from 0. */
  readonly fault: number;
  readonly node: number;
  readonly command: CommandName;
  readonly at: Instant;
}

/** A value as a step function of time, computed from overlapping spans. Lookups are logarithmic. */
class SpanTimeline<S extends Span, V> {
  /** Instants at which the value changes, ascending, and the values from there on. */
  readonly #changes: readonly Instant[];
  readonly #values: readonly V[];
  readonly #initial: V;

  /** @param valueOf the value for the spans active at an instant, given in their original order */
  constructor(spans: readonly S[], valueOf: (active: readonly S[]) => V) {
    this.#changes = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
    this.#values = this.#changes.map((at) => valueOf(spans.filter((span) => within(span, at))));
    this.#initial = valueOf([]);
  }

  at(instant: Instant): V {
    const passed = firstWhere(this.#changes.length, (index) => (this.#changes[index] as Instant) > instant);
    return passed === 0 ? this.#initial : (this.#values[passed - 1] as V);
  }
}

const isActive = (holding: readonly Span[]): boolean => holding.length > 0;

export class FaultPlan {
  /** By time; those of one instant in their original order. */
  readonly events: readonly FaultEvent[];
  readonly crashes: readonly Crash[];
  readonly #storeDown: SpanTimeline<Span, boolean>;
  readonly #slowdown: SpanTimeline<Span & { readonly factor: number }, number>;
  /** Indexed by node. */
  readonly #linkDown: ReadonlyMap<number, SpanTimeline<Span, boolean>>;
  readonly #nodeDown: ReadonlyMap<number, SpanTimeline<Span, boolean>>;

  constructor(faults: readonly Fault[]) {
    const ofKind = <K extends Fault['kind']>(kind: K) =>
      faults.filter((fault): fault is Extract<Fault, { readonly kind: K }> => fault.kind === kind);
    this.events = faults.flatMap(eventsOf).sort((a, b) => a.at - b.at);
    this.crashes = faults.flatMap((fault, index) =>
      fault.kind === 'crash-after' ? [{ ...fault, fault: index, at: microsFromSeconds(fault.at) }] : [],
    );
    this.#storeDown = new SpanTimeline(ofKind('store-down').map(spanOf), isActive);
    this.#slowdown = new SpanTimeline(
      ofKind('store-slow').map((fault) => ({ ...spanOf(fault), factor: fault.factor })),
      // Bounded, since a latency of 0 times an infinite factor would be NaN.
      (holding) =>
        Math.min(
          Number.MAX_VALUE,
          holding.reduce((product, { factor }) => product * factor, 1),
        ),
    );
    this.#nodeDown = timelinesByNode(ofKind('node-down'));
    this.#linkDown = timelinesByNode(ofKind('link-down'));
  }

  /** Whether the store is down: messages that arrive there are lost. */
  isStoreDown(at: Instant): boolean {
    return this.#storeDown.at(at);
  }

  /** Whether the node's link is down: messages that depart or arrive there are lost. */
  isLinkDown(node: number, at: Instant): boolean {
    return this.#linkDown.get(node)?.at(at) === true;
  }

  /** Whether a `node-down` fault is active. Crashes have no span and do not count. */
  isNodeDown(node: number, at: Instant): boolean {
    return this.#nodeDown.get(node)?.at(at) === true;
  }

  /** The factor by which service time and latency are multiplied. */
  slowdownAt(at: Instant): number {
    return this.#slowdown.at(at);
  }
}

/** Crashes that have not happened yet. */
export class PendingCrashes {
  readonly #pending: ReadonlyMap<number, Set<Crash>>;

  constructor(crashes: readonly Crash[]) {
    this.#pending = new Map(crashes.map(({ node }) => [node, new Set(crashes.filter((crash) => crash.node === node))]));
  }

  copy(): PendingCrashes {
    return new PendingCrashes(this.left);
  }

  get left(): readonly Crash[] {
    return [...this.#pending.values()].flatMap((armed) => [...armed]);
  }

  /** Whether the node crashes now that it has received the reply to this command. Each crash triggers once. */
  triggers(node: number, answered: CommandName, now: Instant): boolean {
    const armed = this.#pending.get(node);
    for (const crash of armed ?? []) {
      if (now < crash.at || answered !== crash.command) continue;
      armed?.delete(crash);
      return true;
    }
    return false;
  }
}

function eventsOf(fault: Fault): readonly FaultEvent[] {
  const at = microsFromSeconds(fault.at);
  switch (fault.kind) {
    case 'node-down': {
      const down: FaultEvent = { at, kind: 'down', node: fault.node };
      return fault.until === undefined
        ? [down]
        : [down, { at: microsFromSeconds(fault.until), kind: 'up', node: fault.node }];
    }
    case 'node-removed':
      return [{ at, kind: 'removed', node: fault.node }];
    case 'node-added':
      return [{ at, kind: 'added' }];
    case 'store-flush':
      return [{ at, kind: 'flush' }];
    default:
      return [];
  }
}

function timelinesByNode(
  faults: readonly Extract<Fault, { readonly kind: 'node-down' | 'link-down' }>[],
): ReadonlyMap<number, SpanTimeline<Span, boolean>> {
  return new Map(
    [...new Set(faults.map(({ node }) => node))].map((node) => [
      node,
      new SpanTimeline(faults.filter((fault) => fault.node === node).map(spanOf), isActive),
    ]),
  );
}

function spanOf({ at, until }: { readonly at: number; readonly until?: number }): Span {
  return { from: microsFromSeconds(at), to: until === undefined ? NEVER : microsFromSeconds(until) };
}

function within({ from, to }: Span, at: Instant): boolean {
  return from <= at && at < to;
}
