/** The states of a work that are kept, newest first. */
import { useEffect, useState, type ReactElement } from 'react';
import { useWorks } from '../../store/playgroundContext.tsx';
import type { Works, WorkState } from '../../store/works/works.ts';
import { Button } from '../ui/Button.tsx';
import styles from './WorkHistory.module.css';
import { errorText } from './workRows.ts';
import { changesText, formatAge, formatMoment, quotedName, scenarioText, shownName } from './worksText.ts';

export interface WorkHistoryProps {
  readonly id: string;
  readonly name: string;
  /** The list is read again when the work changes. */
  readonly changedAt: number;
  readonly onRestore: (revision: number, when: string) => void;
}

export function WorkHistory({ id, name, changedAt, onRestore }: WorkHistoryProps): ReactElement | null {
  const works = useWorks();
  const [history, setHistory] = useState<History | null>(null);
  useEffect(() => {
    let current = true;
    void readHistory(works, id).then((read) => {
      if (current) setHistory(read);
    });
    return () => {
      current = false;
    };
  }, [works, id, changedAt]);

  if (history === null) return null;
  const { states, problem, readAt } = history;
  if (problem !== null) return <p className={styles['none']}>{problem}</p>;
  if (states.length === 0) return <p className={styles['none']}>No earlier states yet.</p>;
  return (
    <ul className={styles['states']} aria-label={`History of ${quotedName(name)}`}>
      {states.map((state, index) => (
        <li key={state.revision} className={styles['state']} aria-label={formatMoment(state.at)}>
          <StateText state={state} before={states[index + 1]?.scenario ?? null} name={name} now={readAt} />
          {state.scenario !== null && (
            <Button size="small" onClick={() => onRestore(state.revision, formatMoment(state.at))}>
              Open this state
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface History {
  readonly states: readonly WorkState[];
  /** Why they could not be read, a sentence; null where they could. */
  readonly problem: string | null;
  /** Ages are told from this instant, milliseconds since 1970. */
  readonly readAt: number;
}

async function readHistory(works: Works, id: string): Promise<History> {
  try {
    return { states: await works.states(id), problem: null, readAt: Date.now() };
  } catch (error) {
    return { states: [], problem: errorText(error), readAt: Date.now() };
  }
}

interface StateTextProps {
  readonly state: WorkState;
  /** The next older state; null where there is none. */
  readonly before: WorkState['scenario'];
  readonly name: string;
  readonly now: number;
}

function StateText({ state: { at, scenario, problem }, before, name, now }: StateTextProps): ReactElement {
  const first = scenario === null ? problem : changesText(scenario, before);
  return (
    <div className={styles['about']}>
      {first !== '' && <p>{first}</p>}
      <p className={styles['note']}>
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>, {formatAge(at, now)}
        {scenario !== null && (
          <>
            {' · '}
            {scenario.title !== name && (
              <>
                <bdi>{shownName(scenario.title)}</bdi> ·{' '}
              </>
            )}
            {scenarioText(scenario)}
          </>
        )}
      </p>
    </div>
  );
}
