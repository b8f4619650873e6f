/** A word that says what it means when it is pressed, by mouse, finger or key. */
import { useRef, useState, type ReactElement } from 'react';
import type { Term } from '../../glossary.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Later } from '../ui/Later.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from './TermButton.module.css';

/** The definitions are no part of what is loaded first. */
const TermDefinition = lazyPart(() => import('./TermDefinition.tsx'));

export interface TermButtonProps {
  readonly term: Term;
  /** The word as it stands here; the term itself by default. */
  readonly children?: string;
}

export function TermButton({ term, children = term }: TermButtonProps): ReactElement {
  const { say } = useActions();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['term']}
        // A letter alone would be taken for a name.
        aria-label={children.length === 1 ? `${children}: what it means` : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <ErrorBoundary
          fallback={null}
          onError={() => {
            setOpen(false);
            say('This definition could not be loaded. Reload the page to try again.');
          }}
        >
          <Later>
            <TermDefinition term={term} anchor={button} onClose={() => setOpen(false)} />
          </Later>
        </ErrorBoundary>
      )}
    </>
  );
}
