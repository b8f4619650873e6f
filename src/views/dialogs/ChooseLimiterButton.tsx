import type { ReactElement } from 'react';
import { MAX_LANES } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';

export interface ChooseLimiterButtonProps {
  readonly limiter: string;
  /** For which lane, from 0; null: for a new one. */
  readonly lane: number | null;
}

/** Puts a limiter to use and closes the dialog; at the most lanes it says what to do instead. */
export function ChooseLimiterButton({ limiter, lane }: ChooseLimiterButtonProps): ReactElement {
  const { chooseLimiter } = useActions();
  const full = useAppState((state) => lane === null && state.scenario.lanes.length >= MAX_LANES);
  return (
    <>
      <Button variant="primary" disabled={full} onClick={() => chooseLimiter(lane, limiter)}>
        {lane === null ? 'Add lane' : `Use in lane ${lane + 1}`}
      </Button>
      {full && <p className="label">There are {MAX_LANES} lanes, which is the most. Remove one first.</p>}
    </>
  );
}
