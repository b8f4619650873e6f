/** Prints the handout of the lesson, with its answers once they have been worked out: by a button, and by the browser's own key. */
import { useEffect, type ReactElement } from 'react';
import { useLearning, useLesson } from '../../store/learning/learningContext.tsx';
import { useAppState } from '../../store/playgroundContext.tsx';
import { isControlHeld, pressedKey } from '../hooks/pressedKey.ts';
import { Menu } from '../ui/Menu.tsx';

export function HandoutButton(): ReactElement | null {
  const { prepareHandout } = useLearning();
  // The frame of another page may not print.
  const embedded = useAppState((state) => state.embed !== null);
  if (embedded) return null;
  return (
    <Menu
      label="Handout"
      size="small"
      items={[
        { label: 'Print the questions', onSelect: () => prepareHandout(false, print) },
        { label: 'Print questions and answers', onSelect: () => prepareHandout(true, print) },
      ]}
    >
      Handout
    </Menu>
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
      if (pressedKey(event) !== 'p' || !isControlHeld(event) || event.altKey) return;
      event.preventDefault();
      prepareHandout(true, print);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [open, prepareHandout]);
  return null;
}

function print(): void {
  window.print();
}
