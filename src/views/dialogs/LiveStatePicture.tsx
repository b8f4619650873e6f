import { useCallback, useId, useRef, type ReactElement } from 'react';
import type { CatalogueEntry, KeySnapshot } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { pictureTextAt } from '../charts/statePicture.ts';
import { withUnits } from '../format/units.ts';
import { StatePicture, type StatePictureHandle } from '../charts/StatePicture.tsx';
import { useLimiterMoment, type LimiterMoment } from './useLimiterMoment.ts';

interface LiveStatePictureProps {
  readonly entry: CatalogueEntry;
  /** The lane whose state it is; null for a limiter that is in no lane, which is previewed on the scenario's traffic. */
  readonly lane: number | null;
  /** Class names for its two parts: `picture` and `words`. */
  readonly styles: CSSModuleClasses;
}

/** A live picture of a limiter's state at the playhead, and the same in words; only words for a scheme in no lane. */
export function LiveStatePicture({ entry, lane, styles }: LiveStatePictureProps): ReactElement {
  const picture = useRef<StatePictureHandle>(null);
  const wordsId = useId();
  const live = useCallback((snapshot: KeySnapshot) => picture.current?.show(snapshot.picture), []);
  const shown = useLimiterMoment(entry.id, lane, live);
  const hasSeveralKeys = useAppState(({ result }) => (result?.keyNames.length ?? 1) > 1);
  const state = shown !== null && 'snapshot' in shown ? shown.snapshot : null;
  return (
    <>
      {(lane !== null || entry.family !== 'Distributed') && (
        <div className={styles['picture']}>
          <StatePicture
            ref={picture}
            label={`State of ${entry.name}`}
            describedBy={wordsId}
            picture={state?.picture ?? null}
          />
        </div>
      )}
      <p id={wordsId} className={styles['words']}>
        {withUnits(stateText(shown))}
        {state !== null && hasSeveralKeys && ` Key ${state.key}.`}
      </p>
    </>
  );
}

function stateText(shown: LimiterMoment | null): string {
  if (shown === null) return 'Not known yet.';
  // To the millisecond, as the clock shows it.
  return 'problem' in shown
    ? shown.problem
    : pictureTextAt(shown.snapshot.picture, Math.round(shown.at / 1_000) * 1_000);
}
