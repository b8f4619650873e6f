/** The run as a picture: of all lanes or of one, with the chosen charts. */
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import type { ScenarioCharts } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { comparedLanes, shownUntil } from '../../store/selectors.ts';
import type { ReadableStore } from '../../store/store.ts';
import { LANE_CHARTS } from '../charts/laneDrawings.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Select } from '../ui/Select.tsx';
import { pageLink } from './pageLink.ts';
import type { Picture } from './picture.ts';
import { PictureDialog } from './PictureDialog.tsx';
import styles from './PictureDialog.module.css';
import { PLOT_WIDTH } from './plotPart.ts';
import { runPicture, type PictureChoice } from './runPicture.ts';

/** What a picture can show, from the top down. */
const SHOWN = ['traffic', ...LANE_CHARTS] as const;
type Shown = (typeof SHOWN)[number];

const NAMES: Readonly<Record<Shown, string>> = {
  traffic: 'Traffic',
  level: 'Level',
  count: 'Window count',
  decisions: 'Decisions',
};
const ALL_LANES = 'all';

export default function RunPictureDialog({ lane: first }: { readonly lane: number | null }): ReactElement {
  const store = useStoreApi();
  const actions = useActions();
  const lanes = useAppState((state) => state.scenario.lanes);
  const [lane, setLane] = useState(first);
  const [shown, setShown] = useState<readonly Shown[]>(LANE_CHARTS);
  const { chartData, lost } = usePictureCharts(store);
  const picture = useMemo(
    () =>
      chartData === null
        ? null
        : pictureOf(store, chartData, {
            lane,
            charts: LANE_CHARTS.filter((chart) => shown.includes(chart)),
            traffic: shown.includes('traffic'),
          }),
    [store, chartData, lane, shown],
  );
  const toggle = (one: Shown): void => {
    const next = SHOWN.filter((each) => shown.includes(each) !== (each === one));
    if (next.length === 0) actions.say('A picture shows at least one chart.');
    else setShown(next);
  };
  return (
    <PictureDialog
      title="Picture"
      picture={picture}
      problem={lost ? 'There is no run to draw. Close this and run it again.' : null}
      onClose={() => actions.openDialog(null)}
      choices={
        <div className={styles['row']}>
          <Select
            label="Lanes of the picture"
            hideLabel
            value={lane === null ? ALL_LANES : `${lane}`}
            options={[
              { value: ALL_LANES, label: 'All lanes' },
              ...lanes.map((each, index) => ({
                value: `${index}`,
                label: `Lane ${index + 1}: ${laneNameWithEdition(each)}`,
              })),
            ]}
            onChange={(value) => setLane(value === ALL_LANES ? null : Number(value))}
          />
          {SHOWN.map((each) => (
            <Checkbox key={each} label={NAMES[each]} checked={shown.includes(each)} onChange={() => toggle(each)} />
          ))}
        </div>
      }
    />
  );
}

/** The data of all charts at the picture's own width, so that it is the same in every window and layout. */
function usePictureCharts(store: ReadableStore): {
  readonly chartData: ScenarioCharts | null;
  readonly lost: boolean;
} {
  const result = useAppState((state) => state.result);
  const [chartData, setChartData] = useState<ScenarioCharts | null>(null);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let wanted = true;
    const { range, shownKey } = store.getState();
    const query = {
      ...range,
      columns: PLOT_WIDTH,
      trackColumns: PLOT_WIDTH,
      key: shownKey,
      comparedLanes: comparedLanes(store.getState()),
    };
    store.ask(
      'pictureCharts',
      { query },
      (answer) => wanted && setChartData(answer),
      () => wanted && setSettled(true),
    );
    return () => {
      wanted = false;
    };
  }, [store, result]);
  return { chartData, lost: settled && chartData === null };
}

function pictureOf(store: ReadableStore, chartData: ScenarioCharts, choice: PictureChoice): Picture | null {
  const state = store.getState();
  const { result, counts } = state;
  if (result === null) return null;
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
