/** The Test tab: a lane held against the laws that limiters keep, and the search for the shortest traffic that shows something. */
import type { ReactElement } from 'react';
import { WithFinder } from '../../store/finding/finderContext.tsx';
import { useAppState } from '../../store/playgroundContext.tsx';
import { NoLanes } from '../text/NothingShown.tsx';
import { FindPart } from './FindPart.tsx';
import { LawsPart } from './LawsPart.tsx';
import styles from './TestTab.module.css';

export default function TestTab(): ReactElement {
  const hasLanes = useAppState((state) => state.scenario.lanes.length > 0);
  if (!hasLanes) return <NoLanes />;
  return (
    <WithFinder>
      <div className={styles['tab']}>
        <LawsPart />
        <FindPart />
      </div>
    </WithFinder>
  );
}
