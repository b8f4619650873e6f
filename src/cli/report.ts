/** A run as a report, written by what writes the page's. */
import { openScenarioSession, reportDataOf, runToEnd, type Run } from '../sim/engine.ts';
import { htmlOf } from '../views/report/html.ts';
import { markdownOf } from '../views/report/markdown.ts';
import { reportOf, reportTitle } from '../views/report/report.ts';
import { PLOT_WIDTH } from '../views/picture/plotPart.ts';
import { ALL } from '../views/picture/runPicture.ts';
import { linkOf, svgOfRun } from './picture.ts';

/** Markdown has no picture: `--format svg` makes it, and where it will stand is not known here. */
export function reportOfRun(run: Run, format: 'markdown' | 'html'): string {
  const { scenario, failedLanes, arrivals } = run.plan;
  const session = openScenarioSession(run);
  const { charts, fairness, refusedMost, races } = runToEnd(reportDataOf(session, PLOT_WIDTH));
  const { disagreements } = charts;
  const blocks = reportOf(
    {
      scenario,
      laneInfos: session.laneInfos,
      failedLanes,
      openLoopRequests: arrivals.count,
      disagreements,
      fairness,
      refusedMost,
      races,
      link: linkOf(run),
    },
    null,
  );
  return format === 'markdown' ? markdownOf(blocks, null) : htmlOf(reportTitle(scenario), blocks, svgOfRun(run, ALL));
}
