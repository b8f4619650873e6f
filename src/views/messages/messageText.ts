/** Messages in words: what was sent, what the store did, and what became of the reply. */
import {
  nodeName,
  secondsFromMicros,
  type Race,
  type Duration,
  type Sequence,
  type SequenceMessage,
  type KeyAccess,
} from '../../sim/index.ts';
import { pluralize, formatNumber } from '../format/numbers.ts';
import { formatInstantExact } from '../format/time.ts';

/** The value of a key that does not exist. */
const EMPTY_VALUE = '–';

/** What answers the messages: threads share memory, ASK goes to a limiter server, all else to a store. */
export function storeName({ messages }: Pick<Sequence, 'messages'>): 'Store' | 'Server' | 'Memory' {
  const [first] = messages;
  if (first?.name === 'ASK') return 'Server';
  return first !== undefined && ['READ', 'WRITE', 'ADD'].includes(first.name) ? 'Memory' : 'Store';
}

/** A duration in microseconds: `4 ms`, `1.25 ms`, `200 µs`, `2.5 s`. */
export function formatDelay(length: Duration): string {
  if (length > 0 && length < 1_000) return `${formatNumber(length)} µs`;
  return length < 1_000_000 ? `${formatNumber(length / 1_000)} ms` : `${formatNumber(secondsFromMicros(length), 6)} s`;
}

export function movedText({ manualDelay }: Pick<SequenceMessage, 'manualDelay'>): string {
  return `moved by ${formatDelay(manualDelay)}`;
}

/** `9` for a key that is read, `9 → 10` for one that is written; several keys are separated by semicolons. */
export function valueText({ keyAccesses }: Pick<SequenceMessage, 'keyAccesses'>): string {
  return keyAccesses.map(({ before, after }) => (before === after ? after : `${before} → ${after}`)).join('; ');
}

/** Whether the reply arrived after the node had given up. */
function isReplyLate({ replyAt, endedAt }: SequenceMessage): boolean {
  return replyAt !== null && endedAt !== null && replyAt > endedAt;
}

/** Whether the node continued without a reply. */
export function hasGivenUp({ executedAt, replyAt, endedAt }: SequenceMessage): boolean {
  return endedAt !== null && (executedAt === null || replyAt !== endedAt);
}

/** Why a message was not answered in time; null if it was, or still may be. */
export function failureText(message: SequenceMessage): 'lost' | 'too late' | 'given up' | null {
  if (message.lost) return 'lost';
  if (!hasGivenUp(message)) return null;
  if (isReplyLate(message)) return 'too late';
  return message.executedAt === null ? 'given up' : 'lost';
}

/** The instant of sending relative to the request: `+1.5 ms`. */
export function sentOffsetText({ sentAt }: SequenceMessage, { from }: Sequence): string {
  return sentAt < from ? `−${formatDelay(from - sentAt)}` : `+${formatDelay(sentAt - from)}`;
}

/** A message in full: `N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9`. */
export function messageSentence(message: SequenceMessage, { request, messages }: Sequence): string {
  const node = nodeName(message.node);
  const store = storeName({ messages }).toLowerCase();
  const whose = message.request === request ? '' : ` for request ${formatNumber(message.request + 1)}`;
  const moved = message.manualDelay > 0 ? `, ${movedText(message)}` : '';
  const sends = `${node} sends ${oneLine(message.text)}${whose} at ${formatInstantExact(message.sentAt)}${moved}`;
  // A message of the selected request that never ended outlived its node.
  const orphan = message.request === request && message.endedAt === null ? `; ${node} dies before a reply arrives` : '';
  return `${sends}; ${messageResultText(message, node, store)}${orphan}`;
}

function messageResultText(message: SequenceMessage, node: string, store: string): string {
  const { executedAt, endedAt, replyAt, lost, reply } = message;
  const givesUpText = endedAt === null ? '' : `${node} gives up at ${formatInstantExact(endedAt)}`;
  if (executedAt === null) {
    if (lost) return givesUpText === '' ? 'the message is lost' : `the message is lost, and ${givesUpText}`;
    return givesUpText === '' ? 'the message is in transit' : `${givesUpText}, before the message reaches the ${store}`;
  }
  const accesses = accessesText(message);
  const made = accesses === '' ? '' : `: ${accesses}`;
  if (endedAt !== null && executedAt > endedAt)
    return `${givesUpText}, and the ${store} still runs it at ${formatInstantExact(executedAt)}${made}`;
  const answers = `the ${store} answers ${oneLine(reply)} at ${formatInstantExact(executedAt)}${made}`;
  if (isReplyLate(message))
    return `${answers}; the reply arrives at ${formatInstantExact(replyAt as number)}, too late: ${givesUpText}`;
  if (hasGivenUp(message)) return `${answers}; the reply is lost, and ${givesUpText}`;
  return answers;
}

/** `reads k 9`, `changes k from 9 to 10`; several keys are separated by commas. */
function accessesText({ keyAccesses }: SequenceMessage): string {
  return keyAccesses.map(accessText).join(', ');
}

function accessText({ key, writes, before, after }: KeyAccess): string {
  if (!writes) return after === EMPTY_VALUE ? `finds no ${key}` : `reads ${key} ${after}`;
  if (before === after) return `writes ${key} ${after}`;
  if (after === EMPTY_VALUE) return `removes ${key} ${before}`;
  return before === EMPTY_VALUE ? `creates ${key} as ${after}` : `changes ${key} from ${before} to ${after}`;
}

/** Joins the lines of a transaction, one per command. */
function oneLine(text: string): string {
  return text.split('\n').join(', ');
}

/**
 * The race that admitted one request too many: `N2 wrote the key k between N1’s read and N1’s write. Had N1 read after
 * that, this request would have been denied.`; or, if N1 wrote first, `N1 and N2 both read the key k, then both wrote it.`
 */
export function raceText(race: Race): string {
  const own = nodeName(race.read.node);
  const [crossed, after] = race.wroteFirst ? bothText(race) : [betweenText(race), 'that'];
  if (race.isSoleCause) return `${crossed}. Had ${own} read after ${after}, this request would have been denied.`;
  // With several conflicting writes, no single one is to blame.
  return `${crossed}${race.hasOthers ? ', and so did others' : ''}: the atomic version denies this request.`;
}

function betweenText({ read, write }: Race): string {
  const [key, own] = [racedKey(read, write), nodeName(read.node)];
  return read.node === write.node
    ? `${own} wrote the key ${key} for ${requestName(write)} between its read and its write for this one`
    : `${nodeName(write.node)} wrote the key ${key} between ${own}’s read and ${own}’s write`;
}

/** And what the request should have read after. */
function bothText({ read, write }: Race): readonly [crossed: string, after: string] {
  const [key, own, other] = [racedKey(read, write), nodeName(read.node), nodeName(write.node)];
  return read.node === write.node
    ? [
        `${own} read the key ${key} for this request and for ${requestName(write)}, then wrote it for both`,
        `its write for ${requestName(write)}`,
      ]
    : [`${own} and ${other} both read the key ${key}, then both wrote it`, `${other}’s write`];
}

function requestName({ request }: SequenceMessage): string {
  return `request ${formatNumber(request + 1)}`;
}

/** The key that was read by one command and written by the other. */
function racedKey(read: SequenceMessage, write: SequenceMessage): string {
  const wrote = write.keyAccesses.filter(({ overwrites }) => overwrites);
  const both = wrote.find(({ key }) => read.keyAccesses.some((one) => one.key === key && one.reads));
  return both?.key ?? '';
}

/** Why there is nothing to draw; null if there is. */
export function noMessagesText({ messages, request, node }: Sequence): string | null {
  if (messages.some((message) => message.request === request)) return null;
  if (node === null) return 'No node received this request, so nothing was sent.';
  return `${nodeName(node)} sent nothing for this request.`;
}

/** How many messages of other requests are omitted; empty if none. */
export function omittedMessagesText({ omittedCount }: Sequence): string {
  return omittedCount === 0
    ? ''
    : `${pluralize(omittedCount, 'more message')} of other requests fell in this interval; the nearest are shown.`;
}
