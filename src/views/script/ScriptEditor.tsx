/** The code editor as a component: its own chunk, loaded when a script's form is first shown. */
import { useEffect, useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react';
import type { Word } from './completions.ts';
import { openEditor, type Editor, type Whereabouts } from './editor.ts';
import type { Place } from './problem.ts';

export interface ScriptEditorProps {
  readonly label: string;
  /** The id of what describes it: what is wrong, and how to leave it. */
  readonly describedBy: string;
  readonly className: string | undefined;
  /** The text at first; later ones come through `follow`. */
  readonly code: string;
  /** Calls back with the text after each change of the scenario, whoever made it; ends when what it returns is called. */
  readonly follow: (listener: (code: string) => void) => () => void;
  readonly words: readonly Word[];
  readonly wrong: boolean;
  /** Where something is wrong, as far as that is known; another one each time that it is found anew. */
  readonly problem: { readonly [K in keyof Place]?: number | undefined } | null;
  /** Where somebody was when an editor of this text was last closed: read at first, written at last. */
  readonly whereabouts: RefObject<Whereabouts | null>;
  readonly editor: RefObject<Editor | null>;
  /** What takes the focus. */
  readonly content?: RefObject<HTMLElement | null>;
  readonly onTyping: () => void;
  readonly onChange: (code: string) => boolean;
  readonly onLeave: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onTabIndents: (indents: boolean) => void;
}

export default function ScriptEditor(props: ScriptEditorProps): ReactElement {
  const { label, describedBy, className, follow, wrong, problem, words, whereabouts, editor, content } = props;
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    const opened = openEditor(parent.current as HTMLElement, {
      code: latest.current.code,
      words,
      at: whereabouts.current,
      onTyping: () => latest.current.onTyping(),
      onChange: (text) => latest.current.onChange(text),
      onLeave: () => latest.current.onLeave(),
      onUndo: () => latest.current.onUndo(),
      onRedo: () => latest.current.onRedo(),
      onTabIndents: (indents) => latest.current.onTabIndents(indents),
    });
    editor.current = opened;
    if (content !== undefined) content.current = opened.content;
    const end = follow((text) => opened.setCode(text));
    return () => {
      end();
      whereabouts.current = opened.close();
      if (editor.current === opened) editor.current = null;
    };
  }, [words, follow, whereabouts, editor, content]);

  useEffect(() => {
    const { line, column } = problem ?? {};
    editor.current?.setProblem(line === undefined ? null : { line, column });
  }, [editor, problem]);
  useEffect(() => editor.current?.setAttributes({ label, describedBy, wrong }), [editor, label, describedBy, wrong]);

  return <div ref={parent} className={className} />;
}
