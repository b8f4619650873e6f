/** A word of the glossary in a lesson's text: pressed, it says below the text what it means, with a small picture. */
import { createContext, use, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { glossary, type Term } from '../../glossary.ts';
import styles from './Learn.module.css';
import { TermPicture } from './TermPicture.tsx';
import { useBroughtIntoView } from './useBroughtIntoView.ts';

interface TermState {
  readonly term: Term | null;
  readonly setTerm: (term: Term | null) => void;
}

const TermContext = createContext<TermState>({ term: null, setTerm: () => undefined });

/** Words inside open their meaning where `TermNote` stands. */
export function WithTerms({ children }: { children: ReactNode }): ReactElement {
  const [term, setTerm] = useState<Term | null>(null);
  const state = useMemo(() => ({ term, setTerm }), [term]);
  return <TermContext value={state}>{children}</TermContext>;
}

export function TermWord({ term, text }: { term: Term; text: string }): ReactElement {
  const { term: open, setTerm } = use(TermContext);
  return (
    <button
      type="button"
      className={styles['term']}
      aria-expanded={open === term}
      onClick={() => setTerm(open === term ? null : term)}
    >
      {text}
    </button>
  );
}

/** The region is there before its words are, so that they are announced. */
export function TermNote(): ReactElement {
  const { term, setTerm } = use(TermContext);
  const note = useBroughtIntoView(term);
  return (
    <div ref={note} aria-live="polite" className={styles['meaning']} data-empty={term === null || undefined}>
      {term !== null && (
        <>
          <p>
            <strong>{term}</strong>: {glossary[term].text}
          </p>
          <TermPicture key={term} term={term} />
          <p className={styles['also']}>
            {glossary[term].seeAlso?.map((other) => (
              <button key={other} type="button" className={styles['term']} onClick={() => setTerm(other)}>
                {other}
              </button>
            ))}
            <button type="button" className="button button--quiet button--small" onClick={() => setTerm(null)}>
              Close
            </button>
          </p>
        </>
      )}
    </div>
  );
}
