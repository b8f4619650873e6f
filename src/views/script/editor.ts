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
import { changeBetween } from './change.ts';
import { wordsSource, type Word } from './completions.ts';
import { look } from './look.ts';
import { problems, setProblem, spanAt, type Place } from './problem.ts';

/** What was typed becomes the scenario this long after the last key. */
const REST_MS = 300;

/** Where somebody was in a text: for an editor that takes another's place. */
export interface Whereabouts {
  readonly anchor: number;
  readonly head: number;
  readonly top: number;
  /** A text that was not taken, and stands there all the same. */
  readonly refused: string | null;
}

export interface EditorHost {
  readonly code: string;
  readonly words: readonly Word[];
  readonly at: Whereabouts | null;
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
  readonly wrong: boolean;
}

export interface Editor {
  readonly content: HTMLElement;
  /** The text as the scenario has it: takes the place of what stands here unless it came from here. */
  setCode(code: string): void;
  setProblem(place: Place | null): void;
  setAttributes(attributes: EditorAttributes): void;
  goTo(place: Place): void;
  /** Hands over what was typed, and ends. */
  close(): Whereabouts;
}

/** A change that came from the scenario, not from a hand. */
const foreign = Annotation.define<true>();

export function openEditor(parent: HTMLElement, host: EditorHost): Editor {
  const attributes = new Compartment();
  /** The last text that went to the scenario or came from it. */
  let known = host.code;
  /** What stands here was not taken. */
  let refused = host.at !== null && host.at.refused !== null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function handOver(): void {
    if (resting === undefined) return;
    clearTimeout(resting);
    resting = undefined;
    const before = known;
    // First, since the scenario comes back while it is being changed.
    known = view.state.doc.toString();
    refused = !host.onChange(known);
    if (refused) known = before;
  }

  function typed(): void {
    clearTimeout(resting);
    resting = setTimeout(handOver, REST_MS);
    host.onTyping();
  }

  function leave(): void {
    handOver();
    host.onLeave();
  }

  /** What is still being typed is a step of its own, which is then the first to be taken back. */
  function travel(action: () => void): () => true {
    return () => {
      leave();
      action();
      return true;
    };
  }
  const undo = travel(() => {
    if (!refused) {
      host.onUndo();
      return;
    }
    show(known);
    refused = !host.onChange(known);
  });
  const redo = travel(host.onRedo);

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
      doc: host.at?.refused ?? host.code,
      extensions: [
        lineNumbers(),
        highlightSpecialChars(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        javascriptLanguage,
        javascriptLanguage.data.of({ autocomplete: wordsSource(host.words) }),
        javascriptLanguage.data.of({ autocomplete: localCompletionSource }),
        autocompletion({ icons: false }),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        placeholder('send(1);'),
        problems,
        look,
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
          if (docChanged && transactions.every((one) => one.annotation(foreign) === undefined)) typed();
        }),
      ],
    }),
  });
  view.setTabFocusMode(true);

  if (host.at !== null) {
    const within = (at: number): number => Math.min(at, view.state.doc.length);
    view.dispatch({ selection: { anchor: within(host.at.anchor), head: within(host.at.head) } });
    view.scrollDOM.scrollTop = host.at.top;
  }

  function show(code: string): void {
    const change = changeBetween(view.state.doc.toString(), code.replaceAll(/\r\n?/g, '\n'));
    if (change === null) return;
    const end = change.from + change.insert.length;
    view.dispatch({
      changes: change,
      annotations: foreign.of(true),
      // Whoever undoes here wants to see what it did.
      ...(view.hasFocus && { selection: { anchor: end }, scrollIntoView: true }),
    });
  }

  // A press elsewhere may begin a drag without taking the focus, and a page may be closed at any time.
  function pressed(event: PointerEvent): void {
    if (!(event.target instanceof Node) || !view.dom.contains(event.target)) leave();
  }
  /** Esc closes the list of completions, and nothing around the editor hears of it. */
  function escaped(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !view.hasFocus || completionStatus(view.state) !== 'active') return;
    closeCompletion(view);
    event.preventDefault();
    event.stopPropagation();
  }
  const leaving = new AbortController();
  const listening = { capture: true, signal: leaving.signal };
  document.addEventListener('pointerdown', pressed, listening);
  addEventListener('pagehide', leave, listening);
  addEventListener('keydown', escaped, listening);

  return {
    content: view.contentDOM,
    setCode(code) {
      if (code === known) return;
      known = code;
      clearTimeout(resting);
      resting = undefined;
      refused = false;
      show(code);
    },
    setProblem: (place) => view.dispatch({ effects: setProblem.of(place) }),
    setAttributes({ label, describedBy, wrong }) {
      view.dispatch({
        effects: attributes.reconfigure(
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-describedby': describedBy,
            ...(wrong && { 'aria-invalid': 'true' }),
          }),
        ),
      });
    },
    goTo(place) {
      const span = spanAt(view.state.doc, place);
      if (span !== null) view.dispatch({ selection: { anchor: span.from }, scrollIntoView: true });
      view.focus();
    },
    close() {
      leave();
      leaving.abort();
      const { anchor, head } = view.state.selection.main;
      const text = refused ? view.state.doc.toString() : null;
      const top = view.scrollDOM.scrollTop;
      view.destroy();
      return { anchor, head, top, refused: text };
    },
  };
}
