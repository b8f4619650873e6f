/**
 * The code editor: CodeMirror without its own history. What is typed goes to the scenario after a pause, and undo is the
 * page's, so that a script and everything else share one history.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder, type KeyBinding } from '@codemirror/view';
import { smallestChange } from './textChange.ts';
import { adoptEditorStyles } from './adoptedStyles.ts';
import { apiCompletions, localCompletions, type ScriptApiEntry } from './completions.ts';
import { editorTheme } from './editorTheme.ts';
import { languages, type CodeLanguage } from './languages.ts';
import { problemHighlighting, setProblem, rangeAt, type TextPosition } from './problemHighlighting.ts';

/** What was typed goes to the scenario this long after the last key. */
const TYPING_PAUSE_MS = 300;

/** The cursor in a text, for an editor that replaces another. */
export interface EditorPosition {
  readonly anchor: number;
  readonly head: number;
  readonly scrollTop: number;
  /** A text that the scenario rejected and the editor still shows. */
  readonly rejectedText: string | null;
}

export interface CodeEditorOptions {
  readonly code: string;
  readonly language: CodeLanguage;
  readonly api: readonly ScriptApiEntry[];
  /** What an empty editor shows. */
  readonly example: string;
  readonly position: EditorPosition | null;
  /** Called at every key. */
  readonly onTyping: () => void;
  /** Called with the text after a pause or when the editor is left. @returns whether the scenario accepted it */
  readonly onChange: (code: string) => boolean;
  /** The edit is complete: the next key begins a new undo step. */
  readonly onLeave: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** Whether Tab indents; initially it leaves the editor. */
  readonly onTabIndents: (indents: boolean) => void;
}

export interface EditorAttributes {
  readonly label: string;
  readonly describedBy: string;
  readonly invalid: boolean;
  readonly readOnly: boolean;
}

export interface CodeEditor {
  readonly content: HTMLElement;
  /** The scenario's text: replaces what the editor shows unless it came from here. */
  setCode(code: string): void;
  setProblem(position: TextPosition | null): void;
  setAttributes(attributes: EditorAttributes): void;
  goTo(position: TextPosition): void;
  /** Sends what was typed, and destroys the editor. */
  close(): EditorPosition;
}

adoptEditorStyles();

/** Marks a change that came from the scenario, not from the user. */
const fromScenario = Annotation.define<true>();

export function createCodeEditor(parent: HTMLElement, host: CodeEditorOptions): CodeEditor {
  const attributes = new Compartment();
  const sync = createTextSync(host, {
    read: () => view.state.doc.toString(),
    replace: (code) => replaceCode(view, code),
  });
  const leave = (): void => {
    sync.flush();
    host.onLeave();
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: host.position?.rejectedText ?? host.code,
      extensions: [
        languageExtensions(host),
        attributes.of([]),
        historyExtensions(host, sync, leave),
        EditorView.domEventHandlers({
          // When a browser gives the editor the focus it puts the cursor at the start; this restores it at once.
          focus: (_, focused) => focused.focus(),
          blur: leave,
          beforeinput: typeOverSelection,
        }),
        keymap.of([tabToggle(host), ...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (docChanged && transactions.every((one) => one.annotation(fromScenario) === undefined)) sync.typed();
        }),
      ],
    }),
  });
  view.setTabFocusMode(true);
  if (host.position !== null) restorePosition(view, host.position);
  const stopListening = listenOnPage(view, leave);

  return {
    content: view.contentDOM,
    setCode: (code) => sync.adopt(code),
    setProblem: (position) => view.dispatch({ effects: setProblem.of(position) }),
    setAttributes: (next) => view.dispatch({ effects: attributes.reconfigure(contentAttributes(next)) }),
    goTo(position) {
      const span = rangeAt(view.state.doc, position);
      if (span !== null) view.dispatch({ selection: { anchor: span.from }, scrollIntoView: true });
      view.focus();
    },
    close() {
      leave();
      stopListening();
      const { anchor, head } = view.state.selection.main;
      const rejectedText = sync.isRejected() ? view.state.doc.toString() : null;
      const { scrollTop } = view.scrollDOM;
      view.destroy();
      return { anchor, head, scrollTop, rejectedText };
    },
  };
}

interface TextSync {
  /** Called at every key: the scenario follows after a pause. */
  typed(): void;
  /** Sends what was typed to the scenario now. */
  flush(): void;
  /** Replaces the text with the scenario's. */
  adopt(code: string): void;
  /** Whether the scenario rejected the text shown. */
  isRejected(): boolean;
  /** Replaces a rejected text with the last accepted one. */
  discardRejected(): void;
}

function createTextSync(
  host: CodeEditorOptions,
  text: { readonly read: () => string; readonly replace: (code: string) => void },
): TextSync {
  /** The last text that was sent to the scenario or came from it. */
  let lastSyncedCode = host.code;
  let isRejected = host.position !== null && host.position.rejectedText !== null;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    if (pauseTimer === undefined) return;
    clearTimeout(pauseTimer);
    pauseTimer = undefined;
    const before = lastSyncedCode;
    // Set first, because the scenario's new text comes back during `onChange`.
    lastSyncedCode = text.read();
    isRejected = !host.onChange(lastSyncedCode);
    if (isRejected) lastSyncedCode = before;
  }

  return {
    flush,
    isRejected: () => isRejected,
    typed() {
      clearTimeout(pauseTimer);
      pauseTimer = setTimeout(flush, TYPING_PAUSE_MS);
      host.onTyping();
    },
    adopt(code) {
      if (code === lastSyncedCode) return;
      lastSyncedCode = code;
      clearTimeout(pauseTimer);
      pauseTimer = undefined;
      isRejected = false;
      text.replace(code);
    },
    discardRejected() {
      text.replace(lastSyncedCode);
      isRejected = !host.onChange(lastSyncedCode);
    },
  };
}

function languageExtensions({ language: name, api, example }: CodeEditorOptions): Extension {
  const language = languages[name];
  return [
    lineNumbers(),
    highlightSpecialChars(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    language,
    language.data.of({ autocomplete: apiCompletions(api) }),
    name === 'javascript' ? language.data.of({ autocomplete: localCompletions(api) }) : [],
    autocompletion({ icons: false }),
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
    placeholder(example),
    problemHighlighting,
    editorTheme,
  ];
}

/** Undo and redo are the page's. */
function historyExtensions(host: CodeEditorOptions, sync: TextSync, leave: () => void): Extension {
  /** What is still being typed becomes its own step, so that it is the first to be undone. */
  const afterLeaving = (action: () => void) => (): true => {
    leave();
    action();
    return true;
  };
  const undo = afterLeaving(() => (sync.isRejected() ? sync.discardRejected() : host.onUndo()));
  const redo = afterLeaving(host.onRedo);
  return EditorView.domEventHandlers({
    // As on the rest of the page, regardless of Caps Lock.
    keydown(event) {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return false;
      event.preventDefault();
      return key === 'y' || event.shiftKey ? redo() : undo();
    },
    // Undo from the browser's own menu.
    beforeinput(event) {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
      event.preventDefault();
      return event.inputType === 'historyUndo' ? undo() : redo();
    },
  });
}

/**
 * Typing over a selection, done here: Chromium would carry the look of the old text into a style attribute, which the page's
 * Content-Security-Policy refuses. What wraps a selection in brackets is asked first, as CodeMirror does.
 */
function typeOverSelection(event: InputEvent, view: EditorView): boolean {
  const { data: text, inputType } = event;
  const { from, to, empty } = view.state.selection.main;
  if (inputType !== 'insertText' || text === null || empty || view.composing) return false;
  event.preventDefault();
  if (view.state.readOnly) return true;
  const insert = (): Transaction =>
    view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
  const handled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, insert));
  if (!handled) view.dispatch(insert());
  return true;
}

function tabToggle(host: CodeEditorOptions): KeyBinding {
  let indents = false;
  return {
    key: 'Ctrl-m',
    run(view) {
      indents = !indents;
      view.setTabFocusMode(!indents);
      host.onTabIndents(indents);
      return true;
    },
  };
}

function restorePosition(view: EditorView, { anchor, head, scrollTop }: EditorPosition): void {
  const within = (at: number): number => Math.min(at, view.state.doc.length);
  view.dispatch({ selection: { anchor: within(anchor), head: within(head) } });
  view.scrollDOM.scrollTop = scrollTop;
}

function replaceCode(view: EditorView, code: string): void {
  const change = smallestChange(view.state.doc.toString(), code.replaceAll(/\r\n?/g, '\n'));
  if (change === null) return;
  const end = change.from + change.insert.length;
  view.dispatch({
    changes: change,
    annotations: fromScenario.of(true),
    // An undo made in the editor shows what it changed.
    ...(view.hasFocus && { selection: { anchor: end }, scrollIntoView: true }),
  });
}

/** @returns a function that removes the listeners */
function listenOnPage(view: EditorView, leave: () => void): () => void {
  // A press elsewhere may begin a drag without taking the focus, and the page may be closed at any time.
  function onPointerDown(event: PointerEvent): void {
    if (!(event.target instanceof Node) || !view.dom.contains(event.target)) leave();
  }
  /** Esc closes the list of completions and reaches nothing around the editor. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !view.hasFocus || completionStatus(view.state) !== 'active') return;
    closeCompletion(view);
    event.preventDefault();
    event.stopPropagation();
  }
  const abort = new AbortController();
  const options = { capture: true, signal: abort.signal };
  document.addEventListener('pointerdown', onPointerDown, options);
  addEventListener('pagehide', leave, options);
  addEventListener('keydown', onKeyDown, options);
  return () => abort.abort();
}

function contentAttributes({ label, describedBy, invalid, readOnly }: EditorAttributes): Extension {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      // It scrolls, and is known to take the focus.
      tabindex: '0',
      'aria-label': label,
      'aria-describedby': describedBy,
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(readOnly && { 'aria-readonly': 'true' }),
    }),
  ];
}
