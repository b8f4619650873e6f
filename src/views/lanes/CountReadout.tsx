/** `20 of 10 in 10 s`: what is left of the window count where its chart is switched off, or the window too low for it. */
import { useCallback, useRef } from 'react';
import { SECOND, type LaneInfo, type LaneSnapshot } from '../../sim/index.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { laneFrame } from '../../store/selectors.ts';
import { formatCount } from '../format/numbers.ts';
import { NBSP } from '../format/short.ts';
import { formatDuration } from '../format/time.ts';
import { HIDDEN_READOUT, isBeyondShown } from '../text/hiddenText.ts';
import { writeText } from '../ui/writeText.ts';
import { useLiveSnapshot } from './laneCell.ts';
import styles from './Lanes.module.css';

export function CountReadout({ lane }: { lane: number }) {
  const output = useRef<HTMLSpanElement>(null);
  const store = useStoreApi();
  useLiveSnapshot(
    lane,
    useCallback(
      (snapshot) => {
        if (output.current === null) return;
        const state = store.getState();
        const text =
          snapshot === undefined
            ? '–'
            : isBeyondShown(store, state.hoveredAt)
              ? HIDDEN_READOUT
              : windowCountText(snapshot, laneFrame(state, lane), true);
        writeText(output.current, text);
      },
      [store, lane],
    ),
  );
  return <span ref={output} className={styles['countReadout']} translate="no" />;
}

/**
 * `20 of 10 in 10 s`
 * @param withT whether to add T; otherwise an axis header gives it
 */
export function windowCountText({ count }: LaneSnapshot, laneInfo: LaneInfo | null, withT: boolean): string {
  const { n, T } = laneInfo ?? { n: 0, T: 0 };
  const inT = withT ? ` in ${formatDuration(T / SECOND).replaceAll(' ', NBSP)}` : '';
  return `${formatCount(count)} of ${formatCount(n)}${inT}`;
}
