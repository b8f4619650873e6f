import { useState } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';

/** Whether a name of the document is being changed: no longer once another document is opened, whose name it is not. */
export function useRenaming() {
  const opened = useAppState((state) => state.opened);
  const [document, setDocument] = useState(opened);
  const [renaming, setRenaming] = useState(false);
  if (document !== opened) {
    setDocument(opened);
    setRenaming(false);
  }
  return [renaming, setRenaming] as const;
}
