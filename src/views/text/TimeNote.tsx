/** The playhead's time of day in a run with a log, its days and hours in another long one. */
import { useCallback, useRef } from 'react';
import { useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import type { Player } from '../../store/player.ts';
import { writeText } from '../ui/writeText.ts';
import { hasTimeNotes, timeNote } from './clockText.ts';

export { timeNote };

export function TimeNote() {
  const output = useRef<HTMLDivElement>(null);
  const { getState } = useStoreApi();
  const hasNotes = useAppState(({ scenario }) => hasTimeNotes(scenario));
  usePlayhead(
    useCallback(
      ({ at }: Player) => {
        if (output.current !== null) writeText(output.current, timeNote(at, getState().scenario).slice(2));
      },
      // It is written when it appears, too.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [getState, hasNotes],
    ),
  );
  return hasNotes ? <div ref={output} className="label" /> : null;
}
