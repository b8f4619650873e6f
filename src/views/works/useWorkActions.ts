/** What is done with one work of the list. Each says what was done, and places the focus when what was pressed is gone. */
import { startTransition, useState } from 'react';
import { useActions, useWorks } from '../../store/playgroundContext.tsx';
import type { WorkSummary } from '../../store/works/works.ts';
import type { Attempts } from './useAttempts.ts';
import type { FocusTarget } from './useFocusTarget.ts';
import type { WorkList } from './useWorkList.ts';
import { quotedName } from './worksText.ts';

export interface WorkActions {
  /** The id of the work that is being renamed. */
  readonly renaming: string | null;
  readonly open: (work: WorkSummary) => void;
  readonly startRename: (work: WorkSummary) => void;
  /** The new name, null when the old one stays; and whether a key ended it, so that the focus has to be placed. */
  readonly endRename: (work: WorkSummary, name: string | null, byKey: boolean) => void;
  readonly duplicate: (work: WorkSummary) => void;
  readonly remove: (work: WorkSummary) => void;
  readonly bringBack: (work: WorkSummary) => void;
  /** Opens a state of its history, which was kept `when`. */
  readonly restore: (work: WorkSummary, revision: number, when: string) => void;
}

export function useWorkActions(
  { deleteWork, undelete }: WorkList,
  attempt: Attempts['attempt'],
  moveFocus: (target: FocusTarget) => void,
): WorkActions {
  const works = useWorks();
  const { openDialog, say } = useActions();
  const [renaming, setRenaming] = useState<string | null>(null);

  return {
    renaming,
    open: ({ id, name }) =>
      attempt(id, async () => {
        if (!(await works.open(id))) return;
        openDialog(null);
        say(`Opened ${quotedName(name)}.`);
      }),
    startRename: ({ id }) => setRenaming(id),
    endRename({ id }, name, byKey) {
      if (byKey) {
        setRenaming(null);
        moveFocus({ id, control: 'rename' });
      } else {
        // Not before the browser has moved the focus: until then a dialog takes it when what had it goes away.
        startTransition(() => setRenaming(null));
      }
      if (name === null) return;
      attempt(id, async () => {
        await works.rename(id, name);
        say(`Renamed to ${quotedName(name)}.`);
      });
    },
    duplicate: ({ id, name }) =>
      attempt(id, async () => {
        moveFocus({ id: await works.duplicate(id), control: 'rename' });
        say(`Duplicated ${quotedName(name)}.`);
      }),
    remove: (work) =>
      attempt(work.id, async () => {
        await deleteWork(work);
        moveFocus({ id: work.id, control: 'undo' });
        say(`Deleted ${quotedName(work.name)}.`);
      }),
    bringBack: ({ id, name }) =>
      attempt(id, async () => {
        await undelete(id);
        moveFocus({ id, control: 'delete' });
        say(`${quotedName(name)} is back.`);
      }),
    restore: ({ id, name }, revision, when) =>
      attempt(id, async () => {
        if (!(await works.restore(id, revision))) return;
        openDialog(null);
        say(`Opened ${quotedName(name)} as it was on ${when}.`, 'undoes this');
      }),
  };
}
