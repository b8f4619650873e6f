/** What can be done with a traffic that was found. */
import { useState, type ReactElement } from 'react';
import { encodeLink, type Scenario } from '../../sim/index.ts';
import type { FoundTraffic } from '../../store/finding/finding.ts';
import { useFinder } from '../../store/finding/finderContext.tsx';
import { useActions } from '../../store/playgroundContext.tsx';
import { copiedText, tryCopy } from '../files/copyText.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './TestTab.module.css';

interface FoundToolsProps {
  readonly found: FoundTraffic;
  /** Where its last request is selected. */
  readonly lane: number;
  /** What it shows, to tell several buttons apart that say the same. */
  readonly of: string;
}

export function FoundTools({ found, lane, of }: FoundToolsProps): ReactElement {
  const finder = useFinder();
  const { say } = useActions();
  const [problem, setProblem] = useState('');
  const { scenario } = found;
  if (scenario === null)
    return (
      <p className="label">
        Its clock steps back, or it lasts more than 30 days. No scenario can hold it, so it cannot be shown.
      </p>
    );

  const copy = async (): Promise<void> => {
    const link = linkTo(scenario);
    const done = await tryCopy(link);
    setProblem(done ? '' : 'The browser does not let the page copy. Show it: then Share has the link.');
    if (done) say(copiedText(link.length));
  };
  return (
    <div className={styles['row']}>
      <Locked by="traffic">
        <Button label={`Show it: ${of}`} onClick={() => finder.show(found, lane)}>
          Show it
        </Button>
      </Locked>
      <Button label={`Copy link: ${of}`} onClick={() => void copy()}>
        Copy link
      </Button>
      <span role="status">{problem}</span>
    </div>
  );
}

function linkTo(scenario: Scenario): string {
  return `${location.origin}${location.pathname}${encodeLink(scenario)}`;
}
