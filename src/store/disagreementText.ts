/** Which lane stands alone on a request, and what each answered, in a sentence. */
import { capitalized, joinWithAnd, type Lane, type LaneAnswer, type Outcome } from '../sim/index.ts';
import { defaultLaneName } from './defaultLaneName.ts';
import { lanesText } from './lanesText.ts';

/** Where clients retry, the lanes are not asked the same requests. */
export const RETRIES_DIFFER_TEXT = 'Not comparable request by request: retries differ.';

interface AnswerGroup {
  readonly outcome: Outcome;
  readonly answers: readonly LaneAnswer[];
}

/** By answer, the fewest lanes first. */
function groupsOf(answers: readonly LaneAnswer[]): readonly AnswerGroup[] {
  const outcomes = [...new Set(answers.map(({ outcome }) => outcome))];
  return outcomes
    .map((outcome) => ({ outcome, answers: answers.filter((one) => one.outcome === outcome) }))
    .sort((one, other) => one.answers.length - other.answers.length);
}

/**
 * The answer that the fewest lanes gave; of several lanes that stand equally alone, the one that was looked at.
 * @param lookedAt a lane's index
 */
export function oddAnswer(answers: readonly LaneAnswer[], lookedAt: number): LaneAnswer | undefined {
  const groups = groupsOf(answers);
  const fewest = groups[0]?.answers.length;
  const odd = groups.flatMap((group) => (group.answers.length === fewest ? group.answers : []));
  return odd.find(({ lane }) => lane === lookedAt) ?? odd[0];
}

/** `Leaky queue delays it; the other four admit.` */
export function disagreementText(answers: readonly LaneAnswer[], lanes: readonly Lane[]): string {
  const groups = groupsOf(answers);
  const clauses = groups.map(({ outcome, answers: members }, index) => {
    const { one, many } = VERBS[outcome];
    const verb = members.length === 1 ? one : many;
    // The largest group is what the others are held against.
    if (index > 0 && index === groups.length - 1 && members.length > 1)
      return `the other ${numberText(members.length)} ${many}`;
    return `${namesText(members, lanes)} ${verb} it`;
  });
  return `${capitalized(clauses.join('; '))}.`;
}

const VERBS: Readonly<Record<Outcome, { readonly one: string; readonly many: string }>> = {
  allow: { one: 'admits', many: 'admit' },
  delay: { one: 'delays', many: 'delay' },
  deny: { one: 'denies', many: 'deny' },
};

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function numberText(count: number): string {
  return NUMBERS[count - 2] ?? String(count);
}

/** More lanes than these are named by their numbers. */
const MAX_NAMED = 2;

function namesText(answers: readonly LaneAnswer[], lanes: readonly Lane[]): string {
  const members = answers.map(({ lane }) => lane);
  if (members.length > MAX_NAMED) return lanesText(members);
  return joinWithAnd(members.map((lane) => nameOf(lane, lanes)));
}

/** Two lanes may have one name. */
function nameOf(index: number, lanes: readonly Lane[]): string {
  const name = plainName(lanes[index]);
  return lanes.filter((lane) => plainName(lane) === name).length > 1 ? `${name} (lane ${index + 1})` : name;
}

function plainName(lane: Lane | undefined): string {
  return lane === undefined ? '' : (lane.label ?? defaultLaneName(lane));
}
