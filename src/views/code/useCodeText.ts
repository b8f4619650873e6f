/** A text in the code editor and the same text in the scenario: what is typed goes there, and what it refuses stays, and is said. */
import { useCallback, useRef, useState, type RefObject } from 'react';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import type { CodeEditor, EditorPosition } from '../script/codeEditor.ts';
import { useDebouncedCommit } from '../ui/useDebouncedCommit.ts';

export interface CodeSource {
  /** The code in the scenario; null once what holds it is gone. The same function for as long as that is the same thing. */
  readonly read: () => string | null;
  readonly write: (code: string) => void;
  /** Why the scenario cannot hold it; undefined if it can. */
  readonly refusalOf: (code: string) => string | undefined;
  /** What is typed next is another undo step. */
  readonly endStep: () => void;
}

export interface CodeText {
  readonly code: string;
  /** Why the scenario does not hold what is shown. */
  readonly refusal: string | undefined;
  readonly editor: RefObject<CodeEditor | null>;
  readonly position: RefObject<EditorPosition | null>;
  readonly subscribeToCode: (listener: (code: string) => void) => () => void;
  readonly onTyping: () => void;
  readonly onChange: (code: string) => boolean;
  readonly onLeave: () => void;
}

/** @param code that the scenario holds now */
export function useCodeText(code: string, { read, write, refusalOf, endStep }: CodeSource): CodeText {
  const store = useStoreApi();
  const [refused, setRefused] = useState<{ readonly after: string; readonly refusal: string } | null>(null);
  const commit = useDebouncedCommit<null>(endStep);

  // Set directly: text typed and undone at once causes no change that React would render.
  const subscribeToCode = useCallback(
    (listener: (code: string) => void) =>
      store.subscribe(() => {
        const now = read();
        if (now !== null) listener(now);
      }),
    [store, read],
  );

  return {
    code,
    // A draft that was not applied is dropped when an undo brings another text.
    refusal: refused?.after === code ? refused.refusal : undefined,
    editor: useRef<CodeEditor>(null),
    position: useRef<EditorPosition>(null),
    subscribeToCode,
    onTyping: () => commit.schedule(null),
    onChange(typed) {
      // What holds it may be gone by the time the last keystrokes arrive.
      const now = read();
      if (now === null) return false;
      const refusal = refusalOf(typed);
      setRefused(refusal === undefined ? null : { after: now, refusal });
      if (refusal === undefined && typed !== now) write(typed);
      return refusal === undefined;
    },
    onLeave: commit.flush,
  };
}
