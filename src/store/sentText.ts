/** What became of requests sent by hand, in a sentence. */
import { formatNumber, secondsFromMicros, type Instant, type LastRequests } from '../sim/index.ts';
import { lanesText } from './lanesText.ts';

/** With more lanes, those that admitted differently are not named. */
const MAX_NAMED = 6;

/**
 * `Sent at 12.400 s: admitted by 2 lanes, denied by 1.`; of several, `Sent 10 requests at 24.000 s: 6 admitted by lane 1, none
 * by lanes 2 and 3.`
 * @param admitted how many of them each lane admitted; null for a lane that could not run
 */
export function sentText(requests: readonly LastRequests[], admitted: readonly (number | null)[]): string {
  const sent = requests.reduce((sum, [, count]) => sum + count, 0);
  const parts = sent === 1 ? answersToOne(admitted) : answersToSeveral(admitted);
  const what = sent === 1 ? 'Sent' : `Sent ${formatNumber(sent)} requests`;
  const when = whenText(requests.map(([at]) => at));
  return parts.length === 0 ? `${what} ${when}.` : `${what} ${when}: ${parts.join(', ')}.`;
}

/** `at 12.400 s`, `from 12.400 to 13.000 s` */
function whenText(instants: readonly Instant[]): string {
  const [first, last] = [Math.min(...instants), Math.max(...instants)].map((at) => secondsFromMicros(at).toFixed(3));
  return first === last ? `at ${first} s` : `from ${first} to ${last} s`;
}

function answersToOne(answers: readonly (number | null)[]): readonly string[] {
  const lanes = (count: number): string => `${count} ${count === 1 ? 'lane' : 'lanes'}`;
  const admitted = answers.filter((count) => count === 1).length;
  const denied = answers.filter((count) => count === 0).length;
  return [
    ...(admitted > 0 ? [`admitted by ${lanes(admitted)}`] : []),
    ...(denied > 0 ? [`denied by ${admitted > 0 ? denied : lanes(denied)}`] : []),
  ];
}

function answersToSeveral(answers: readonly (number | null)[]): readonly string[] {
  const ran = answers.filter((count) => count !== null);
  const counts = [...new Set(ran)].sort((one, other) => other - one);
  const [most, least] = [counts[0], counts.at(-1)];
  if (most === undefined || least === undefined) return [];
  if (most === 0 || ran.length === 1) return [`${countText(most)} admitted`];
  if (counts.length > 1 && ran.length > MAX_NAMED)
    return [`${least} to ${countText(most)} admitted by each of ${ran.length} lanes`];
  return counts.map((count, index) => {
    const lanes = [...answers.keys()].filter((lane) => answers[lane] === count);
    return `${countText(count)}${index === 0 ? ' admitted' : ''} by ${lanesText(lanes, answers.length)}`;
  });
}

function countText(count: number): string {
  return count === 0 ? 'none' : formatNumber(count);
}
