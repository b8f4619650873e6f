/** The three charts of Tune, beside each other where there is room. */
import type { ReactElement } from 'react';
import type { Answered } from '../../../store/tuning/tuningContext.tsx';
import { hasNoClients } from './busiest.ts';
import { BusiestChart } from './BusiestChart.tsx';
import styles from './charts.module.css';
import { FrontierChart } from './FrontierChart.tsx';
import { MapChart } from './MapChart.tsx';

/** @param busiest the answer for the tuning lane's window */
export function TuneCharts({ busiest }: { readonly busiest: Answered<'busiest'> }): ReactElement {
  return (
    <div className={styles['charts']}>
      <BusiestChart busiest={busiest} />
      <FrontierChart busiest={busiest} />
      <MapChart isEmpty={hasNoClients(busiest.answer)} />
    </div>
  );
}
