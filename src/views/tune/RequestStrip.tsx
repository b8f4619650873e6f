/** When one client sends: a tick for each stretch of the run with requests, and a square below where one is refused. */
import { useMemo, type ReactElement } from 'react';
import type { ClientRow } from '../../tune/index.ts';
import styles from './RequestStrip.module.css';

const HEIGHT = 16;
const TICK = 10;
const SQUARE = 5;

export function RequestStrip({ strip: { requests, refused } }: Pick<ClientRow, 'strip'>): ReactElement {
  const paths = useMemo(
    () => ({
      admitted: path(requests, (count, bin) => count > (refused[bin] as number), 0, TICK, 0.8),
      denied: path(refused, (count) => count > 0, HEIGHT - SQUARE, SQUARE, 2),
    }),
    [requests, refused],
  );
  return (
    <svg
      className={styles['strip']}
      viewBox={`0 0 ${requests.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles['admitted']} d={paths.admitted} />
      <path className={styles['denied']} d={paths.denied} />
    </svg>
  );
}

/** A rectangle for each bin that is shown, a little wider where few of them have to be seen. */
function path(
  bins: Uint32Array,
  isShown: (count: number, bin: number) => boolean,
  y: number,
  height: number,
  width: number,
): string {
  let d = '';
  for (const [bin, count] of bins.entries()) if (isShown(count, bin)) d += `M${bin} ${y}h${width}v${height}h-${width}z`;
  return d;
}
