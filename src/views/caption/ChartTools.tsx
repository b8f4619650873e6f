/** How the charts of all lanes are laid out, and what they leave out: the window count, or what lies beyond the playhead. */
import type { ReactElement } from 'react';
import type { ChartLayout } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { chartLayoutOf } from '../../store/selectors.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import styles from './ChartTools.module.css';

export const LAYOUTS: readonly { readonly value: ChartLayout; readonly label: string }[] = [
  { value: 'stacked', label: 'Stacked' },
  { value: 'columns', label: 'Columns' },
];

export function ChartTools(): ReactElement {
  const layout = useAppState(chartLayoutOf);
  const countShown = useAppState((state) => state.windowCountShown);
  const futureHidden = useAppState((state) => state.futureHidden);
  const { setChartLayout, showWindowCount, hideFuture } = useActions();
  return (
    <div className={styles['tools']}>
      <Checkbox small label="Hide the future" checked={futureHidden} onChange={hideFuture} />
      <Checkbox small label="Window count" checked={countShown} onChange={showWindowCount} />
      <SegmentedControl label="Layout" options={LAYOUTS} value={layout} onChange={setChartLayout} />
    </div>
  );
}
