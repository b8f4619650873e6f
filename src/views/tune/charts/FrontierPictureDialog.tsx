/** Rate and burst as a picture to save or to copy. */
import type { ReactElement } from 'react';
import { useStoreApi } from '../../../store/playgroundContext.tsx';
import { pageLink } from '../../picture/pageLink.ts';
import { PictureDialog } from '../../picture/PictureDialog.tsx';
import { requestCountText } from '../../text/requestCount.ts';
import { frontierPicture, type PicturedFrontier } from './frontierPicture.ts';

type FrontierPictureDialogProps = Omit<PicturedFrontier, 'requests' | 'link'> & { readonly onClose: () => void };

export default function FrontierPictureDialog({ onClose, ...chart }: FrontierPictureDialogProps): ReactElement {
  const store = useStoreApi();
  const requests = requestCountText(store.getState().result);
  const picture = frontierPicture({ ...chart, requests, link: pageLink(store) });
  return <PictureDialog title="Picture of rate and burst" of="rate and burst" picture={picture} onClose={onClose} />;
}
