/**
 * The messages of one request of several processes, and those of others that came in between: the lane is run again, up to
 * its answer, with somebody watching. A trace keeps no messages.
 */
import { nameOf, StoreError, type Command, type CommandName, type Message, type Reply } from '../cluster/command.ts';
import type { Touch } from '../cluster/store.ts';
import type { Store } from '../cluster/store.ts';
import type { InWords, Ruling } from '../cluster/scheme.ts';
import type { Explanation } from '../limiters/limiter.ts';
import type { Way } from '../metrics/trace.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import type { Flight, Task } from '../run/inFlight.ts';
import type { Witness } from '../run/observer.ts';

/** A key that a message read or wrote, and what it held before and after. */
export interface Touched {
  readonly key: string;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly before: string;
  readonly after: string;
}

/** One way to the store and back. */
export interface SequenceMessage {
  readonly request: number;
  /** From 0. */
  readonly node: number;
  /** Among those of its request, from 0. */
  readonly command: number;
  readonly name: CommandName;
  /** As one would type it; a transaction has a line for each command. */
  readonly text: string;
  readonly sent: Instant;
  /** When the store ran it; null where it never did, or not yet. */
  readonly ran: Instant | null;
  /** Its place among all that the store ran; 0 where it never did. */
  readonly order: number;
  /** When the reply, or the end of patience, reached the node; null where it had not by the end of the sequence. */
  readonly over: Instant | null;
  /** When the reply is at the node, in time or too late; null where the store never ran it, or where the reply is lost. */
  readonly back: Instant | null;
  /** Whether it, or its reply, never came in time. */
  readonly lost: boolean;
  readonly reply: string;
  readonly touched: readonly Touched[];
  /** How much later it was made by hand. */
  readonly moved: Duration;
}

/**
 * A read, and a write of another request that came between it and the request's own write to the same key, in a run whose
 * version without the race, on the same arrivals, refuses the request.
 */
export interface Crossing {
  readonly read: SequenceMessage;
  readonly write: SequenceMessage;
  /** Whether the request is refused here too when the read comes after this write, and nothing else changes. */
  readonly alone: boolean;
}

export interface Sequence {
  readonly request: number;
  readonly node: number | null;
  /** Whether its node died before it had an answer. */
  readonly died: boolean;
  /** The request's arrival, and its answer. */
  readonly from: Instant;
  readonly to: Instant;
  /** Its own, and those of others for the same limiter key that the store ran meanwhile; by time of sending. */
  readonly messages: readonly SequenceMessage[];
  /** Others that are left out, since there are too many. */
  readonly left: number;
  /** What let one too many in; null where nothing did. */
  readonly crossing: Crossing | null;
  /** Whether the scheme has a version without the race. */
  readonly atomic: boolean;
}

/** No more messages of others are shown, the nearest first. */
const MOST_OTHERS = 60;

/** What a run that is watched for one request's sake leaves behind. */
export class Recorder implements Witness {
  readonly #row: number;
  readonly #from: Instant;
  readonly #to: Instant;
  readonly #said: InWords | undefined;
  #flights: Flight[] = [];
  #pruneAt = 1_024;
  readonly #touched = new Map<Flight, readonly Touched[]>();
  ruling: Ruling | null = null;
  way: Way = 'decided';
  task: Task | null = null;
  /** Of a server that decides. */
  explanation: Explanation | null = null;
  error: Error | null = null;

  /** @param row the request, which arrives at `from` and is answered at `to`; `NEVER`: whenever that is */
  constructor(row: number, from: Instant, to: Instant, said?: InWords) {
    this.#row = row;
    this.#from = from;
    this.#to = to;
    this.#said = said;
  }

  /** What the request sent, by name, in order. */
  get names(): readonly CommandName[] {
    return this.#flights.filter(({ task }) => task.row === this.#row).map(({ message }) => nameOf(message));
  }

  wants(row: number): boolean {
    return row === this.#row;
  }

  sent(flight: Flight): void {
    if (this.#flights.length >= this.#pruneAt) {
      const { now, from } = { now: flight.sent, from: this.#from };
      // What was over before the request came is of no interest; but a message outlives the patience of its node.
      if (now < from)
        this.#flights = this.#flights.filter(({ over, ran, lost }) => !lost && (over === null || ran === null));
      this.#pruneAt = 2 * Math.max(1_024, this.#flights.length);
    }
    this.#flights.push(flight);
  }

  runs(flight: Flight, store: Store): void {
    if (!this.#isOfInterest(flight)) return;
    const { message } = flight;
    const now = flight.ran as Instant;
    const before = keysOf(message).map((key) => ({ key, before: store.describe(key, now, this.#said) }));
    this.#touched.set(
      flight,
      before.map((one) => ({ ...one, reads: false, writes: false, after: one.before })),
    );
    store.touches = [];
    if (flight.task.row === this.#row && message.kind === 'ask')
      this.explanation = store.explain(message.key, now, message.args);
  }

  ran(flight: Flight, store: Store): void {
    const known = this.#touched.get(flight);
    if (known === undefined) return;
    const touches: readonly Touch[] = store.touches ?? [];
    store.touches = null;
    const did = (key: string, access: Touch['access']): boolean =>
      touches.some((touch) => touch.key === key && touch.access === access);
    this.#touched.set(
      flight,
      known.map(({ key, before }) => ({
        key,
        before,
        reads: did(key, 'read'),
        writes: did(key, 'write'),
        after: store.describe(key, flight.ran as Instant, this.#said),
      })),
    );
  }

  failed(task: Task, error: Error): void {
    if (task.row === this.#row) this.error = error;
  }

  decided(task: Task, ruling: Ruling, way: Way): void {
    if (task.row !== this.#row) return;
    this.task = task;
    this.ruling = ruling;
    this.way = way;
  }

  isOver(at: Instant): boolean {
    return at > this.#to || (this.#to === NEVER && this.ruling !== null);
  }

  #isOfInterest({ ran, task }: Flight): boolean {
    return task.row === this.#row || ((ran as Instant) >= this.#from && (ran as Instant) <= this.#to);
  }

  /** The messages to show, and how many of others are left out. */
  messages(key: string, moved: (flight: Flight) => Duration): { shown: SequenceMessage[]; left: number } {
    const own = this.#flights.filter(({ task }) => task.row === this.#row);
    const others = this.#flights.filter(
      (flight) => flight.task.row !== this.#row && flight.task.context.key === key && this.#touched.has(flight),
    );
    const middle = (this.#from + this.#to) / 2;
    const near = [...others]
      .sort((a, b) => Math.abs((a.ran as Instant) - middle) - Math.abs((b.ran as Instant) - middle))
      .slice(0, MOST_OTHERS);
    const shown = [...own, ...near]
      .sort((a, b) => a.sent - b.sent || a.task.row - b.task.row || a.index - b.index)
      .map((flight) => this.#told(flight, moved(flight)));
    return { shown, left: others.length - near.length };
  }

  #told(flight: Flight, moved: Duration): SequenceMessage {
    const { task, message, index, sent, ran, order, over, back, lost, reply } = flight;
    return {
      request: task.row,
      node: task.node.number,
      command: index,
      name: nameOf(message),
      text: textOf(message),
      sent,
      ran,
      order,
      over,
      back,
      lost,
      reply: ran === null ? '' : replyText(reply),
      touched: (this.#touched.get(flight) ?? []).filter(({ reads, writes }) => reads || writes),
      moved,
    };
  }
}

/** The keys that a message names. */
function keysOf(message: Message): readonly string[] {
  switch (message.kind) {
    case 'command':
      return keyOfCommand(message.command);
    case 'transaction':
      return [...new Set(message.commands.flatMap(keyOfCommand))];
    case 'script':
      return message.keys;
    default:
      return [message.key];
  }
}

function keyOfCommand([, key]: Command): readonly string[] {
  return key === undefined ? [] : [String(key)];
}

function textOf(message: Message): string {
  switch (message.kind) {
    case 'command':
      return message.command.join(' ');
    case 'transaction':
      return ['MULTI', ...message.commands.map((command) => command.join(' ')), 'EXEC'].join('\n');
    case 'script':
      return ['EVAL', `"${message.script.name}"`, ...message.keys, ...message.args].join(' ');
    default:
      return ['ASK', message.key, ...message.args].join(' ');
  }
}

function replyText(reply: Reply): string {
  if (reply === null) return 'nil';
  if (reply instanceof StoreError) return reply.message;
  if (Array.isArray(reply)) return `[${reply.map(replyText).join(', ')}]`;
  return String(reply);
}

/**
 * Pairs that may have let the request in: something that it read, and a write to the same key by another request that
 * came before its own. In the order in which the store ran the writes.
 */
export function candidates(
  messages: readonly SequenceMessage[],
  request: number,
): readonly Pick<Crossing, 'read' | 'write'>[] {
  const ran = messages.filter(({ order }) => order > 0).sort((a, b) => a.order - b.order);
  const own = ran.filter((message) => message.request === request);
  const found: Pick<Crossing, 'read' | 'write'>[] = [];
  for (const write of ran) {
    if (write.request === request) continue;
    for (const { key } of write.touched.filter(({ writes }) => writes)) {
      const read = own.find(
        ({ order, touched }) => order < write.order && touched.some((one) => one.key === key && one.reads),
      );
      const after = own.find(
        ({ order, touched }) => order > write.order && touched.some((one) => one.key === key && one.writes),
      );
      if (read === undefined || after === undefined) continue;
      found.push({ read, write });
      break;
    }
  }
  return found;
}
