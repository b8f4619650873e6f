/** What a term of the glossary means, beside the word that was pressed. Esc, or a press elsewhere, closes it. */
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { glossary, type Term } from '../../glossary.ts';
import styles from './TermButton.module.css';

export interface TermDefinitionProps {
  readonly term: Term;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

const GAP = 6;
const MARGIN = 8;

export default function TermDefinition({ term, anchor, onClose }: TermDefinitionProps): ReactElement {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { text, seeAlso } = glossary[term];

  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    // Without popovers, as before Chrome 114, Safari 17 and Firefox 125, it lies on what comes after it in the page.
    if ('showPopover' in current) current.showPopover();
    if (anchor.current !== null) place(current, anchor.current.getBoundingClientRect());
    current.focus({ preventScroll: true });
  }, [anchor]);

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent): void => {
      const inside = target instanceof Node && [box.current, anchor.current].some((one) => one?.contains(target));
      if (!inside) onClose();
    };
    addEventListener('pointerdown', onPointerDown, true);
    return () => removeEventListener('pointerdown', onPointerDown, true);
  }, [anchor, onClose]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // Esc closes the drawer too, and dialogs.
    event.preventDefault();
    event.stopPropagation();
    anchor.current?.focus();
    onClose();
  }

  return (
    <div
      ref={box}
      popover="manual"
      role="dialog"
      aria-label={term}
      aria-describedby={id}
      tabIndex={-1}
      className={styles['definition']}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        // Tab leads on; a press on the word itself closes it by its own.
        if (relatedTarget !== null && relatedTarget !== anchor.current) onClose();
      }}
    >
      <p id={id}>
        <span className={styles['name']}>{term}</span>: {text}
      </p>
      {seeAlso !== undefined && <p className={styles['also']}>See also: {seeAlso.join(', ')}.</p>}
    </div>
  );
}

/** Below the word, or above it where there is no room, within the window. */
function place(box: HTMLElement, word: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(word.left, innerWidth - width - MARGIN));
  const below = word.bottom + GAP;
  const top = below + height + MARGIN <= innerHeight ? below : Math.max(MARGIN, word.top - GAP - height);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
