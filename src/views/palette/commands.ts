/** Everything that the palette offers: lanes to go to, actions with their keys, limiters to add, presets and scenarios from others to open. */
import { knownLimiters, presets, knownSchemes, type GalleryItem } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';
import { chooseLimiter } from '../../store/codeLanes.ts';
import { isInLesson, isLinkChanged, stageOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import type { ReadableStore } from '../../store/store.ts';
import { chooseFile } from '../files/fileOpener.ts';
import { saveFile } from '../files/saveFile.ts';
import { keyBindings } from '../hooks/keyBindings.ts';
import { aliasesOf } from '../search/aliases.ts';
import { searchBest, type SearchField } from '../search/search.ts';
import { galleryFields, limiterFields, presetFields } from '../search/searchFields.ts';
import { laneNameWithEdition } from '../text/laneText.ts';

export interface Command {
  /** Unlike any other's. */
  readonly id: string;
  readonly name: string;
  /** A few words more, shown beside the name. */
  readonly about?: string;
  /** As the keyboard's dialog shows them: `Shift+D`. */
  readonly key?: string;
  readonly fields: readonly SearchField[];
  /** What else it is called, which is among its fields too. */
  readonly otherNames?: readonly SearchField[];
  /** Called when the palette has closed. */
  readonly run: () => void;
  /** The lane that receives the focus. */
  readonly lane?: number;
  /** Whether it adds a lane, which then receives the focus. */
  readonly addsLane?: boolean;
}

export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** What single keys do, by the key as it is shown. The words after a comma are only searched for. */
export const KEYED_ACTIONS: readonly (readonly [key: string, name: string, words?: string])[] = [
  ['1', 'Mode: Run', 'lanes charts decisions'],
  ['2', 'Mode: Tune', 'log traffic clients refused goals find limit'],
  ['3', 'Mode: Learn', 'lessons course teach questions'],
  ['P', 'Play', 'pause start stop'],
  ['→', 'Next decision', 'step forward request'],
  ['←', 'Previous decision', 'step back request'],
  ['D', 'Next disagreement', 'difference'],
  ['Shift+D', 'Previous disagreement', 'difference'],
  ['↑', 'The same request in the lane above'],
  ['↓', 'The same request in the lane below'],
  ['Enter', 'Go to Why?', 'explain reason denied'],
  ['Home', 'Start of the run', 'beginning playhead'],
  ['End', 'End of the run', 'playhead'],
  ['Shift+→', 'Playhead forward by 1 %'],
  ['Shift+←', 'Playhead back by 1 %'],
  ['+', 'Zoom in', 'range'],
  ['−', 'Zoom out', 'range'],
  ['0', 'Show the whole run', 'zoom range all'],
  ['[', 'Play slower', 'speed'],
  [']', 'Play faster', 'speed'],
  ['L', 'Choose a limiter for a new lane', 'add lane algorithm'],
  ['G', 'Presets', 'examples gallery questions'],
  ['S', 'Share', 'link copy url qr code embed iframe page'],
  ['I', 'Details', 'drawer panel'],
  ['T', 'Show the lane as a table', 'requests rows decisions'],
  ['V', 'Stacked or Columns', 'layout charts'],
  ['?', 'Keyboard shortcuts', 'keys help'],
];

const KEY_NAMES: Readonly<Record<string, string>> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '−': '-',
};

/** What the keyboard does for a key as it is shown. */
export function boundTo(key: string, store: ReadableStore, actions: Actions): (() => unknown) | undefined {
  const shift = key.startsWith('Shift+');
  const bare = shift ? key.slice('Shift+'.length) : key;
  const letter = bare.length === 1 && !shift ? bare.toLowerCase() : bare;
  return keyBindings(store, actions, shift)[KEY_NAMES[bare] ?? letter];
}

/**
 * The groups that have something to offer, each with the best first. Those that have what is named, by whatever name, come
 * before those that are only about it: “nginx” is a limiter before it is what a log may be from.
 */
export function findCommands(
  search: string,
  store: ReadableStore,
  actions: Actions,
  gallery: readonly GalleryItem[],
): readonly CommandGroup[] {
  const groups: readonly CommandGroup[] = [
    { heading: 'Lanes', commands: laneCommands(store.getState(), actions) },
    { heading: 'Actions', commands: [...keyedCommands(store, actions), ...otherCommands(store, actions)] },
    { heading: 'Add a lane', commands: limiterCommands(store, actions) },
    { heading: 'Presets', commands: presetCommands(actions) },
    { heading: 'From others', commands: galleryCommands(gallery, actions) },
  ];
  const isNamed = (commands: readonly Command[]): boolean =>
    searchBest(commands, search, ({ fields, otherNames = [] }) => [...fields.slice(0, 1), ...otherNames]).length > 0;
  return groups
    .toSorted((a, b) => Number(isNamed(b.commands)) - Number(isNamed(a.commands)))
    .map(({ heading, commands }) => ({
      heading,
      commands: searchBest(commands, search, ({ fields }) => fields).map(({ item, why }) =>
        why === null ? item : { ...item, about: why },
      ),
    }))
    .filter(({ commands }) => commands.length > 0);
}

function laneCommands({ scenario }: State, actions: Actions): readonly Command[] {
  return scenario.lanes.map((lane, index) => {
    const name = `Go to lane ${index + 1}: ${laneNameWithEdition(lane)}`;
    return { id: `lane ${index}`, name, lane: index, fields: [{ text: name }], run: () => actions.focusLane(index) };
  });
}

function keyedCommands(store: ReadableStore, actions: Actions): readonly Command[] {
  // In another mode than Run some of the keys rest.
  return KEYED_ACTIONS.filter(([key]) => boundTo(key, store, actions) !== undefined).map(([key, name, words = '']) => ({
    id: `key ${key}`,
    name,
    key,
    fields: [{ text: name }, { text: words }],
    run: () => void boundTo(key, store, actions)?.(),
  }));
}

/** Sends at the playhead, as Space does. */
function send(actions: Actions, count: number): void {
  actions.send(count, `palette-${performance.now()}`);
  actions.reportSent();
}

const PRESENT_WORDS = 'presentation slides class teach room';

function otherCommands(store: ReadableStore, actions: Actions): readonly Command[] {
  const { captionHidden, focusedLane, futureHidden, windowCountShown } = store.getState();
  const command = (
    name: string,
    run: () => void,
    { key, words = '' }: { key?: string; words?: string } = {},
  ): Command => ({
    id: `action ${name}`,
    name,
    ...(key === undefined ? {} : { key }),
    fields: [{ text: name }, { text: words }],
    run,
  });
  const runCommands = [
    command('Send a request', () => send(actions, 1), { key: 'Space', words: 'click' }),
    command('Send ten requests', () => send(actions, 10), { key: 'Shift+Space', words: 'burst' }),
    command('Move the lane up', () => actions.moveLane(focusedLane, focusedLane - 1), { key: 'Alt+↑' }),
    command('Move the lane down', () => actions.moveLane(focusedLane, focusedLane + 1), { key: 'Alt+↓' }),
    captionHidden
      ? command('Show the sentence', actions.showCaption, { words: 'caption notes' })
      : command('Hide the sentence', actions.hideCaption, { words: 'caption notes' }),
    command(futureHidden ? 'Show the future' : 'Hide the future', () => actions.hideFuture(!futureHidden), {
      words: 'results beyond playhead spoiler guess',
    }),
    command(windowCountShown ? 'Hide the window count' : 'Show the window count', () => {
      actions.showWindowCount(!windowCountShown);
    }),
  ];
  return [
    ...(stageOf(store.getState()) === 'tune' ? [] : runCommands),
    command('Undo', actions.undo, { key: 'Ctrl+Z' }),
    command('Redo', actions.redo, { key: 'Ctrl+Shift+Z' }),
    ...(isLinkChanged(store.getState()) ? [command('Reset to the link', actions.resetToLink, { words: 'back' })] : []),
    command('New', () => actions.openDialog({ name: 'new' }), { words: 'empty start scenario' }),
    command('Lessons', () => actions.openDialog({ name: 'lessons' }), { words: 'learn course questions confusions' }),
    isInLesson(store.getState())
      ? command('Present the lesson', () => actions.openDialog({ name: 'present' }), { words: PRESENT_WORDS })
      : command('Choose a lesson to present', () => actions.openDialog({ name: 'lessons' }), { words: PRESENT_WORDS }),
    command('Make a lesson', actions.makeLesson, { words: 'teach course class steps bets tasks edit' }),
    command('Works', () => actions.openDialog({ name: 'works' }), { words: 'saved history my open' }),
    command('Save file', () => saveFile(store.getState().scenario, actions), { words: 'download json export' }),
    command('Save decisions', () => actions.openDialog({ name: 'decisions', lane: null }), {
      words: 'download csv json export data rows requests',
    }),
    command('Picture of the run', () => actions.openDialog({ name: 'picture', lane: null }), {
      words: 'svg png image export charts copy figure paper',
    }),
    command('Report of the run', () => actions.openDialog({ name: 'report' }), {
      words: 'markdown html review pull request before after compare works export print',
    }),
    command('Print', () => print(), { words: 'paper pdf handout page' }),
    command('Open file', () => chooseFile(store, actions), { words: 'load json import' }),
    command('Open a log', () => actions.openDialog({ name: 'log', files: [] }), {
      words: 'access nginx apache csv traffic import tune',
    }),
    command('Edit traffic', () => actions.openDrawer('traffic'), { words: 'phases arrivals script recording kind' }),
    command('Edit nodes and store', () => actions.openDrawer('cluster'), {
      words:
        'cluster redis routing latency faults failure down dies crash slow flush link cut clocks skew drift offset add',
    }),
    command('Edit the lane', () => actions.openDrawer('lane'), { words: 'options edition limiter' }),
    command('Config of the lane', () => actions.openDrawer('config'), {
      words: 'nginx haproxy envoy paste text export dry run',
    }),
    command('Write your own limiter', () => chooseLimiter(store, actions, null, 'own'), {
      words: 'custom code javascript program editor sandbox add lane',
    }),
    command('Test this lane against the laws', () => actions.testLane(focusedLane), {
      words: 'check properties bound retry after promise defect',
    }),
    command('Find the shortest traffic', () => actions.openDrawer('test'), {
      words: 'search differ counterexample disagree more than bound guess races interleavings',
    }),
    command('Compare lanes', () => actions.openDrawer('compare'), { words: 'figures table' }),
    command('Fairness', () => actions.openDrawer('fairness'), { words: 'keys jain shares' }),
    command('Theme: System', () => actions.setTheme('system'), { words: 'colours' }),
    command('Theme: Light', () => actions.setTheme('light'), { words: 'colours' }),
    command('Theme: Dark', () => actions.setTheme('dark'), { words: 'colours night' }),
    command('How exact is this?', () => actions.openDialog({ name: 'exactness' }), {
      words: 'words glossary help about',
    }),
  ];
}

function limiterCommands(store: ReadableStore, actions: Actions): readonly Command[] {
  return [...knownLimiters(), ...knownSchemes()].map((entry) => ({
    id: `limiter ${entry.id}`,
    name: entry.name,
    about: entry.summary,
    fields: limiterFields(entry),
    otherNames: aliasesOf(entry.id).map(({ name }) => ({ text: name })),
    run: () => chooseLimiter(store, actions, null, entry.id),
    addsLane: true,
  }));
}

function presetCommands(actions: Actions): readonly Command[] {
  return presets.map((preset) => ({
    id: `preset ${preset.id}`,
    name: preset.title,
    about: preset.description,
    fields: presetFields(preset),
    run: () => actions.openPreset(preset),
  }));
}

function galleryCommands(gallery: readonly GalleryItem[], actions: Actions): readonly Command[] {
  return gallery.map((item) => ({
    id: `gallery ${item.file}`,
    name: item.title,
    about: item.question,
    fields: galleryFields(item),
    run: () => actions.openExample(item.scenario, item.opensAt),
  }));
}
