/**
 * A run as a report: what a reviewer needs to judge a change of a limit. It knows no page, so that the command line writes
 * it as well.
 */
import { resolvePolicy, type Lane, type LaneInfo, type ReportData, type Scenario } from '../../sim/index.ts';
import { defaultLaneName } from '../../store/defaultLaneName.ts';
import { parseNotes } from '../caption/notesMarkup.ts';
import { writtenForText } from '../caption/sentenceText.ts';
import { cellText, columnsFor, compareRows } from '../compare/compareTable.ts';
import { isComparable, jainText, wrongDecisionTexts } from '../fairness/fairnessText.ts';
import { clusterItems } from '../text/clusterText.ts';
import { formatCount } from '../format/numbers.ts';
import { formatLimit, formatLongRun } from '../format/rates.ts';
import { formatSeconds } from '../format/time.ts';
import { trafficText, type PictureLink } from '../picture/frameParts.ts';
import { lackedRequestsText, recordingNames } from '../text/linkText.ts';
import { laneNameWithEdition, unnamedLimiter } from '../text/laneText.ts';
import { datedSpanText, logClock } from '../text/clockText.ts';
import { requestCountText } from '../text/requestCount.ts';
import { stampsText } from '../text/stampsText.ts';
import { beforeAfterBlocks, type Change } from './beforeAfter.ts';
import { plainText, type ReportBlock } from './blocks.ts';
import { findings, type FoundRun } from './findings.ts';
import { goalsTable, readingsNote } from './goals.ts';
import { limitText, settingsText } from './laneTexts.ts';

export interface ReportedRun extends FoundRun, Pick<ReportData, 'fairness' | 'goalFigures'> {
  readonly openLoopRequests: number;
  readonly link: PictureLink;
}

const TITLE_LENGTH = 200;
const TEXT_LENGTH = 2_000;

/** Of one line, and not too long for a heading. */
export function reportTitle({ title }: Pick<Scenario, 'title'>): string {
  return plainText(title, TITLE_LENGTH) || 'Untitled';
}

/** @param change what the report compares; null where it compares nothing */
export function reportOf(run: ReportedRun, change: Change | null): readonly ReportBlock[] {
  const { scenario } = run;
  const found = findings(run);
  return [
    { kind: 'title', text: reportTitle(scenario) },
    ...notesBlocks(scenario),
    ...(change === null ? [] : beforeAfterBlocks(change, run.goalFigures[change.after.lane] ?? null)),
    ...goalsBlocks(run),
    ...(found.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Findings' },
          { kind: 'list', items: found },
        ] as const)),
    { kind: 'heading', text: 'The run' },
    { kind: 'list', items: runItems(run) },
    { kind: 'picture' },
    ...laneBlocks(run),
    ...fairnessBlocks(run),
    ...linkBlocks(run.link, scenario),
  ];
}

/** The sentence, without links to instants; with the policy that it speaks of, where that is another one. */
function notesBlocks(scenario: Scenario): readonly ReportBlock[] {
  const policy = writtenForText(scenario);
  const blocks = parseNotes(scenario.notes.slice(0, TEXT_LENGTH)).map(({ kind, lines }): ReportBlock => {
    const texts = lines.map(({ inlines }) => plainText(inlines.map(({ text }) => text).join(''), TEXT_LENGTH));
    return kind === 'list' ? { kind, items: texts } : { kind, text: texts.join(' ') };
  });
  return policy === null ? blocks : [...blocks, { kind: 'paragraph', text: `The sentence was written for ${policy}.` }];
}

function runItems(run: ReportedRun): readonly string[] {
  const { policy, cluster, duration } = run.scenario;
  const stamps = stampsText(run.scenario);
  const values = { n: policy.n, T: policy.T, capacity: policy.capacity ?? policy.n };
  return [
    `Limit: ${formatLimit(values)}, ${formatLongRun(values)}`,
    `Traffic: ${plainText(trafficText(run.scenario, requestCountText(run)), TEXT_LENGTH)}`,
    ...(duration === undefined ? [] : [`Length: ${formatSeconds(duration)}${dateNote(run.scenario)}`]),
    ...(cluster === undefined ? [] : clusterItems(cluster)),
    ...(stamps === null ? [] : [stamps]),
  ];
}

/** `, 5 January 2026, 10:00:00 to 10:59:59 UTC` in a run with a log at its own time. */
function dateNote(scenario: Scenario): string {
  const clock = logClock(scenario);
  return clock === null ? '' : `, ${datedSpanText({ start: clock.epoch, length: clock.end })}`;
}

function goalsBlocks({ scenario, goalFigures }: ReportedRun): readonly ReportBlock[] {
  const { goals, lanes } = scenario;
  if (goals.length === 0 || lanes.length === 0) return [];
  const names = lanes.map((lane, index) => `${index + 1} ${plainText(laneNameWithEdition(lane))}`);
  const measured = lanes.map((_, lane) => ({ scenario, lane, figures: goalFigures[lane] ?? null }));
  const note = readingsNote(measured);
  return [
    { kind: 'heading', text: 'Goals' },
    ...(note === null ? [] : [{ kind: 'paragraph', text: note } as const]),
    ...abreast(names).map(({ first, some }) =>
      goalsTable('Goals', goals, some, measured.slice(first, first + some.length)),
    ),
  ];
}

/** More lanes than these would not fit on paper side by side. */
const LANES_ABREAST = 6;

/** Lanes' columns by table. @returns `first`: the lane that a table begins with */
function abreast<T>(lanes: readonly T[]): readonly { readonly first: number; readonly some: readonly T[] }[] {
  const tables = Math.ceil(lanes.length / LANES_ABREAST);
  return Array.from({ length: tables }, (_, table) => {
    const first = table * LANES_ABREAST;
    return { first, some: lanes.slice(first, first + LANES_ABREAST) };
  });
}

/** What each lane is, and its figures. */
function laneBlocks(run: ReportedRun): readonly ReportBlock[] {
  const { lanes } = run.scenario;
  if (lanes.length === 0) return [{ kind: 'paragraph', text: 'This scenario has no lanes.' }];
  const names = lanes.map((lane) => plainText(laneNameWithEdition(lane)));
  const all = compareRows(names, run.laneInfos);
  const columns = columnsFor(run.laneInfos);
  const tables = abreast(all).map(({ some }): ReportBlock => {
    const requests = some.map(({ laneInfo }) => (laneInfo === null ? '–' : formatCount(laneInfo.summary.requests)));
    const rows = columns.map((column) => [column.title, ...some.map((row) => cellText(column, row))]);
    return {
      kind: 'table',
      name: 'Figures',
      head: ['Figure', ...some.map(({ lane, label }) => `${lane + 1} ${label}`)],
      rows: [['Requests', ...requests], ...rows].filter((cells) => cells.slice(1).some((cell) => cell !== '–')),
      figuresFrom: 1,
    };
  });
  // Where every lane's name says its limiter, they would only be said twice.
  const limiters = lanes.some((lane) => unnamedLimiter(lane) !== null);
  const head = ['Lane', ...(limiters ? ['Limiter'] : []), 'Limit', 'Options'];
  return [
    { kind: 'heading', text: 'Lanes' },
    {
      kind: 'table',
      name: 'Lanes',
      head,
      rows: lanes.map((lane, index) => [
        `${index + 1} ${names[index]}`,
        ...(limiters ? [plainText(defaultLaneName(lane))] : []),
        laneLimitText(run, lane, index),
        settingsText(lane) || 'Defaults',
      ]),
      figuresFrom: head.length,
    },
    { kind: 'heading', text: 'Figures' },
    ...tables,
  ];
}

function laneLimitText({ scenario, laneInfos }: ReportedRun, lane: Lane, index: number): string {
  const laneInfo: LaneInfo | null = laneInfos[index] ?? null;
  return limitText(lane, laneInfo ?? resolvePolicy(scenario, index));
}

function fairnessBlocks({ scenario, fairness }: ReportedRun): readonly ReportBlock[] {
  if (!isComparable(fairness)) return [];
  const hasLabels = fairness.some((lane) => (lane?.byLabel ?? null) !== null);
  const labelHeads = hasLabels ? ['Good refused', 'Bad admitted'] : [];
  return [
    { kind: 'heading', text: 'Fairness' },
    {
      kind: 'table',
      name: 'Fairness',
      head: ['Lane', 'Keys', 'Jain’s index', ...labelHeads],
      rows: scenario.lanes.map((lane, index) => {
        const own = fairness[index] ?? null;
        const byLabel = own?.byLabel ?? null;
        return [
          `${index + 1} ${plainText(laneNameWithEdition(lane))}`,
          own === null ? '–' : formatCount(own.keys),
          jainText(own?.jain ?? null),
          ...(hasLabels ? (byLabel === null ? ['–', '–'] : wrongDecisionTexts(byLabel)) : []),
        ];
      }),
      figuresFrom: 1,
    },
  ];
}

function linkBlocks(link: PictureLink, scenario: Scenario): readonly ReportBlock[] {
  if ('missing' in link) return [{ kind: 'paragraph', text: link.missing }];
  const { address } = link;
  const names = recordingNames(scenario).map((name) => plainText(name));
  return [
    ...(/^https?:\/\//.test(address)
      ? [{ kind: 'link', text: 'Open this run', address } as const]
      : [
          { kind: 'paragraph', text: 'To open this run, add this to the address of the page:' } as const,
          { kind: 'code', text: address } as const,
        ]),
    ...(names.length === 0 ? [] : [{ kind: 'paragraph', text: lackedRequestsText('The link', names) } as const]),
  ];
}
