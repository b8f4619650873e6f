/** The code editor as a component, in its own chunk, which is loaded when code is first shown. */
import { useEffect, useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react';
import type { ScriptApiEntry } from './completions.ts';
import { createCodeEditor, type CodeEditor, type EditorPosition } from './codeEditor.ts';
import type { CodeLanguage } from './languages.ts';
import type { TextPosition } from './problemHighlighting.ts';

export interface ScriptEditorProps {
  readonly label: string;
  /** The id of the element that describes it: what is wrong, and how to leave the editor. */
  readonly describedBy: string;
  readonly className: string | undefined;
  /** The initial text; later changes come through `subscribeToCode`. */
  readonly code: string;
  /** Calls the listener with the text after every change of the scenario from any source; returns the unsubscribe function. */
  readonly subscribeToCode: (listener: (code: string) => void) => () => void;
  readonly language: CodeLanguage;
  readonly api: readonly ScriptApiEntry[];
  /** What an empty editor shows. */
  readonly example: string;
  readonly invalid: boolean;
  readonly readOnly: boolean;
  /** Where the problem is, as far as known; a new object each time it is found again. */
  readonly problem: { readonly [K in keyof TextPosition]?: number | undefined } | null;
  /** The cursor when an editor of this text was last closed: read on mount, written on unmount. */
  readonly position: RefObject<EditorPosition | null>;
  readonly editor: RefObject<CodeEditor | null>;
  /** The element that takes the focus. */
  readonly contentRef?: RefObject<HTMLElement | null>;
  readonly onTyping: () => void;
  readonly onChange: (code: string) => boolean;
  readonly onLeave: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onTabIndents: (indents: boolean) => void;
}

export default function ScriptEditor(props: ScriptEditorProps): ReactElement {
  const {
    label,
    describedBy,
    className,
    subscribeToCode,
    invalid,
    readOnly,
    problem,
    language,
    api,
    example,
    position,
    editor,
    contentRef,
  } = props;
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    const opened = createCodeEditor(parent.current as HTMLElement, {
      code: latest.current.code,
      language,
      api,
      example,
      position: position.current,
      onTyping: () => latest.current.onTyping(),
      onChange: (text) => latest.current.onChange(text),
      onLeave: () => latest.current.onLeave(),
      onUndo: () => latest.current.onUndo(),
      onRedo: () => latest.current.onRedo(),
      onTabIndents: (indents) => latest.current.onTabIndents(indents),
    });
    editor.current = opened;
    if (contentRef !== undefined) contentRef.current = opened.content;
    const end = subscribeToCode((text) => opened.setCode(text));
    return () => {
      end();
      position.current = opened.close();
      if (editor.current === opened) editor.current = null;
    };
  }, [language, api, example, subscribeToCode, position, editor, contentRef]);

  useEffect(() => {
    const { line, column } = problem ?? {};
    editor.current?.setProblem(line === undefined ? null : { line, column });
  }, [editor, problem]);
  useEffect(
    () => editor.current?.setAttributes({ label, describedBy, invalid, readOnly }),
    [editor, label, describedBy, invalid, readOnly],
  );

  return <div ref={parent} className={className} />;
}
