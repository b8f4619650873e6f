import type { ChartLayout } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { chartLayoutOf } from '../../store/selectors.ts';
import { LAYOUTS } from '../caption/ChartTools.tsx';
import type { MenuItem } from '../ui/Menu.tsx';

/** What `ChartTools` shows, as items of the ⋯ menu, where the window has no row for it. */
export function useChartMenuItems(): readonly MenuItem[] {
  const layout = useAppState(chartLayoutOf);
  const countShown = useAppState((state) => state.windowCountShown);
  const futureHidden = useAppState((state) => state.futureHidden);
  const { setChartLayout, showWindowCount, hideFuture } = useActions();
  return [
    {
      kind: 'choice',
      label: 'Layout',
      value: layout,
      options: LAYOUTS,
      onChange: (value) => setChartLayout(value as ChartLayout),
    },
    { kind: 'toggle', label: 'Window count', checked: countShown, onChange: showWindowCount },
    { kind: 'toggle', label: 'Hide the future', checked: futureHidden, onChange: hideFuture },
    { kind: 'separator' },
  ];
}
