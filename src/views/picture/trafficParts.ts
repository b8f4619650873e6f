/** The traffic as a part of a run's picture: its phases, its requests, and the faults below them. */
import type { Scenario, TrafficChartData } from '../../sim/index.ts';
import { runEnd } from '../../store/trafficEdits.ts';
import { drawTraffic } from '../charts/drawTraffic.ts';
import { timeAxisDrawing, type RunAxes } from '../charts/laneDrawings.ts';
import { phaseBlocks } from '../track/blockLayout.ts';
import { drawBlocks, drawFaults, drawLabels } from '../track/drawTrack.ts';
import { faultBars, faultMarks } from '../track/faultLayout.ts';
import { FAULT_ROW_HEIGHT, rowCount } from '../track/faultTimes.ts';
import { sentInstants } from '../track/timesRequests.ts';
import type { PicturePart } from './picture.ts';
import { PLOT_GUTTERS, PLOT_WIDTH, plotPart, TIME_AXIS_HEIGHT } from './plotPart.ts';
import { spacePart, textPart } from './textPart.ts';

const HEIGHT = 64;
const TITLE = 'Traffic: requests at the foot, phases the higher the greater their rate';

export function trafficParts(
  scenario: Scenario,
  chartData: TrafficChartData,
  { range, ticks }: Pick<RunAxes, 'range' | 'ticks'>,
): readonly PicturePart[] {
  const { traffic, policy, cluster } = scenario;
  const track = { range, width: PLOT_WIDTH, height: HEIGHT, runEnd: runEnd(scenario), policy };
  const blocks = phaseBlocks(traffic, track);
  const marks = cluster === undefined ? [] : faultMarks(cluster);
  const rows = rowCount(marks);
  const bars = faultBars(marks, track);
  return [
    spacePart(12),
    ...textPart(TITLE, { size: 11, line: 16, secondary: true, most: 1, below: 2 }),
    plotPart(
      HEIGHT,
      [
        (ctx, { plot }, theme) => drawBlocks(ctx, theme, plot, blocks),
        (ctx, viewport, theme) => drawTraffic(ctx, viewport, theme, chartData, sentInstants(traffic)),
        (ctx, { plot }, theme) => drawLabels(ctx, theme, plot, blocks),
      ],
      range,
      { top: 0, bottom: 0 },
    ),
    ...(rows === 0
      ? []
      : [
          plotPart(
            rows * FAULT_ROW_HEIGHT,
            [(ctx, _, theme) => drawFaults(ctx, theme, PLOT_GUTTERS.left, FAULT_ROW_HEIGHT, bars)],
            range,
          ),
        ]),
    plotPart(TIME_AXIS_HEIGHT, [timeAxisDrawing(ticks)], range),
  ];
}
