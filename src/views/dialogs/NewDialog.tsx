/** What a new scenario begins with. */
import { useId, useRef, type ReactElement } from 'react';
import { ownExample, scenarioOf } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { STARTS, type Start } from '../../store/starts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './NewDialog.module.css';

/** Where the example opens, in seconds: the two lanes disagree there. */
const EXAMPLE_AT = 30;

const TEXTS: Readonly<Record<Start | 'own', { readonly name: string; readonly text: string }>> = {
  empty: { name: 'Empty', text: 'No lanes and no traffic: add what you need.' },
  burst: { name: 'A burst on one limiter', text: 'Twenty requests at once on a token bucket that holds ten.' },
  policy: { name: 'Your policy, no traffic', text: 'The limit and the lanes that you see now, and no requests yet.' },
  own: { name: 'A limiter of your own', text: 'A bucket written in JavaScript, with a bug, beside the textbook’s.' },
};

export default function NewDialog(): ReactElement {
  const actions = useActions();
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const openExample = (): void => {
    actions.openExample(scenarioOf(ownExample), EXAMPLE_AT);
    actions.editLane(1, 'config');
  };
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="New" initialFocus={first}>
      <ul className={styles['starts']}>
        {([...STARTS, 'own'] as const).map((start, index) => (
          <li key={start}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              className={styles['start']}
              aria-labelledby={`${id}-${start}`}
              aria-describedby={`${id}-${start}-text`}
              onClick={() => (start === 'own' ? openExample() : actions.startNew(start))}
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
