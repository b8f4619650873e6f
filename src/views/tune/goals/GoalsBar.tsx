/** The goals, ticked for the tuning lane; and the search for the limit that meets them. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { MAX_GOALS, resolvePolicy, secondsFromMicros, type Goal } from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import { useTuneAnswer } from '../../../store/tuning/tuningContext.tsx';
import { goalSentence } from '../../../tune/goals.ts';
import type { LaneGoals } from '../../../tune/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { CompareGoals } from './CompareGoals.tsx';
import { FindTools } from './FindTools.tsx';
import { GoalDialog } from './GoalDialog.tsx';
import { HeldOut } from './HeldOut.tsx';
import styles from './GoalsBar.module.css';
import { goalFigureText } from './goalText.ts';
import { WorstTraffic } from './WorstTraffic.tsx';

interface GoalsBarProps {
  /** The choice of the tuning lane. */
  readonly laneChoice: ReactNode;
}

export function GoalsBar({ laneChoice }: GoalsBarProps): ReactElement {
  const goals = useAppState((state) => state.scenario.goals);
  const hasLanes = useAppState((state) => state.scenario.lanes.length > 0);
  const isMeasured = hasLanes && goals.length > 0;
  const lane = useAppState((state) => state.focusedLane);
  const scenario = useAppState((state) => state.scenario);
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const [comparing, setComparing] = useState(false);
  // Asked once for both: a newer question of a kind replaces one that waits.
  const answered = useTuneAnswer(
    'goals',
    !isMeasured ? null : { lanes: comparing ? null : [lane], goals, measures: [] },
  );
  const mine = answered.answer?.lanes.find((each) => each.lane === lane);
  const measured = mine?.met.length === goals.length ? mine : null;
  const failed = !hasLanes || answered.problem !== null || (mine !== undefined && mine.error !== null);
  const T = secondsFromMicros(resolvePolicy(scenario, lane).T);
  return (
    <section className={styles['bar']} aria-label="Goals" aria-busy={isMeasured && !answered.isCurrent}>
      <h2>Goals</h2>
      {goals.length > 0 && (
        <ul className={styles['goals']}>
          {goals.map((goal, index) => (
            // Goals have no names of their own, and stay in their order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <GoalButton {...{ goal, T, index, measured, failed }} onClick={() => setEdited(index)} />
            </li>
          ))}
        </ul>
      )}
      <Button disabled={goals.length >= MAX_GOALS} onClick={() => setEdited('new')}>
        Add goal
      </Button>
      {isMeasured && <Button onClick={() => setComparing(true)}>Compare lanes</Button>}
      <WorstTraffic />
      {isMeasured ? <FindTools laneChoice={laneChoice} /> : <div className={styles['tools']}>{laneChoice}</div>}
      {isMeasured && <HeldOut />}
      {edited !== null && <GoalDialog index={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {isMeasured && comparing && <CompareGoals answered={answered} onClose={() => setComparing(false)} />}
    </section>
  );
}

interface GoalButtonProps {
  readonly goal: Goal;
  /** The lane's, in seconds. */
  readonly T: number;
  readonly index: number;
  /** Null while it is being measured. */
  readonly measured: LaneGoals | null;
  /** Whether the lane cannot run, so that nothing is measured. */
  readonly failed: boolean;
  readonly onClick: () => void;
}

function GoalButton({ goal, T, index, measured, failed, onClick }: GoalButtonProps): ReactElement {
  const met = measured?.met[index] ?? null;
  const sentence = goalSentence(goal, T);
  const figure = measured !== null ? goalFigureText(goal, measured) : failed ? '–' : '…';
  const word = met !== null ? (met ? 'met' : 'failed') : failed ? 'not measured' : 'being measured';
  return (
    <Button
      className={styles['goal'] ?? ''}
      data-met={met ?? undefined}
      label={`${sentence}: ${figure}, ${word}. Change goal`}
      onClick={onClick}
    >
      {met !== null && <Glyph name={met ? 'check' : 'close'} />} {sentence} <b>{figure}</b>
    </Button>
  );
}
