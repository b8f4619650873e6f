/** The playhead's time of day, in a run with a log. */
import { useCallback, useRef } from 'react';
import { useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import type { Player } from '../../store/player.ts';
import { writeText } from '../ui/writeText.ts';
import { logClock, timeOfDayNote } from './clockText.ts';

export { timeOfDayNote };

export function TimeOfDay() {
  const output = useRef<HTMLDivElement>(null);
  const { getState } = useStoreApi();
  const hasClock = useAppState(({ scenario }) => logClock(scenario) !== null);
  usePlayhead(
    useCallback(
      ({ at }: Player) => {
        if (output.current !== null) writeText(output.current, timeOfDayNote(at, getState().scenario).slice(2));
      },
      // It is written when it appears, too.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [getState, hasClock],
    ),
  );
  return hasClock ? <div ref={output} className="label" /> : null;
}
