/** The map as a picture to save or to copy. */
import type { ReactElement } from 'react';
import { useStoreApi } from '../../../store/playgroundContext.tsx';
import { pageLink } from '../../picture/pageLink.ts';
import { PictureDialog } from '../../picture/PictureDialog.tsx';
import { requestCountText } from '../../text/requestCount.ts';
import { mapPicture, type PicturedMap } from './mapPicture.ts';

type MapPictureDialogProps = Omit<PicturedMap, 'requests' | 'link'> & { readonly onClose: () => void };

export default function MapPictureDialog({ onClose, ...map }: MapPictureDialogProps): ReactElement {
  const store = useStoreApi();
  const picture = mapPicture({ ...map, requests: requestCountText(store.getState().result), link: pageLink(store) });
  return <PictureDialog title="Picture of the map" of="map" picture={picture} onClose={onClose} />;
}
