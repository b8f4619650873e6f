/** Why a run shows what it shows: a fault, requests that read before any of them wrote, or else messages that came late. */
import { isDenied, type RecordedAnswer, type RecordedMessage } from '../../sim/engine.ts';
import {
  capitalized,
  formatDuration,
  formatTime,
  joinWithAnd,
  nodeName,
  secondsFromMicros,
  type Fault,
} from '../../sim/index.ts';
import { LATENCY, type RaceRun } from './raceRun.ts';

/** More delays than these are counted, not named. */
const MOST_DELAYS = 3;

/** `Both requests read 9 before either wrote: Redis INCR on 2 nodes lets 2 take effect within less than 60 s`. */
export function answerText(run: RaceRun, shown: string): string {
  const race = raceText(run);
  const causes = [...run.faults.map((fault) => faultText(run, fault)), ...(race === null ? delayTexts(run) : [race])];
  if (causes.length === 0) return shown;
  return `${capitalized(joinWithAnd(causes))}: ${shown}`;
}

function faultText({ messages }: RaceRun, fault: Fault): string {
  switch (fault.kind) {
    case 'link-down': {
      const from = fault.at;
      const lost = messages.filter(({ node, executedAt }) => {
        const back = secondsFromMicros(executedAt + LATENCY);
        return node === fault.node && back >= from && back < (fault.until ?? Infinity);
      });
      const replies = lost.map(({ name, request }) => `${name} of request ${request + 1}`);
      if (lost.length > 0)
        return `the ${lost.length === 1 ? 'reply' : 'replies'} to ${joinWithAnd(replies)} ${lost.length === 1 ? 'is' : 'are'} lost`;
      return `the link of ${nodeName(fault.node)} is down at ${formatTime(from)}`;
    }
    case 'crash-after':
      return `${nodeName(fault.node)} dies between ${fault.command} and its next command`;
    default:
      return `the store is down at ${formatTime(fault.at)}`;
  }
}

/** Each message that was held up; of a race they only make the order, which its own text says. */
function delayTexts({ messages, moves }: RaceRun): readonly string[] {
  if (moves.length > MOST_DELAYS) return [`${moves.length} messages reach the store late`];
  return moves.flatMap(({ request, command, delay }) => {
    const message = messages.find((one) => one.request === request && one.index === command);
    const late = `${formatDuration(secondsFromMicros(delay))} late`;
    return message === undefined ? [] : [`${message.name} of request ${request + 1} reaches the store ${late}`];
  });
}

/** The largest group of requests that read before the first of them wrote, and were all admitted; null if none did. */
function raceText({ answers, messages }: RaceRun): string | null {
  const first = (request: number, access: 'reads' | 'writes'): number =>
    messages.findIndex((message) => message.request === request && message[access]);
  const admitted = [...answers.keys()]
    .filter((request) => !isDenied((answers[request] as RecordedAnswer).verdict))
    .map((request) => ({ read: first(request, 'reads'), write: first(request, 'writes') }))
    .filter(({ read, write }) => read >= 0 && write > read);
  const groups = admitted.map(({ write: before }) =>
    admitted.filter(({ read, write }) => read < before && write >= before),
  );
  const group = groups.reduce((most, one) => (one.length > most.length ? one : most), []);
  if (group.length < 2) return null;
  const replies = new Set(group.map(({ read }) => valueText(messages[read] as RecordedMessage)));
  const [value] = replies.size === 1 ? replies : [''];
  const read = value === '' ? 'read' : `read ${value}`;
  return group.length === 2
    ? `${answers.length === 2 ? 'both' : '2'} requests ${read} before either wrote`
    : `${group.length} requests ${read} before any of them wrote`;
}

/** What a single value says; empty for a list. */
function valueText({ reply }: RecordedMessage): string {
  if (reply === null) return 'nothing';
  return typeof reply === 'number' || typeof reply === 'string' ? String(reply) : '';
}
