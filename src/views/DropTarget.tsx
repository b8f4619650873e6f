/** Files, links and documents that are dropped or pasted anywhere on the page. Fields keep what is theirs. */
import { useEffect, useState } from 'react';
import { useActions, useStoreApi } from '../store/playgroundContext.tsx';
import type { Actions } from '../store/actions.ts';
import type { ReadableStore } from '../store/store.ts';
import styles from './App.module.css';
import { withFileOpener } from './files/fileOpener.ts';

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';

/** Shows where a dragged file may be dropped: everywhere. */
export function DropTarget() {
  const actions = useActions();
  const store = useStoreApi();
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    const onDragOver = (event: DragEvent): void => {
      if (!isOurs(event)) return;
      // Without this, the browser would leave the page for the file.
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setDragging(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      // Between two elements of the page there is a related one.
      if (event.relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent): void => {
      setDragging(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) openTransfer(store, actions, event.dataTransfer);
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || event.clipboardData === null || store.getState().dialog !== null) return;
      if (isInField(event) && !isStrayInNumberField(event, event.clipboardData)) return;
      event.preventDefault();
      openTransfer(store, actions, event.clipboardData);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
      removeEventListener('paste', onPaste);
    };
  }, [actions, store]);

  return dragging ? (
    <div className={styles['dropVeil']} data-testid="drop">
      <p>Drop a file or a link to open it</p>
    </div>
  ) : null;
}

/** Text that is dragged into a field is the field's; a file never is. */
function isOurs(event: DragEvent): boolean {
  const types = event.dataTransfer?.types ?? [];
  if (types.includes('Files')) return true;
  return !isInField(event) && ['text/uri-list', 'text/plain'].some((type) => types.includes(type));
}

function isInField({ target }: Event): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** A number field has the focus after every change of a limit, and can use nothing but a number. */
function isStrayInNumberField({ target }: Event, transfer: DataTransfer): boolean {
  if (!(target instanceof Element) || target.closest('[role=spinbutton]') === null) return false;
  return transfer.files.length > 0 || /[#{[\n]/.test(transfer.getData('text/plain'));
}

function openTransfer(store: ReadableStore, actions: Actions, transfer: DataTransfer): void {
  // It holds what it brings for no longer than its event.
  const files = [...transfer.files];
  // An address dragged from another window: its list may begin with comments, as may a link.
  const text = transfer.getData('text/plain') || transfer.getData('text/uri-list');
  void withFileOpener(actions, ({ openFiles, openText }) =>
    files.length > 0 ? openFiles(store, actions, files) : openText(store, actions, text),
  );
}
