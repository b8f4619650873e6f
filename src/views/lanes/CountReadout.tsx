/** `20 of 10 in 10 s`: what is left of the window count where its chart is switched off, or the window too low for it. */
import { useCallback, useRef } from 'react';
import { SECOND, type LaneInfo } from '../../sim/index.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { formatCount } from '../format/numbers.ts';
import { NBSP } from '../format/short.ts';
import { formatDuration } from '../format/time.ts';
import { HIDDEN_READOUT, isBeyondShown } from '../text/hiddenText.ts';
import { writeText } from '../ui/writeText.ts';
import { useLiveSnapshot } from './laneCell.ts';
import styles from './Lanes.module.css';

export function CountReadout({ lane, laneInfo }: { lane: number; laneInfo: LaneInfo | null }) {
  const output = useRef<HTMLSpanElement>(null);
  const store = useStoreApi();
  const n = laneInfo?.n ?? 0;
  const T = formatDuration((laneInfo?.T ?? 0) / SECOND).replaceAll(' ', NBSP);
  useLiveSnapshot(
    lane,
    useCallback(
      (snapshot) => {
        if (output.current === null) return;
        const text =
          snapshot === undefined
            ? '–'
            : isBeyondShown(store, store.getState().hoveredAt)
              ? HIDDEN_READOUT
              : `${formatCount(snapshot.count)} of ${formatCount(n)} in ${T}`;
        writeText(output.current, text);
      },
      [store, n, T],
    ),
  );
  return <span ref={output} className={styles['countReadout']} />;
}
