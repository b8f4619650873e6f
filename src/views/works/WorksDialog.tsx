/** The works kept in this browser: open, rename, duplicate, delete, their history, export and import. */
import { startTransition, useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useActions, useWorks } from '../../store/playgroundContext.tsx';
import type { WorkSummary } from '../../store/works/works.ts';
import { saveBlob } from '../files/saveFile.ts';
import { pluralize } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/TextField.tsx';
import { chooseExport } from './chooseExport.ts';
import { DeletedWork, WorkItem } from './WorkItem.tsx';
import { errorText, type WorkRow } from './workRows.ts';
import { exportFileName, importedText, nameMatches, quotedName, shownName } from './worksText.ts';
import { useWorkList } from './useWorkList.ts';
import styles from './WorksDialog.module.css';

/** With more works than this the list can be searched. */
const MANY = 8;

/** The control that gets the focus once the list shows it. */
interface FocusTarget {
  readonly id: string;
  readonly control: 'rename' | 'delete' | 'undo';
}

export default function WorksDialog(): ReactElement {
  const works = useWorks();
  const actions = useActions();
  const { rows, problem, readAt, deleteWork, undelete } = useWorkList();
  const [renaming, setRenaming] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  /** What could not be done: with one work, or (null) with all. */
  const [problems, setProblems] = useState<{ readonly id: string | null; readonly texts: readonly string[] } | null>(
    null,
  );
  const list = useRef<HTMLUListElement>(null);
  const moveFocus = useFocusTarget(list);
  const close = (): void => actions.openDialog(null);

  /** Does something to one work, or (null) to all; a failure is said where it happened. */
  const attempt = (id: string | null, task: () => Promise<void>): void => {
    setProblems(null);
    task().catch((error: unknown) => {
      setProblems({ id, texts: [errorText(error)] });
      actions.say(errorText(error));
    });
  };
  const problemsOf = (id: string | null): readonly string[] =>
    problems !== null && problems.id === id ? shortened(problems.texts) : [];

  const open = ({ id, name }: WorkSummary): void =>
    attempt(id, async () => {
      if (!(await works.open(id))) return;
      close();
      actions.say(`Opened ${quotedName(name)}.`);
    });
  const rename = (id: string, name: string | null, byKey: boolean): void => {
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
      actions.say(`Renamed to ${quotedName(name)}.`);
    });
  };
  const duplicate = ({ id, name }: WorkSummary): void =>
    attempt(id, async () => {
      moveFocus({ id: await works.duplicate(id), control: 'rename' });
      actions.say(`Duplicated ${quotedName(name)}.`);
    });
  const remove = (work: WorkSummary): void =>
    attempt(work.id, async () => {
      moveFocus({ id: work.id, control: 'undo' });
      await deleteWork(work);
      actions.say(`Deleted ${quotedName(work.name)}.`);
    });
  const bringBack = ({ id, name }: WorkSummary): void =>
    attempt(id, async () => {
      moveFocus({ id, control: 'delete' });
      await undelete(id);
      actions.say(`${quotedName(name)} is back.`);
    });
  const restore = ({ id, name }: WorkSummary, revision: number, when: string): void =>
    attempt(id, async () => {
      if (!(await works.restore(id, revision))) return;
      close();
      actions.say(`Opened ${quotedName(name)} as it was on ${when}.`, 'undoes this');
    });

  const exportAll = (): void =>
    attempt(null, async () => {
      const name = exportFileName(new Date());
      saveBlob(await works.exportAll(), name);
      actions.say(`Saved as ${name}.`);
    });
  const importFile = (): void =>
    chooseExport((file) =>
      attempt(null, async () => {
        const { added, problems: failed } = await works.importAll(await file());
        setProblems({ id: null, texts: failed });
        actions.say(importedText(added, failed.length));
      }),
    );

  const shownRows = (rows ?? []).filter(({ work }) => nameMatches(work.name, search));
  const count = (rows ?? []).filter(({ deleted }) => !deleted).length;

  return (
    <Dialog
      open
      onClose={close}
      title="Works"
      description={
        works.holding === 'untouched' && count > 0 ? 'What is shown now is saved once you change it.' : undefined
      }
      width={760}
      fullScreenOnPhone
      escapeCloses={renaming === null}
      actions={
        <>
          <Button onClick={() => actions.startNew()}>New</Button>
          <Button onClick={importFile} disabled={!works.available}>
            Import
          </Button>
          <Button onClick={exportAll} disabled={count === 0}>
            Export all
          </Button>
        </>
      }
    >
      {[...(problem === null ? [] : [problem]), ...problemsOf(null)].map((text) => (
        <p key={text} className={styles['problem']}>
          {text}
        </p>
      ))}
      {!works.available && <p>Nothing is saved in this browser. Use Share or Save file.</p>}
      {works.available && rows?.length === 0 && problem === null && (
        <EmptyState>No works yet. What you change is saved here.</EmptyState>
      )}
      {(rows ?? []).length > MANY && (
        <div className={styles['search']}>
          <TextField label="Search by name" kind="search" value={search} onInput={setSearch} />
          <p className="label">
            {search.trim() === '' ? `${rows?.length} works` : `${shownRows.length} of ${rows?.length} works`}
          </p>
        </div>
      )}
      {rows !== null && rows.length > 0 && shownRows.length === 0 && <p>No work is named like “{search.trim()}”.</p>}
      {shownRows.length > 0 && (
        <ul ref={list} className={styles['list']} aria-label="Works">
          {shownRows.map(({ work, deleted }) => (
            <li key={work.id} data-work={work.id} className={styles['item']} aria-label={itemName({ work, deleted })}>
              {deleted ? (
                <DeletedWork work={work} onUndo={() => bringBack(work)} />
              ) : (
                <WorkItem
                  work={work}
                  now={readAt}
                  renaming={renaming === work.id}
                  onOpen={() => open(work)}
                  onStartRename={() => setRenaming(work.id)}
                  onRename={(name, byKey) => rename(work.id, name, byKey)}
                  onDuplicate={() => duplicate(work)}
                  onDelete={() => remove(work)}
                  onRestore={(revision, when) => restore(work, revision, when)}
                />
              )}
              {problemsOf(work.id).map((text) => (
                <p key={text} className={styles['problem']}>
                  {text}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Problems shown of an import. */
const MAX_PROBLEMS = 20;

function shortened(texts: readonly string[]): readonly string[] {
  const others = texts.length - MAX_PROBLEMS;
  return others <= 0 ? texts : [...texts.slice(0, MAX_PROBLEMS), `${pluralize(others, 'more problem')}.`];
}

function itemName({ work, deleted }: WorkRow): string {
  return deleted ? `Deleted: ${shownName(work.name)}` : shownName(work.name);
}

/** Moves the focus to a control of an item as soon as the list shows it: what was pressed may be gone by then. */
function useFocusTarget(list: RefObject<HTMLElement | null>): (target: FocusTarget) => void {
  const wanted = useRef<FocusTarget | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const { id, control } = wanted.current;
    const item = list.current?.querySelector(`[data-work="${CSS.escape(id)}"]`);
    const button = item?.querySelector<HTMLElement>(`[data-control="${control}"]`);
    if (!button) return;
    wanted.current = null;
    button.focus();
  });
  return (target) => {
    wanted.current = target;
  };
}
