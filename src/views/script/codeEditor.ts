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
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { smallestChange } from './textChange.ts';
import { apiCompletions, type ScriptApiEntry } from './completions.ts';
import { editorTheme } from './editorTheme.ts';
import { problemHighlighting, setProblem, rangeAt, type TextPosition } from './problemHighlighting.ts';

/** What was typed becomes the scenario this long after the last key. */
const TYPING_PAUSE_MS = 300;

/** Where somebody was in a text: for an editor that takes another's place. */
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
  /** The last text that went to the scenario or came from it. */
  let lastSyncedCode = host.code;
  /** What stands here was not taken. */
  let isRejected = host.position !== null && host.position.rejectedText !== null;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    if (pauseTimer === undefined) return;
    clearTimeout(pauseTimer);
    pauseTimer = undefined;
    const before = lastSyncedCode;
    // First, since the scenario comes back while it is being changed.
    lastSyncedCode = view.state.doc.toString();
    isRejected = !host.onChange(lastSyncedCode);
    if (isRejected) lastSyncedCode = before;
  }

  function onTyped(): void {
    clearTimeout(pauseTimer);
    pauseTimer = setTimeout(flush, TYPING_PAUSE_MS);
    host.onTyping();
  }

  function leave(): void {
    flush();
    host.onLeave();
  }

  /** What is still being typed is a step of its own, which is then the first to be taken back. */
  function afterFlush(action: () => void): () => true {
    return () => {
      leave();
      action();
      return true;
    };
  }
  const undo = afterFlush(() => {
    if (!isRejected) {
      host.onUndo();
      return;
    }
    replaceCode(lastSyncedCode);
    isRejected = !host.onChange(lastSyncedCode);
  });
  const redo = afterFlush(host.onRedo);

  let indents = false;
  function toggleTab(): true {
    indents = !indents;
    view.setTabFocusMode(!indents);
    host.onTabIndents(indents);
    return true;
  }

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: host.position?.rejectedText ?? host.code,
      extensions: [
        lineNumbers(),
        highlightSpecialChars(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        javascriptLanguage,
        javascriptLanguage.data.of({ autocomplete: apiCompletions(host.api) }),
        javascriptLanguage.data.of({ autocomplete: localCompletionSource }),
        autocompletion({ icons: false }),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        placeholder('send(1);'),
        problemHighlighting,
        editorTheme,
        attributes.of([]),
        EditorView.domEventHandlers({
          // A browser that gives the focus puts the cursor at the start; this puts it back where it was, at once.
          focus: (_, focused) => focused.focus(),
          blur: leave,
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
        }),
        keymap.of([
          { key: 'Ctrl-m', run: toggleTab },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (docChanged && transactions.every((one) => one.annotation(fromScenario) === undefined)) onTyped();
        }),
      ],
    }),
  });
  view.setTabFocusMode(true);

  if (host.position !== null) {
    const within = (at: number): number => Math.min(at, view.state.doc.length);
    view.dispatch({ selection: { anchor: within(host.position.anchor), head: within(host.position.head) } });
    view.scrollDOM.scrollTop = host.position.scrollTop;
  }

  function replaceCode(code: string): void {
    const change = smallestChange(view.state.doc.toString(), code.replaceAll(/\r\n?/g, '\n'));
    if (change === null) return;
    const end = change.from + change.insert.length;
    view.dispatch({
      changes: change,
      annotations: fromScenario.of(true),
      // Whoever undoes here wants to see what it did.
      ...(view.hasFocus && { selection: { anchor: end }, scrollIntoView: true }),
    });
  }

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
  const listenersAbort = new AbortController();
  const listenerOptions = { capture: true, signal: listenersAbort.signal };
  document.addEventListener('pointerdown', onPointerDown, listenerOptions);
  addEventListener('pagehide', leave, listenerOptions);
  addEventListener('keydown', onKeyDown, listenerOptions);

  return {
    content: view.contentDOM,
    setCode(code) {
      if (code === lastSyncedCode) return;
      lastSyncedCode = code;
      clearTimeout(pauseTimer);
      pauseTimer = undefined;
      isRejected = false;
      replaceCode(code);
    },
    setProblem: (position) => view.dispatch({ effects: setProblem.of(position) }),
    setAttributes({ label, describedBy, invalid }) {
      view.dispatch({
        effects: attributes.reconfigure(
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-describedby': describedBy,
            ...(invalid && { 'aria-invalid': 'true' }),
          }),
        ),
      });
    },
    goTo(position) {
      const span = rangeAt(view.state.doc, position);
      if (span !== null) view.dispatch({ selection: { anchor: span.from }, scrollIntoView: true });
      view.focus();
    },
    close() {
      leave();
      listenersAbort.abort();
      const { anchor, head } = view.state.selection.main;
      const text = isRejected ? view.state.doc.toString() : null;
      const top = view.scrollDOM.scrollTop;
      view.destroy();
      return { anchor, head, scrollTop: top, rejectedText: text };
    },
  };
}
