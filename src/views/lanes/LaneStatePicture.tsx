/** The state of a lane's limiter at the playhead: patched whenever it changes, without rendering; in words once all is at rest. */
import { memo, useEffect, useId, useRef } from 'react';
import { useRestingState, useStoreApi } from '../../store/playgroundContext.tsx';
import { momentOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { fallsInto } from '../charts/motion/fallEnds.ts';
import { usePictures } from '../charts/picturesLoader.ts';
import { StatePicture, type StatePictureHandle } from '../charts/StatePicture.tsx';
import { useLast } from '../hooks/useLast.ts';
import styles from './LaneHeader.module.css';

interface LaneStatePictureProps {
  readonly index: number;
}

export const LaneStatePicture = memo(function LaneStatePicture({ index }: LaneStatePictureProps) {
  const store = useStoreApi();
  const picture = useRef<StatePictureHandle>(null);
  const wordsId = useId();
  useEffect(() => {
    const show = (state: State): void => {
      const next = momentOf(state, index)?.picture;
      if (next !== undefined) picture.current?.show(next);
    };
    show(store.getState());
    return store.subscribe((state, before) => {
      if (state.moments !== before.moments) show(state);
    });
  }, [store, index]);
  return (
    <div className={styles['picture']} data-part="state" {...fallsInto(index)}>
      <StatePicture ref={picture} label={`State of lane ${index + 1}`} describedBy={wordsId} picture={null} />
      <PictureWords id={wordsId} index={index} />
    </div>
  );
});

function PictureWords({ id, index }: LaneStatePictureProps & { readonly id: string }) {
  const pictures = usePictures();
  const words = useRestingState((state) => {
    const picture = momentOf(state, index)?.picture;
    if (picture === undefined || pictures === null) return 'Not known yet.';
    return state.playing ? null : pictures.pictureTextAt(picture, state.momentsAt);
  });
  const shown = useLast(words, words === null, true);
  return (
    <span id={id} hidden>
      {shown}
    </span>
  );
}
