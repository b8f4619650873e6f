import { useId, type ReactElement } from 'react';
import { HEIGHT, layoutStrip, WIDTH, type OutcomeCounts } from './stripLayout.ts';
import styles from './DecisionStrip.module.css';

const CENTER_Y = HEIGHT / 2;

/** Admitted above the line, denied below, as in the lanes: dots, rings and crosses in order, or one bar per outcome. */
export function DecisionStrip(counts: OutcomeCounts): ReactElement {
  const strip = layoutStrip(counts);
  const hatch = useId();
  return (
    <svg
      className={styles['strip']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      <path className={styles['line']} d={`M0 ${CENTER_Y}H${WIDTH}`} />
      {strip.kind === 'marks' ? (
        strip.marks.map(({ x, mark }) =>
          mark === 'denied' ? (
            <path key={x} className={styles['denied']} d={`M${x - 2} ${CENTER_Y + 1.5}l4 4m0-4l-4 4`} />
          ) : (
            <circle key={x} className={styles[mark]} cx={x} cy={CENTER_Y - 3.5} r={mark === 'delayed' ? 1.8 : 2.5} />
          ),
        )
      ) : (
        <>
          <rect className={styles['admitted']} x={0} y={CENTER_Y - 5.5} width={strip.admitted} height={5} />
          {strip.delayed > 0 && (
            <rect
              className={styles['delayed']}
              x={strip.admitted + 0.7}
              y={CENTER_Y - 4.8}
              width={Math.max(0.6, strip.delayed - 1.4)}
              height={3.6}
            />
          )}
          <pattern id={hatch} width={3} height={3} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className={styles['deniedFill']} width={2} height={3} />
          </pattern>
          <rect
            x={strip.admitted + strip.delayed}
            y={CENTER_Y + 0.5}
            width={strip.denied}
            height={5}
            fill={`url(#${CSS.escape(hatch)})`}
          />
        </>
      )}
    </svg>
  );
}
