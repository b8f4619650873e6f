/** What stands out in a run, in sentences. */
import {
  SECOND,
  type FailedLane,
  type Instant,
  type RefusedMost,
  type ReportData,
  type LaneInfo,
  type Scenario,
} from '../../sim/index.ts';
import { RETRIES_DIFFER_TEXT } from '../../store/disagreementText.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatDuration, formatInstant, formatInstantExact } from '../format/time.ts';
import { logClock, timeNote } from '../text/clockText.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { excessSentence, peakFigures, peakStanding } from '../text/peakText.ts';
import { plainText } from './blocks.ts';

export interface FoundRun extends Pick<ReportData, 'refusedMost' | 'races'> {
  readonly scenario: Scenario;
  readonly laneInfos: readonly (LaneInfo | null)[];
  readonly failedLanes: readonly FailedLane[];
  readonly disagreements: Pick<ReportData['charts']['disagreements'], 'count' | 'requestsDiffer'>;
}

export function findings(run: FoundRun): readonly string[] {
  const { laneInfos, failedLanes } = run;
  const peaks = laneInfos.flatMap((laneInfo, index) => peakFinding(run, laneInfo, index));
  const hasRequests = laneInfos.some((laneInfo) => (laneInfo?.summary.requests ?? 0) > 0);
  return [
    ...failedLanes.map(({ laneIndex, error }) => `Lane ${laneIndex + 1}, ${plainText(error, ERROR_LENGTH)}`),
    ...(hasRequests && peaks.length === 0 ? ['No lane admits more than its n within T.'] : peaks),
    ...run.races.flatMap((races, index) => raceFinding(run, races, index)),
    ...disagreementFinding(run),
    ...run.refusedMost.flatMap((most, index) => refusalFinding(run, most, index)),
    ...laneInfos.flatMap((laneInfo, index) =>
      noteTexts(laneInfo).map((note) => `${nameOfLane(run, index)}: ${plainText(note, ERROR_LENGTH)}`),
    ),
  ];
}

const ERROR_LENGTH = 400;

/** `Lane 2, Token bucket` */
function nameOfLane({ scenario }: Pick<FoundRun, 'scenario'>, index: number): string {
  const lane = scenario.lanes[index];
  return `Lane ${index + 1}${lane === undefined ? '' : `, ${plainText(laneNameWithEdition(lane))}`}`;
}

/** `10.050 s`; `51,595.022 s, 14:20:00 UTC` in a run with a log, which does not know the time to a microsecond. */
function momentText(at: Instant, scenario: Scenario): string {
  return `${logClock(scenario) === null ? formatInstantExact(at) : formatInstant(at)}${timeNote(at, scenario)}`;
}

/** Only of a lane that admits more than n within T. */
function peakFinding(run: FoundRun, laneInfo: LaneInfo | null, index: number): readonly string[] {
  if (laneInfo === null || laneInfo.summary.peak === null) return [];
  const figures = peakFigures(laneInfo);
  if (peakStanding(figures) === 'within') return [];
  const { T, summary } = laneInfo;
  const { from, key } = summary.peak as NonNullable<typeof summary.peak>;
  const ofKey = summary.keyCount > 1 ? ` for the key ${keyText(key)}` : '';
  return [
    `${nameOfLane(run, index)}: ${formatCount(figures.permits)} in ${formatDuration(T / SECOND)}${ofKey}, ` +
      `from ${momentText(from, run.scenario)}, where the limit is ${formatCount(figures.n)}. ` +
      excessSentence(figures, run.races[index] ?? 0),
  ];
}

/** Only of a lane that admits some because of them. */
function raceFinding(run: FoundRun, races: number | null, index: number): readonly string[] {
  const laneInfo = run.laneInfos[index] ?? null;
  if (races === null || races === 0 || laneInfo === null) return [];
  const admissions = pluralize(laneInfo.summary.admitted, 'admission');
  const they = races === 1 ? 'it' : 'them';
  return [
    `${nameOfLane(run, index)}: ${formatCount(races)} of ${admissions} came from races; the atomic version denies ${they}.`,
  ];
}

function disagreementFinding({ laneInfos, disagreements }: FoundRun): readonly string[] {
  const running = laneInfos.filter((laneInfo) => laneInfo !== null);
  const requests = running[0]?.summary.requests ?? 0;
  if (running.length < 2 || requests === 0) return [];
  const { count, requestsDiffer } = disagreements;
  if (requestsDiffer) return [RETRIES_DIFFER_TEXT];
  if (count === 0) return ['The lanes agree on every request.'];
  return [`The lanes decide ${formatCount(count)} of ${pluralize(requests, 'request')} differently.`];
}

function refusalFinding(run: FoundRun, most: RefusedMost | null, index: number): readonly string[] {
  const laneInfo = run.laneInfos[index] ?? null;
  if (most === null || laneInfo === null) return [];
  const { from, denied, requests } = most;
  return [
    `${nameOfLane(run, index)}, denies most in the ${formatDuration(laneInfo.T / SECOND)} from ${momentText(from, run.scenario)}: ` +
      `${formatCount(denied)} of ${pluralize(requests, 'request')}.`,
  ];
}

/** Of nodes, and of how the lane ended. */
function noteTexts(laneInfo: LaneInfo | null): readonly string[] {
  if (laneInfo === null) return [];
  return [...(laneInfo.cluster?.notes ?? []), ...(laneInfo.ending === null ? [] : [laneInfo.ending])];
}

/** A key may be empty. */
export function keyText(key: string): string {
  return key === '' ? '“”' : plainText(key);
}
