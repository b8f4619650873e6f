/** The words of a handout: what is asked, and the answers of the runs. */
import { plainText } from '../../lessons/markup.ts';
import {
  formatTime,
  joinWithAnd,
  lineQuantities,
  minimalDocument,
  type Bet,
  type Lane,
  type ReadStep,
  type Scenario,
} from '../../sim/index.ts';
import type { BetOutcome } from '../../store/learning/bets.ts';
import type { HandoutAnswer } from '../../store/learning/handout.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatLimit } from '../format/rates.ts';
import { formatDuration } from '../format/time.ts';
import { betText } from '../learn/BetResult.tsx';
import { answerText, conditionText, numberLabel, valueText } from '../learn/quantityText.ts';
import { clusterItems } from '../text/clusterText.ts';
import { laneName } from '../text/laneText.ts';
import { overrideParts } from '../text/optionText.ts';
import { phaseText } from '../text/phaseText.ts';

/** Without markup. */
export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n{2,}/).map(plainText);
}

/** More phases than this would be a list of numbers. */
const MOST_PHASES = 8;

/**
 * What the step runs on, as far as it is not what the step before ran on: `Limit: 10 requests per 10 s`,
 * `Traffic: steady, 10 a second, 9 s to 9.95 s`, `Lanes: 1 Fixed window`, and the cluster's. Nothing of what is decided.
 */
export function setupItems({ scenario }: ReadStep, before: ReadStep | undefined): readonly string[] {
  const { policy, traffic, lanes, cluster } = scenario;
  const was = before?.scenario;
  const phases =
    traffic.length > MOST_PHASES ? pluralize(traffic.length, 'phase') : traffic.map(phaseText).join('; ') || 'none';
  const capacity = policy.capacity === undefined ? '' : `, capacity ${formatCount(policy.capacity)}`;
  return [
    ...(isSame(policy, was?.policy) ? [] : [`Limit: ${formatLimit(policy)}${capacity}`]),
    ...(isSame(traffic, was?.traffic) ? [] : [`Traffic: ${phases}`]),
    ...(isSame(lanes, was?.lanes) ? [] : [`Lanes: ${lanes.map(laneText).join('; ')}`]),
    ...(cluster === undefined || isSame(cluster, was?.cluster) ? [] : clusterItems(cluster)),
  ];
}

/** What a blank is for, as on the screen: `Your number, %`. */
export function blankLabel(bet: Extract<Bet, { kind: 'number' | 'time' }>): string {
  return bet.kind === 'time' ? 'Your time, s' : numberLabel(bet.quantity.of);
}

const NO_RUN = 'This step cannot be run for the handout.';

/** Paragraph by paragraph: what the run says, how the task is done, and what the lesson says to it. */
export function answerParagraphs(step: ReadStep, { bet: outcome, task: results }: HandoutAnswer): readonly string[] {
  const { bet, task, after } = step;
  return [
    ...(bet === undefined ? [] : [outcome === null ? NO_RUN : betAnswer(bet, outcome)]),
    ...(task === undefined ? [] : [solutionText(step)]),
    ...(task === undefined
      ? []
      : results === null
        ? [NO_RUN]
        : task.until.map(
            (condition, nth) =>
              `${conditionText(condition, null)} Result: ${answerText(results[nth]?.value ?? null, condition.quantity.of)}.`,
          )),
    ...(after === undefined ? [] : paragraphsOf(after)),
  ];
}

function betAnswer(bet: Bet, outcome: BetOutcome): string {
  if (bet.kind === 'line' && outcome.curve !== null) return lineAnswer(bet, outcome);
  const text = betText(bet, { kind: 'none' }, outcome);
  return bet.kind === 'choice' || bet.kind === 'line' || bet.within === undefined || bet.within === 0
    ? text
    : `${text} An answer within ${valueText(bet.within, bet.quantity.of)} is right.`;
}

/** `It is 0 at 0 s, 4 at 5 s and 2 at 10 s.` */
function lineAnswer(bet: Extract<Bet, { kind: 'line' }>, { values }: BetOutcome): string {
  const points = lineQuantities(bet).map(
    ({ of, at = 0 }, nth) => `${valueText(values[nth] ?? null, of)} at ${formatTime(Number(at.toFixed(6)))}`,
  );
  return `It is ${joinWithAnd(points)}.`;
}

/** `One way to do it: set the capacity to 1.` */
function solutionText({ scenario, solved }: ReadStep): string {
  if (solved === undefined) return 'No solution was given.';
  const changes = changesBetween(scenario, solved);
  return changes.length === 0 ? 'Nothing needs to be done.' : `One way to do it: ${changes.join('; ')}.`;
}

function changesBetween(before: Scenario, after: Scenario): readonly string[] {
  const { policy: _, traffic: fromTraffic, lanes: fromLanes, ...fromRest } = documentOf(before);
  const { policy: __, traffic: toTraffic, lanes: toLanes, ...toRest } = documentOf(after);
  const { n, T, capacity } = after.policy;
  const settings = [
    ...(n === before.policy.n ? [] : [`n to ${formatCount(n)}`]),
    ...(T === before.policy.T ? [] : [`T to ${formatDuration(T)}`]),
    ...(capacity === before.policy.capacity ? [] : [`the capacity to ${formatCount(capacity ?? n)}`]),
  ];
  return [
    ...(settings.length === 0 ? [] : [`set ${joinWithAnd(settings)}`]),
    ...(isSame(fromTraffic, toTraffic) ? [] : [trafficText(after.traffic)]),
    ...(isSame(fromLanes, toLanes) ? [] : [`lanes: ${after.lanes.map(laneText).join(' | ')}`]),
    ...Object.keys({ ...fromRest, ...toRest })
      .filter((part) => part !== 'lesson' && !isSame(fromRest[part], toRest[part]))
      .map((part) => `${part} ${JSON.stringify(toRest[part] ?? 'as by default')}`),
  ];
}

/** A few requests by their instants: `4 requests at 7 s, 7 s, 7 s and 10 s` */
function trafficText(traffic: Scenario['traffic']): string {
  const [only] = traffic;
  if (traffic.length !== 1 || only?.kind !== 'times' || only.at.length > MOST_INSTANTS)
    return `traffic: ${traffic.map(phaseText).join(' | ')}`;
  return `${pluralize(only.at.length, 'request')} at ${joinWithAnd(only.at.map(formatTime))}`;
}

const MOST_INSTANTS = 12;

function documentOf(scenario: Scenario): Readonly<Record<string, unknown>> {
  return { ...minimalDocument(scenario) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** `1 Token bucket (start empty)` */
function laneText(lane: Lane, index: number): string {
  const parts = overrideParts(lane);
  return `${index + 1} ${laneName(lane)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}
