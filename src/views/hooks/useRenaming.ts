import { useState } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';

/** Whether a name in the document is being changed; that ends when another document is opened. */
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
