/** The Details drawer below the lanes and its tabs. */
import { useRef, type CSSProperties, type ReactElement } from 'react';
import { loadSystems } from '../sim/index.ts';
import { useActions, useAppState } from '../store/playgroundContext.tsx';
import { hasCode } from '../store/codeLanes.ts';
import { useLayout } from './hooks/useLayout.ts';
import { useReturnFocus } from './hooks/useReturnFocus.ts';
import { IconButton } from './ui/Button.tsx';
import { Later } from './ui/Later.tsx';
import { lazyPart } from './ui/lazyPart.ts';
import { hasHover } from './ui/mediaQueries.ts';
import { ResizeHandle } from './ui/ResizeHandle.tsx';
import { Tabs } from './ui/Tabs.tsx';
import { useCloseRequest } from './ui/useCloseRequest.ts';
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

const CodeTab = lazyPart(async () => {
  await loadSystems();
  return import('./lane/CodeTab.tsx');
});

const TestTab = lazyPart(() => import('./find/TestTab.tsx'));

/** @param coded whether the lane is written in its user's own code: that is then in the place of a product's config */
const tabsFor = (coded: boolean) =>
  [
    { id: 'why', label: 'Why?', content: <WhyTab /> },
    { id: 'traffic', label: 'Traffic', content: <TrafficTab /> },
    { id: 'cluster', label: 'Cluster', content: <ClusterTab /> },
    { id: 'lane', label: 'Lane', content: <LaneTab /> },
    {
      id: 'config',
      label: coded ? 'Code' : 'Config',
      fills: coded,
      content: <Later>{coded ? <CodeTab /> : <ConfigTab />}</Later>,
    },
    {
      id: 'test',
      label: 'Test',
      content: (
        <Later>
          <TestTab />
        </Later>
      ),
    },
    { id: 'compare', label: 'Compare', content: <CompareTab /> },
    { id: 'fairness', label: 'Fairness', content: <FairnessTab /> },
  ] as const;

const TABS = tabsFor(false);
const TABS_WITH_CODE = tabsFor(true);

export default function Details(): ReactElement | null {
  const actions = useActions();
  const drawer = useAppState((state) => state.drawer);
  const coded = useAppState((state) => hasCode(state.scenario.lanes[state.focusedLane]));
  const aside = useRef<HTMLElement>(null);
  const { height, max, limit, setLimit } = useDrawer(aside);
  useReturnFocus(aside);
  const phone = useLayout().width === 'phone';
  // There it lies over the lanes. Where there are keys, Esc would close it out of a field, too.
  useCloseRequest(phone && !hasHover() && drawer !== null, () => actions.openDrawer(null));
  if (drawer === null) return null;
  return (
    <aside
      ref={aside}
      className={styles['details']}
      aria-label="Details"
      data-high={coded && drawer === 'config'}
      style={limit === null ? undefined : ({ '--drawer-limit': `${limit}px` } as CSSProperties)}
    >
      <div className={styles['body']}>
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
          tabs={coded ? TABS_WITH_CODE : TABS}
          value={drawer}
          onChange={actions.openDrawer}
          aside={
            <IconButton label="Close details" shortcut="Esc" glyph="close" onClick={() => actions.openDrawer(null)} />
          }
        />
      </div>
    </aside>
  );
}
