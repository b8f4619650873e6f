import type { ReactElement } from 'react';
import { MAX_LANES } from '../../sim/index.ts';
import { chooseLimiter } from '../../store/codeLanes.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';

export interface ChooseLimiterButtonProps {
  readonly limiter: string;
  /** The lane's index; null: a new lane. */
  readonly lane: number | null;
}

/** Puts the limiter into the lane and closes the dialog; disabled, with an explanation, when no lane can be added. */
export function ChooseLimiterButton({ limiter, lane }: ChooseLimiterButtonProps): ReactElement {
  const store = useStoreApi();
  const actions = useActions();
  const full = useAppState((state) => lane === null && state.scenario.lanes.length >= MAX_LANES);
  return (
    <>
      <Button variant="primary" disabled={full} onClick={() => chooseLimiter(store, actions, lane, limiter)}>
        {lane === null ? 'Add lane' : `Use in lane ${lane + 1}`}
      </Button>
      {full && <p className="label">There are already {MAX_LANES} lanes, the maximum. Remove one first.</p>}
    </>
  );
}
