/** A small live picture of a word: a run of its own, drawn as one of a lane's charts. */
import { useEffect, useState, type ReactElement } from 'react';
import type { Term } from '../../glossary.ts';
import type { GlossaryPicture } from '../../lessons/glossaryPictures.ts';
import { outcomeOf, parseScenario, type Curve, type Sketch } from '../../sim/index.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import styles from './Learn.module.css';

const WIDTH = 280;
const HEIGHT = 64;

export function TermPicture({ term }: { term: Term }): ReactElement | null {
  const store = useStoreApi();
  const [shown, setShown] = useState<{ readonly picture: GlossaryPicture; readonly sketch: Sketch } | null>(null);
  useEffect(() => {
    let wanted = true;
    import('../../lessons/glossaryPictures.ts').then(
      ({ glossaryPictures }) => {
        const picture = glossaryPictures[term];
        const parsed = parseScenario(picture.document);
        if (!parsed.ok) return;
        store.ask('sketch', { scenario: parsed.scenario, columns: WIDTH }, (sketch) => {
          if (wanted && sketch !== null) setShown({ picture, sketch });
        });
      },
      // The words stand without it.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [store, term]);
  if (shown === null) return null;
  const { picture, sketch } = shown;
  return (
    <figure className={styles['picture']}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={picture.shows}>
        {picture.chart === 'decisions' ? (
          <Decisions sketch={sketch} />
        ) : (
          <CurveOf sketch={sketch} chart={picture.chart} />
        )}
      </svg>
      <figcaption className="label">{picture.shows}</figcaption>
    </figure>
  );
}

function CurveOf({ sketch, chart }: { sketch: Sketch; chart: 'level' | 'windowCount' }): ReactElement {
  const curve: Curve = sketch.lane[chart];
  const bound = chart === 'windowCount' ? sketch.n : null;
  const top = Math.max(1, bound ?? 0, ...curve.value) * 1.15;
  const y = (value: number): number => HEIGHT - 2 - (value / top) * (HEIGHT - 4);
  const points = Array.from(curve.at, (at, i) => `${(at / sketch.end) * WIDTH},${y(curve.value[i] as number)}`);
  return (
    <>
      {bound !== null && <line x1="0" x2={WIDTH} y1={y(bound)} y2={y(bound)} className={styles['bound']} />}
      <polyline points={points.join(' ')} />
    </>
  );
}

/** Admitted above the line, denied below: the same marks as in the charts. */
function Decisions({ sketch: { lane, end } }: { sketch: Sketch }): ReactElement {
  const { at = [], verdict = [] } = lane.marks ?? {};
  const stacks = new Map<string, number>();
  return (
    <>
      <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className={styles['bound']} />
      {Array.from(at, (instant, i) => {
        const outcome = outcomeOf(verdict[i] as number);
        const side = outcome === 'deny' ? 1 : -1;
        const column = `${side} ${Math.round(((instant / end) * WIDTH) / 6)}`;
        const height = (stacks.get(column) ?? 0) + 1;
        stacks.set(column, height);
        const [x, y] = [4 + (instant / end) * (WIDTH - 8), HEIGHT / 2 + side * height * 6];
        // A mark has no identity besides its position.
        return outcome === 'deny' ? (
          <path key={i} d={`M${x - 2} ${y - 2}l4 4m0 -4l-4 4`} className={styles['denied']} />
        ) : (
          <circle key={i} cx={x} cy={y} r="2.2" className={styles[outcome === 'delay' ? 'delayed' : 'admitted']} />
        );
      })}
    </>
  );
}
