/**
 * Records the messages of one request, and of those that are in progress beside it. Traces contain no messages, so the
 * lane's run is repeated with this observer, until the last of those requests is answered: it may still write then what it
 * has read meanwhile.
 */
import { keysOfCommand, messageName, type Message } from '../cluster/command.ts';
import type { SchemeDecision, ValueFormat } from '../cluster/scheme.ts';
import type { AccessRecord, SimulatedStore } from '../cluster/simulatedStore.ts';
import type { Explanation } from '../limiters/limiter.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { InFlightMessage, InFlightRequest } from '../run/inFlight.ts';
import type { Observer } from '../run/observer.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';
import { messageText, replyText } from './messageText.ts';
import type { KeyAccess, SequenceMessage } from './sequence.ts';

export class SequenceRecorder implements Observer {
  readonly #row: number;
  readonly #from: Instant;
  readonly #to: Instant;
  readonly #valueFormat: ValueFormat | undefined;
  #messages: InFlightMessage[] = [];
  #pruneAt = 1_024;
  readonly #keyAccesses = new Map<InFlightMessage, readonly KeyAccess[]>();
  /** The commands that the request's scripts called in the store. */
  readonly #scriptCalls = new Map<InFlightMessage, readonly string[]>();
  /** Those for the same key that are in progress when the request is answered; null before. */
  #beside: Set<InFlightRequest> | null = null;
  #key: string | null = null;
  decision: SchemeDecision | null = null;
  answerPath: AnswerPath = 'decided';
  request: InFlightRequest | null = null;
  /** The explanation of a server that decides. */
  explanation: Explanation | null = null;
  error: Error | null = null;

  /** @param row the request, which arrives at `from` and is answered at `to`; `NEVER` records its decision alone */
  constructor(row: number, from: Instant, to: Instant, valueFormat?: ValueFormat) {
    this.#row = row;
    this.#from = from;
    this.#to = to;
    this.#valueFormat = valueFormat;
  }

  /** The names of the commands that the request sent and its scripts called, in order, as pseudo-code has them. */
  get commandWords(): readonly string[] {
    return this.#messages
      .filter(({ request }) => request.row === this.#row)
      .flatMap((inFlight) => [...wordsOf(inFlight.message), ...(this.#scriptCalls.get(inFlight) ?? [])]);
  }

  wantsExplanation(row: number): boolean {
    return row === this.#row;
  }

  onSent(inFlight: InFlightMessage): void {
    if (this.#messages.length >= this.#pruneAt) {
      // What ended before the request arrived is of no interest; but a message may outlive its node's timeout.
      if (inFlight.sentAt < this.#from) this.#prune();
      this.#pruneAt = 2 * Math.max(1_024, this.#messages.length);
    }
    this.#messages.push(inFlight);
    if (inFlight.request.row === this.#row) this.#key = inFlight.request.context.key;
  }

  #prune(): void {
    this.#messages = this.#messages.filter((one) => {
      const { request, endedAt, executedAt, lost } = one;
      const isKept = !request.done || (!lost && (endedAt === null || executedAt === null));
      if (!isKept) this.#keyAccesses.delete(one);
      return isKept;
    });
  }

  beforeExecute(inFlight: InFlightMessage, store: SimulatedStore): void {
    // Of what is asked for its decision alone, none of the messages is shown.
    if (this.#to === NEVER) return;
    const { message } = inFlight;
    const now = inFlight.executedAt as Instant;
    this.#keyAccesses.set(
      inFlight,
      keysOfMessage(message).map((key) => ({ ...NO_ACCESS, key, before: this.#valueOf(key, now, store) })),
    );
    store.accessLog = [];
    if (inFlight.request.row !== this.#row) return;
    if (message.kind === 'ask') this.explanation = store.explain(message.key, now, message.args);
    // What a module's command does inside is not in its caller's pseudo-code.
    if (message.kind === 'script' && message.script.moduleCommand === undefined) store.scriptCalls = [];
  }

  afterExecute(inFlight: InFlightMessage, store: SimulatedStore): void {
    const known = this.#keyAccesses.get(inFlight);
    if (known === undefined) return;
    const log: readonly AccessRecord[] = store.accessLog ?? [];
    store.accessLog = null;
    if (store.scriptCalls !== null) this.#scriptCalls.set(inFlight, store.scriptCalls);
    store.scriptCalls = null;
    const did = (key: string, access: AccessRecord['access']): boolean =>
      log.some((record) => record.key === key && record.access === access);
    this.#keyAccesses.set(
      inFlight,
      known.map(({ key, before }) => ({
        key,
        before,
        reads: did(key, 'read'),
        writes: did(key, 'write') || did(key, 'safe-write'),
        overwrites: did(key, 'write'),
        after: this.#valueOf(key, inFlight.executedAt as Instant, store),
      })),
    );
  }

  /** Nothing is shown of what was executed before the request arrived. */
  #valueOf(key: string, at: Instant, store: SimulatedStore): string {
    return at < this.#from ? '' : store.describe(key, at, this.#valueFormat);
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
    if (this.#to === NEVER) return this.decision !== null;
    if (at <= this.#to) return false;
    const isBeside = ({ context, done }: InFlightRequest): boolean => !done && context.key === this.#key;
    this.#beside ??= new Set(this.#messages.map(({ request }) => request).filter(isBeside));
    for (const request of this.#beside) {
      if (!request.done) return false;
      this.#beside.delete(request);
    }
    return true;
  }

  /** The request's messages, and those for its key of requests that the store executed something for since, as they were sent. */
  messages(key: string, manualDelayOf: (inFlight: InFlightMessage) => Duration): readonly SequenceMessage[] {
    const ofKey = this.#messages.filter(
      (inFlight) =>
        inFlight.request.row === this.#row || (inFlight.request.context.key === key && this.#keyAccesses.has(inFlight)),
    );
    const since = ofKey.filter(({ executedAt }) => executedAt === null || executedAt >= this.#from);
    const beside = new Set(since.map(({ request }) => request));
    return ofKey
      .filter(({ request }) => beside.has(request))
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

const NO_ACCESS = { reads: false, writes: false, overwrites: false, after: '' };

/** The commands in a message, as pseudo-code names them. */
function wordsOf(message: Message): readonly string[] {
  if (message.kind !== 'transaction') return [messageName(message)];
  return ['MULTI', ...message.commands.map(([name]) => name), 'EXEC'];
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
