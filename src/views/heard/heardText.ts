/** What is said of a step, a jump, a change and the end: what a sighted person sees, in a sentence or two. */
import { SECOND, joinWithAnd, type Instant, type LaneSnapshot, type Scenario, type Why } from '../../sim/index.ts';
import { lanesText } from '../../store/lanesText.ts';
import { chartLayoutOf, microsPerPixel } from '../../store/selectors.ts';
import { wholeRange } from '../../store/slices/view.ts';
import type { Result, State } from '../../store/state.ts';
import { formatCount } from '../format/numbers.ts';
import { formatDuration, formatSeconds, instantDecimals } from '../format/time.ts';
import { levelText } from '../text/levelText.ts';

/** Lanes whose figures are listed one by one; of more the least and the greatest are said. */
const MAX_LISTED = 8;
/** Lanes whose levels are said. */
const MAX_LEVELS = 4;
/** Groups of lanes that come with their reason. */
const MAX_REASONS = 4;

/** `Request 11, 10.05 s: lanes 1 and 3 admit, lane 2 denies, the log is full.` */
export function decisionText(why: Why, { keyNames, laneInfos }: Pick<Result, 'keyNames' | 'laneInfos'>): string {
  const tryText = why.try === null ? '' : `, try ${formatCount(why.try.number)} of job ${formatCount(why.try.job)}`;
  const key = keyNames.length > 1 ? `, key ${why.key}` : '';
  return `Request ${formatCount(why.request + 1)}${tryText}, ${instantText(why.at)}${key}: ${verdictsText(why.lanes, laneInfos)}.`;
}

/** Lanes that decided alike, and what to add to their verb. */
interface Group {
  readonly lanes: number[];
  readonly verb: readonly [one: string, many: string];
  readonly tail: string;
}

/** The verbs of one lane and of several, in the order in which they are said. */
const VERBS = {
  allow: ['admits', 'admit'],
  delay: ['delays it', 'delay it'],
  deny: ['denies', 'deny'],
  missing: ['never received it', 'never received it'],
  failed: ['cannot run', 'cannot run'],
} as const;

function verdictsText(lanes: Why['lanes'], laneInfos: Result['laneInfos']): string {
  const detailed = groupsOf(lanes, laneInfos, true);
  const groups = detailed.length > MAX_REASONS ? groupsOf(lanes, laneInfos, false) : detailed;
  const clauses = groups.map(({ lanes: own, verb, tail }) => {
    const [one, many] = verb;
    return `${lanesText(own, lanes.length)} ${own.length === 1 ? one : many}${tail}`;
  });
  // A reason follows a comma of its own.
  const separator = groups.slice(0, -1).some(({ tail }) => tail.startsWith(',')) ? '; ' : ', ';
  return clauses.join(separator);
}

function groupsOf(lanes: Why['lanes'], laneInfos: Result['laneInfos'], withDetails: boolean): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const outcome of ['allow', 'delay', 'deny', 'missing', 'failed'] as const) {
    for (const [lane, decision] of lanes.entries()) {
      if ((decision?.outcome ?? (laneInfos[lane] === null ? 'failed' : 'missing')) !== outcome) continue;
      const tail = withDetails && decision !== null ? tailOf(decision) : '';
      const group = groups.get(`${outcome}${tail}`) ?? { lanes: [], verb: VERBS[outcome], tail };
      group.lanes.push(lane);
      groups.set(`${outcome}${tail}`, group);
    }
  }
  return [...groups.values()];
}

/** `, the log is full`, ` by 0.5 s`; nothing for an admission. */
function tailOf({ outcome, reason, wait }: NonNullable<Why['lanes'][number]>): string {
  if (outcome === 'delay') return ` by ${instantText(wait)}`;
  return outcome === 'deny' && reason !== '' ? `, ${reason}` : '';
}

/**
 * `14 s, after request 21 of 32. Levels: 10 permits used, 10 entries used and 0.55 tokens left.`
 * @param pixelMicros how long a pixel is: what is said is what the screen shows; null for all decimals, for a selected request
 */
export function momentText(
  at: Instant,
  moments: readonly (LaneSnapshot | null)[],
  { laneInfos, isClosedLoop, openLoopRequests }: Pick<Result, 'laneInfos' | 'isClosedLoop' | 'openLoopRequests'>,
  pixelMicros: number | null = Infinity,
): string {
  const seen = moments.length > MAX_LEVELS ? '' : levelsText(at, moments, laneInfos, pixelMicros === null);
  const when = pixelMicros === null ? instantText(at) : shownInstantText(at, pixelMicros);
  const last = moments.find((moment) => moment !== null)?.last ?? null;
  // Clients that answer back send each lane requests of its own.
  if (isClosedLoop || moments.length === 0) return `${when}.${seen}`;
  const where =
    last === null
      ? 'before the first request'
      : `after request ${formatCount(last.request + 1)} of ${formatCount(openLoopRequests)}`;
  return `${when}, ${where}.${seen}`;
}

/** ` Levels: 10 permits used, lane 2 cannot run and 7.3 tokens left.`, as the read-outs say them; empty without lanes. */
function levelsText(
  at: Instant,
  moments: readonly (LaneSnapshot | null)[],
  laneInfos: Result['laneInfos'],
  full: boolean,
): string {
  const levels = moments.map((moment, lane) => {
    const laneInfo = laneInfos[lane] ?? null;
    if (moment === null || laneInfo === null) return `${lanesText([lane], moments.length)} cannot run`;
    return moment.level === null ? 'unknown' : levelText(laneInfo, moment, at, full);
  });
  if (levels.length === 0) return '';
  // A level may have a comma of its own.
  const list = levels.some((level) => level.includes(', ')) ? levels.join('; ') : joinWithAnd(levels);
  return ` ${levels.length === 1 ? 'Level' : 'Levels'}: ${list}.`;
}

/** `The run ends at 24 s: 24, 15 and 23 of 32 admitted.` */
export function endText(result: Result): string {
  const figures = figuresText(result);
  return `The run ends at ${instantText(result.end)}${figures === '' ? '' : `: ${figures}`}.`;
}

/**
 * `n 12: now 26, 17 and 25 of 32 admitted.`; for another document `Edge burst: 24, 15 and 23 of 32 admitted.`; null when
 * nothing that is seen has changed.
 * @param isOther whether another document was opened
 */
export function changeText(before: Result, after: Result, isOther: boolean): string | null {
  const figures = figuresText(after);
  if (isOther) {
    const title = after.scenario.title === '' ? 'Opened' : after.scenario.title;
    return figures === '' ? `${title}.` : `${title}: ${figures}.`;
  }
  const policy = policyChangeText(before.scenario, after.scenario);
  if (policy === '' && figures === figuresText(before)) return null;
  if (figures === '') return policy === '' ? null : `${policy}.`;
  return policy === '' ? `Now ${figures}.` : `${policy}: now ${figures}.`;
}

/** `n 12, T 5 s, capacity 20` */
function policyChangeText({ policy: was }: Scenario, { policy: is }: Scenario): string {
  const capacity = is.capacity === undefined ? 'capacity follows n' : `capacity ${formatCount(is.capacity)}`;
  return [
    ...(is.n === was.n ? [] : [`n ${formatCount(is.n)}`]),
    ...(is.T === was.T ? [] : [`T ${formatDuration(is.T)}`]),
    ...(is.capacity === was.capacity ? [] : [capacity]),
  ].join(', ');
}

/** `26, 17 and 25 of 32 admitted`; where clients answer back, `60, 54 and 60 of 60 jobs done`. Empty without lanes. */
function figuresText({ laneInfos, isClosedLoop }: Pick<Result, 'laneInfos' | 'isClosedLoop'>): string {
  const ran = laneInfos.filter((laneInfo) => laneInfo !== null);
  const failed = [...laneInfos.keys()].filter((lane) => laneInfos[lane] === null);
  const failure = failed.length === 0 ? '' : `${lanesText(failed, laneInfos.length)} cannot run`;
  if (ran.length === 0) return failure;
  const jobs = ran.map(({ summary }) => summary.jobStats);
  const figures =
    isClosedLoop && jobs.every((each) => each !== null)
      ? `${sharesText(jobs.map(({ succeeded, started }) => [succeeded, started]))} jobs done`
      : `${sharesText(ran.map(({ summary }) => [summary.admitted, summary.requests]))} admitted`;
  return failure === '' ? figures : `${figures}, ${failure}`;
}

type Share = readonly [part: number, whole: number];

/** `26, 17 and 25 of 32`, `26 of 32 and 17 of 40`, `12 to 26 of 32` */
function sharesText(shares: readonly Share[]): string {
  const wholes = shares.map(([, whole]) => whole);
  const common = wholes.every((whole) => whole === wholes[0]);
  if (shares.length > MAX_LISTED) {
    const parts = shares.map(([part]) => part);
    const range = `${formatCount(Math.min(...parts))} to ${formatCount(Math.max(...parts))}`;
    return `${range} of ${formatCount(Math.max(...wholes))}`;
  }
  if (!common) return joinWithAnd(shares.map(([part, whole]) => `${formatCount(part)} of ${formatCount(whole)}`));
  return `${joinWithAnd(shares.map(([part]) => formatCount(part)))} of ${formatCount(wholes[0] as number)}`;
}

/** An instant or a length as it is spoken, without trailing zeros: `10.05 s`. */
function instantText(micros: Instant): string {
  return formatSeconds(micros / SECOND);
}

/** The same, with no more decimals than the screen shows. */
function shownInstantText(micros: Instant, pixelMicros: number): string {
  return formatSeconds(Number((micros / SECOND).toFixed(instantDecimals(pixelMicros))));
}

/** What a press can change of the same run's view. */
export type ViewPart = 'range' | 'layout' | 'mode';

const NAMES = { run: 'Run', tune: 'Tune', learn: 'Learn', stacked: 'Stacked', columns: 'Columns' } as const;

/** `Shows 6.75 s to 12.75 s.`, `Shows the whole run, 0 s to 24 s.`, `Layout: Stacked.` */
export function viewText(part: ViewPart, state: State): string {
  if (part === 'mode') return `Mode: ${NAMES[state.mode]}.`;
  if (part === 'layout') return `Layout: ${NAMES[chartLayoutOf(state)]}.`;
  const { from, to } = state.range;
  const perPixel = microsPerPixel(state);
  const whole = wholeRange(state.scenario);
  const isWhole = from === whole.from && to === whole.to;
  return `Shows ${isWhole ? 'the whole run, ' : ''}${shownInstantText(from, perPixel)} to ${shownInstantText(to, perPixel)}.`;
}
