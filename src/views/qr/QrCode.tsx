/** A link as a QR code, dark on light in both themes, as cameras expect it; or why there is none. */
import { useMemo, type ReactElement } from 'react';
import { encode } from 'uqr';
import { noQrText } from './qrText.ts';
import styles from './QrCode.module.css';

/** The light margin that the standard asks for, in modules. */
const MARGIN = 4;

export default function QrCode({ link }: { readonly link: string }): ReactElement {
  const problem = noQrText(link);
  return problem === null ? <Code link={link} /> : <p>{problem}</p>;
}

function Code({ link }: { readonly link: string }): ReactElement {
  const { size, path } = useMemo(() => codeOf(link), [link]);
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the link"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** The size in modules, with the margin, and all dark ones, a rectangle for each run of a row. */
function codeOf(link: string): { readonly size: number; readonly path: string } {
  // On a screen nothing is smudged or torn: the least correction makes the largest modules.
  const { size, data } = encode(link, { ecc: 'L', border: MARGIN });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      const length = (end < 0 ? size : end) - x;
      return [`M${x} ${y}h${length}v1h-${length}z`];
    }),
  );
  return { size, path: runs.join('') };
}
