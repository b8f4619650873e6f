/** The goals for every lane, side by side, and the cheapest limiter that meets them all. */
import type { ReactElement } from 'react';
import { laneName } from '../../text/laneText.ts';
import type { Goal } from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import type { Answered } from '../../../store/tuning/tuningContext.tsx';
import { goalSentence } from '../../../tune/goals.ts';
import type { GoalsAnswer, LaneGoals } from '../../../tune/index.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDuration } from '../../format/time.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import styles from './GoalsBar.module.css';
import { goalFigureText } from './goalText.ts';

interface CompareGoalsProps {
  /** The answer for every lane. */
  readonly answered: Answered<'goals'>;
  readonly onClose: () => void;
}

export function CompareGoals({ answered, onClose }: CompareGoalsProps): ReactElement {
  const goals = useAppState((state) => state.scenario.goals);
  const { answer, problem, isCurrent } = answered;
  return (
    <Dialog open onClose={onClose} title="Goals in every lane" width={880} fullScreenOnPhone>
      <div aria-busy={!isCurrent}>
        {problem !== null && <p>{problem}</p>}
        {problem === null && answer !== null && <Lanes answer={answer} goals={goals} />}
      </div>
    </Dialog>
  );
}

function Lanes({ answer, goals }: { readonly answer: GoalsAnswer; readonly goals: readonly Goal[] }): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes);
  const [first] = answer.lanes;
  // A goal is about each lane's own T.
  const T = first !== undefined && answer.lanes.every((lane) => lane.T === first.T) ? first.T : null;
  const nameOf = (lane: number): string => `${lane + 1} ${lanes[lane] === undefined ? '' : laneName(lanes[lane])}`;
  return (
    <>
      <p>
        {answer.cheapest === null
          ? 'No lane meets every goal.'
          : `With the fewest bytes per key, every goal is met by ${cheapestOf(answer).map(nameOf).join(' and ')}.`}
      </p>
      <table className={cx('table-heads', styles['table'])} aria-label="Goals in every lane">
        <thead>
          <tr>
            <th scope="col">Lane</th>
            {goals.map((goal) => (
              <th key={goalSentence(goal, T)} scope="col">
                {goalSentence(goal, T)}
              </th>
            ))}
            <th scope="col">Bytes per key</th>
          </tr>
        </thead>
        <tbody>
          {answer.lanes.map((measured) => (
            <tr key={measured.lane}>
              <th scope="row">
                {nameOf(measured.lane)}
                {T === null && `, T ${formatDuration(measured.T)}`}
              </th>
              {measured.error === null ? (
                goals.map((goal, index) => (
                  <td key={goalSentence(goal, T)}>
                    <GoalFigure {...{ goal, measured }} met={measured.met[index] ?? false} />
                  </td>
                ))
              ) : (
                <td colSpan={goals.length}>{measured.error}</td>
              )}
              <td>{measured.bytes === null ? '–' : formatCount(measured.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The lanes that meet every goal and keep as few bytes a key as the cheapest. */
function cheapestOf({ lanes, cheapest }: GoalsAnswer): readonly number[] {
  const least = lanes.find(({ lane }) => lane === cheapest)?.bytes;
  return lanes
    .filter(({ met, error, bytes }) => error === null && met.every(Boolean) && bytes === least)
    .map(({ lane }) => lane);
}

function GoalFigure({
  goal,
  measured,
  met,
}: {
  readonly goal: Goal;
  readonly measured: LaneGoals;
  readonly met: boolean;
}) {
  return (
    <span className={styles['figure']}>
      <Glyph name={met ? 'check' : 'close'} /> {goalFigureText(goal, measured)}
      <span className="visually-hidden">{met ? ', met' : ', failed'}</span>
    </span>
  );
}
