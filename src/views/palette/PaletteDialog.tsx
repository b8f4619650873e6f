/** One search over lanes, actions, limiters, presets and what others added. */
import { Command } from 'cmdk';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { focusAddedLane } from '../hooks/focusAddedLane.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { isPaletteKey } from '../hooks/keyBindings.ts';
import { useGallery } from '../search/useGallery.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { findCommands, type Command as PaletteCommand } from './commands.ts';
import styles from './PaletteDialog.module.css';

const LABEL = 'Find anything';

/** @param search what was typed while it was loading */
export default function PaletteDialog({ search: typed = '' }: { readonly search?: string | undefined }): ReactElement {
  const store = useStoreApi();
  const actions = useActions();
  const [search, setSearch] = useState(typed);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const returnFocus = useRef<HTMLElement>(null);
  const chosen = useRef<PaletteCommand | null>(null);
  const { items, problems } = useGallery();
  const groups = useMemo(() => findCommands(search, store, actions, items), [search, store, actions, items]);

  // What is found first is chosen, and in sight: cmdk scrolls to where that was before the groups changed places.
  useEffect(() => {
    const frame = requestAnimationFrame(() => list.current?.scrollTo(0, 0));
    return () => cancelAnimationFrame(frame);
  }, [groups]);

  function choose(command: PaletteCommand): void {
    chosen.current = command;
    if (command.lane !== undefined) returnFocus.current = focusTargetOf(command.lane);
    actions.openDialog(null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    actions.openDialog(null);
  }

  return (
    <Dialog
      open
      onClose={() => actions.openDialog(null)}
      title={LABEL}
      width={640}
      height={560}
      initialFocus={input}
      returnFocus={returnFocus}
      onClosed={() => {
        const added = store.getState().scenario.lanes.length;
        chosen.current?.run();
        if (chosen.current?.addsLane === true) focusAddedLane(added);
      }}
    >
      <Command
        className={styles['palette']}
        label={LABEL}
        shouldFilter={false}
        vimBindings={false}
        onKeyDown={onKeyDown}
      >
        <Command.Input
          ref={input}
          className={`field ${styles['input']}`}
          placeholder="A lane, an action, a limiter or a preset"
          value={search}
          onValueChange={setSearch}
        />
        <Command.List ref={list} className={styles['list']} label="Found">
          <Command.Empty className={styles['none']}>
            Nothing matches all of these words. Try fewer or different ones.
          </Command.Empty>
          {groups.map(({ heading, commands }) => (
            <Command.Group key={heading} heading={heading} className={styles['group']}>
              {commands.map((command) => (
                <Command.Item
                  key={command.id}
                  value={command.id}
                  className={styles['item']}
                  onSelect={() => choose(command)}
                >
                  <span className={styles['name']}>{command.name}</span>
                  {command.about !== undefined && <span className={styles['about']}> {command.about}</span>}
                  {command.key !== undefined && (
                    <span className={styles['key']} aria-hidden="true">
                      <Kbd>{command.key}</Kbd>
                    </span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
          {problems.map((problem) => (
            <p key={problem} className={styles['problem']} role="note">
              {problem}
            </p>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** In a lane: its decisions, or else its menu. Brings the lane into sight. */
function focusTargetOf(lane: number): HTMLElement | null {
  const row = document.querySelector(`main section[aria-label^="Lane ${lane + 1}:"]`);
  row?.scrollIntoView({ block: 'nearest' });
  return row?.querySelector<HTMLElement>('[role=listbox]') ?? row?.querySelector<HTMLElement>('button') ?? null;
}
