import { useCallback, useId, useRef, type ReactElement } from 'react';
import type { Choosable, StateMoment } from '../../sim/index.ts';
import { useApp } from '../../store/react.tsx';
import { momentText } from '../charts/picture.ts';
import { StatePicture, type StatePictureHandle } from '../charts/StatePicture.tsx';
import { useCardMoment, type CardMoment } from './useCardMoment.ts';

interface LivePictureProps {
  readonly limiter: Choosable;
  /** The lane whose state it is; null for a limiter that is in none, tried on the scenario's traffic. */
  readonly index: number | null;
  /** Names for its two places: `picture` and `words`. */
  readonly styles: CSSModuleClasses;
}

/** A limiter's state at the playhead, moving with it, and the same in words; of a scheme in no lane the words alone. */
export function LivePicture({ limiter, index, styles }: LivePictureProps): ReactElement {
  const picture = useRef<StatePictureHandle>(null);
  const words = useId();
  const live = useCallback((moment: StateMoment) => picture.current?.show(moment.picture), []);
  const shown = useCardMoment(limiter.id, index, live);
  const several = useApp(({ result }) => (result?.keys.length ?? 1) > 1);
  const state = shown !== null && 'moment' in shown ? shown.moment : null;
  return (
    <>
      {(index !== null || limiter.family !== 'Several processes') && (
        <div className={styles['picture']}>
          <StatePicture
            ref={picture}
            label={`State of ${limiter.name}`}
            describedBy={words}
            picture={state?.picture ?? null}
          />
        </div>
      )}
      <p id={words} className={styles['words']}>
        {wordsOf(shown)}
        {state !== null && several && ` Key ${state.key}.`}
      </p>
    </>
  );
}

function wordsOf(shown: CardMoment | null): string {
  if (shown === null) return 'Not known yet.';
  return 'refused' in shown ? shown.refused : momentText(shown.moment.picture, shown.at);
}
