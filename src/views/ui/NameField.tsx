/** A name as it is changed, in the place where it stands. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { TextField } from './TextField.tsx';

/** The format's limit, for titles and for the names of lanes. */
const MAX_LENGTH = 200;

interface NameFieldProps {
  readonly label?: string;
  readonly name: string;
  readonly className?: string | undefined;
  /**
   * Called once: Enter, or leaving the field, keeps the new name; Esc keeps the old one.
   * @param name null when the old one stays
   * @param byKey then the focus has to be placed; whoever left the field has placed it
   */
  readonly onEnd: (name: string | null, byKey: boolean) => void;
}

export default function NameField({ label = 'Name', name, className, onEnd }: NameFieldProps): ReactElement {
  const [before] = useState(name);
  const [draft, setDraft] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useLayoutEffect(() => field.current?.select(), []);

  const end = (keep: boolean, byKey: boolean): void => {
    // The field also loses the focus when it goes.
    if (ended.current) return;
    ended.current = true;
    const wanted = draft.trim();
    onEnd(keep && wanted !== before.trim() ? wanted : null, byKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The button that gets the focus must not be pressed by the same key.
    event.preventDefault();
    end(event.key === 'Enter', true);
  };
  return (
    <TextField
      ref={field}
      label={label}
      hideLabel
      value={draft}
      maxLength={MAX_LENGTH}
      className={className}
      onInput={setDraft}
      onKeyDown={onKeyDown}
      onBlur={() => end(true, false)}
    />
  );
}
