/** The traffic: its phases as a list, the fields of the chosen one, and what holds for the whole run. */
import { useEffect, useRef, type ReactElement } from 'react';
import { durationOf, SECOND } from '../../sim/index.ts';
import { newPhase } from '../../store/scenarioEdits.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { requestCountText } from '../track/requestCount.ts';
import { Button } from '../ui/Button.tsx';
import { useLayout } from '../hooks/useLayout.ts';
import { PhaseForm } from './PhaseForm.tsx';
import { phaseName, phaseText, phaseNoEffectText } from './phaseText.ts';
import { RunFields } from './RunFields.tsx';
import styles from './TrafficTab.module.css';

export function TrafficTab(): ReactElement {
  const chosen = useAppState(({ focusedPhase, scenario }) =>
    focusedPhase !== null && focusedPhase < scenario.traffic.length ? focusedPhase : null,
  );
  const hasPhases = useAppState((state) => state.scenario.traffic.length > 0);
  // On a phone the fields stand below their own row, else beside the list.
  const inline = useLayout().width === 'phone';
  return (
    <div className={styles['traffic']}>
      <div className={styles['phases']}>
        <PhaseListHeader />
        <PhaseList chosen={chosen} inline={inline} />
      </div>
      {!inline && (
        <div key={chosen} className={styles['beside']}>
          {chosen !== null && <PhaseForm phase={chosen} />}
          {chosen === null && hasPhases && <p className={styles['hint']}>Choose a phase to change it.</p>}
        </div>
      )}
      <RunFields />
    </div>
  );
}

function PhaseListHeader(): ReactElement {
  const requests = useAppState((state) => requestCountText(state.result));
  const store = useStoreApi();
  const actions = useActions();

  /** At the limit's own rate, over the middle half of what is in sight. */
  function add(): void {
    const { range, scenario } = store.getState();
    const quarter = (range.to - range.from) / 4;
    const tenth = (at: number): number => Math.round((at / SECOND) * 10) / 10;
    actions.addPhase(newPhase(scenario, tenth(range.from + quarter), tenth(range.to - quarter)));
  }

  return (
    <div className={styles['head']}>
      <p className="label">{requests === '–' ? requests : `${requests} in all`}</p>
      <Button size="small" onClick={add}>
        Add a phase
      </Button>
    </div>
  );
}

function PhaseList({ chosen, inline }: { readonly chosen: number | null; readonly inline: boolean }): ReactElement {
  const traffic = useAppState((state) => state.scenario.traffic);
  const end = useAppState((state) => durationOf(state.scenario));
  const actions = useActions();
  const row = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (chosen !== null) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  if (traffic.length === 0)
    return <p className={styles['hint']}>No requests yet. Press Send or Space, or add a phase.</p>;
  return (
    <ul className={styles['list']} aria-label="Phases">
      {traffic.map((entry, index) => {
        const noEffect = phaseNoEffectText(index, entry, end) === null ? '' : ', nothing of it is seen';
        return (
          // Phases have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} ref={index === chosen ? row : null}>
            <button
              type="button"
              className={styles['phase']}
              aria-pressed={index === chosen}
              aria-label={`${phaseName(index, entry)}${noEffect}`}
              onClick={() => actions.editPhase(index)}
            >
              <span className={styles['number']}>{index + 1}</span>
              <span>
                {phaseText(entry)}
                {noEffect !== '' && <span className={styles['unseen']}>{noEffect}</span>}
              </span>
            </button>
            {inline && index === chosen && <PhaseForm phase={index} />}
          </li>
        );
      })}
    </ul>
  );
}
