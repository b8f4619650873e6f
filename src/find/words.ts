/** What was found, and what was tried, in sentences made of the counts and answers themselves. */
import {
  formatNumber,
  formatTime,
  joinWithAnd,
  pluralize,
  secondsFromMicros,
  type OwnCodeError,
} from '../sim/index.ts';
import type { Dealt, FindPhase, Found, Tried } from './search.ts';
import type { Request } from './trial.ts';

/** Groups of requests that are listed one by one. */
const MOST_GROUPS = 8;

/** `4 requests: 3 at 59.999999 s and 1 at 60 s. Fixed window admits the last (…); Sliding log refuses the last (…).` */
export function foundSentence({ requests, evidence }: Found): string {
  const groups = groupsOf(requests).map(groupText);
  const more = groups.length - MOST_GROUPS;
  const listed = more > 1 ? [...groups.slice(0, MOST_GROUPS), `${formatNumber(more)} more groups`] : groups;
  const what = groups.length > 1 ? joinWithAnd(listed) : (groups[0] ?? '').replace(/^\d+ /, '');
  return `${pluralize(requests.length, 'request')}${groups.length > 1 ? ': ' : ' '}${what}. ${evidence.fact}.`;
}

/** Which of the two kinds of shortest it is. */
export function foundNote({ by }: Found, { requests, instants, random, races }: Tried): string {
  if (by === 'random')
    return races === undefined
      ? `Found in random pattern ${formatNumber(random)}, and shrunk: none of its requests can be left out.`
      : `Found in random run ${formatNumber(random)}, and shrunk: no request, delay or fault can be left out.`;
  const all = `No shorter one among all traffic patterns of up to ${pluralize(requests, 'request')} on ${pluralize(instants.length, 'instant')}`;
  return races === undefined ? `${all}.` : `${all}, in every order of their commands.`;
}

/**
 * `None with up to 6 requests on these 14 instants (38,759 traffic patterns); none in 200,000 random patterns.`
 * @param none what was not found, where nothing before says so
 */
export function triedSentence(tried: Tried, none: 'None' | 'No counterexample' = 'None'): string {
  const { requests, instants, keys, traffics, random, randomWithCosts, races } = tried;
  const ofKeys = keys > 1 ? ` of ${pluralize(keys, 'key')}` : '';
  const all = `${none} with up to ${pluralize(requests, 'request')}${ofKeys} on these ${pluralize(instants.length, 'instant')} (${pluralize(traffics, 'traffic pattern')})`;
  if (races !== undefined) {
    const orders = `from ${pluralize(races.nodes, 'node')} and in every order of their commands`;
    const fault = `none with up to ${onSome(races.requestsWithFault, races.instantsWithFault)} and one fault`;
    return `${all}, ${orders}; ${fault}; none in ${formatNumber(random)} random runs.`;
  }
  const costs = randomWithCosts > 0 ? `, ${formatNumber(randomWithCosts)} of them with costs above 1` : '';
  return `${all}; none in ${formatNumber(random)} random patterns${costs}.`;
}

/** What is wrong with a limiter that the user wrote, as it failed in a search; null for any other error. */
export function ownCodeSentence(error: unknown): string | null {
  // From another thread it comes without its class.
  const { name, line, at, message } = error as Partial<OwnCodeError> & Error;
  if (name !== 'OwnCodeError') return null;
  const where = [
    ...(typeof line === 'number' ? [`line ${line}`] : []),
    ...(typeof at === 'number' ? [`at ${formatTime(secondsFromMicros(at))}`] : []),
  ];
  return `${['Your own', ...where].join(', ')}: ${message}`;
}

/** What a search is at: `all 593,774 traffic patterns of up to 6 requests on 24 instants`. */
export function tryingText({ all, effort }: Pick<Dealt, 'all' | 'effort'>, phase: FindPhase): string {
  const { requests, instants, traffics, races } = all;
  if (phase === 'shrinking') return 'to make it smaller';
  if (phase === 'random') return pluralize(effort.tries, races === undefined ? 'random traffic pattern' : 'random run');
  const every = `all ${pluralize(traffics, 'traffic pattern')} of up to ${onSome(requests, instants.length)}`;
  if (races === undefined) return every;
  const fault = `of up to ${onSome(races.requestsWithFault, races.instantsWithFault)} with one fault`;
  return `${every}, in every order of their commands, and those ${fault}`;
}

function onSome(requests: number, instants: number): string {
  return `${pluralize(requests, 'request')} on ${pluralize(instants, 'instant')}`;
}

/** `0 s, 0.999999 s, 1 s`. */
export function instantsText(instants: readonly number[]): string {
  return instants.map((at) => formatTime(secondsFromMicros(at))).join(', ');
}

type Group = Request & { readonly count: number };

/** Neighbours that are alike. */
function groupsOf(requests: readonly Request[]): readonly Group[] {
  const groups: Group[] = [];
  for (const request of requests) {
    const last = groups.at(-1);
    if (last !== undefined && last.at === request.at && last.key === request.key && last.cost === request.cost)
      groups[groups.length - 1] = { ...last, count: last.count + 1 };
    else groups.push({ ...request, count: 1 });
  }
  return groups;
}

function groupText({ count, at, key, cost }: Group): string {
  const ofKey = key === 0 ? '' : ' of another key';
  return `${formatNumber(count)}${cost === 1 ? '' : ` of cost ${formatNumber(cost)}`}${ofKey} at ${formatTime(secondsFromMicros(at))}`;
}
