/** The playhead's time of day, in a run with a log. */
import { useCallback, useMemo, useRef } from 'react';
import { secondsFromMicros } from '../../sim/index.ts';
import { useAppState, usePlayhead } from '../../store/playgroundContext.tsx';
import type { Player } from '../../store/player.ts';
import { logClock, timeOfDayText } from '../text/clockText.ts';
import { writeText } from '../ui/writeText.ts';

export function TimeOfDay() {
  const output = useRef<HTMLDivElement>(null);
  const scenario = useAppState((state) => state.scenario);
  const clock = useMemo(() => logClock(scenario), [scenario]);
  usePlayhead(
    useCallback(
      ({ at }: Player) => {
        if (output.current === null || clock === null) return;
        writeText(output.current, `${timeOfDayText(secondsFromMicros(at), clock)} UTC`);
      },
      [clock],
    ),
  );
  return clock === null ? null : <div ref={output} className="label" />;
}
