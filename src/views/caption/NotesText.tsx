/** Notes as they are read: paragraphs, lists, emphasis, and instants that lead to their place in the run. */
import { Fragment, useMemo, type ReactElement, type ReactNode } from 'react';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { withUnits } from '../format/units.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Caption.module.css';
import { parseNotes, type Inline, type NotesBlock } from './notesMarkup.ts';

export function NotesText({ notes }: { readonly notes: string }): ReactNode {
  const blocks = useMemo(() => parseNotes(notes), [notes]);
  return blocks.map((block) => <Block key={block.lines[0].number} block={block} />);
}

function Block({ block: { kind, lines } }: { readonly block: NotesBlock }): ReactElement {
  if (kind === 'list') {
    return (
      <ul className={styles['list']}>
        {lines.map(({ number, inlines }) => (
          <li key={number}>
            <Line inlines={inlines} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      {lines.map(({ number, inlines }, index) => (
        <Fragment key={number}>
          {index > 0 && <br />}
          <Line inlines={inlines} />
        </Fragment>
      ))}
    </p>
  );
}

function Line({ inlines }: { readonly inlines: readonly Inline[] }): ReactNode {
  return inlines.map((inline) => {
    if (inline.kind === 'instant') return <InstantLink key={inline.from} instant={inline} />;
    const text = withUnits(inline.text);
    return inline.kind === 'emphasis' ? <em key={inline.from}>{text}</em> : text;
  });
}

function InstantLink({
  instant: { text, at },
}: {
  readonly instant: Extract<Inline, { kind: 'instant' }>;
}): ReactElement {
  const store = useStoreApi();
  const { seek } = useActions();
  return (
    <Button
      size="small"
      variant="quiet"
      className={styles['instant'] ?? ''}
      label={`Go to ${text}`}
      onClick={(event) => {
        // A click beside it edits the sentence.
        event.stopPropagation();
        seek(Math.min(at, store.getState().result?.end ?? at));
      }}
    >
      {text}
    </Button>
  );
}
