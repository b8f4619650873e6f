/** One work of the list. */
import { useId, useState, type ReactElement } from 'react';
import type { WorkSummary } from '../../store/works/works.ts';
import { Button } from '../ui/Button.tsx';
import NameField from '../ui/NameField.tsx';
import type { WorkActions } from './useWorkActions.ts';
import { WorkHistory } from './WorkHistory.tsx';
import styles from './WorkItem.module.css';
import { formatAge, formatMoment, OPEN_IN_TEXTS, quotedName, shownName } from './worksText.ts';
import { WorkThumbnail } from './WorkThumbnail.tsx';

export interface WorkItemProps {
  readonly work: WorkSummary;
  /** Ages are told from this instant, milliseconds since 1970. */
  readonly now: number;
  readonly actions: WorkActions;
}

export function WorkItem({ work, now, actions }: WorkItemProps): ReactElement {
  const { id, name, changedAt, openIn, problem } = work;
  const nameId = useId();
  const [showsHistory, setShowsHistory] = useState(false);
  // Each button is described by the name of its work.
  const button = { size: 'small', 'aria-describedby': nameId } as const;

  return (
    <>
      <div className={styles['work']}>
        <WorkThumbnail thumbnail={work.thumbnail} />
        <div className={styles['about']}>
          {actions.renaming === id ? (
            <NameField name={name} onEnd={(newName, byKey) => actions.endRename(work, newName, byKey)} />
          ) : (
            <bdi id={nameId} className={styles['name']} title={shownName(name)}>
              {shownName(name)}
            </bdi>
          )}
          <p className={styles['note']}>
            Changed{' '}
            <time dateTime={new Date(changedAt).toISOString()} title={formatMoment(changedAt)}>
              {formatAge(changedAt, now)}
            </time>
            {openIn !== null && <span className={styles['openIn']}>{OPEN_IN_TEXTS[openIn]}</span>}
          </p>
          {problem !== null && <p className={styles['note']}>{problem}</p>}
        </div>
        <div className={styles['buttons']}>
          {problem === null && (
            <>
              <Button {...button} onClick={() => actions.open(work)}>
                Open
              </Button>
              <Button {...button} data-control="rename" onClick={() => actions.startRename(work)}>
                Rename
              </Button>
              <Button {...button} onClick={() => actions.duplicate(work)}>
                Duplicate
              </Button>
            </>
          )}
          <Button {...button} data-control="delete" onClick={() => actions.remove(work)}>
            Delete
          </Button>
          <Button {...button} aria-expanded={showsHistory} onClick={() => setShowsHistory(!showsHistory)}>
            History
          </Button>
        </div>
      </div>
      {showsHistory && (
        <WorkHistory
          id={id}
          name={name}
          changedAt={changedAt}
          onRestore={(revision, when) => actions.restore(work, revision, when)}
        />
      )}
    </>
  );
}

/** The place of a deleted work, from which it can be brought back. */
export function DeletedWork({
  work,
  onUndo,
}: {
  readonly work: WorkSummary;
  readonly onUndo: () => void;
}): ReactElement {
  return (
    <div className={styles['deleted']}>
      <p>
        Deleted <bdi>{quotedName(work.name)}</bdi>.
      </p>
      <Button size="small" data-control="undo" onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}
