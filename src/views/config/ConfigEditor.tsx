/**
 * The editor: a plain text area, which every phone and screen reader knows, and beside it the numbers of its lines. What is
 * not understood is marked there, and so are the limits that the lane has.
 */
import { useId, useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { lockedNote } from '../../store/selectors.ts';
import { tryCopy } from '../files/copyText.ts';
import { saveBlob } from '../files/saveFile.ts';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import styles from './ConfigEditor.module.css';
import type { ConfigText } from './useConfigText.ts';

export interface ConfigEditorProps {
  readonly config: ConfigText;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Of the list of what is not understood. */
  readonly problemsId: string;
  /** Absent where the product has no dry run. */
  readonly dryRun?: DryRunToggle;
}

export function ConfigEditor({ config, area, problemsId, dryRun }: ConfigEditorProps): ReactElement {
  const { text, written, read, limits, isForeign } = config;
  const id = useId();
  const gutter = useRef<HTMLDivElement>(null);
  const locked = useAppState((state) => lockedNote(state, 'options'));
  const problems = read?.problems ?? [];
  const fileName = 'refusal' in written || isForeign ? 'config.txt' : written.fileName;
  const followScroll = (): void => {
    if (gutter.current !== null && area.current !== null) gutter.current.scrollTop = area.current.scrollTop;
  };
  // Another text may be shorter.
  useLayoutEffect(followScroll, [text, area]);

  return (
    <div className={styles['editor']}>
      <div className={styles['head']}>
        <label className="label" htmlFor={id}>
          Config: edit or paste; the lane follows
        </label>
        <ConfigButtons text={text} fileName={fileName} area={area}>
          {dryRun !== undefined && <DryRunButton {...dryRun} />}
        </ConfigButtons>
      </div>
      <div className={styles['frame']}>
        <div ref={gutter} className={styles['gutter']} aria-hidden="true">
          <LineNumbers
            text={text}
            problems={problems.map(({ line }) => line)}
            limits={limits.map(({ line }) => line)}
          />
        </div>
        <textarea
          ref={area}
          id={id}
          className={styles['area']}
          wrap="off"
          spellCheck={false}
          placeholder="Paste a config here"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          aria-invalid={problems.length > 0 || undefined}
          aria-describedby={problems.length > 0 ? problemsId : undefined}
          readOnly={locked !== null}
          title={locked ?? undefined}
          value={text}
          onChange={(event) => config.type(event.target.value)}
          onBlur={config.endTyping}
          onScroll={followScroll}
        />
      </div>
    </div>
  );
}

/** Above the editor and above the dry run: the focus stays on it from one to the other. */
export interface DryRunToggle {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly pressed: boolean;
  readonly onToggle: () => void;
}

export function DryRunButton({ button, pressed, onToggle }: DryRunToggle): ReactElement {
  return (
    <Button ref={button} size="small" pressed={pressed} onClick={onToggle}>
      Dry run
    </Button>
  );
}

interface ConfigButtonsProps {
  readonly text: string;
  readonly fileName: string;
  /** Selected where the browser does not let us copy. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly children?: React.ReactNode;
}

export function ConfigButtons({ text, fileName, area, children }: ConfigButtonsProps): ReactElement {
  const { say } = useActions();
  const copy = async (): Promise<void> => {
    if (await tryCopy(text)) {
      say(`Config copied, ${formatCount(text.length)} characters.`);
      return;
    }
    area.current?.focus();
    area.current?.select();
    say('The browser does not allow copying. The text is selected: copy it with Ctrl+C.');
  };
  const save = (): void => {
    saveBlob(new Blob([text], { type: 'text/plain' }), fileName);
    say(`Saved as ${fileName}.`);
  };
  return (
    <div className={styles['buttons']}>
      {children}
      <Button size="small" disabled={text === ''} label="Copy config" onClick={() => void copy()}>
        Copy
      </Button>
      <Button size="small" disabled={text === ''} label="Save config as a file" onClick={save}>
        Save file
      </Button>
    </div>
  );
}

interface LineNumbersProps {
  readonly text: string;
  readonly problems: readonly number[];
  readonly limits: readonly number[];
}

function LineNumbers({ text, problems, limits }: LineNumbersProps): ReactElement {
  const count = text.split('\n').length;
  const numbers = Array.from({ length: count }, (_, line) => line + 1).join('\n');
  const mark = (line: number, kind: string | undefined): ReactElement => (
    <span key={`${kind} ${line}`} className={cx(styles['mark'], kind)} style={{ '--line-index': line - 1 } as object}>
      {line}
    </span>
  );
  return (
    <div className={styles['numbers']}>
      {numbers}
      {[...new Set(limits)].filter((line) => line <= count).map((line) => mark(line, styles['limit']))}
      {[...new Set(problems)].filter((line) => line <= count).map((line) => mark(line, styles['problem']))}
    </div>
  );
}
