/** A run as a report, written by what writes the page's. */
import { beforeAfterOf, openScenarioSession, reportDataOf, runToEnd, type Run } from '../sim/engine.ts';
import type { Scenario } from '../sim/index.ts';
import { htmlOf } from '../views/report/html.ts';
import { markdownOf } from '../views/report/markdown.ts';
import { reportOf, reportTitle } from '../views/report/report.ts';
import type { PictureLink } from '../views/picture/frameParts.ts';
import { PLOT_WIDTH } from '../views/picture/plotPart.ts';
import { ALL } from '../views/picture/runPicture.ts';
import { linkOf, svgOfRun } from './picture.ts';

/** A lane of another scenario, and the lane of the same number in the run; from 0. */
export interface Compared {
  readonly before: Scenario;
  readonly lane: number;
}

/**
 * Markdown has no picture: `--format svg` makes it, and where it will stand is not known here.
 * @param compared null where the report compares nothing
 * @param link of the run, as given; else the part from its #
 */
export function reportOfRun(
  run: Run,
  format: 'markdown' | 'html',
  compared: Compared | null,
  link: PictureLink = linkOf(run),
): string {
  const { scenario, failedLanes, arrivals } = run.plan;
  const session = openScenarioSession(run);
  const { charts, ...data } = runToEnd(reportDataOf(session, PLOT_WIDTH));
  const { disagreements } = charts;
  const blocks = reportOf(
    {
      scenario,
      laneInfos: session.laneInfos,
      failedLanes,
      openLoopRequests: arrivals.count,
      disagreements,
      link,
      ...data,
    },
    compared === null
      ? null
      : {
          before: { scenario: compared.before, lane: compared.lane },
          after: { scenario, lane: compared.lane },
          answer: runToEnd(beforeAfterOf(session, { scenario: compared.before, lane: compared.lane }, compared.lane)),
        },
  );
  return format === 'markdown'
    ? markdownOf(blocks, null)
    : htmlOf(reportTitle(scenario), blocks, svgOfRun(run, ALL, link));
}
