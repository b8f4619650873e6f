/** A run as an SVG file, drawn by what draws the page's charts. */
import { openScenarioSession, runToEnd, type Run } from '../sim/engine.ts';
import { encodeLink } from '../sim/index.ts';
import { LANE_CHARTS } from '../views/charts/laneDrawings.ts';
import { svgOf } from '../views/picture/picture.ts';
import { PLOT_WIDTH } from '../views/picture/plotPart.ts';
import { ALL, runPicture, type PictureChoice } from '../views/picture/runPicture.ts';
import type { PictureLink } from '../views/picture/frameParts.ts';

export const CHARTS = [...LANE_CHARTS, 'all', 'traffic'] as const;

export type Chart = (typeof CHARTS)[number];

/** What `--lane` and `--chart` choose. @param lane its position, from 0; null for all */
export function pictureChoice(lane: number | null, chart: Chart): PictureChoice {
  return {
    lane,
    charts: chart === 'all' ? ALL.charts : chart === 'traffic' ? [] : [chart],
    traffic: chart === 'traffic',
  };
}

/** The whole run from its beginning to its end. @param link of the run, as given; else the part from its # */
export function svgOfRun(run: Run, choice: PictureChoice, link: PictureLink = linkOf(run)): string {
  const { scenario, end, failedLanes, isClosedLoop, arrivals } = run.plan;
  const session = openScenarioSession(run);
  const range = { from: 0, to: end };
  const { lanes: charts, traffic } = runToEnd(
    session.charts({ ...range, columns: PLOT_WIDTH, trackColumns: PLOT_WIDTH, key: null, comparedLanes: [] }),
  );
  return svgOf(
    runPicture(
      {
        scenario,
        laneInfos: session.laneInfos,
        charts,
        traffic,
        failedLanes,
        openLoopRequests: arrivals.count,
        isClosedLoop,
        range,
        until: Infinity,
        counts: [],
        hasKeys: run.lanes.some((lane) => lane.arrivals.keys.length > 1),
        link,
      },
      choice,
    ),
  );
}

/** The part from its #: where the page stands is not known here. */
export function linkOf({ plan: { scenario } }: Run): PictureLink {
  try {
    return { address: encodeLink(scenario) };
  } catch (error) {
    if (error instanceof RangeError) return { missing: error.message };
    throw error;
  }
}
