/** The gallery of confusions: questions as people ask them, each with the run that answers it. */
import { useState, type ReactElement } from 'react';
import { confusionTopics, type Confusion } from '../../lessons/confusions/index.ts';
import { parseScenario } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './Learn.module.css';
import { useBroughtIntoView } from './useBroughtIntoView.ts';

export default function Confusions(): ReactElement {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className={styles['topics']}>
      {confusionTopics.map(({ name, confusions }) => (
        <section key={name} className={styles['lessons']} aria-label={name}>
          <h3>{name}</h3>
          <ul className={styles['lessons']}>
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
        </section>
      ))}
    </div>
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
