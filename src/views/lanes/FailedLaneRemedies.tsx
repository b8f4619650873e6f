/** What helps a lane that cannot run: the nearest policy that it can run, one click away, or its code. */
import type { ReactElement } from 'react';
import { formatDuration, type FailedLane } from '../../sim/index.ts';
import { hasCode } from '../../store/codeLanes.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { laneRowElement } from './laneRowElement.ts';

export interface FailedLaneProps {
  /** The lane's index in the scenario that is shown. */
  readonly lane: number;
  readonly failedLane: FailedLane;
}

export default function FailedLaneRemedies({ lane, failedLane: { remedy } }: FailedLaneProps): ReactElement {
  const { editLane, setLanePolicy } = useActions();
  const coded = useAppState((state) => hasCode(state.scenario.lanes[lane]));
  return (
    <>
      {coded && (
        <Button size="small" onClick={() => editLane(lane, 'config')}>
          Edit the code
        </Button>
      )}
      {remedy !== null && (
        <Button
          size="small"
          onClick={() => {
            setLanePolicy(lane, { [remedy.field]: remedy.value });
            // This goes away once the lane runs.
            laneRowElement(lane)?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus({ preventScroll: true });
          }}
        >
          Use {remedyText(remedy)}
        </Button>
      )}
    </>
  );
}

/** `n 12`, `capacity 3,474`, `T 16 min 40 s` */
function remedyText({ field, value }: NonNullable<FailedLane['remedy']>): string {
  return `${field} ${field === 'T' ? formatDuration(value) : formatCount(value)}`;
}
