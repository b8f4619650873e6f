/** A picture as a file of pixels, and on the clipboard. */
import { paintPicture, type Picture } from './picture.ts';

/** Device pixels per CSS pixel. */
export const SCALES = [1, 2, 3, 4] as const;
export type Scale = (typeof SCALES)[number];

/** Null where no canvas is that large. */
export async function pngOf(picture: Picture, scale: Scale): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  if (!paintPicture(picture, canvas, scale, () => document.createElement('canvas'))) return null;
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

/** @param picture the text of an SVG, which programs paste as its source; or pixels */
export async function copyPicture(picture: string | Promise<Blob | null>): Promise<'copied' | 'refused' | 'too large'> {
  let tooLarge = false;
  try {
    if (typeof picture === 'string') await navigator.clipboard.writeText(picture);
    else {
      // Handed over while it is still drawn: WebKit refuses what it is given later than in the press of a button.
      const pixels = picture.then((blob) => {
        tooLarge = blob === null;
        return blob ?? Promise.reject(new RangeError('No canvas is that large.'));
      });
      // Where there is no clipboard to await it.
      pixels.catch(() => {});
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pixels })]);
    }
    return 'copied';
  } catch {
    // There is no clipboard without https, and in a frame or by a setting it may be forbidden: the dialog says so.
    return tooLarge ? 'too large' : 'refused';
  }
}
