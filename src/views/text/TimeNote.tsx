/** The playhead's time of day in a run with a log, its days and hours in another long one. */
import { useCallback, useRef } from 'react';
import { useAppState, usePlayhead } from '../../store/playgroundContext.tsx';
import type { Player } from '../../store/player.ts';
import { writeText } from '../ui/writeText.ts';
import { hasTimeNotes, timeNote } from './clockText.ts';

export { timeNote };

export function TimeNote() {
  const output = useRef<HTMLDivElement>(null);
  const scenario = useAppState((state) => (hasTimeNotes(state.scenario) ? state.scenario : null));
  usePlayhead(
    useCallback(
      ({ at }: Player) => {
        if (output.current !== null && scenario !== null) writeText(output.current, timeNote(at, scenario).slice(2));
      },
      [scenario],
    ),
  );
  return scenario !== null && <div ref={output} className="label" translate="no" />;
}
