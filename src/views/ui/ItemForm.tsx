import type { ReactElement, ReactNode } from 'react';
import styles from './ItemForm.module.css';

export interface ItemFormProps {
  readonly title: string;
  /** Actions on the item as a whole. */
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

/** The form of one item of a list: its title and buttons, and below them its fields. */
export function ItemForm({ title, buttons, children }: ItemFormProps): ReactElement {
  return (
    <fieldset className={styles['form']} aria-label={title}>
      <div className={styles['toolbar']}>
        <p className={styles['title']}>{title}</p>
        {buttons}
      </div>
      {children}
    </fieldset>
  );
}
