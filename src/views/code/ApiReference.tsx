import type { ReactElement } from 'react';
import type { ScriptApiEntry } from '../../sim/index.ts';
import styles from './ApiReference.module.css';

/** What code may use, each name with its help. */
export function ApiReference({ api }: { readonly api: readonly ScriptApiEntry[] }): ReactElement {
  return (
    <dl className={styles['reference']}>
      {api.map(({ name, signature, help }) => (
        <div key={name}>
          <dt>
            <code>{signature}</code>
          </dt>
          <dd>{help}</dd>
        </div>
      ))}
    </dl>
  );
}
