/** What an action in a dialog has just done. */
import { useState } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';

interface Said {
  /** For the dialog's foot: the status line, which reads it out, is behind the dialog, on a phone out of sight. */
  readonly said: string;
  /** @param text empty where nothing was done after all */
  readonly say: (text: string) => void;
}

export function useSaid(): Said {
  const actions = useActions();
  const [said, setSaid] = useState('');
  const say = (text: string): void => {
    setSaid(text);
    actions.say(text);
  };
  return { said, say };
}
