/** The items of the ⋯ menu: everything that the header has no room for; loaded with what shows them. */
import type { ReactElement } from 'react';
import type { Mode } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { hasSingleKeys, isInLesson, isLinkChanged, shownDisagreementCount, stageOf } from '../../store/selectors.ts';
import type { Theme } from '../../store/state.ts';
import { useCaption } from '../caption/Caption.tsx';
import { chooseFile } from '../files/fileOpener.ts';
import { saveFile } from '../files/saveFile.ts';
import type { Layout } from '../hooks/useLayout.ts';
import type { MenuItem } from '../ui/Menu.tsx';
import MenuPopup from '../ui/MenuPopup.tsx';
import { MODES } from './modes.ts';
import { useChartMenuItems } from './useChartMenuItems.ts';

export default function MoreMenuPopup({ layout }: { layout: Layout }): ReactElement {
  const phone = layout.width === 'phone';
  const chartItems = useChartMenuItems();
  const caption = useCaption();
  const store = useStoreApi();
  const actions = useActions();
  const theme = useAppState((state) => state.theme);
  const canRedo = useAppState((state) => state.history.future.length > 0);
  const changed = useAppState(isLinkChanged);
  const captionHidden = useAppState((state) => state.captionHidden);
  const hasSentence = useAppState((state) => state.scenario.notes !== '');
  const mode = useAppState((state) => state.mode);
  const inRun = useAppState((state) => stageOf(state) === 'run');
  const inLesson = useAppState(isInLesson);
  const keyed = useAppState(hasSingleKeys);
  const disagreements = useAppState(shownDisagreementCount);
  const phoneItems: readonly MenuItem[] = [
    {
      kind: 'choice',
      label: 'Mode',
      value: mode,
      options: MODES,
      onChange: (value) => actions.setMode(value as Mode),
    },
    { kind: 'separator' },
    { label: 'Works', onSelect: () => actions.openDialog({ name: 'works' }) },
    { label: 'Presets', onSelect: () => actions.openDialog({ name: 'presets' }) },
    { label: 'Add lane', onSelect: () => actions.openDialog({ name: 'limiter', lane: null }) },
    { label: 'Traffic', onSelect: () => actions.openDrawer('traffic') },
    { label: hasSentence ? 'Edit the sentence' : 'Write a sentence', onSelect: () => actions.editNotes() },
    { label: 'Details', onSelect: () => actions.openDrawer('why') },
  ];
  const tightItems: readonly MenuItem[] = [
    ...(layout.short && inRun && caption !== null
      ? [{ label: 'What to watch', onSelect: () => actions.say(caption) }]
      : []),
    ...(mode === 'learn' ? [{ label: 'Lessons', onSelect: () => actions.openDialog({ name: 'lessons' }) }] : []),
    { label: 'Redo', disabled: !canRedo, onSelect: actions.redo },
    ...(changed ? [{ label: 'Reset', onSelect: actions.resetToLink }] : []),
    { kind: 'separator' },
  ];
  const items: readonly MenuItem[] = [
    ...(phone ? phoneItems : []),
    ...(layout.tight ? tightItems : []),
    { label: 'Find anything', shortcut: 'Ctrl+K', onSelect: () => actions.openDialog({ name: 'palette' }) },
    { label: 'New', onSelect: () => actions.openDialog({ name: 'new' }) },
    // On a phone it is a button above the lanes, in a higher window one beside the sentence.
    ...(inRun && !phone && layout.short && disagreements > 0
      ? [{ label: 'Next disagreement', shortcut: keyed ? 'D' : undefined, onSelect: () => actions.stepDisagreement(1) }]
      : []),
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
    ...(phone
      ? []
      : [{ label: 'Details', shortcut: keyed ? 'I' : undefined, onSelect: () => actions.openDrawer('why') }]),
    {
      label: 'Keyboard shortcuts',
      shortcut: keyed ? '?' : undefined,
      onSelect: () => actions.openDialog({ name: 'shortcuts' }),
    },
    { label: 'How exact is this?', onSelect: () => actions.openDialog({ name: 'exactness' }) },
  ];
  return <MenuPopup items={items} />;
}
