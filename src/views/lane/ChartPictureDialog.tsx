/** A small chart as a picture to save or to copy. */
import { useMemo, type ReactElement } from 'react';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { pageLink } from '../picture/pageLink.ts';
import { PictureDialog } from '../picture/PictureDialog.tsx';
import { smallChartPicture, type SmallChartSubject } from '../picture/smallChartPicture.ts';
import { requestCountText } from '../text/requestCount.ts';

interface ChartPictureDialogProps {
  readonly subject: SmallChartSubject;
  readonly onClose: () => void;
}

export default function ChartPictureDialog({ subject, onClose }: ChartPictureDialogProps): ReactElement {
  const store = useStoreApi();
  const result = useAppState((state) => state.result);
  const picture = useMemo(
    () =>
      result === null
        ? null
        : smallChartPicture(subject, {
            scenario: result.scenario,
            lane: subject.lane,
            requests: requestCountText(result),
            link: pageLink(store),
          }),
    [store, result, subject],
  );
  return (
    <PictureDialog
      title="Picture"
      of={`${subject.name} of lane ${subject.lane + 1}`}
      picture={picture}
      onClose={onClose}
    />
  );
}
