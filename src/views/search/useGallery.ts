import { useEffect, useState } from 'react';
import { loadGallery, type Gallery } from '../../store/gallery.ts';

/** Empty until it has been read. */
export function useGallery(): Gallery {
  const [gallery, setGallery] = useState<Gallery>({ items: [], problems: [] });
  useEffect(() => {
    let isShown = true;
    void loadGallery().then((read) => isShown && setGallery(read));
    return () => {
      isShown = false;
    };
  }, []);
  return gallery;
}
