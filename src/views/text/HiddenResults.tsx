/** In place of results of the whole run, while what lies beyond the playhead is hidden. */
import type { ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { HIDDEN_TEXT } from './hiddenText.ts';

export function HiddenResults(): ReactElement {
  const { hideFuture } = useActions();
  return (
    <EmptyState>
      These are figures of the whole run. {HIDDEN_TEXT}
      <Button onClick={() => hideFuture(false)}>Show the future</Button>
    </EmptyState>
  );
}
