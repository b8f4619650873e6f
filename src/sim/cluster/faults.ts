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

export class Faults {
  /** By time; at one instant, as they were given. */
  readonly incidents: readonly Incident[];
  readonly crashes: readonly Crash[];
  readonly #away: readonly Span[];
  readonly #slow: readonly (Span & { readonly factor: number })[];
  readonly #cut: readonly (Span & { readonly node: number })[];
  readonly #down: readonly (Span & { readonly node: number })[];

  constructor(faults: readonly Fault[]) {
    const of = <K extends Fault['kind']>(kind: K) =>
      faults.filter((fault): fault is Extract<Fault, { readonly kind: K }> => fault.kind === kind);
    this.incidents = faults.flatMap(incidentsOf).sort((a, b) => a.at - b.at);
    this.crashes = of('crash-after').map((fault) => ({ ...fault, at: microsFromSeconds(fault.at) }));
    this.#away = of('store-down').map(spanOf);
    this.#slow = of('store-slow').map((fault) => ({ ...spanOf(fault), factor: fault.factor }));
    this.#down = of('node-down').map((fault) => ({ ...spanOf(fault), node: fault.node }));
    this.#cut = of('link-down').map((fault) => ({ ...spanOf(fault), node: fault.node }));
  }

  /** Whether the store is away: what arrives there is lost. */
  isAway(at: Instant): boolean {
    return this.#away.some((span) => within(span, at));
  }

  /** Whether that node's link is cut: what sets out or arrives there is lost. */
  isCut(node: number, at: Instant): boolean {
    return this.#cut.some((span) => span.node === node && within(span, at));
  }

  /** Whether a node is down by a span that was given; a crash has none. */
  isDown(node: number, at: Instant): boolean {
    return this.#down.some((span) => span.node === node && within(span, at));
  }

  /** By what service and latency are multiplied. */
  factor(at: Instant): number {
    let factor = 1;
    for (const span of this.#slow) if (within(span, at)) factor *= span.factor;
    return factor;
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

function spanOf({ at, until }: { readonly at: number; readonly until?: number }): Span {
  return { from: microsFromSeconds(at), to: until === undefined ? NEVER : microsFromSeconds(until) };
}

function within({ from, to }: Span, at: Instant): boolean {
  return from <= at && at < to;
}
