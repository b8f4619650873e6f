/** The gallery of confusions: questions as people ask them, each with the run that answers it. */
import { useState, type ReactElement } from 'react';
import { confusions, type Confusion } from '../../lessons/confusions/index.ts';
import { parseScenario } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './Learn.module.css';
import { useBroughtIntoView } from './useBroughtIntoView.ts';

export default function Confusions(): ReactElement {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className={styles['lessons']} aria-label="Confusions">
      {confusions.map((confusion) => (
        <li key={confusion.id}>
          <button
            type="button"
            className={styles['question']}
            aria-expanded={open === confusion.id}
            onClick={() => setOpen(open === confusion.id ? null : confusion.id)}
          >
            {confusion.question}
          </button>
          {open === confusion.id && <Answer confusion={confusion} />}
        </li>
      ))}
    </ul>
  );
}

function Answer({ confusion: { question, answer, document, threads } }: { confusion: Confusion }): ReactElement {
  const { openExample } = useActions();
  const shown = useBroughtIntoView(true);
  const show = (): void => {
    const parsed = parseScenario({ title: question, notes: answer, ...document });
    if (parsed.ok) openExample(parsed.scenario);
  };
  return (
    <div ref={shown} className={styles['answer']}>
      <p>{answer}</p>
      <Button variant="primary" onClick={show}>
        Show the run
      </Button>
      <p className="label">Asked in</p>
      <ul>
        {threads.map(({ place, title, url }) => (
          <li key={place}>
            <a href={url} target="_blank" rel="noreferrer">
              {place}
            </a>
            {title !== undefined && `: ${title}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
