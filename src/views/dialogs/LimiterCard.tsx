import type { ReactElement } from 'react';
import type { CatalogueEntry } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { LimiterDescription } from './LimiterDescription.tsx';
import { ChooseLimiterButton } from './ChooseLimiterButton.tsx';
import { LiveStatePicture } from './LiveStatePicture.tsx';
import styles from './LimiterPickerDialog.module.css';
import { useLaneOfLimiter } from './useLimiterMoment.ts';

interface LimiterCardProps {
  readonly entry: CatalogueEntry;
  /** The lane for which a limiter is being chosen; null: a new lane. */
  readonly lane: number | null;
}

/** A limiter's description, its state at the playhead, and buttons to use it or open its full page. */
export function LimiterCard({ entry, lane }: LimiterCardProps): ReactElement {
  const actions = useActions();
  const { id, name, family } = entry;
  const shownLane = useLaneOfLimiter(id, lane);
  return (
    <article className={styles['card']}>
      {/* Scrolling areas take focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['told']} tabIndex={0} role="group" aria-label={`About ${name}`}>
        <p className="label">{family}</p>
        <h3 className={styles['heading']}>{name}</h3>
        <LiveStatePicture key={id} entry={entry} lane={shownLane} styles={styles} />
        <LimiterDescription entry={entry} lane={null} heading="h4" />
      </div>
      <div className={styles['action']}>
        <ChooseLimiterButton limiter={id} lane={lane} />
        <Button onClick={() => actions.openDialog({ name: 'card', limiter: id, lane: null, picking: { lane } })}>
          Full page
        </Button>
      </div>
    </article>
  );
}
