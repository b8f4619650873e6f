/** Messages in words: what was sent, what the store made of it, and what came of the answer. */
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

/** What a key holds when it holds nothing. */
const EMPTY_VALUE = '–';

/** What answers: schemes of threads share memory, those that ask have a server of their own. */
export function storeName({ messages }: Pick<Sequence, 'messages'>): 'Store' | 'Server' | 'Memory' {
  const [first] = messages;
  if (first?.name === 'ASK') return 'Server';
  return first !== undefined && ['READ', 'WRITE', 'ADD'].includes(first.name) ? 'Memory' : 'Store';
}

/** A short length: `4 ms`, `1.25 ms`, `200 µs`, `2.5 s`. */
export function formatDelay(length: Duration): string {
  if (length > 0 && length < 1_000) return `${formatNumber(length)} µs`;
  return length < 1_000_000 ? `${formatNumber(length / 1_000)} ms` : `${formatNumber(secondsFromMicros(length), 6)} s`;
}

export function movedText({ manualDelay }: Pick<SequenceMessage, 'manualDelay'>): string {
  return `moved by ${formatDelay(manualDelay)}`;
}

/** `9` of a key that is read, `9 → 10` of one that is written; of several keys, one after the other. */
export function valueText({ keyAccesses }: Pick<SequenceMessage, 'keyAccesses'>): string {
  return keyAccesses.map(({ before, after }) => (before === after ? after : `${before} → ${after}`)).join('; ');
}

/** Whether the store's answer came when the node had given up. */
function isReplyLate({ replyAt, endedAt }: SequenceMessage): boolean {
  return replyAt !== null && endedAt !== null && replyAt > endedAt;
}

/** Whether the node went on without an answer. */
export function hasGivenUp({ executedAt, replyAt, endedAt }: SequenceMessage): boolean {
  return endedAt !== null && (executedAt === null || replyAt !== endedAt);
}

/** What became of a message that was not answered in time; null where it was, or may still be. */
export function failureText(message: SequenceMessage): 'lost' | 'too late' | 'given up' | null {
  if (message.executedAt === null && message.lost) return 'lost';
  if (!hasGivenUp(message)) return null;
  if (isReplyLate(message)) return 'too late';
  return message.executedAt === null ? 'given up' : 'lost';
}

/** When it was sent, from the request on: `+1.5 ms`. */
export function sentOffsetText({ sentAt }: SequenceMessage, { from }: Sequence): string {
  return sentAt < from ? `−${formatDelay(from - sentAt)}` : `+${formatDelay(sentAt - from)}`;
}

/** All of a message: `N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9`. */
export function messageSentence(message: SequenceMessage, { request, messages }: Sequence): string {
  const node = nodeName(message.node);
  const store = storeName({ messages }).toLowerCase();
  const whose = message.request === request ? '' : ` for request ${formatNumber(message.request + 1)}`;
  const moved = message.manualDelay > 0 ? `, ${movedText(message)}` : '';
  const sends = `${node} sends ${oneLine(message.text)}${whose} at ${formatInstantExact(message.sentAt)}${moved}`;
  // A request's own message is answered, given up, or outlives its node.
  const orphan = message.request === request && message.endedAt === null ? `; ${node} dies before an answer comes` : '';
  return `${sends}; ${messageResultText(message, node, store)}${orphan}`;
}

function messageResultText(message: SequenceMessage, node: string, store: string): string {
  const { executedAt, endedAt, replyAt, lost, reply } = message;
  const givesUpText = endedAt === null ? '' : `${node} gives up at ${formatInstantExact(endedAt)}`;
  if (executedAt === null) {
    if (lost) return givesUpText === '' ? 'it is lost' : `it is lost, and ${givesUpText}`;
    return givesUpText === '' ? 'it is on its way' : `${givesUpText}, before it has come to the ${store}`;
  }
  const accesses = accessesText(message);
  const made = accesses === '' ? '' : `: ${accesses}`;
  if (endedAt !== null && executedAt > endedAt)
    return `${givesUpText}, and the ${store} runs it all the same at ${formatInstantExact(executedAt)}${made}`;
  const answers = `the ${store} answers ${oneLine(reply)} at ${formatInstantExact(executedAt)}${made}`;
  if (isReplyLate(message))
    return `${answers}; the answer comes at ${formatInstantExact(replyAt as number)}, too late: ${givesUpText}`;
  if (hasGivenUp(message)) return `${answers}; the answer is lost, and ${givesUpText}`;
  return answers;
}

/** `reads k 9`, `writes k 9 → 10`; of several keys all. */
function accessesText({ keyAccesses }: SequenceMessage): string {
  return keyAccesses.map(accessText).join(', ');
}

function accessText({ key, writes, before, after }: KeyAccess): string {
  if (!writes) return after === EMPTY_VALUE ? `finds no ${key}` : `reads ${key} ${after}`;
  if (before === after) return `writes ${key} ${after}`;
  return after === EMPTY_VALUE ? `removes ${key} ${before}` : `writes ${key} ${before} → ${after}`;
}

/** A transaction has a line for each command. */
function oneLine(text: string): string {
  return text.split('\n').join(', ');
}

/**
 * What let one too many in: `N2 wrote the key k between N1’s read and N1’s write: without that, this request would have
 * been denied.`
 */
export function raceText({ read, write, isSoleCause }: Race): string {
  const key = racedKey(read, write);
  const own = nodeName(read.node);
  const between =
    read.node === write.node
      ? `${own} wrote the key ${key} for request ${formatNumber(write.request + 1)} between its read and its write for this one`
      : `${nodeName(write.node)} wrote the key ${key} between ${own}’s read and ${own}’s write`;
  // Where many cross, no single write is to blame.
  return isSoleCause
    ? `${between}: without that, this request would have been denied.`
    : `${between}, and it was not the only one: the atomic version denies this request.`;
}

/** The key that one read and the other wrote. */
function racedKey(read: SequenceMessage, write: SequenceMessage): string {
  const wrote = write.keyAccesses.filter(({ writes }) => writes);
  const both = wrote.find(({ key }) => read.keyAccesses.some((one) => one.key === key && one.reads));
  return both?.key ?? '';
}

/** Why there is nothing to be drawn; null where there is. */
export function noMessagesText({ messages, request, node }: Sequence): string | null {
  if (messages.some((message) => message.request === request)) return null;
  if (node === null) return 'No node took this request: nothing was sent.';
  return `${nodeName(node)} sent nothing for this request.`;
}

/** What of others is not shown; empty where all is. */
export function omittedMessagesText({ omittedCount }: Sequence): string {
  return omittedCount === 0
    ? ''
    : `${pluralize(omittedCount, 'more message')} of other requests came in between; these are the nearest.`;
}
