/** In place of results of the whole run, while what lies beyond the playhead is hidden. */
import type { ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

export function HiddenResults(): ReactElement {
  const { hideFuture } = useActions();
  return (
    <EmptyState>
      These figures are of the whole run, so they are hidden with the future.
      <Button onClick={() => hideFuture(false)}>Show the future</Button>
    </EmptyState>
  );
}
