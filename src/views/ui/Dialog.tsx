import * as Radix from '@radix-ui/react-dialog';
import { useRef, type CSSProperties, type ReactElement, type ReactNode, type RefObject } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './Button.tsx';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Esc, the ✕ and a press beside the dialog ask for it. */
  readonly onClose: () => void;
  /** Its name and its heading. */
  readonly title: string;
  /** A sentence under the title which describes it. */
  readonly description?: ReactNode;
  /** Pixels, at most what the screen leaves; 480 unless told. */
  readonly width?: number;
  /** Pixels; as high as its content unless told. */
  readonly height?: number;
  /** On a phone it takes the whole screen. */
  readonly fullScreenOnPhone?: boolean;
  /** The row of buttons at the foot. */
  readonly actions?: ReactNode;
  /** No ✕, where the foot has a button that says Close. */
  readonly hideClose?: boolean;
  /** What has the focus at first; unless told the dialog itself, whose title is then read. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** What has it afterwards; unless told what had it before. */
  readonly returnFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** What had the focus before a dialog that gave way to another: that one gives it back. */
let inheritedFocus: Element | null = null;

/** A window over the page, which rests meanwhile. Its content exists only while it is open. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 480,
  height,
  fullScreenOnPhone = false,
  actions,
  hideClose = false,
  initialFocus,
  returnFocus,
  children,
}: DialogProps): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<Element | null>(null);

  return (
    <Radix.Root
      open={open}
      onOpenChange={(wanted) => {
        if (!wanted) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={styles['scrim']} />
        <Radix.Content
          ref={content}
          className={cx(styles['dialog'], fullScreenOnPhone && styles['fullScreenOnPhone'])}
          style={
            { '--width': `${width}px`, '--height': height === undefined ? 'auto' : `${height}px` } as CSSProperties
          }
          tabIndex={-1}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const { activeElement, body } = document;
            focusedBefore.current = inheritedFocus = activeElement === body ? inheritedFocus : activeElement;
            (initialFocus?.current ?? content.current)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            // There is no trigger here: shortcuts and menus open dialogs too.
            event.preventDefault();
            inheritedFocus = null;
            const back = returnFocus?.current ?? focusedBefore.current;
            if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
          }}
        >
          <header className={styles['head']}>
            <Radix.Title className={styles['title']}>{title}</Radix.Title>
            {!hideClose && <IconButton label="Close" glyph="close" onClick={onClose} />}
          </header>
          {description !== undefined && (
            <Radix.Description className={styles['description']}>{description}</Radix.Description>
          )}
          <div className={styles['body']}>{children}</div>
          {actions !== undefined && <footer className={cx(styles['actions'])}>{actions}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
