/** The messages of the selected request as a picture to save or to copy. */
import { useMemo, type ReactElement } from 'react';
import type { Sequence } from '../../sim/index.ts';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import type { ExplainedDecision } from '../../store/state.ts';
import { pageLink } from '../picture/pageLink.ts';
import { PictureDialog } from '../picture/PictureDialog.tsx';
import { requestCountText } from '../text/requestCount.ts';
import { sequencePicture } from './sequencePicture.ts';

interface SequencePictureDialogProps {
  readonly explained: ExplainedDecision;
  readonly sequence: Sequence;
  readonly onClose: () => void;
}

export default function SequencePictureDialog({
  explained: { result, lane, answer },
  sequence,
  onClose,
}: SequencePictureDialogProps): ReactElement {
  const store = useStoreApi();
  const picture = useMemo(
    () =>
      sequencePicture({
        scenario: result.scenario,
        lane,
        request: answer.request,
        at: answer.at,
        sequence,
        outcome: answer.outcome,
        requests: requestCountText(result),
        link: pageLink(store),
      }),
    [store, result, lane, answer, sequence],
  );
  return <PictureDialog title="Picture of the messages" of="messages" picture={picture} onClose={onClose} />;
}
