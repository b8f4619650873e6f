/** A picture as it will be, as wide as there is room. */
import { useEffect, useRef, type ReactElement } from 'react';
import { paintPicture, type Picture } from './picture.ts';
import styles from './PictureCanvas.module.css';

export function PictureCanvas({ picture }: { readonly picture: Picture }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    // Made much smaller, thin lines would be lost.
    const scale = element.clientWidth * devicePixelRatio > picture.width ? 2 : 1;
    paintPicture(picture, element, scale, () => document.createElement('canvas'));
  }, [picture]);
  return (
    <canvas
      ref={canvas}
      className={styles['canvas']}
      role="img"
      aria-label={`${picture.title}. ${picture.description}`}
    />
  );
}
