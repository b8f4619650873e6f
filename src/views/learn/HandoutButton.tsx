/** Prints the handout of the lesson, once its answers have been worked out: by a button, and by the browser's own key. */
import { useEffect, type ReactElement } from 'react';
import { useLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';

export function HandoutButton(): ReactElement | null {
  const { prepareHandout } = useLearning();
  // The frame of another page may not print.
  const embedded = useAppState((state) => state.embed !== null);
  if (embedded) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      title="Print the questions, with the answers on the last page"
      onClick={() => prepareHandout(print)}
    >
      Handout
    </Button>
  );
}

/** The browser's menu prints at once, and waits for no answers. */
export function HandoutKey(): null {
  const { prepareHandout } = useLearning();
  const embedded = useAppState((state) => state.embed !== null);
  const open = useLesson((state) => state.lesson !== null) && !embedded;
  useEffect(() => {
    if (!open) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      prepareHandout(print);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [open, prepareHandout]);
  return null;
}

function print(): void {
  window.print();
}
