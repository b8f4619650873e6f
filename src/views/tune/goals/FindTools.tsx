/** Find: the least or the greatest value of a parameter that meets every goal, and the run there and just beside it. */
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { resolvePolicy, secondsFromMicros, type Lane, type Scenario } from '../../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../../store/playgroundContext.tsx';
import { DROPPED, tuningProblem } from '../../../store/tuning/tuning.ts';
import { useTuning } from '../../../store/tuning/tuningContext.tsx';
import { coarsestStamps, decidingTime } from '../../../tune/identifiable.ts';
import { laneWith, parametersOf } from '../../../tune/setting.ts';
import type { Parameter, SeekResult } from '../../../tune/index.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { valueText } from '../charts/mapText.ts';
import { sameBut } from '../sameBut.ts';
import { rangeName, searchRange } from './searchRange.ts';
import styles from './GoalsBar.module.css';
import { foundText, isEndless, type Sought } from './goalText.ts';

interface Target {
  readonly end: 'least' | 'greatest';
  /** The parameter's. */
  readonly id: string;
}

/** What was found, and where. */
interface Found {
  readonly sentence: string;
  readonly lane: number;
  /** The scenario that was searched. */
  readonly about: Scenario;
  readonly parameter: Parameter;
  readonly result: SeekResult | null;
}

interface FindToolsProps {
  /** The choice of the tuning lane, which they stand beside. */
  readonly laneChoice: ReactNode;
}

export function FindTools({ laneChoice }: FindToolsProps): ReactElement {
  const scenario = useAppState((state) => state.scenario);
  const lane = useAppState((state) => state.focusedLane);
  const tuning = useTuning();
  const { getState } = useStoreApi();
  const actions = useActions();
  const [target, setTarget] = useState<Target>({ end: 'least', id: 'n' });
  const [searching, setSearching] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  // Whoever goes elsewhere cannot stop it any more, and would not expect it to set anything.
  useEffect(() => () => tuning.cancel('seek'), [tuning]);

  const parameters = parametersOf(scenario, lane).filter(({ value }) => value !== null);
  const targets = parameters.flatMap(({ id }): readonly Target[] => [
    { end: 'least', id },
    { end: 'greatest', id },
  ]);
  const { end } = target;
  const tuned = scenario.lanes[lane] as Lane;
  // n is in every lane; another lane may have no such option.
  const parameter = parameters.find(({ id }) => id === target.id) ?? parameters.find(({ id }) => id === 'n');
  if (parameter === undefined) throw new RangeError('Every lane has an n.');

  const shown = found?.lane === lane && sameBut(found.about, scenario, lane, found.parameter.id) ? found : null;

  const find = async (): Promise<void> => {
    const { goals } = scenario;
    const axis = searchRange(parameter);
    const text = (value: number): string => valueText(parameter, value);
    const T = secondsFromMicros(resolvePolicy(scenario, lane).T);
    const resolution = coarsestStamps(scenario);
    const sought: Sought = {
      end,
      resolution,
      parameter: parameter.id,
      text,
      goals,
      T,
      timeAt: (value) => decidingTime(scenario, laneWith(tuned, { [parameter.id]: value })),
      range: rangeName(parameter, axis),
    };
    setSearching(true);
    setFound(null);
    try {
      const result = await tuning.ask('seek', { lane, axis, end, goals });
      if (result === DROPPED) return;
      // What was found for one scenario says nothing about another.
      if (!sameBut(scenario, getState().scenario, lane, parameter.id)) {
        const sentence = 'The scenario has changed since: nothing was set.';
        setFound({ sentence, lane, about: getState().scenario, parameter, result: null });
        return;
      }
      setFound({ sentence: foundText(sought, result), lane, about: scenario, parameter, result });
      if (result.value !== null && !isEndless(end, result))
        actions.applySettings(lane, { [parameter.id]: result.value });
    } catch (error) {
      setFound({ sentence: tuningProblem(error as Error), lane, about: scenario, parameter, result: null });
    } finally {
      setSearching(false);
    }
  };

  const name = `Find the ${end} ${parameter.id}`;
  return (
    <>
      <div className={styles['tools']}>
        {laneChoice}
        <Select
          label="What to find"
          hideLabel
          value={targetText({ end, id: parameter.id })}
          options={targets.map((each) => ({ value: targetText(each), label: targetText(each) }))}
          onChange={(text) => setTarget(targets.find((each) => targetText(each) === text) ?? target)}
        />
        <div className={styles['find']}>
          {searching ? (
            <Button onClick={() => tuning.cancel('seek')}>Stop</Button>
          ) : (
            <Button variant="primary" onClick={() => void find()}>
              {name}
            </Button>
          )}
          <span className={cx('button', styles['room'])} aria-hidden="true">
            {name}
          </span>
        </div>
      </div>
      <div className={styles['found']}>
        <p role="status">
          {searching && 'Searching…'}
          {shown !== null && shown.sentence}
        </p>
        {shown !== null && shown.result !== null && (
          <Neighbours
            {...shown}
            result={shown.result}
            now={parameters.find((each) => each.id === shown.parameter.id)?.value ?? null}
          />
        )}
      </div>
    </>
  );
}

interface Neighbouring extends Pick<Found, 'lane' | 'parameter'> {
  /** The value that the lane has now. */
  readonly now: number | null;
  readonly result: SeekResult;
}

/** The run at the answer, which is in force once it is found, and at the next value, which fails. */
function Neighbours({ lane, parameter, now, result }: Neighbouring): ReactElement | null {
  const { applySettings } = useActions();
  if (result.value === null) return null;
  const values = [result.value, ...(result.before === null ? [] : [result.before.value])];
  return (
    <div className={styles['try']}>
      <span className="label" aria-hidden="true">
        Try
      </span>
      <SegmentedControl
        label={`Try ${parameter.id}`}
        options={values.map((value) => ({
          value: String(value),
          label: `${parameter.id} ${valueText(parameter, value)}`,
        }))}
        value={String(now)}
        onChange={(value) => applySettings(lane, { [parameter.id]: Number(value) })}
      />
    </div>
  );
}

/** `least n`, as the choice has it. */
const targetText = ({ end, id }: Target): string => `${end} ${id}`;
