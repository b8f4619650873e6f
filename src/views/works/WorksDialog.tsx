/** The works kept in this browser: open, rename, duplicate, delete, their history, export and import. */
import { useRef, useState, type ReactElement } from 'react';
import { useActions, useAppState, useWorks } from '../../store/playgroundContext.tsx';
import { saveBlob } from '../files/saveFile.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/TextField.tsx';
import { chooseExport } from './chooseExport.ts';
import { useAttempts } from './useAttempts.ts';
import { useFocusTarget } from './useFocusTarget.ts';
import { useWorkActions } from './useWorkActions.ts';
import { useWorkList } from './useWorkList.ts';
import { DeletedWork, WorkItem } from './WorkItem.tsx';
import type { WorkRow } from './workRows.ts';
import styles from './WorksDialog.module.css';
import { exportFileName, importedText, nameMatches, shownName } from './worksText.ts';

/** With more works than this the list can be searched. */
const MANY = 8;

export default function WorksDialog(): ReactElement {
  const works = useWorks();
  const actions = useActions();
  const workList = useWorkList();
  const { problem, readAt } = workList;
  const rows = workList.rows ?? [];
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { attempt, report, problemsOf } = useAttempts();
  const workActions = useWorkActions(workList, attempt, useFocusTarget(list));

  const exportAll = (): void =>
    attempt(null, async () => {
      const name = exportFileName(new Date());
      saveBlob(await works.exportAll(), name);
      actions.say(`Saved as ${name}.`);
    });
  const importFile = (): void =>
    chooseExport((file) =>
      attempt(null, async () => {
        const { added, problems } = await works.importAll(await file());
        report({ id: null, texts: problems });
        actions.say(importedText(added, problems.length));
      }),
    );

  // The page says why.
  const refused = useAppState(({ notices }) => notices.some(({ kind }) => kind === 'storage'));
  const shownRows = rows.filter(({ work }) => nameMatches(work.name, search));
  const count = rows.filter(({ deleted }) => !deleted).length;

  return (
    <Dialog
      open
      onClose={() => actions.openDialog(null)}
      title="Works"
      description={
        works.holding === 'untouched' && count > 0 ? 'What is shown now is saved once you change it.' : undefined
      }
      width={760}
      fullScreenOnPhone
      escapeCloses={workActions.renaming === null}
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
      <Problems texts={[...(problem === null ? [] : [problem]), ...problemsOf(null)]} />
      {!works.available && <p>Nothing is saved in this browser. Use Share or Save file.</p>}
      {works.available && workList.rows?.length === 0 && problem === null && (
        <EmptyState>No works yet. What you change {refused ? 'cannot be saved now.' : 'is saved here.'}</EmptyState>
      )}
      {rows.length > MANY && (
        <div className={styles['search']}>
          <TextField label="Search by name" kind="search" value={search} onInput={setSearch} />
          <p className="label">
            {search.trim() === '' ? `${rows.length} works` : `${shownRows.length} of ${rows.length} works`}
          </p>
        </div>
      )}
      {rows.length > 0 && shownRows.length === 0 && <p>No work is named like “{search.trim()}”.</p>}
      {shownRows.length > 0 && (
        <ul ref={list} className={styles['list']} aria-label="Works">
          {shownRows.map((row) => (
            <li key={row.work.id} data-work={row.work.id} className={styles['item']} aria-label={itemName(row)}>
              {row.deleted ? (
                <DeletedWork work={row.work} onUndo={() => workActions.bringBack(row.work)} />
              ) : (
                <WorkItem work={row.work} now={readAt} actions={workActions} />
              )}
              <Problems texts={problemsOf(row.work.id)} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Problems({ texts }: { readonly texts: readonly string[] }): ReactElement[] {
  return texts.map((text) => (
    <p key={text} className={styles['problem']}>
      {text}
    </p>
  ));
}

function itemName({ work, deleted }: WorkRow): string {
  return deleted ? `Deleted: ${shownName(work.name)}` : shownName(work.name);
}
