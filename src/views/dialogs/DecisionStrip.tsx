import { useId, type ReactElement } from 'react';
import { HEIGHT, stripOf, WIDTH, type Outcome } from './strip.ts';
import styles from './DecisionStrip.module.css';

const MIDDLE = HEIGHT / 2;

/** In above the line, out below it, as in the lanes: dots and crosses in order, or a bar for each side. */
export function DecisionStrip(outcome: Outcome): ReactElement {
  const strip = stripOf(outcome);
  const hatch = useId();
  return (
    <svg
      className={styles['strip']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      <path className={styles['line']} d={`M0 ${MIDDLE}H${WIDTH}`} />
      {strip.kind === 'marks' ? (
        strip.marks.map(({ x, admitted }) =>
          admitted ? (
            <circle key={x} className={styles['admitted']} cx={x} cy={MIDDLE - 3.5} r={2.5} />
          ) : (
            <path key={x} className={styles['denied']} d={`M${x - 2} ${MIDDLE + 1.5}l4 4m0-4l-4 4`} />
          ),
        )
      ) : (
        <>
          <rect className={styles['admitted']} x={0} y={MIDDLE - 5.5} width={strip.admitted} height={5} />
          <pattern id={hatch} width={3} height={3} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className={styles['deniedFill']} width={2} height={3} />
          </pattern>
          <rect
            x={strip.admitted}
            y={MIDDLE + 0.5}
            width={WIDTH - strip.admitted}
            height={5}
            fill={`url(#${CSS.escape(hatch)})`}
          />
        </>
      )}
    </svg>
  );
}
