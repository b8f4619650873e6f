import type { ReactElement, ReactNode } from 'react';
import type { Limiter } from '../../sim/index.ts';
import { useActions } from '../../store/react.tsx';
import { Button } from '../ui/Button.tsx';
import { About } from './About.tsx';
import styles from './LimiterDialog.module.css';

/** What a limiter is, in words, with what can be done with it; its full page has its state too. */
export function LimiterCard({
  limiter,
  action,
}: {
  readonly limiter: Limiter;
  readonly action: ReactNode;
}): ReactElement {
  const actions = useActions();
  const { id, name, family } = limiter;
  return (
    <article className={styles['card']}>
      {/* Scrolling areas take focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['told']} tabIndex={0} role="group" aria-label={`About ${name}`}>
        <p className="label">{family}</p>
        <h3 className={styles['heading']}>{name}</h3>
        <About limiter={limiter} lane={null} heading="h4" />
      </div>
      <div className={styles['action']}>
        {action}
        <Button onClick={() => actions.openDialog({ name: 'card', limiter: id, lane: null })}>Full page</Button>
      </div>
    </article>
  );
}
