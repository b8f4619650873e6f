/** Title, mode, works, presets, undo and redo, share, and everything else in the ⋯ menu. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Mode } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { isInLesson, isLinkChanged, stageOf } from '../../store/selectors.ts';
import type { Theme } from '../../store/state.ts';
import { useCaption } from '../caption/Caption.tsx';
import { useChartMenuItems } from '../caption/ChartTools.tsx';
import { chooseFile } from '../files/fileOpener.ts';
import { saveFile } from '../files/saveFile.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import styles from './Header.module.css';

const MODES: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'run', label: 'Run' },
  { value: 'tune', label: 'Tune' },
  { value: 'learn', label: 'Learn' },
];

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
        <p className={styles['tagline']}>Rate limiters side by side, on the same traffic</p>
      </div>
      <ScenarioTitle />
      {!phone && <ModeSwitch />}
      {layout.short && !phone && inRun && <CaptionButton />}
      <nav className={styles['actions']} aria-label="Scenario">
        {!phone && (
          <>
            {learning && (
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
        {!phone && changed && (
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
        {!phone && (
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
        <MoreMenu layout={layout} canRedo={canRedo} />
      </nav>
    </header>
  );
}

function ModeSwitch() {
  const mode = useAppState((state) => state.mode);
  const { setMode } = useActions();
  return <SegmentedControl label="Mode" options={MODES} value={mode} onChange={setMode} />;
}

function MoreMenu({ layout, canRedo }: { layout: Layout; canRedo: boolean }) {
  const phone = layout.width === 'phone';
  const chartItems = useChartMenuItems();
  const store = useStoreApi();
  const actions = useActions();
  const theme = useAppState((state) => state.theme);
  const changed = useAppState(isLinkChanged);
  const captionHidden = useAppState((state) => state.captionHidden);
  const mode = useAppState((state) => state.mode);
  const inRun = useAppState((state) => stageOf(state) === 'run');
  const inLesson = useAppState(isInLesson);
  const phoneItems: readonly MenuItem[] = [
    {
      kind: 'choice',
      label: 'Mode',
      value: mode,
      options: MODES,
      onChange: (value) => actions.setMode(value as Mode),
    },
    { kind: 'separator' },
    ...(mode === 'learn' ? [{ label: 'Lessons', onSelect: () => actions.openDialog({ name: 'lessons' }) }] : []),
    { label: 'Works', onSelect: () => actions.openDialog({ name: 'works' }) },
    { label: 'Presets', onSelect: () => actions.openDialog({ name: 'presets' }) },
    { label: 'Redo', disabled: !canRedo, onSelect: actions.redo },
    ...(changed ? [{ label: 'Reset', onSelect: actions.resetToLink }] : []),
    { label: 'Add lane', onSelect: () => actions.openDialog({ name: 'limiter', lane: null }) },
    { label: 'Traffic', onSelect: () => actions.openDrawer('traffic') },
    { label: 'Write a sentence', onSelect: () => actions.editNotes(true) },
    { label: 'Details', onSelect: () => actions.openDrawer('why') },
    { kind: 'separator' },
  ];
  const items: readonly MenuItem[] = [
    ...(phone ? phoneItems : []),
    { label: 'Find anything', shortcut: 'Ctrl+K', onSelect: () => actions.openDialog({ name: 'palette' }) },
    { label: 'New', onSelect: () => actions.openDialog({ name: 'new' }) },
    ...(inRun && (phone || layout.short) ? chartItems : []),
    { label: 'Save file', onSelect: () => saveFile(store.getState().scenario, actions) },
    { label: 'Save decisions…', onSelect: () => actions.openDialog({ name: 'decisions', lane: null }) },
    { label: 'Picture…', onSelect: () => actions.openDialog({ name: 'picture', lane: null }) },
    { label: 'Report…', onSelect: () => actions.openDialog({ name: 'report' }) },
    { label: 'Open file', onSelect: () => chooseFile(store, actions) },
    { label: 'Open a log', onSelect: () => actions.openDialog({ name: 'log', files: [] }) },
    ...(inLesson && !layout.beside
      ? [{ label: 'Present', onSelect: () => actions.openDialog({ name: 'present' }) }]
      : []),
    { label: 'Make a lesson', onSelect: actions.makeLesson },
    ...(captionHidden && inRun ? [{ label: 'Show the sentence', onSelect: actions.showCaption }] : []),
    { kind: 'separator' },
    {
      kind: 'choice',
      label: 'Theme',
      value: theme,
      options: [
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ],
      onChange: (value) => actions.setTheme(value as Theme),
    },
    { kind: 'separator' },
    ...(phone ? [] : [{ label: 'Details', shortcut: 'I', onSelect: () => actions.openDrawer('why') }]),
    { label: 'Keyboard shortcuts', shortcut: '?', onSelect: () => actions.openDialog({ name: 'shortcuts' }) },
    { label: 'How exact is this?', onSelect: () => actions.openDialog({ name: 'exactness' }) },
  ];
  return <Menu label="More" items={items} />;
}

/** Click to rename: Enter or leaving the field keeps the new title, Esc the old one. */
function ScenarioTitle() {
  const title = useAppState((state) => state.scenario.title);
  const actions = useActions();
  const [renaming, setRenaming] = useState(false);
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shown = title === '' ? 'Untitled' : title;

  useEffect(() => {
    if (renaming) field.current?.select();
  }, [renaming]);

  const endRenaming = (keep: boolean): void => {
    if (!renaming) return;
    if (keep && draft.trim() !== title) actions.rename(draft.trim());
    setRenaming(false);
    requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') endRenaming(true);
    else if (event.key === 'Escape') {
      event.preventDefault();
      endRenaming(false);
    }
  };

  if (renaming) {
    return (
      <TextField
        ref={field}
        label="Title"
        hideLabel
        value={draft}
        maxLength={200}
        className={styles['rename'] ?? ''}
        onInput={setDraft}
        onKeyDown={onKeyDown}
        onBlur={() => endRenaming(true)}
      />
    );
  }
  return (
    <Button
      ref={button}
      variant="quiet"
      label={`Scenario: ${shown}`}
      className={styles['title'] ?? ''}
      onClick={() => {
        setDraft(title);
        setRenaming(true);
      }}
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
