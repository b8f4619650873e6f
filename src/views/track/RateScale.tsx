/** Ticks of the rates beside the upper edge that is dragged. */
import { useMemo, type ReactElement } from 'react';
import type { TrafficEntry } from '../../sim/index.ts';
import type { PhaseBlock, TrackGeometry } from './blockLayout.ts';
import type { BlockPart } from './hitTest.ts';
import { rateTicks } from './rateScale.ts';
import styles from './RateScale.module.css';

/** Room for a label on either side, px. */
const LABEL_ROOM = 56;

interface RateScaleProps {
  readonly entry: TrafficEntry;
  readonly block: PhaseBlock;
  readonly part: BlockPart;
  readonly track: TrackGeometry;
}

export default function RateScale({ entry, block: { left, right }, part, track }: RateScaleProps): ReactElement {
  const ticks = useMemo(() => rateTicks(entry, track), [entry, track]);
  const edge = part === 'first' ? left : part === 'last' ? right : (left + right) / 2;
  const x = Math.max(LABEL_ROOM, Math.min(track.width - LABEL_ROOM, edge));
  const labelled = ticks.filter(({ label }) => label !== '');
  return (
    <div className={styles['scale']} style={{ left: x }} aria-hidden>
      {ticks.map((tick) => (
        <span
          key={tick.height}
          className={styles['tick']}
          style={{ bottom: tick.height }}
          data-labelled={tick.label !== '' || undefined}
        >
          {/* In turn left and right: two powers of ten are closer than two lines of text. */}
          {tick.label !== '' && (
            <span className={styles['label']} data-side={labelled.indexOf(tick) % 2 === 0 ? 'left' : 'right'}>
              {tick.label}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}
