/** The Traffic tab: the list of phases, the fields of the chosen one, and the run's settings. */
import type { ReactElement } from 'react';
import { durationOf, isSent, type TrafficEntry } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { noRequestsText } from '../text/emptyText.ts';
import { Locked } from '../text/Locked.tsx';
import { totalRequestsText } from '../text/requestCount.ts';
import { Button } from '../ui/Button.tsx';
import { ListWithForm } from '../ui/ListWithForm.tsx';
import { useAddPhase } from '../hooks/useAddPhase.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { PhaseForm } from './PhaseForm.tsx';
import { phaseNoEffectText } from '../text/noEffectText.ts';
import { phaseName, phaseText } from '../text/phaseText.ts';
import { RunFields } from './RunFields.tsx';
import styles from './TrafficTab.module.css';

export function TrafficTab(): ReactElement {
  const traffic = useAppState((state) => state.scenario.traffic);
  const end = useAppState((state) => durationOf(state.scenario));
  const summary = useAppState((state) => totalRequestsText(state.result));
  const chosen = useAppState(({ focusedPhase, scenario }) =>
    focusedPhase !== null && focusedPhase < scenario.traffic.length ? focusedPhase : null,
  );
  const { width } = useLayout();
  const inline = width === 'phone';
  const actions = useActions();
  const addPhase = useAddPhase();

  return (
    <div className={styles['traffic']} data-form={chosen !== null}>
      <Locked by="traffic">
        <ListWithForm
          label="Phases"
          items={traffic.map((entry, index) => ({
            name: phaseName(index, entry),
            text: phaseText(entry),
            note: phaseNoEffectText(index, entry, end) === null ? '' : ', no effect in this run',
          }))}
          chosen={chosen}
          onChoose={actions.editPhase}
          summary={summary}
          addLabel="Add phase"
          onAdd={addPhase}
          more={
            <Button size="small" onClick={() => actions.openDialog({ name: 'log', files: [] })}>
              Open a log
            </Button>
          }
          emptyText={noRequestsText(width)}
          hint="Choose a phase to edit it."
          form={
            chosen !== null && (
              <Locked by={isSent(traffic[chosen] as TrafficEntry) ? 'send' : 'traffic'}>
                <PhaseForm phase={chosen} />
              </Locked>
            )
          }
          inline={inline}
          listClassName={styles['phases']}
          formClassName={styles['form']}
        />
      </Locked>
      <RunFields />
    </div>
  );
}
