/** Messages in words: what was sent, what the store made of it, and what came of the answer. */
import {
  nodeName,
  secondsFromMicros,
  type Crossing,
  type Duration,
  type Sequence,
  type SequenceMessage,
  type Touched,
} from '../../sim/index.ts';
import { counted, number } from '../format/numbers.ts';
import { exactClock } from '../format/time.ts';

/** What a key holds when it holds nothing. */
const NOTHING = '–';

/** What answers: schemes of threads share memory, those that ask have a server of their own. */
export function storeName({ messages }: Pick<Sequence, 'messages'>): 'Store' | 'Server' | 'Memory' {
  const [first] = messages;
  if (first?.name === 'ASK') return 'Server';
  return first !== undefined && ['READ', 'WRITE', 'ADD'].includes(first.name) ? 'Memory' : 'Store';
}

/** A short length: `4 ms`, `1.25 ms`, `200 µs`, `2.5 s`. */
export function lengthWords(length: Duration): string {
  if (length > 0 && length < 1_000) return `${number(length)} µs`;
  return length < 1_000_000 ? `${number(length / 1_000)} ms` : `${number(secondsFromMicros(length), 6)} s`;
}

export function movedWords({ moved }: Pick<SequenceMessage, 'moved'>): string {
  return `moved by ${lengthWords(moved)}`;
}

/** `9` of a key that is read, `9 → 10` of one that is written; of several keys, one after the other. */
export function valueWords({ touched }: Pick<SequenceMessage, 'touched'>): string {
  return touched.map(({ before, after }) => (before === after ? after : `${before} → ${after}`)).join('; ');
}

/** Whether the store's answer came when the node had given up. */
function isLate({ back, over }: SequenceMessage): boolean {
  return back !== null && over !== null && back > over;
}

/** Whether the node went on without an answer. */
export function gaveUp({ ran, back, over }: SequenceMessage): boolean {
  return over !== null && (ran === null || back !== over);
}

/** What became of a message that was not answered in time; null where it was, or may still be. */
export function endWords(message: SequenceMessage): 'lost' | 'too late' | 'given up' | null {
  if (message.ran === null && message.lost) return 'lost';
  if (!gaveUp(message)) return null;
  if (isLate(message)) return 'too late';
  return message.ran === null ? 'given up' : 'lost';
}

/** When it was sent, from the request on: `+1.5 ms`. */
export function sinceWords({ sent }: SequenceMessage, { from }: Sequence): string {
  return sent < from ? `−${lengthWords(from - sent)}` : `+${lengthWords(sent - from)}`;
}

/** All of a message: `N1 sends GET k at 1.000 s; the store answers 9 at 1.001 s: reads k 9`. */
export function messageWords(message: SequenceMessage, { request, messages }: Sequence): string {
  const node = nodeName(message.node);
  const store = storeName({ messages }).toLowerCase();
  const whose = message.request === request ? '' : ` for request ${number(message.request + 1)}`;
  const moved = message.moved > 0 ? `, ${movedWords(message)}` : '';
  const sends = `${node} sends ${oneLine(message.text)}${whose} at ${exactClock(message.sent)}${moved}`;
  // A request's own message is answered, given up, or outlives its node.
  const orphan = message.request === request && message.over === null ? `; ${node} dies before an answer comes` : '';
  return `${sends}; ${fateWords(message, node, store)}${orphan}`;
}

function fateWords(message: SequenceMessage, node: string, store: string): string {
  const { ran, over, back, lost, reply } = message;
  const goesOn = over === null ? '' : `${node} gives up at ${exactClock(over)}`;
  if (ran === null) {
    if (lost) return goesOn === '' ? 'it is lost' : `it is lost, and ${goesOn}`;
    return goesOn === '' ? 'it is on its way' : `${goesOn}, before it has come to the ${store}`;
  }
  const did = didWords(message);
  const made = did === '' ? '' : `: ${did}`;
  if (over !== null && ran > over)
    return `${goesOn}, and the ${store} runs it all the same at ${exactClock(ran)}${made}`;
  const answers = `the ${store} answers ${oneLine(reply)} at ${exactClock(ran)}${made}`;
  if (isLate(message)) return `${answers}; the answer comes at ${exactClock(back as number)}, too late: ${goesOn}`;
  if (gaveUp(message)) return `${answers}; the answer is lost, and ${goesOn}`;
  return answers;
}

/** `reads k 9`, `writes k 9 → 10`; of several keys all. */
function didWords({ touched }: SequenceMessage): string {
  return touched.map(touchWords).join(', ');
}

function touchWords({ key, writes, before, after }: Touched): string {
  if (!writes) return after === NOTHING ? `finds no ${key}` : `reads ${key} ${after}`;
  if (before === after) return `writes ${key} ${after}`;
  return after === NOTHING ? `removes ${key} ${before}` : `writes ${key} ${before} → ${after}`;
}

/** A transaction has a line for each command. */
function oneLine(text: string): string {
  return text.split('\n').join(', ');
}

/**
 * What let one too many in: `N2 wrote the key k between N1’s read and N1’s write: without that, this request would have
 * been denied.`
 */
export function crossingWords({ read, write, alone }: Crossing): string {
  const key = sharedKey(read, write);
  const own = nodeName(read.node);
  const between =
    read.node === write.node
      ? `${own} wrote the key ${key} for request ${number(write.request + 1)} between its read and its write for this one`
      : `${nodeName(write.node)} wrote the key ${key} between ${own}’s read and ${own}’s write`;
  // Where many cross, no single write is to blame.
  return alone
    ? `${between}: without that, this request would have been denied.`
    : `${between}, and it was not the only one: the atomic version denies this request.`;
}

/** The key that one read and the other wrote. */
function sharedKey(read: SequenceMessage, write: SequenceMessage): string {
  const wrote = write.touched.filter(({ writes }) => writes);
  const both = wrote.find(({ key }) => read.touched.some((one) => one.key === key && one.reads));
  return both?.key ?? '';
}

/** Why there is nothing to be drawn; null where there is. */
export function silenceWords({ messages, request, node }: Sequence): string | null {
  if (messages.some((message) => message.request === request)) return null;
  if (node === null) return 'No node took this request: nothing was sent.';
  return `${nodeName(node)} sent nothing for this request.`;
}

/** What of others is not shown; empty where all is. */
export function leftWords({ left }: Sequence): string {
  return left === 0 ? '' : `${counted(left, 'more message')} of other requests came in between; these are the nearest.`;
}
