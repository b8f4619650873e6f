import type { ReactElement } from 'react';
import { MOST_LANES } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { Button } from '../ui/Button.tsx';

export interface ChooseProps {
  readonly limiter: string;
  /** For which lane, from 0; null: for a new one. */
  readonly lane: number | null;
}

/** Puts a limiter to use and closes the dialog; at the most lanes it says what to do instead. */
export function Choose({ limiter, lane }: ChooseProps): ReactElement {
  const { chooseLimiter } = useActions();
  const full = useApp((state) => lane === null && state.scenario.lanes.length >= MOST_LANES);
  return (
    <>
      <Button variant="primary" disabled={full} onClick={() => chooseLimiter(lane, limiter)}>
        {lane === null ? 'Add lane' : `Use in lane ${lane + 1}`}
      </Button>
      {full && <p className="label">There are {MOST_LANES} lanes, which is the most. Remove one first.</p>}
    </>
  );
}
