/** Title, mode, works, presets, undo and redo, share, and everything else in the ⋯ menu. */
import { useRef } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isInLesson, isLinkChanged, stageOf } from '../../store/selectors.ts';
import { useCaption } from '../caption/Caption.tsx';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { Menu } from '../ui/Menu.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import { useRenaming } from '../hooks/useRenaming.ts';
import { LaterNameField } from '../text/LaterNameField.tsx';
import { MODES } from './modes.ts';
import styles from './Header.module.css';

const MoreMenuPopup = lazyPart(() => import('./MoreMenuPopup.tsx'));

export function Header({ layout }: { layout: Layout }) {
  const actions = useActions();
  const canUndo = useAppState((state) => state.history.past.length > 0);
  const canRedo = useAppState((state) => state.history.future.length > 0);
  const changed = useAppState(isLinkChanged);
  const inRun = useAppState((state) => stageOf(state) === 'run');
  const learning = useAppState((state) => state.mode === 'learn');
  const inLesson = useAppState(isInLesson);
  const phone = layout.width === 'phone';
  return (
    <header className={styles['header']}>
      <div className={styles['brand']}>
        <h1 className={styles['wordmark']}>Spillway</h1>
        <div className={styles['tagline']}>Rate limiters side by side, on the same traffic</div>
      </div>
      {/* A lesson has a name of its own. */}
      {!inLesson && <ScenarioTitle />}
      {!phone && <ModeSwitch />}
      {layout.short && !layout.tight && inRun && <CaptionButton />}
      <nav className={styles['actions']} aria-label="Scenario">
        {!phone && (
          <>
            {learning && !layout.tight && (
              <Button variant="quiet" onClick={() => actions.openDialog({ name: 'lessons' })}>
                Lessons
              </Button>
            )}
            {inLesson && layout.beside && (
              <Button variant="quiet" onClick={() => actions.openDialog({ name: 'present' })}>
                Present
              </Button>
            )}
            <Button variant="quiet" onClick={() => actions.openDialog({ name: 'works' })}>
              Works
            </Button>
            <Button variant="quiet" onClick={() => actions.openDialog({ name: 'presets' })}>
              Presets
            </Button>
          </>
        )}
        {!layout.tight && changed && (
          <Button variant="quiet" onClick={actions.resetToLink} title="Back to what the link says">
            Reset
          </Button>
        )}
        <Button
          variant="quiet"
          onClick={actions.undo}
          disabled={!canUndo}
          title={canUndo ? undefined : 'Nothing to undo'}
        >
          Undo
        </Button>
        {!layout.tight && (
          <Button
            variant="quiet"
            onClick={actions.redo}
            disabled={!canRedo}
            title={canRedo ? undefined : 'Nothing to redo'}
          >
            Redo
          </Button>
        )}
        <Button onClick={() => actions.openDialog({ name: 'share' })}>Share</Button>
        <Menu label="More" items={<MoreMenuPopup layout={layout} />} />
      </nav>
    </header>
  );
}

function ModeSwitch() {
  const mode = useAppState((state) => state.mode);
  const { setMode } = useActions();
  return <SegmentedControl label="Mode" options={MODES} value={mode} onChange={setMode} />;
}

/** Click to rename. */
function ScenarioTitle() {
  const title = useAppState((state) => state.scenario.title);
  const actions = useActions();
  const [renaming, setRenaming] = useRenaming();
  const button = useRef<HTMLButtonElement>(null);
  const shown = title === '' ? 'Untitled' : title;

  const onEnd = (name: string | null, byKey: boolean): void => {
    if (name !== null) actions.rename(name);
    setRenaming(false);
    if (byKey) requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
  };

  if (renaming) return <LaterNameField label="Title" name={title} className={styles['rename']} onEnd={onEnd} />;
  return (
    <Button
      ref={button}
      variant="quiet"
      label={`Scenario: ${shown}`}
      className={styles['title'] ?? ''}
      dir="auto"
      onClick={() => setRenaming(true)}
    >
      {shown}
    </Button>
  );
}

/** Replaces the caption's row in a low window. */
function CaptionButton() {
  const caption = useCaption();
  const actions = useActions();
  if (caption === null) return null;
  return (
    <Button variant="quiet" onClick={() => actions.say(caption)}>
      What to watch
    </Button>
  );
}
