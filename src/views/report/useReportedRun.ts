/** The shown run as a report and its picture need it: as a whole, whatever part of it is on the screen. */
import { useMemo } from 'react';
import type { ReportData } from '../../sim/index.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import type { Result } from '../../store/state.ts';
import { useRunAnswer } from '../../store/useRunAnswer.ts';
import { pageLink } from '../picture/pageLink.ts';
import type { PictureLink } from '../picture/frameParts.ts';
import type { Picture } from '../picture/picture.ts';
import { PLOT_WIDTH } from '../picture/plotPart.ts';
import { ALL, runPicture } from '../picture/runPicture.ts';
import type { ReportedRun } from './report.ts';

interface Reported {
  readonly run: ReportedRun;
  readonly picture: Picture;
}

/** Null until it is there. `lost`: there will be none. */
export function useReportedRun(): { readonly reported: Reported | null; readonly lost: boolean } {
  const store = useStoreApi();
  const { result, answer, lost } = useRunAnswer('report', reportQuestion);
  const reported = useMemo(
    () => (result === null || answer === null ? null : reportedRun(result, answer, pageLink(store))),
    [store, result, answer],
  );
  return { reported, lost };
}

const reportQuestion = () => ({ columns: PLOT_WIDTH });

function reportedRun(result: Result, data: ReportData, link: PictureLink): Reported {
  const { scenario, laneInfos, failedLanes, openLoopRequests, isClosedLoop, keyNames } = result;
  const { charts, ...answers } = data;
  const shared = { scenario, laneInfos, failedLanes, openLoopRequests, link };
  return {
    run: { ...shared, ...answers, disagreements: charts.disagreements },
    picture: runPicture(
      {
        ...shared,
        charts: charts.lanes,
        traffic: charts.traffic,
        isClosedLoop,
        range: { from: charts.from, to: charts.to },
        until: Infinity,
        counts: [],
        hasKeys: keyNames.length > 1,
      },
      ALL,
    ),
  };
}
