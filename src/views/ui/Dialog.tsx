import * as Radix from '@radix-ui/react-dialog';
import { useRef, type CSSProperties, type ReactElement, type ReactNode, type RefObject } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './Button.tsx';
import styles from './Dialog.module.css';
import { useCloseRequest } from './useCloseRequest.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Esc, the ✕, Android's Back and a press outside the dialog. */
  readonly onClose: () => void;
  /** The accessible name and the heading. */
  readonly title: string;
  /** A sentence below the title that describes the dialog. */
  readonly description?: ReactNode;
  /** In pixels, limited by the screen; 480 by default. */
  readonly width?: number;
  /** In pixels; by default that of the content. */
  readonly height?: number;
  /** Fills the screen on a phone. */
  readonly fullScreenOnPhone?: boolean;
  /** The row of buttons at the foot. */
  readonly actions?: ReactNode;
  /** What one of them has just done, after them. It is not announced: the page's status says it as well. */
  readonly said?: string;
  /** Hides the ✕ where the footer has a Close button. */
  readonly hideClose?: boolean;
  /** Whether Esc closes it, as it does by default; false while something in it takes the key. */
  readonly escapeCloses?: boolean;
  /** Receives the focus on opening; by default the dialog itself, so that its title is read. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Receives the focus on closing; by default the element that had it before. */
  readonly returnFocus?: RefObject<HTMLElement | null>;
  /** Called when it is gone and the focus has returned, for what may move the focus again or open another dialog. */
  readonly onClosed?: () => void;
  readonly children: ReactNode;
}

/** When one dialog replaces another, the element focused before the first: the second returns the focus to it. */
let inheritedFocus: Element | null = null;

/** A modal window over the page. Its content exists only while it is open. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 480,
  height,
  fullScreenOnPhone = false,
  actions,
  said = '',
  hideClose = false,
  escapeCloses = true,
  initialFocus,
  returnFocus,
  onClosed,
  children,
}: DialogProps): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  useCloseRequest(open, onClose);

  return (
    <Radix.Root
      open={open}
      onOpenChange={(wanted) => {
        if (!wanted) onClose();
      }}
    >
      <Radix.Portal>
        {/* Not Radix's overlay, which writes a style element to stop the page from scrolling: ours never scrolls. */}
        <div className={styles['scrim']} />
        <Radix.Content
          ref={content}
          className={cx(styles['dialog'], fullScreenOnPhone && styles['fullScreenOnPhone'])}
          style={
            { '--width': `${width}px`, '--height': height === undefined ? 'auto' : `${height}px` } as CSSProperties
          }
          tabIndex={-1}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onEscapeKeyDown={(event) => {
            // While a word is composed, Esc is the input method's.
            if (!escapeCloses || event.isComposing) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const { activeElement, body } = document;
            focusedBefore.current = inheritedFocus = activeElement === body ? inheritedFocus : activeElement;
            (initialFocus?.current ?? content.current)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            // There is no trigger here, because shortcuts and menus open dialogs too.
            event.preventDefault();
            inheritedFocus = null;
            const back = returnFocus?.current ?? focusedBefore.current;
            if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
            onClosed?.();
          }}
        >
          {/* No header and footer: in a dialog they would be heard as the page's banner and its information. */}
          <div className={styles['head']}>
            <Radix.Title className={styles['title']}>{title}</Radix.Title>
            {!hideClose && <IconButton label="Close" shortcut="Esc" glyph="close" onClick={onClose} />}
          </div>
          {description !== undefined && (
            <Radix.Description className={styles['description']}>{description}</Radix.Description>
          )}
          <div className={styles['body']}>{children}</div>
          {actions !== undefined && (
            <div className={cx(styles['actions'])}>
              {actions}
              {said !== '' && <p className={styles['said']}>{said}</p>}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
