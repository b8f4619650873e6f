/** The map: a measure over two of the lane's parameters, first coarse and then finer. A click, a drag or a key sets both. */
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { MEASURES, type Goal, type Lane, type Measure, type Scenario } from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import { locksOf } from '../../../store/selectors.ts';
import { useTuneAnswer } from '../../../store/tuning/tuningContext.tsx';
import { measureName } from '../../../tune/goals.ts';
import { coarsestStamps, decidingTime } from '../../../tune/identifiable.ts';
import { laneWith, parametersOf } from '../../../tune/setting.ts';
import type { Parameter, Setting } from '../../../tune/index.ts';
import { lazyPart } from '../../ui/lazyPart.ts';
import { Select } from '../../ui/Select.tsx';
import { useHeld } from '../../hooks/useHeld.ts';
import { sameBut, sameTraffic } from '../sameBut.ts';
import { NO_REQUESTS } from './busiest.ts';
import { ChartCard } from './ChartCard.tsx';
import { mapValues } from './mapAxes.ts';
import { MapPlot } from './MapPlot.tsx';
import { shortName, stampsLegend } from './mapText.ts';
import { mapCsv } from './tuneCsv.ts';
import { MapTable } from './MapTable.tsx';
import styles from './MapChart.module.css';

const MapPictureDialog = lazyPart(() => import('./MapPictureDialog.tsx'));

const COARSEST = 8;

/** @param isEmpty whether there are no requests, so that no cell could show anything */
export function MapChart({ isEmpty }: { readonly isEmpty: boolean }): ReactElement {
  const lane = useAppState((state) => state.focusedLane);
  const scenario = useAppState((state) => state.scenario);
  const locked = useAppState((state) => locksOf(state).includes('n'));
  const [measure, setMeasure] = useState<Measure>('clientsRefused');
  const [axes, setAxes] = useState({ x: 'n', y: 'T' });
  const parameters = parametersOf(scenario, lane);
  const parameter = (id: string, instead: number): Parameter =>
    parameters.find((each) => each.id === id) ?? (parameters[instead] as Parameter);
  // A limiter that has no such option is shown over n and T.
  const [x, y] = [parameter(axes.x, 0), parameter(axes.y, 1)];
  // Set by the hand, the values stay below it.
  const [held, setHeld] = useState(false);
  const xValues = useSameArray(useHeld(mapValues(x), held));
  const yValues = useSameArray(useHeld(mapValues(y), held));
  const query = {
    lane,
    x: { parameter: x.id, values: xValues },
    y: { parameter: y.id, values: yValues },
    measure,
    goals: scenario.goals,
  };
  // What is set by the hand or by a slider along an axis of the map leaves its cells as they are.
  const isSame = (before: Scenario, now: Scenario): boolean =>
    sameTraffic(before, now) && sameBut(before, now, lane, x.id, y.id);
  const { answer, problem, isCurrent, stride, scenario: about } = useFinerMap(query, isSame);
  const tuned = about !== null && isSame(about, scenario) ? about : scenario;
  const timeAt = useCallback(
    (setting: Setting) => decidingTime(tuned, laneWith(tuned.lanes[lane] as Lane, setting)),
    [tuned, lane],
  );
  const resolution = coarsestStamps(scenario);
  const shown = { x, y, xValues, yValues, measure, resolution, timeAt };
  const fits = answer !== null && answer.state.length === shown.xValues.length * shown.yValues.length;
  return (
    <ChartCard
      title="Map"
      subtitle={subtitleOf(scenario, locked)}
      busy={!isCurrent || stride > 1}
      problem={problem ?? (isEmpty ? NO_REQUESTS : null)}
      renderPicture={
        fits && !isEmpty
          ? (onClose) => <MapPictureDialog {...shown} {...{ scenario, lane, stride, onClose }} cells={answer} />
          : null
      }
      tools={
        <div className={styles['choices']}>
          <Select
            label="Measure of the map"
            hideLabel
            value={measure}
            options={MEASURES.map((value) => ({ value, label: measureName(value) }))}
            onChange={setMeasure}
          />
          <AxisChoice
            label="Across"
            value={x.id}
            other={y.id}
            parameters={parameters}
            onChange={(id) => setAxes({ x: id, y: y.id })}
          />
          <AxisChoice
            label="Up"
            value={y.id}
            other={x.id}
            parameters={parameters}
            onChange={(id) => setAxes({ x: x.id, y: id })}
          />
        </div>
      }
      table={fits && <MapTable {...shown} cells={answer} />}
      figures={() => (fits ? mapCsv(shown, answer) : [])}
    >
      {(width, height) => (
        <MapPlot
          {...shown}
          {...{ width, height, lane }}
          cells={fits ? answer : null}
          stride={stride}
          onHold={setHeld}
        />
      )}
    </ChartCard>
  );
}

function subtitleOf(scenario: Scenario, locked: boolean): string {
  const does = locked ? 'Point at a cell to read it.' : 'Click or drag to set both.';
  const hatched = scenario.goals.length === 0 ? '' : ' Hatched: a goal fails.';
  return `${does}${hatched}${stampsLegend(coarsestStamps(scenario))}`;
}

/** One array for as long as its values are the same. */
function useSameArray(values: readonly number[]): readonly number[] {
  const text = JSON.stringify(values);
  return useMemo(() => JSON.parse(text) as readonly number[], [text]);
}

interface WholeMapQuery {
  readonly lane: number;
  readonly x: { readonly parameter: string; readonly values: readonly number[] };
  readonly y: { readonly parameter: string; readonly values: readonly number[] };
  readonly measure: Measure;
  readonly goals: readonly Goal[];
}

/** The map in ever finer steps. A coarse answer stands until the next is there. */
function useFinerMap(query: WholeMapQuery, isSame: (before: Scenario, now: Scenario) => boolean) {
  const text = JSON.stringify(query);
  const [asked, setAsked] = useState({ text, stride: COARSEST });
  if (asked.text !== text) setAsked({ text, stride: COARSEST });
  const stride = asked.text === text ? asked.stride : COARSEST;
  const answered = useTuneAnswer('map', { ...query, stride }, isSame);
  const [shownStride, setShownStride] = useState(COARSEST);
  if (answered.isCurrent && answered.answer !== null) {
    if (shownStride !== stride) setShownStride(stride);
    if (stride > 1) setAsked({ text, stride: stride / 2 });
  }
  return { ...answered, stride: shownStride };
}

interface AxisChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly other: string;
  readonly parameters: readonly Parameter[];
  readonly onChange: (id: string) => void;
}

function AxisChoice({ label, value, other, parameters, onChange }: AxisChoiceProps): ReactElement {
  return (
    <Select
      label={label}
      hideLabel
      value={value}
      options={parameters.map((each) => ({ value: each.id, label: shortName(each), disabled: each.id === other }))}
      onChange={onChange}
    />
  );
}
