/** What parts show that have nothing to show: no lanes yet, or nothing that may be told. */
import type { ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Of parts about lanes. @param text what one would be good for */
export function NoLanes({
  text = 'No lanes yet. Add a limiter to see what it decides.',
}: {
  readonly text?: string;
}): ReactElement {
  const { openDialog } = useActions();
  return (
    <EmptyState>
      {text}
      <Button onClick={() => openDialog({ name: 'limiter', lane: null })}>Add lane</Button>
    </EmptyState>
  );
}

/** In place of results of the whole run, while what lies beyond the playhead is hidden. */
export function HiddenResults(): ReactElement {
  const { hideFuture } = useActions();
  return (
    <EmptyState>
      These figures are of the whole run, so they are hidden with the future.
      <Button onClick={() => hideFuture(false)}>Show the future</Button>
    </EmptyState>
  );
}
