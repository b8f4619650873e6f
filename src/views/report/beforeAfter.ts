/** A lane before a change and after it: figures side by side, and the clients that change sides. */
import {
  type BeforeAfter,
  type ClientChange,
  type ClientChanges,
  type Lane,
  type LaneInfo,
  type Scenario,
} from '../../sim/index.ts';
import { columnsFor, type CompareColumn } from '../compare/compareTable.ts';
import { formatCount, formatNumber, pluralize } from '../format/numbers.ts';
import { formatDerivedTime } from '../format/time.ts';
import { laneNameWithEdition, unnamedLimiter } from '../text/laneText.ts';
import { plainText, type ReportBlock } from './blocks.ts';
import { keyText } from './findings.ts';
import { goalsTable, type GoalsLane } from './goals.ts';
import { limitText, settingsText } from './laneTexts.ts';

export interface Change {
  /** The scenario of the lane before; it may be that of the lane after. */
  readonly before: { readonly scenario: Scenario; readonly lane: number };
  readonly after: { readonly scenario: Scenario; readonly lane: number };
  readonly answer: BeforeAfter;
}

/** @param goalFigures of the lane after the change */
export function beforeAfterBlocks(
  { before, after, answer }: Change,
  goalFigures: GoalsLane['figures'],
): readonly ReportBlock[] {
  const heading: ReportBlock = { kind: 'heading', text: 'Before and after' };
  if (!answer.ok) {
    const { which, problem } = answer;
    const text = `The scenario ${which} the change cannot be run: ${plainText(problem, 400)}`;
    return [heading, { kind: 'paragraph', text }];
  }
  const isOther = before.scenario !== after.scenario;
  return [
    heading,
    {
      kind: 'list',
      items: [
        `Before: ${sideText(before, answer.before, isOther)}`,
        `After: ${sideText(after, answer.after, isOther)}`,
        ...(isOther ? [hasSameTraffic(before.scenario, after.scenario) ? SAME_TRAFFIC : OTHER_TRAFFIC] : []),
      ],
    },
    {
      kind: 'table',
      name: 'Figures before and after',
      head: ['Figure', 'Before', 'After', 'Difference'],
      rows: figureRows(answer.before, answer.after),
      figuresFrom: 1,
    },
    ...goalsBlocks([
      { ...before, figures: answer.goalFiguresBefore },
      { ...after, figures: goalFigures },
    ]),
    ...clientBlocks(answer.clients),
  ];
}

/** Whether the goals of the scenario after the change are met, before it and after it. */
function goalsBlocks(sides: readonly [before: GoalsLane, after: GoalsLane]): readonly ReportBlock[] {
  const { goals } = sides[1].scenario;
  if (goals.length === 0) return [];
  return [goalsTable('Goals before and after', goals, ['Before', 'After'], sides)];
}

const SAME_TRAFFIC = 'Both have the same traffic.';
const OTHER_TRAFFIC = 'Their traffic differs: not every difference comes from the limiter.';

function hasSameTraffic(one: Scenario, other: Scenario): boolean {
  const text = ({ traffic, seed, duration, epoch }: Scenario): string =>
    JSON.stringify([traffic, seed, duration, epoch]);
  return text(one) === text(other);
}

/** `lane 1, Token bucket, 10 per 10 s, capacity 20, of “Old limit”`: whatever may have changed. */
function sideText({ scenario, lane }: Change['before'], laneInfo: LaneInfo, isOther: boolean): string {
  const own = scenario.lanes[lane] as Lane;
  const limiter = unnamedLimiter(own);
  const name = `${plainText(laneNameWithEdition(own))}${limiter === null ? '' : ` (${plainText(limiter)})`}`;
  const settings = settingsText(own);
  const title = plainText(scenario.title);
  const of = isOther ? `, of “${title === '' ? 'Untitled' : title}”` : '';
  return `lane ${lane + 1}, ${name}, ${limitText(own, laneInfo)}${settings === '' ? '' : `, ${settings}`}${of}`;
}

const REQUESTS: CompareColumn = {
  id: 'requests',
  title: 'Requests',
  value: ({ summary }) => summary.requests,
  format: formatCount,
};

/** Those figures that at least one of the two has. */
function figureRows(before: LaneInfo, after: LaneInfo): readonly (readonly string[])[] {
  return [REQUESTS, ...columnsFor([before, after])].flatMap((column) => {
    const [was, is] = [column.value(before) ?? null, column.value(after) ?? null];
    if (was === null && is === null) return [];
    const text = (value: number | null, laneInfo: LaneInfo): string =>
      value === null ? '–' : column.format(value, laneInfo);
    return [[column.title, text(was, before), text(is, after), differenceText(column, was, is)]];
  });
}

/** `+12`, `−1.5 s`, `0`; a dash where one of them is missing. */
function differenceText({ micros }: CompareColumn, was: number | null, is: number | null): string {
  if (was === null || is === null) return '–';
  const difference = is - was;
  const size = Math.abs(difference);
  if (difference === 0) return '0';
  return `${difference < 0 ? '−' : '+'}${micros === true ? formatDerivedTime(size) : formatNumber(size, 2)}`;
}

function clientBlocks({
  relieved,
  newlyRefused,
  refusedInBoth,
  refusedInNeither,
}: ClientChanges): readonly ReportBlock[] {
  const clients = relieved.clients + newlyRefused.clients + refusedInBoth + refusedInNeither;
  // Of the only one, the figures say it all.
  if (clients < 2) return [];
  const rows = [
    ...relieved.most.map((change) => clientRow(change, 'no longer refused')),
    ...newlyRefused.most.map((change) => clientRow(change, 'newly refused')),
  ];
  const unlisted = relieved.clients + newlyRefused.clients - rows.length;
  const counts = [
    changedText(relieved.clients, 'refused before but not after'),
    changedText(newlyRefused.clients, 'refused after but not before'),
    `refused in both: ${formatCount(refusedInBoth)}`,
    `in neither: ${formatCount(refusedInNeither)}`,
  ];
  return [
    { kind: 'paragraph', text: `Keys ${counts.join('; ')}.` },
    ...(rows.length === 0
      ? []
      : [
          {
            kind: 'table',
            name: 'Keys that change sides',
            head: ['Key', 'Change', 'Denied before', 'Denied after'],
            rows,
            figuresFrom: 2,
          } as const,
        ]),
    ...(unlisted === 0
      ? []
      : [{ kind: 'paragraph', text: `Those with the most refusals; ${pluralize(unlisted, 'key')} more.` } as const]),
  ];
}

function changedText(clients: number, how: string): string {
  return `${how}: ${formatCount(clients)}`;
}

function clientRow({ key, before, after }: ClientChange, change: string): readonly string[] {
  return [keyText(key), change, countsText(before), countsText(after)];
}

/** `12 of 40`; a dash for a client that sends nothing. */
function countsText({ requests, denied }: ClientChange['before']): string {
  return requests === 0 ? '–' : `${formatCount(denied)} of ${formatCount(requests)}`;
}
