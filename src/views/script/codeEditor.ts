/**
 * The code editor: CodeMirror without a history of its own. What is typed becomes the scenario once the keys rest, and
 * undo is the page's, so that a script and everything else are one history.
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
import { javascriptLanguage, localCompletionSource } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder, type KeyBinding } from '@codemirror/view';
import { smallestChange } from './textChange.ts';
import { apiCompletions, type ScriptApiEntry } from './completions.ts';
import { editorTheme } from './editorTheme.ts';
import { problemHighlighting, setProblem, rangeAt, type TextPosition } from './problemHighlighting.ts';

/** What was typed becomes the scenario this long after the last key. */
const TYPING_PAUSE_MS = 300;

/** Where the cursor was in a text: for an editor that takes another's place. */
export interface EditorPosition {
  readonly anchor: number;
  readonly head: number;
  readonly scrollTop: number;
  /** A text that was not taken, and stands there all the same. */
  readonly rejectedText: string | null;
}

export interface CodeEditorOptions {
  readonly code: string;
  readonly api: readonly ScriptApiEntry[];
  readonly position: EditorPosition | null;
  /** At every key. */
  readonly onTyping: () => void;
  /** The text, once the keys rest or the editor is left. @returns whether it is the scenario's now */
  readonly onChange: (code: string) => boolean;
  /** What was typed is done: the next key begins something new. */
  readonly onLeave: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** Whether Tab indents; at first it leaves the editor. */
  readonly onTabIndents: (indents: boolean) => void;
}

export interface EditorAttributes {
  readonly label: string;
  readonly describedBy: string;
  readonly invalid: boolean;
}

export interface CodeEditor {
  readonly content: HTMLElement;
  /** The text as the scenario has it: takes the place of what stands here unless it came from here. */
  setCode(code: string): void;
  setProblem(position: TextPosition | null): void;
  setAttributes(attributes: EditorAttributes): void;
  goTo(position: TextPosition): void;
  /** Hands over what was typed, and ends. */
  close(): EditorPosition;
}

/** A change that came from the scenario, not from a hand. */
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
        languageExtensions(host.api),
        attributes.of([]),
        historyExtensions(host, sync, leave),
        EditorView.domEventHandlers({
          // A browser that gives the focus puts the cursor at the start; this puts it back where it was, at once.
          focus: (_, focused) => focused.focus(),
          blur: leave,
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
  /** A key was pressed: the scenario follows once the keys rest. */
  typed(): void;
  /** What was typed becomes the scenario now. */
  flush(): void;
  /** The text follows the scenario. */
  adopt(code: string): void;
  /** What stands here was not taken. */
  isRejected(): boolean;
  /** Puts the last text that was taken in place of one that was not. */
  discardRejected(): void;
}

function createTextSync(
  host: CodeEditorOptions,
  text: { readonly read: () => string; readonly replace: (code: string) => void },
): TextSync {
  /** The last text that went to the scenario or came from it. */
  let lastSyncedCode = host.code;
  let isRejected = host.position !== null && host.position.rejectedText !== null;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    if (pauseTimer === undefined) return;
    clearTimeout(pauseTimer);
    pauseTimer = undefined;
    const before = lastSyncedCode;
    // First, since the scenario comes back while it is being changed.
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

function languageExtensions(api: readonly ScriptApiEntry[]): Extension {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    javascriptLanguage,
    javascriptLanguage.data.of({ autocomplete: apiCompletions(api) }),
    javascriptLanguage.data.of({ autocomplete: localCompletionSource }),
    autocompletion({ icons: false }),
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
    placeholder('send(1);'),
    problemHighlighting,
    editorTheme,
  ];
}

/** Undo and redo are the page's. */
function historyExtensions(host: CodeEditorOptions, sync: TextSync, leave: () => void): Extension {
  /** What is still being typed is a step of its own, which is then the first to be taken back. */
  const afterLeaving = (action: () => void) => (): true => {
    leave();
    action();
    return true;
  };
  const undo = afterLeaving(() => (sync.isRejected() ? sync.discardRejected() : host.onUndo()));
  const redo = afterLeaving(host.onRedo);
  return EditorView.domEventHandlers({
    // As on the rest of the page, whatever Caps Lock makes of the letter.
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
    // An undo that is made here shows what it did.
    ...(view.hasFocus && { selection: { anchor: end }, scrollIntoView: true }),
  });
}

/** @returns what ends it */
function listenOnPage(view: EditorView, leave: () => void): () => void {
  // A press elsewhere may begin a drag without taking the focus, and a page may be closed at any time.
  function onPointerDown(event: PointerEvent): void {
    if (!(event.target instanceof Node) || !view.dom.contains(event.target)) leave();
  }
  /** Esc closes the list of completions, and nothing around the editor hears of it. */
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

function contentAttributes({ label, describedBy, invalid }: EditorAttributes): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    ...(invalid && { 'aria-invalid': 'true' }),
  });
}
