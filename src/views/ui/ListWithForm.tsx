/** A list of selectable rows, and the form of the selected one: beside the list or, on a phone, below its row. */
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { MoreBelow } from './MoreBelow.tsx';
import styles from './ListWithForm.module.css';

export interface ListItem {
  /** The row's accessible name. */
  readonly name: string;
  readonly text: string;
  /** Follows the text, muted; may be empty. */
  readonly note: string;
}

export interface ListWithFormProps {
  readonly label: string;
  readonly items: readonly ListItem[];
  readonly chosen: number | null;
  readonly onChoose: (index: number) => void;
  readonly summary: string;
  readonly addLabel: string;
  readonly onAdd: () => void;
  /** Another way to add, after the button that adds. */
  readonly more?: ReactNode;
  readonly emptyText: string;
  /** Shown below the rows while none is selected: then there is no form, and the list has its room. */
  readonly hint: string;
  /** The form of the selected row; nothing while none is selected. */
  readonly form: ReactNode;
  /** Whether the form is placed below its row. */
  readonly inline: boolean;
  readonly listClassName?: string | undefined;
  readonly formClassName?: string | undefined;
}

export function ListWithForm(props: ListWithFormProps): ReactElement {
  const { items, chosen, summary, addLabel, onAdd, more, emptyText, hint, form, inline } = props;
  return (
    <>
      <div className={props.listClassName}>
        <div className={styles['header']}>
          <p className="label">{summary}</p>
          <Button size="small" onClick={onAdd}>
            {addLabel}
          </Button>
          {more}
        </div>
        {items.length === 0 ? <p className={styles['hint']}>{emptyText}</p> : <Rows {...props} />}
        {items.length > 0 && chosen === null && <p className={styles['hint']}>{hint}</p>}
      </div>
      {!inline && chosen !== null && (
        <div key={chosen} className={cx(styles['form'], props.formClassName)}>
          {form}
          <MoreBelow />
        </div>
      )}
    </>
  );
}

function Rows({ label, items, chosen, onChoose, form, inline }: ListWithFormProps): ReactElement {
  const chosenRow = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // With its form below it, it is higher than its room, where the nearest part would be the form's end.
    if (chosen !== null) chosenRow.current?.scrollIntoView({ block: inline ? 'start' : 'nearest' });
  }, [chosen, inline]);
  return (
    <ul aria-label={label} className={styles['rows']} data-wide={!inline && chosen === null}>
      {items.map(({ name, text, note }, index) => (
        // Rows have no identity other than their index.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} ref={index === chosen ? chosenRow : null}>
          <button
            type="button"
            className={styles['row']}
            aria-pressed={index === chosen}
            aria-label={`${name}${note}`}
            onClick={() => onChoose(index)}
          >
            <span className={styles['number']}>{index + 1}</span>
            <span>
              {text}
              {note !== '' && <span className={styles['note']}>{note}</span>}
            </span>
          </button>
          {inline && index === chosen && form}
        </li>
      ))}
    </ul>
  );
}
