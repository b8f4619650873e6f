/** The run as a picture: of all lanes or of one, with the chosen charts. */
import { useMemo, useState, type ReactElement } from 'react';
import type { ScenarioCharts } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { comparedLanes, shownUntil } from '../../store/selectors.ts';
import type { Result, State } from '../../store/state.ts';
import type { ReadableStore } from '../../store/store.ts';
import { LANE_CHART_LABELS, LANE_CHARTS } from '../charts/laneDrawings.ts';
import { useRunAnswer } from '../../store/useRunAnswer.ts';
import { LanesSelect } from '../text/LanesSelect.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { pageLink } from './pageLink.ts';
import type { Picture } from './picture.ts';
import { PictureDialog } from './PictureDialog.tsx';
import styles from './PictureDialog.module.css';
import { PLOT_WIDTH } from './plotPart.ts';
import { runPicture, type PictureChoice } from './runPicture.ts';

/** What a picture can show, from the top down. */
const SHOWN = ['traffic', ...LANE_CHARTS] as const;
type Shown = (typeof SHOWN)[number];

const LABELS: Readonly<Record<Shown, string>> = { traffic: 'Traffic', ...LANE_CHART_LABELS };

export default function RunPictureDialog({ lane: first }: { readonly lane: number | null }): ReactElement {
  const store = useStoreApi();
  const actions = useActions();
  const [lane, setLane] = useState(first);
  const [shown, setShown] = useState<readonly Shown[]>(LANE_CHARTS);
  const { result, answer, lost } = useRunAnswer('pictureCharts', chartsQuestion);
  const picture = useMemo(
    () =>
      result === null || answer === null
        ? null
        : pictureOf(store, result, answer, {
            lane,
            charts: LANE_CHARTS.filter((chart) => shown.includes(chart)),
            traffic: shown.includes('traffic'),
          }),
    [store, result, answer, lane, shown],
  );
  const toggle = (one: Shown): void => {
    const next = SHOWN.filter((each) => shown.includes(each) !== (each === one));
    if (next.length === 0) actions.say('A picture shows at least one chart.');
    else setShown(next);
  };
  return (
    <PictureDialog
      title="Picture"
      {...(lane !== null && { of: `lane ${lane + 1}` })}
      picture={picture}
      problem={lost ? 'There is no run to draw. Close this and run it again.' : null}
      onClose={() => actions.openDialog(null)}
      choices={
        <>
          <LanesSelect label="Lanes of the picture" lane={lane} onChange={setLane} />
          <div className={styles['row']}>
            {SHOWN.map((each) => (
              <Checkbox key={each} label={LABELS[each]} checked={shown.includes(each)} onChange={() => toggle(each)} />
            ))}
          </div>
        </>
      }
    />
  );
}

/** All charts at the picture's own width, so that it is the same in every window and layout. */
function chartsQuestion(state: State) {
  const { range, shownKey } = state;
  const columns = PLOT_WIDTH;
  return {
    query: { ...range, columns, trackColumns: columns, key: shownKey, comparedLanes: comparedLanes(state) },
  };
}

function pictureOf(store: ReadableStore, result: Result, chartData: ScenarioCharts, choice: PictureChoice): Picture {
  const state = store.getState();
  const { counts } = state;
  const { scenario, laneInfos, failedLanes, openLoopRequests, isClosedLoop, keyNames } = result;
  return runPicture(
    {
      scenario,
      laneInfos,
      charts: chartData.lanes,
      traffic: chartData.traffic,
      failedLanes,
      openLoopRequests,
      isClosedLoop,
      range: { from: chartData.from, to: chartData.to },
      until: shownUntil(state),
      counts: counts ?? [],
      hasKeys: keyNames.length > 1,
      link: pageLink(store),
    },
    choice,
  );
}
