/** The Details drawer below the lanes and its tabs. */
import { Suspense, useRef, type CSSProperties, type ReactElement } from 'react';
import { loadSystems } from '../sim/index.ts';
import { useActions, useAppState } from '../store/playgroundContext.tsx';
import { useReturnFocus } from './hooks/useReturnFocus.ts';
import { IconButton } from './ui/Button.tsx';
import { lazyPart } from './ui/lazyPart.ts';
import { ResizeHandle } from './ui/ResizeHandle.tsx';
import { Tabs } from './ui/Tabs.tsx';
import { ClusterTab } from './cluster/ClusterTab.tsx';
import { CompareTab } from './compare/CompareTab.tsx';
import styles from './Details.module.css';
import { FairnessTab } from './fairness/FairnessTab.tsx';
import { LaneTab } from './lane/LaneTab.tsx';
import { TrafficTab } from './traffic/TrafficTab.tsx';
import { MIN_DRAWER_HEIGHT, useDrawer } from './useDrawer.ts';
import { WhyTab } from './why/WhyTab.tsx';

/** With the real systems, whose rules say what a config may. */
const ConfigTab = lazyPart(async () => {
  await loadSystems();
  return import('./config/ConfigTab.tsx');
});

const TestTab = lazyPart(() => import('./find/TestTab.tsx'));

const TABS = [
  { id: 'why', label: 'Why?', content: <WhyTab /> },
  { id: 'traffic', label: 'Traffic', content: <TrafficTab /> },
  { id: 'cluster', label: 'Cluster', content: <ClusterTab /> },
  { id: 'lane', label: 'Lane', content: <LaneTab /> },
  {
    id: 'config',
    label: 'Config',
    content: (
      <Suspense>
        <ConfigTab />
      </Suspense>
    ),
  },
  {
    id: 'test',
    label: 'Test',
    content: (
      <Suspense>
        <TestTab />
      </Suspense>
    ),
  },
  { id: 'compare', label: 'Compare', content: <CompareTab /> },
  { id: 'fairness', label: 'Fairness', content: <FairnessTab /> },
] as const;

export default function Details(): ReactElement | null {
  const actions = useActions();
  const drawer = useAppState((state) => state.drawer);
  const aside = useRef<HTMLElement>(null);
  const { height, max, limit, setLimit } = useDrawer(aside);
  useReturnFocus(aside);
  if (drawer === null) return null;
  return (
    <aside
      ref={aside}
      className={styles['details']}
      aria-label="Details"
      style={limit === null ? undefined : ({ '--drawer-limit': `${limit}px` } as CSSProperties)}
    >
      <ResizeHandle
        label="Resize details"
        height={height}
        min={MIN_DRAWER_HEIGHT}
        max={max}
        onResize={setLimit}
        onReset={() => setLimit(null)}
      />
      <Tabs
        label="Details"
        tabs={TABS}
        value={drawer}
        onChange={actions.openDrawer}
        aside={<IconButton label="Close details" glyph="close" onClick={() => actions.openDrawer(null)} />}
      />
    </aside>
  );
}
