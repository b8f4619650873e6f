/** A run as a picture: its traffic, and its lanes one below the other, each with its figures and the chosen charts. */
import {
  resolvePolicy,
  SECOND,
  type FailedLane,
  type Instant,
  type Lane,
  type LaneChartData,
  type LaneCounts,
  type LaneInfo,
  type Scenario,
  type TrafficChartData,
} from '../../sim/index.ts';
import {
  LANE_CHARTS,
  laneDrawings,
  runAxes,
  timeAxisDrawing,
  type ChartedRun,
  type LaneChartName,
  type RunAxes,
} from '../charts/laneDrawings.ts';
import type { TimeRange } from '../charts/viewport.ts';
import { formatLimitShort } from '../format/rates.ts';
import { figuresText, laneSettingsText, shownFiguresText, sightText } from '../print/printText.ts';
import { isolated } from '../text/isolated.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { requestCountText } from '../text/requestCount.ts';
import { framedPicture, type PictureLink } from './frameParts.ts';
import type { Picture, PicturePart } from './picture.ts';
import { PLOT_WIDTH, plotPart, TIME_AXIS_HEIGHT } from './plotPart.ts';
import { spacePart, textPart } from './textPart.ts';
import { trafficParts } from './trafficParts.ts';

export interface PicturedRun extends ChartedRun {
  readonly scenario: Scenario;
  readonly traffic: TrafficChartData;
  readonly failedLanes: readonly FailedLane[];
  readonly openLoopRequests: number;
  readonly isClosedLoop: boolean;
  readonly range: TimeRange;
  /** What lies beyond this instant is hidden; infinity where nothing is. */
  readonly until: Instant;
  /** What each lane has done up to there; only needed where something is hidden. */
  readonly counts: readonly (LaneCounts | null)[];
  readonly link: PictureLink;
}

export interface PictureChoice {
  /** From 0; null for all lanes. */
  readonly lane: number | null;
  /** Of each lane; none if only the traffic is wanted. */
  readonly charts: readonly LaneChartName[];
  readonly traffic: boolean;
}

/** All charts of all lanes. */
export const ALL: PictureChoice = { lane: null, charts: LANE_CHARTS, traffic: false };

export function runPicture(run: PicturedRun, { lane: chosen, charts, traffic }: PictureChoice): Picture {
  const { scenario, range, until, laneInfos, link } = run;
  const axes = runAxes(run, range, until, PLOT_WIDTH);
  const indices = [...scenario.lanes.keys()].filter(
    (index) => charts.length > 0 && (chosen === null || index === chosen),
  );
  const isEmpty = laneInfos.every((laneInfo) => laneInfo === null || laneInfo.summary.requests === 0);
  const notes = [
    ...(scenario.lanes.length === 0 && charts.length > 0 ? ['This scenario has no lanes.'] : []),
    ...(isEmpty && indices.length > 0 ? ['This run has no requests.'] : []),
  ];
  return framedPicture({
    scenario,
    requests: requestsText(run),
    link,
    legend: charts.includes('decisions') ? sightText(axes) : '',
    description: [
      ...notes,
      ...indices.map((index) => `Lane ${index + 1}, ${nameOf(run, index)}: ${figuresOf(run, index)}`),
    ].join('\n'),
    parts: [
      ...(traffic ? trafficParts(scenario, run.traffic, axes) : []),
      ...notes.flatMap((note) => textPart(note, { size: 13, line: 19, most: 1 })),
      ...indices.flatMap((index) => laneParts(run, index, axes, charts)),
    ],
  });
}

function nameOf({ scenario }: PicturedRun, index: number): string {
  return laneNameWithEdition(scenario.lanes[index] as Lane);
}

function requestsText({ until, isClosedLoop, openLoopRequests, laneInfos }: PicturedRun): string {
  // How many there are in all depends on what is denied.
  return until < Infinity && isClosedLoop ? '? requests' : requestCountText({ openLoopRequests, laneInfos });
}

/** A lane's figures in words, or why it has none. */
function figuresOf({ laneInfos, failedLanes, counts, until }: PicturedRun, index: number): string {
  const laneInfo = laneInfos[index] ?? null;
  if (laneInfo === null)
    return failedLanes.find(({ laneIndex }) => laneIndex === index)?.error ?? 'This lane has no result.';
  const retrying = laneInfos.some((each) => (each?.summary.jobStats?.retries ?? 0) > 0);
  return until === Infinity ? figuresText(laneInfo, retrying) : shownFiguresText(counts[index] ?? null, retrying);
}

function laneParts(
  run: PicturedRun,
  index: number,
  axes: RunAxes,
  charts: readonly LaneChartName[],
): readonly PicturePart[] {
  const { n, T } = resolvePolicy(run.scenario, index);
  const [laneInfo, chartData] = [run.laneInfos[index] ?? null, run.charts[index] ?? null];
  const settings = laneSettingsText(run.scenario.lanes[index] as Lane);
  return [
    spacePart(12),
    ...textPart(`${index + 1} ${isolated(nameOf(run, index))}`, {
      size: 14,
      bold: true,
      line: 20,
      most: 1,
      aside: formatLimitShort({ n, T: T / SECOND }),
    }),
    ...(settings === '' ? [] : textPart(settings, { size: 12, line: 17, secondary: true, most: 3 })),
    ...textPart(figuresOf(run, index), { size: 12, line: 17, below: 4, most: 4 }),
    ...(laneInfo === null || chartData === null ? [] : chartParts(laneInfo, chartData, axes, charts)),
  ];
}

function chartParts(
  laneInfo: LaneInfo,
  chartData: LaneChartData,
  axes: RunAxes,
  charts: readonly LaneChartName[],
): readonly PicturePart[] {
  return [
    ...laneDrawings(laneInfo, chartData, axes, charts).flatMap((drawing) => [
      spacePart(4),
      ...textPart(drawing.title, { size: 11, line: 16, secondary: true, most: 1 }),
      plotPart(drawing.height, [drawing.data, drawing.front], axes.range),
    ]),
    plotPart(TIME_AXIS_HEIGHT, [timeAxisDrawing(axes.ticks)], axes.range),
  ];
}
