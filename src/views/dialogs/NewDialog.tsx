/** What a new scenario begins with. */
import { useId, useRef, type ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { STARTS, type Start } from '../../store/starts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './NewDialog.module.css';

const TEXTS: Readonly<Record<Start, { readonly name: string; readonly text: string }>> = {
  empty: { name: 'Empty', text: 'No lanes and no traffic: add what you need.' },
  burst: { name: 'A burst on one limiter', text: 'Twenty requests at once on a token bucket that holds ten.' },
  policy: { name: 'Your policy, no traffic', text: 'The limit and the lanes that you see now, and no requests yet.' },
};

export default function NewDialog(): ReactElement {
  const actions = useActions();
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="New" initialFocus={first}>
      <ul className={styles['starts']}>
        {STARTS.map((start, index) => (
          <li key={start}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              className={styles['start']}
              aria-labelledby={`${id}-${start}`}
              aria-describedby={`${id}-${start}-text`}
              onClick={() => actions.startNew(start)}
            >
              <span id={`${id}-${start}`} className={styles['name']}>
                {TEXTS[start].name}
              </span>
              <span id={`${id}-${start}-text`}>{TEXTS[start].text}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
