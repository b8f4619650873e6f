/**
 * The messages of one request of several processes, and those of others that came in between: the lane is run again, up to
 * its answer, with somebody watching. A trace keeps no messages.
 */
import {
  commandNameOf,
  StoreError,
  type Command,
  type CommandName,
  type Message,
  type Reply,
} from '../cluster/command.ts';
import type { AccessRecord } from '../cluster/simulatedStore.ts';
import type { SimulatedStore } from '../cluster/simulatedStore.ts';
import type { ValueFormat, SchemeDecision } from '../cluster/scheme.ts';
import type { Explanation } from '../limiters/limiter.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import type { InFlightMessage, InFlightRequest } from '../run/inFlight.ts';
import type { Observer } from '../run/observer.ts';

/** A key that a message read or wrote, and what it held before and after. */
export interface KeyAccess {
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
  readonly sentAt: Instant;
  /** When the store ran it; null where it never did, or not yet. */
  readonly executedAt: Instant | null;
  /** Its place among all that the store ran; 0 where it never did. */
  readonly executionOrder: number;
  /** When the reply, or the end of patience, reached the node; null where it had not by the end of the sequence. */
  readonly endedAt: Instant | null;
  /** When the reply is at the node, in time or too late; null where the store never ran it, or where the reply is lost. */
  readonly replyAt: Instant | null;
  /** Whether it, or its reply, never came in time. */
  readonly lost: boolean;
  readonly reply: string;
  readonly keyAccesses: readonly KeyAccess[];
  /** How much later it was made by hand. */
  readonly manualDelay: Duration;
}

/**
 * A read, and a write of another request that came between it and the request's own write to the same key, in a run whose
 * version without the race, on the same arrivals, refuses the request.
 */
export interface Race {
  readonly read: SequenceMessage;
  readonly write: SequenceMessage;
  /** Whether the request is refused here too when the read comes after this write, and nothing else changes. */
  readonly isSoleCause: boolean;
}

export interface Sequence {
  readonly request: number;
  readonly node: number | null;
  /** Whether its node died before it had an answer. */
  readonly nodeDied: boolean;
  /** The request's arrival, and its answer. */
  readonly from: Instant;
  readonly to: Instant;
  /** Its own, and those of others for the same limiter key that the store ran meanwhile; by time of sending. */
  readonly messages: readonly SequenceMessage[];
  /** Others that are left out, since there are too many. */
  readonly omittedCount: number;
  /** What let one too many in; null where nothing did. */
  readonly race: Race | null;
  /** Whether the scheme has a version without the race. */
  readonly hasAtomicVersion: boolean;
}

/** No more messages of others are shown, the nearest first. */
const MAX_OTHER_MESSAGES = 60;

/** What a run that is watched for one request's sake leaves behind. */
export class SequenceRecorder implements Observer {
  readonly #row: number;
  readonly #from: Instant;
  readonly #to: Instant;
  readonly #valueFormat: ValueFormat | undefined;
  #messages: InFlightMessage[] = [];
  #pruneAt = 1_024;
  readonly #keyAccesses = new Map<InFlightMessage, readonly KeyAccess[]>();
  decision: SchemeDecision | null = null;
  answerPath: AnswerPath = 'decided';
  request: InFlightRequest | null = null;
  /** Of a server that decides. */
  explanation: Explanation | null = null;
  error: Error | null = null;

  /** @param row the request, which arrives at `from` and is answered at `to`; `NEVER`: whenever that is */
  constructor(row: number, from: Instant, to: Instant, valueFormat?: ValueFormat) {
    this.#row = row;
    this.#from = from;
    this.#to = to;
    this.#valueFormat = valueFormat;
  }

  /** What the request sent, by name, in order. */
  get commandNames(): readonly CommandName[] {
    return this.#messages
      .filter(({ request: task }) => task.row === this.#row)
      .map(({ message }) => commandNameOf(message));
  }

  wantsExplanation(row: number): boolean {
    return row === this.#row;
  }

  onSent(inFlight: InFlightMessage): void {
    if (this.#messages.length >= this.#pruneAt) {
      const { now, from } = { now: inFlight.sentAt, from: this.#from };
      // What was over before the request came is of no interest; but a message outlives the patience of its node.
      if (now < from)
        this.#messages = this.#messages.filter(
          ({ endedAt, executedAt, lost }) => !lost && (endedAt === null || executedAt === null),
        );
      this.#pruneAt = 2 * Math.max(1_024, this.#messages.length);
    }
    this.#messages.push(inFlight);
  }

  beforeExecute(flight: InFlightMessage, store: SimulatedStore): void {
    if (!this.#isOfInterest(flight)) return;
    const { message } = flight;
    const now = flight.executedAt as Instant;
    const before = keysOfMessage(message).map((key) => ({ key, before: store.describe(key, now, this.#valueFormat) }));
    this.#keyAccesses.set(
      flight,
      before.map((one) => ({ ...one, reads: false, writes: false, after: one.before })),
    );
    store.accessLog = [];
    if (flight.request.row === this.#row && message.kind === 'ask')
      this.explanation = store.explain(message.key, now, message.args);
  }

  afterExecute(flight: InFlightMessage, store: SimulatedStore): void {
    const known = this.#keyAccesses.get(flight);
    if (known === undefined) return;
    const touches: readonly AccessRecord[] = store.accessLog ?? [];
    store.accessLog = null;
    const did = (key: string, access: AccessRecord['access']): boolean =>
      touches.some((touch) => touch.key === key && touch.access === access);
    this.#keyAccesses.set(
      flight,
      known.map(({ key, before }) => ({
        key,
        before,
        reads: did(key, 'read'),
        writes: did(key, 'write'),
        after: store.describe(key, flight.executedAt as Instant, this.#valueFormat),
      })),
    );
  }

  onFailure(request: InFlightRequest, error: Error): void {
    if (request.row === this.#row) this.error = error;
  }

  onDecision(request: InFlightRequest, decision: SchemeDecision, answerPath: AnswerPath): void {
    if (request.row !== this.#row) return;
    this.request = request;
    this.decision = decision;
    this.answerPath = answerPath;
  }

  isDone(at: Instant): boolean {
    return at > this.#to || (this.#to === NEVER && this.decision !== null);
  }

  #isOfInterest({ executedAt: ran, request: task }: InFlightMessage): boolean {
    return task.row === this.#row || ((ran as Instant) >= this.#from && (ran as Instant) <= this.#to);
  }

  /** The messages to show, and how many of others are left out. */
  messages(
    key: string,
    manualDelayOf: (flight: InFlightMessage) => Duration,
  ): { shown: SequenceMessage[]; omittedCount: number } {
    const own = this.#messages.filter(({ request: task }) => task.row === this.#row);
    const others = this.#messages.filter(
      (flight) =>
        flight.request.row !== this.#row && flight.request.context.key === key && this.#keyAccesses.has(flight),
    );
    const middle = (this.#from + this.#to) / 2;
    const near = [...others]
      .sort((a, b) => Math.abs((a.executedAt as Instant) - middle) - Math.abs((b.executedAt as Instant) - middle))
      .slice(0, MAX_OTHER_MESSAGES);
    const shown = [...own, ...near]
      .sort((a, b) => a.sentAt - b.sentAt || a.request.row - b.request.row || a.index - b.index)
      .map((flight) => this.#toSequenceMessage(flight, manualDelayOf(flight)));
    return { shown, omittedCount: others.length - near.length };
  }

  #toSequenceMessage(flight: InFlightMessage, manualDelay: Duration): SequenceMessage {
    const {
      request: task,
      message,
      index,
      sentAt,
      executedAt: ran,
      executionOrder,
      endedAt: over,
      replyAt,
      lost,
      reply,
    } = flight;
    return {
      request: task.row,
      node: task.node.number,
      command: index,
      name: commandNameOf(message),
      text: messageText(message),
      sentAt,
      executedAt: ran,
      executionOrder,
      endedAt: over,
      replyAt,
      lost,
      reply: ran === null ? '' : replyText(reply),
      keyAccesses: (this.#keyAccesses.get(flight) ?? []).filter(({ reads, writes }) => reads || writes),
      manualDelay,
    };
  }
}

/** The keys that a message names. */
function keysOfMessage(message: Message): readonly string[] {
  switch (message.kind) {
    case 'command':
      return keysOfCommand(message.command);
    case 'transaction':
      return [...new Set(message.commands.flatMap(keysOfCommand))];
    case 'script':
      return message.keys;
    default:
      return [message.key];
  }
}

function keysOfCommand([, key]: Command): readonly string[] {
  return key === undefined ? [] : [String(key)];
}

function messageText(message: Message): string {
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
export function raceCandidates(
  messages: readonly SequenceMessage[],
  request: number,
): readonly Pick<Race, 'read' | 'write'>[] {
  const executed = messages
    .filter(({ executionOrder }) => executionOrder > 0)
    .sort((a, b) => a.executionOrder - b.executionOrder);
  const own = executed.filter((message) => message.request === request);
  const found: Pick<Race, 'read' | 'write'>[] = [];
  for (const write of executed) {
    if (write.request === request) continue;
    for (const { key } of write.keyAccesses.filter(({ writes }) => writes)) {
      const read = own.find(
        ({ executionOrder: order, keyAccesses }) =>
          order < write.executionOrder && keyAccesses.some((one) => one.key === key && one.reads),
      );
      const ownWrite = own.find(
        ({ executionOrder: order, keyAccesses: touched }) =>
          order > write.executionOrder && touched.some((one) => one.key === key && one.writes),
      );
      if (read === undefined || ownWrite === undefined) continue;
      found.push({ read, write });
      break;
    }
  }
  return found;
}
