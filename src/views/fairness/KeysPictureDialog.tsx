/** The keys of a lane as a picture to save or to copy, from data of the picture's own width. */
import { useEffect, useState, type ReactElement } from 'react';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import type { FairnessAnswer } from '../../store/state.ts';
import { pageLink } from '../picture/pageLink.ts';
import type { Picture } from '../picture/picture.ts';
import { PictureDialog } from '../picture/PictureDialog.tsx';
import { PLOT_WIDTH } from '../picture/plotPart.ts';
import { requestCountText } from '../text/requestCount.ts';
import { keysPicture } from './keysPicture.ts';

/** More would be a picture of several pages. */
const MAX_KEYS = 20;

interface KeysPictureDialogProps {
  readonly shown: Pick<FairnessAnswer, 'result' | 'lane' | 'range'>;
  readonly onClose: () => void;
}

export default function KeysPictureDialog({ shown, onClose }: KeysPictureDialogProps): ReactElement {
  const store = useStoreApi();
  const { result, lane, range } = shown;
  const [picture, setPicture] = useState<Picture | null>(null);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let wanted = true;
    store.ask(
      'fairness',
      { query: { lane, ...range, columns: PLOT_WIDTH, maxKeys: MAX_KEYS } },
      (fairness) => {
        if (!wanted) return;
        const canDelay = result.laneInfos[lane]?.canDelay === true;
        const requests = requestCountText(result);
        const { scenario } = result;
        setPicture(keysPicture({ scenario, lane, canDelay, fairness, range, requests, link: pageLink(store) }));
      },
      () => wanted && setSettled(true),
    );
    return () => {
      wanted = false;
    };
  }, [store, result, lane, range]);
  const problem = settled && picture === null ? 'There is no run to draw. Close this and run it again.' : null;
  return (
    <PictureDialog
      title="Picture of the keys"
      of={`keys of lane ${lane + 1}`}
      picture={picture}
      problem={problem}
      onClose={onClose}
    />
  );
}
