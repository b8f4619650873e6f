import type { ReactElement } from 'react';
import type { Choosable } from '../../sim/index.ts';
import { useActions } from '../../store/react.tsx';
import { Button } from '../ui/Button.tsx';
import { About } from './About.tsx';
import { Choose } from './Choose.tsx';
import { LivePicture } from './LivePicture.tsx';
import styles from './LimiterDialog.module.css';
import { useCardLane } from './useCardMoment.ts';

interface LimiterCardProps {
  readonly limiter: Choosable;
  /** The lane that a limiter is chosen for; null: a new one. */
  readonly lane: number | null;
}

/** What a limiter is, in words, with its state at the playhead and what can be done with it. */
export function LimiterCard({ limiter, lane }: LimiterCardProps): ReactElement {
  const actions = useActions();
  const { id, name, family } = limiter;
  const inLane = useCardLane(id, lane);
  return (
    <article className={styles['card']}>
      {/* Scrolling areas take focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['told']} tabIndex={0} role="group" aria-label={`About ${name}`}>
        <p className="label">{family}</p>
        <h3 className={styles['heading']}>{name}</h3>
        <LivePicture key={id} limiter={limiter} index={inLane} styles={styles} />
        <About limiter={limiter} lane={null} heading="h4" />
      </div>
      <div className={styles['action']}>
        <Choose limiter={id} lane={lane} />
        <Button onClick={() => actions.openDialog({ name: 'card', limiter: id, lane: null, picking: { lane } })}>
          Full page
        </Button>
      </div>
    </article>
  );
}
