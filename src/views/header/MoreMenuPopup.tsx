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
  const phoneItems = usePhoneItems();
  const tightItems = useTightItems(layout);
  const runItems = useRunItems(layout);
  const documentItems = useDocumentItems(layout);
  const themeItem = useThemeItem();
  const helpItems = useHelpItems(phone);
  const items: readonly MenuItem[] = [
    ...only(phone, ...phoneItems),
    ...only(layout.tight, ...tightItems),
    ...runItems,
    ...documentItems,
    SEPARATOR,
    themeItem,
    SEPARATOR,
    ...helpItems,
  ];
  return <MenuPopup items={items} />;
}

const SEPARATOR: MenuItem = { kind: 'separator' };

function only(when: boolean, ...items: readonly MenuItem[]): readonly MenuItem[] {
  return when ? items : [];
}

/** What a phone's header has no buttons for. */
function usePhoneItems(): readonly MenuItem[] {
  const { setMode, openDialog, openDrawer, editNotes } = useActions();
  const mode = useAppState((state) => state.mode);
  const hasSentence = useAppState((state) => state.scenario.notes !== '');
  return [
    { kind: 'choice', label: 'Mode', value: mode, options: MODES, onChange: (value) => setMode(value as Mode) },
    SEPARATOR,
    { label: 'Works', onSelect: () => openDialog({ name: 'works' }) },
    { label: 'Presets', onSelect: () => openDialog({ name: 'presets' }) },
    { label: 'Add lane', onSelect: () => openDialog({ name: 'limiter', lane: null }) },
    { label: 'Traffic', onSelect: () => openDrawer('traffic') },
    { label: hasSentence ? 'Edit the sentence' : 'Write a sentence', onSelect: () => editNotes() },
    { label: 'Details', onSelect: () => openDrawer('why') },
  ];
}

/** What a tight header has no buttons for. */
function useTightItems({ short }: Layout): readonly MenuItem[] {
  const { say, openDialog, redo, resetToLink } = useActions();
  const caption = useCaption();
  const inRun = useInRun();
  const learns = useAppState((state) => state.mode === 'learn');
  const canRedo = useAppState((state) => state.history.future.length > 0);
  const changed = useAppState(isLinkChanged);
  return [
    ...only(short && inRun && caption !== null, { label: 'What to watch', onSelect: () => say(caption ?? '') }),
    ...only(learns, { label: 'Lessons', onSelect: () => openDialog({ name: 'lessons' }) }),
    { label: 'Redo', disabled: !canRedo, onSelect: redo },
    ...only(changed, { label: 'Reset', onSelect: resetToLink }),
    SEPARATOR,
  ];
}

/** What finds, begins and shows a run. */
function useRunItems({ width, short }: Layout): readonly MenuItem[] {
  const phone = width === 'phone';
  const { openDialog, stepDisagreement } = useActions();
  const inRun = useInRun();
  const keyed = useAppState(hasSingleKeys);
  const disagreements = useAppState(shownDisagreementCount);
  const chartItems = useChartMenuItems();
  return [
    { label: 'Find anything', shortcut: 'Ctrl+K', onSelect: () => openDialog({ name: 'palette' }) },
    { label: 'New', onSelect: () => openDialog({ name: 'new' }) },
    // On a phone it is a button above the lanes, in a higher window one beside the sentence.
    ...only(inRun && !phone && short && disagreements > 0, {
      label: 'Next disagreement',
      shortcut: keyed ? 'D' : undefined,
      onSelect: () => stepDisagreement(1),
    }),
    ...only(inRun && (phone || short), ...chartItems),
  ];
}

/** What is done with the scenario as a whole. */
function useDocumentItems({ beside }: Layout): readonly MenuItem[] {
  const store = useStoreApi();
  const actions = useActions();
  const inRun = useInRun();
  const inLesson = useAppState(isInLesson);
  const captionHidden = useAppState((state) => state.captionHidden);
  return [
    { label: 'Save file', onSelect: () => saveFile(store.getState().scenario, actions) },
    { label: 'Save decisions…', onSelect: () => actions.openDialog({ name: 'decisions', lane: null }) },
    { label: 'Picture…', onSelect: () => actions.openDialog({ name: 'picture', lane: null }) },
    { label: 'Report…', onSelect: () => actions.openDialog({ name: 'report' }) },
    { label: 'Open file', onSelect: () => chooseFile(store, actions) },
    { label: 'Open a log', onSelect: () => actions.openDialog({ name: 'log', files: [] }) },
    ...only(inLesson && !beside, { label: 'Present', onSelect: () => actions.openDialog({ name: 'present' }) }),
    { label: 'Make a lesson', onSelect: actions.makeLesson },
    ...only(captionHidden && inRun, { label: 'Show the sentence', onSelect: actions.showCaption }),
  ];
}

function useThemeItem(): MenuItem {
  const { setTheme } = useActions();
  const theme = useAppState((state) => state.theme);
  return {
    kind: 'choice',
    label: 'Theme',
    value: theme,
    options: [
      { value: 'system', label: 'System' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ],
    onChange: (value) => setTheme(value as Theme),
  };
}

function useHelpItems(phone: boolean): readonly MenuItem[] {
  const { openDrawer, openDialog } = useActions();
  const keyed = useAppState(hasSingleKeys);
  return [
    ...only(!phone, { label: 'Details', shortcut: keyed ? 'I' : undefined, onSelect: () => openDrawer('why') }),
    {
      label: 'Keyboard shortcuts',
      shortcut: keyed ? '?' : undefined,
      onSelect: () => openDialog({ name: 'shortcuts' }),
    },
    { label: 'How exact is this?', onSelect: () => openDialog({ name: 'exactness' }) },
  ];
}

function useInRun(): boolean {
  return useAppState((state) => stageOf(state) === 'run');
}
