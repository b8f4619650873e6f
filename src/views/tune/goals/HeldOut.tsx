/** Hold out: the goals scored on a second log, which the limit was not tuned with. */
import { useState, type ReactElement } from 'react';
import type { Goal, Scenario } from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import { heldOut } from '../../../tune/heldOut.ts';
import type { LogsState } from '../../../store/tuning/logsState.ts';
import { DROPPED, tuningProblem } from '../../../store/tuning/tuning.ts';
import { useLogs, useTuning } from '../../../store/tuning/tuningContext.tsx';
import { goalSentence } from '../../../tune/goals.ts';
import type { LaneGoals } from '../../../tune/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import styles from './GoalsBar.module.css';
import { goalFigureText } from './goalText.ts';

export function HeldOut(): ReactElement | null {
  const held = useLogs((state) => state.heldOut);
  return held === null ? null : <HeldOutLog held={held} />;
}

/** What was scored, and with what. */
interface Score {
  readonly held: NonNullable<LogsState['heldOut']>;
  readonly scenario: Scenario;
  readonly lane: number;
  readonly result: LaneGoals | string;
}

function HeldOutLog({ held }: { readonly held: NonNullable<LogsState['heldOut']> }): ReactElement {
  const scenario = useAppState((state) => state.scenario);
  const lane = useAppState((state) => state.focusedLane);
  const tuning = useTuning();
  const [score, setScore] = useState<Score | null>(null);
  const [scoring, setScoring] = useState(false);
  const run = async (): Promise<void> => {
    const { goals } = scenario;
    const put = (result: Score['result']): void => setScore({ held, scenario, lane, result });
    setScoring(true);
    try {
      const query = { lanes: [lane], goals, measures: [] };
      const answer = await tuning.ask('heldOut', query, heldOut(scenario, held.scenario));
      const mine = answer === DROPPED ? undefined : answer.lanes[0];
      if (mine !== undefined) put(mine.error ?? mine);
    } catch (error) {
      put(tuningProblem(error as Error));
    } finally {
      setScoring(false);
    }
  };
  const shown = score?.held === held ? score : null;
  const isCurrent = shown?.scenario === scenario && shown.lane === lane;
  return (
    <div className={styles['found']} role="group" aria-label="Held-out log">
      <span>Held out: {held.name}.</span>
      <Button size="small" disabled={scoring} onClick={() => void run()}>
        {scoring ? 'Scoring…' : 'Score the goals'}
      </Button>
      <span className={styles['scores']} role="status">
        {isCurrent &&
          (typeof shown.result === 'string' ? shown.result : <Scores result={shown.result} goals={scenario.goals} />)}
        {!isCurrent && shown !== null && 'The setting has changed since the last score.'}
      </span>
      <IconButton size="small" glyph="close" label="Remove the held-out log" onClick={tuning.logs.dropHeldOut} />
    </div>
  );
}

function Scores({ result, goals }: { readonly result: LaneGoals; readonly goals: readonly Goal[] }): ReactElement {
  const { T } = result;
  return (
    <>
      {goals.map((goal, index) => (
        // Goals have no names of their own, and stay in their order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={styles['figure']}>
          <Glyph name={result.met[index] === true ? 'check' : 'close'} /> {goalSentence(goal, T)}:{' '}
          {goalFigureText(goal, result)}, {result.met[index] === true ? 'met' : 'failed'}.
        </span>
      ))}
    </>
  );
}
