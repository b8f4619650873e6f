/** Prints the handout of the lesson, once its answers have been worked out: by a button, and by the browser's own key. */
import { useEffect, type ReactElement } from 'react';
import { useLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { Button } from '../ui/Button.tsx';

export function HandoutButton(): ReactElement {
  const { prepareHandout } = useLearning();
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
  const open = useLesson((state) => state.lesson !== null);
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
