/**
 * Records the messages of one request. Traces contain no messages, so the lane's run is repeated, up to the request's
 * answer, with this observer.
 */
import { keysOfCommand, type Message } from '../cluster/command.ts';
import type { SchemeDecision, ValueFormat } from '../cluster/scheme.ts';
import type { AccessRecord, SimulatedStore } from '../cluster/simulatedStore.ts';
import type { Explanation } from '../limiters/limiter.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { InFlightMessage, InFlightRequest } from '../run/inFlight.ts';
import type { Observer } from '../run/observer.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { messageName, messageText, replyText } from './messageText.ts';
import type { KeyAccess, SequenceMessage } from './sequence.ts';

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
  /** The explanation of a server that decides. */
  explanation: Explanation | null = null;
  error: Error | null = null;

  /** @param row the request, which arrives at `from` and is answered at `to` (`NEVER` if unknown) */
  constructor(row: number, from: Instant, to: Instant, valueFormat?: ValueFormat) {
    this.#row = row;
    this.#from = from;
    this.#to = to;
    this.#valueFormat = valueFormat;
  }

  /** The names of the commands that the request sent, in order, as pseudo-code has them. */
  get commandWords(): readonly string[] {
    return this.#messages.filter(({ request }) => request.row === this.#row).map(({ message }) => messageName(message));
  }

  wantsExplanation(row: number): boolean {
    return row === this.#row;
  }

  onSent(inFlight: InFlightMessage): void {
    if (this.#messages.length >= this.#pruneAt) {
      // Messages that ended before the request arrived are of no interest; but a message may outlive its node's timeout.
      if (inFlight.sentAt < this.#from)
        this.#messages = this.#messages.filter(
          ({ endedAt, executedAt, lost }) => !lost && (endedAt === null || executedAt === null),
        );
      this.#pruneAt = 2 * Math.max(1_024, this.#messages.length);
    }
    this.#messages.push(inFlight);
  }

  beforeExecute(inFlight: InFlightMessage, store: SimulatedStore): void {
    if (!this.#isOfInterest(inFlight)) return;
    const { message } = inFlight;
    const now = inFlight.executedAt as Instant;
    const before = keysOfMessage(message).map((key) => ({ key, before: store.describe(key, now, this.#valueFormat) }));
    this.#keyAccesses.set(
      inFlight,
      before.map((one) => ({ ...one, reads: false, writes: false, after: one.before })),
    );
    store.accessLog = [];
    if (inFlight.request.row === this.#row && message.kind === 'ask')
      this.explanation = store.explain(message.key, now, message.args);
  }

  afterExecute(inFlight: InFlightMessage, store: SimulatedStore): void {
    const known = this.#keyAccesses.get(inFlight);
    if (known === undefined) return;
    const log: readonly AccessRecord[] = store.accessLog ?? [];
    store.accessLog = null;
    const did = (key: string, access: AccessRecord['access']): boolean =>
      log.some((record) => record.key === key && record.access === access);
    this.#keyAccesses.set(
      inFlight,
      known.map(({ key, before }) => ({
        key,
        before,
        reads: did(key, 'read'),
        writes: did(key, 'write'),
        after: store.describe(key, inFlight.executedAt as Instant, this.#valueFormat),
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

  #isOfInterest({ executedAt, request }: InFlightMessage): boolean {
    const at = executedAt as Instant;
    return request.row === this.#row || (at >= this.#from && at <= this.#to);
  }

  /** The request's messages, and those of other requests for its key that the store executed meanwhile, as they were sent. */
  messages(key: string, manualDelayOf: (inFlight: InFlightMessage) => Duration): readonly SequenceMessage[] {
    return this.#messages
      .filter(
        (inFlight) =>
          inFlight.request.row === this.#row ||
          (inFlight.request.context.key === key && this.#keyAccesses.has(inFlight)),
      )
      .sort((a, b) => a.sentAt - b.sentAt || a.request.row - b.request.row || a.index - b.index)
      .map((inFlight) => this.#toSequenceMessage(inFlight, manualDelayOf(inFlight)));
  }

  #toSequenceMessage(inFlight: InFlightMessage, manualDelay: Duration): SequenceMessage {
    const { request, message, index, sentAt, executedAt, executionOrder, endedAt, replyAt, lost, reply } = inFlight;
    return {
      request: request.row,
      node: request.node.number,
      command: index,
      name: messageName(message),
      text: messageText(message),
      sentAt,
      executedAt,
      executionOrder,
      endedAt,
      replyAt,
      lost,
      reply: executedAt === null ? '' : replyText(reply),
      keyAccesses: (this.#keyAccesses.get(inFlight) ?? []).filter(({ reads, writes }) => reads || writes),
      manualDelay,
    };
  }
}

/** The keys that a message names. */
function keysOfMessage(message: Message): readonly string[] {
  switch (message.kind) {
    case 'command':
      return keysOfCommand(message.command);
    case 'pipeline':
    case 'transaction':
      return [...new Set(message.commands.flatMap(keysOfCommand))];
    case 'script':
      return message.keys;
    default:
      return [message.key];
  }
}
