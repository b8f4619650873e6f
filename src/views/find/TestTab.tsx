/** The Test tab: a lane held against the laws that limiters keep, and the search for the shortest traffic that shows something. */
import type { ReactElement } from 'react';
import { WithFinder } from '../../store/finding/finderContext.tsx';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { NO_LANES_TEXT } from '../text/emptyText.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FindPart } from './FindPart.tsx';
import { LawsPart } from './LawsPart.tsx';
import styles from './TestTab.module.css';

export default function TestTab(): ReactElement {
  const hasLanes = useAppState((state) => state.scenario.lanes.length > 0);
  const actions = useActions();
  if (!hasLanes)
    return (
      <EmptyState>
        {NO_LANES_TEXT}
        <Button onClick={() => actions.openDialog({ name: 'limiter', lane: null })}>Choose a limiter…</Button>
      </EmptyState>
    );
  return (
    <WithFinder>
      <div className={styles['tab']}>
        <LawsPart />
        <FindPart />
      </div>
    </WithFinder>
  );
}
