/** A picture to save or to copy: how it looks, and as what kind of file. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { fileName, saveBlob } from '../files/saveFile.ts';
import { formatCount } from '../format/numbers.ts';
import { useSaid } from '../hooks/useSaid.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { Select } from '../ui/Select.tsx';
import { heightOf, svgOf, type Picture } from './picture.ts';
import { PictureCanvas } from './PictureCanvas.tsx';
import styles from './PictureDialog.module.css';
import { copyPicture, pngOf, SCALES, type Scale } from './takePicture.ts';

interface PictureDialogProps {
  readonly title: string;
  /** What the picture is of, for the file's name; by default all of the run. */
  readonly of?: string;
  /** Null until it is there. */
  readonly picture: Picture | null;
  /** Why there will be none. */
  readonly problem?: string | null;
  /** What it is to show. */
  readonly choices?: ReactNode;
  readonly onClose: () => void;
}

const FORMATS = [
  { value: 'svg', label: 'SVG' },
  { value: 'png', label: 'PNG' },
] as const;
type Format = (typeof FORMATS)[number]['value'];

const TOO_LARGE = 'This browser cannot draw a picture that large. Choose a smaller size, or SVG.';
const NO_CLIPBOARD = 'The browser does not let the page write to the clipboard. Save the file instead.';

export function PictureDialog({
  title,
  of: subject = '',
  picture,
  problem = null,
  choices,
  onClose,
}: PictureDialogProps): ReactElement {
  const scenarioTitle = useAppState((state) => state.scenario.title);
  const [format, setFormat] = useState<Format>('svg');
  const [scale, setScale] = useState<Scale>(2);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { said, say } = useSaid();
  const file = async (of: Picture): Promise<Blob | null> =>
    format === 'svg' ? new Blob([svgOf(of)], { type: 'image/svg+xml' }) : pngOf(of, scale);

  const save = async (of: Picture): Promise<void> => {
    const blob = await file(of);
    setTrouble(blob === null ? TOO_LARGE : null);
    if (blob === null) return;
    const name = fileName(scenarioTitle, format, subject);
    saveBlob(blob, name);
    say(`Saved as ${name}.`);
  };
  const copy = async (of: Picture): Promise<void> => {
    const outcome = await copyPicture(format === 'svg' ? svgOf(of) : pngOf(of, scale));
    setTrouble({ copied: null, 'too large': TOO_LARGE, refused: NO_CLIPBOARD }[outcome]);
    say(outcome !== 'copied' ? '' : format === 'svg' ? 'Copied as the text of an SVG.' : 'Picture copied.');
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={800}
      fullScreenOnPhone
      said={said}
      actions={
        <>
          <Button variant="primary" disabled={picture === null} onClick={() => void (picture && save(picture))}>
            Save
          </Button>
          <Button disabled={picture === null} onClick={() => void (picture && copy(picture))}>
            Copy
          </Button>
        </>
      }
    >
      <div className={styles['picture']}>
        {choices}
        <div className={cx(styles['row'], styles['file'])}>
          <SegmentedControl label="Kind of file" options={FORMATS} value={format} onChange={setFormat} />
          {format === 'png' && picture !== null && (
            <Select
              label="Size"
              hideLabel
              value={`${scale}`}
              options={SCALES.map((value) => ({ value: `${value}`, label: sizeText(picture, value) }))}
              onChange={(value) => setScale(Number(value) as Scale)}
            />
          )}
          <p className={styles['about']}>{ABOUT[format]}</p>
        </div>
        <p role="status" className={styles['trouble']}>
          {problem ?? trouble}
        </p>
        {picture === null && problem === null && <div className={cx(styles['preview'], styles['awaited'])} />}
        {picture !== null && (
          // It scrolls, so keys must reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={styles['preview']} tabIndex={0} role="group" aria-label="Preview">
            <PictureCanvas picture={picture} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

const ABOUT: Readonly<Record<Format, string>> = {
  svg: 'Sharp at any size, with real text.',
  png: 'Opens everywhere.',
};

/** `2×, 1,440 × 3,200 pixels` */
function sizeText(picture: Picture, scale: number): string {
  return `${scale}×, ${formatCount(picture.width * scale)} × ${formatCount(heightOf(picture) * scale)} pixels`;
}
