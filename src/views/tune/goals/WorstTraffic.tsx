/** Worst traffic: what someone could send who knows the rule of the tuning lane's limiter, added as a phase. */
import { useEffect, useState, type ReactElement } from 'react';
import { resolvePolicy, scenarioOf, secondsFromMicros, type Scenario, type TrafficEntry } from '../../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../../store/playgroundContext.tsx';
import { DROPPED, tuningProblem } from '../../../store/tuning/tuning.ts';
import { useTuning } from '../../../store/tuning/tuningContext.tsx';
import type { Worst } from '../../../tune/index.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDuration } from '../../format/time.ts';
import { Button } from '../../ui/Button.tsx';
import { sameBut } from '../sameBut.ts';
import styles from './GoalsBar.module.css';

/** Why there is none, or what it does; it holds for one lane of one scenario. */
interface Note {
  readonly text: string;
  readonly lane: number;
  readonly about: Scenario;
}

export function WorstTraffic(): ReactElement {
  const scenario = useAppState((state) => state.scenario);
  const lane = useAppState((state) => state.focusedLane);
  const tuning = useTuning();
  const { getState } = useStoreApi();
  const actions = useActions();
  const [searching, setSearching] = useState(false);
  const [note, setNote] = useState<Note | null>(null);
  // As for what is found: nothing is added for those who have gone elsewhere.
  useEffect(() => () => tuning.cancel('worst'), [tuning]);

  const say = (text: string): void => setNote({ text, lane, about: getState().scenario });
  const shown = note?.lane === lane && sameBut(note.about, scenario, lane) ? note.text : null;

  const search = async (): Promise<void> => {
    setSearching(true);
    setNote(null);
    try {
      const worst = await tuning.ask('worst', { lane });
      if (worst === DROPPED) return;
      if (getState().scenario !== scenario) {
        say('The scenario has changed since: nothing was added.');
        return;
      }
      if (!worst.ok) {
        say(worst.sentence);
        return;
      }
      if (actions.addWorstTraffic(entryOf(worst))) say(worstText(worst, resolvePolicy(scenario, lane)));
    } catch (error) {
      say(tuningProblem(error as Error));
    } finally {
      setSearching(false);
    }
  };
  return (
    <>
      {searching ? (
        <Button onClick={() => tuning.cancel('worst')}>Stop the search</Button>
      ) : (
        <Button disabled={scenario.lanes.length === 0} onClick={() => void search()}>
          Add worst traffic
        </Button>
      )}
      <span className={styles['note']} role="status">
        {shown}
      </span>
    </>
  );
}

type Found = Extract<Worst, { readonly ok: true }>;

/** The phase, with what the format adds to it. */
function entryOf({ entry }: Found): TrafficEntry {
  return scenarioOf({ traffic: [entry] }).traffic[0] as TrafficEntry;
}

/** `At worst, 20 requests take effect within 10 s, where n is 10. The rule allows no more.` */
function worstText({ permits, bound, patterns }: Found, { n, T }: { readonly n: number; readonly T: number }): string {
  const rule =
    bound === null
      ? 'The rule promises no bound'
      : permits >= bound
        ? 'The rule allows no more'
        : `The rule allows up to ${formatCount(bound)}; ${formatCount(patterns)} patterns were tried`;
  return `At worst, ${formatCount(permits)} requests take effect within ${formatDuration(secondsFromMicros(T))}, where n is ${formatCount(n)}. ${rule}.`;
}
