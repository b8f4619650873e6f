/** What goes wrong and when: instants at which nodes come and go, and spans in which messages are lost or slow. */
import { microsFromSeconds, NEVER, type Instant } from '../time.ts';
import type { CommandName } from './command.ts';

/** Seconds. No `until`: to the end. */
export type Fault =
  | { readonly kind: 'node-down'; readonly node: number; readonly at: number; readonly until?: number }
  | { readonly kind: 'node-added'; readonly at: number }
  | { readonly kind: 'node-removed'; readonly node: number; readonly at: number }
  | { readonly kind: 'crash-after'; readonly node: number; readonly command: CommandName; readonly at: number }
  | { readonly kind: 'store-down'; readonly at: number; readonly until?: number }
  | { readonly kind: 'store-slow'; readonly at: number; readonly until?: number; readonly factor: number }
  | { readonly kind: 'store-flush'; readonly at: number }
  | { readonly kind: 'link-down'; readonly node: number; readonly at: number; readonly until?: number };

/** What happens at an instant, once. */
export type Incident =
  | { readonly at: Instant; readonly kind: 'down' | 'up' | 'removed'; readonly node: number }
  | { readonly at: Instant; readonly kind: 'added' | 'flush' };

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** A node that dies between such a command and its next, from `at` on, once. */
export interface Crash {
  readonly node: number;
  readonly command: CommandName;
  readonly at: Instant;
}

/** What spans that lap over each other make of an instant: found in a few steps, however many there are. */
class Course<S extends Span, V> {
  /** Where it changes, rising, and what it then is. */
  readonly #from: readonly Instant[];
  readonly #values: readonly V[];
  readonly #before: V;

  /** @param valueOf of the spans that hold at an instant, in the order in which they were given */
  constructor(spans: readonly S[], valueOf: (holding: readonly S[]) => V) {
    this.#from = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
    this.#values = this.#from.map((at) => valueOf(spans.filter((span) => within(span, at))));
    this.#before = valueOf([]);
  }

  at(instant: Instant): V {
    let low = 0;
    let high = this.#from.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#from[middle] as Instant) <= instant) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? this.#before : (this.#values[low - 1] as V);
  }
}

const isAny = (holding: readonly Span[]): boolean => holding.length > 0;

export class Faults {
  /** By time; at one instant, as they were given. */
  readonly incidents: readonly Incident[];
  readonly crashes: readonly Crash[];
  readonly #away: Course<Span, boolean>;
  readonly #slow: Course<Span & { readonly factor: number }, number>;
  /** By node. */
  readonly #cut: ReadonlyMap<number, Course<Span, boolean>>;
  readonly #down: ReadonlyMap<number, Course<Span, boolean>>;

  constructor(faults: readonly Fault[]) {
    const of = <K extends Fault['kind']>(kind: K) =>
      faults.filter((fault): fault is Extract<Fault, { readonly kind: K }> => fault.kind === kind);
    this.incidents = faults.flatMap(incidentsOf).sort((a, b) => a.at - b.at);
    this.crashes = of('crash-after').map((fault) => ({ ...fault, at: microsFromSeconds(fault.at) }));
    this.#away = new Course(of('store-down').map(spanOf), isAny);
    this.#slow = new Course(
      of('store-slow').map((fault) => ({ ...spanOf(fault), factor: fault.factor })),
      // A way that takes no time takes none by any factor, but not by an infinite one.
      (holding) =>
        Math.min(
          Number.MAX_VALUE,
          holding.reduce((product, { factor }) => product * factor, 1),
        ),
    );
    this.#down = byNode(of('node-down'));
    this.#cut = byNode(of('link-down'));
  }

  /** Whether the store is away: what arrives there is lost. */
  isAway(at: Instant): boolean {
    return this.#away.at(at);
  }

  /** Whether that node's link is cut: what sets out or arrives there is lost. */
  isCut(node: number, at: Instant): boolean {
    return this.#cut.get(node)?.at(at) === true;
  }

  /** Whether a node is down by a span that was given; a crash has none. */
  isDown(node: number, at: Instant): boolean {
    return this.#down.get(node)?.at(at) === true;
  }

  /** By what service and latency are multiplied. */
  factor(at: Instant): number {
    return this.#slow.at(at);
  }
}

/** Crashes that are still to come. */
export class Crashes {
  readonly #armed: ReadonlyMap<number, Set<Crash>>;

  constructor(crashes: readonly Crash[]) {
    this.#armed = new Map(crashes.map(({ node }) => [node, new Set(crashes.filter((crash) => crash.node === node))]));
  }

  /** Whether a node that was answered on that command, and would now send its next, dies of it. Each does so once. */
  strikes(node: number, answered: CommandName, now: Instant): boolean {
    const armed = this.#armed.get(node);
    for (const crash of armed ?? []) {
      if (now < crash.at || answered !== crash.command) continue;
      armed?.delete(crash);
      return true;
    }
    return false;
  }
}

function incidentsOf(fault: Fault): readonly Incident[] {
  const at = microsFromSeconds(fault.at);
  switch (fault.kind) {
    case 'node-down': {
      const down: Incident = { at, kind: 'down', node: fault.node };
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

function byNode(
  faults: readonly Extract<Fault, { readonly kind: 'node-down' | 'link-down' }>[],
): ReadonlyMap<number, Course<Span, boolean>> {
  return new Map(
    [...new Set(faults.map(({ node }) => node))].map((node) => [
      node,
      new Course(faults.filter((fault) => fault.node === node).map(spanOf), isAny),
    ]),
  );
}

function spanOf({ at, until }: { readonly at: number; readonly until?: number }): Span {
  return { from: microsFromSeconds(at), to: until === undefined ? NEVER : microsFromSeconds(until) };
}

function within({ from, to }: Span, at: Instant): boolean {
  return from <= at && at < to;
}
