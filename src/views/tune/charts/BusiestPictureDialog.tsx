/** The busiest T of each client as a picture to save or to copy. */
import type { ReactElement } from 'react';
import { useStoreApi } from '../../../store/playgroundContext.tsx';
import { pageLink } from '../../picture/pageLink.ts';
import { PictureDialog } from '../../picture/PictureDialog.tsx';
import { requestCountText } from '../../text/requestCount.ts';
import { busiestPicture, type PicturedBusiest } from './busiestPicture.ts';

type BusiestPictureDialogProps = Omit<PicturedBusiest, 'requests' | 'link'> & { readonly onClose: () => void };

export default function BusiestPictureDialog({ onClose, ...chart }: BusiestPictureDialogProps): ReactElement {
  const store = useStoreApi();
  const requests = requestCountText(store.getState().result);
  const picture = busiestPicture({ ...chart, requests, link: pageLink(store) });
  return (
    <PictureDialog
      title="Picture of the busiest T of each client"
      of="busiest T of each client"
      picture={picture}
      onClose={onClose}
    />
  );
}
