/** The defects of a published edition, each with a button that opens a preset showing it. */
import type { ReactElement } from 'react';
import { presetById, type CatalogueEntry } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './Errata.module.css';

export function Errata({ entry: algorithm }: { readonly entry: CatalogueEntry }): ReactElement {
  const actions = useActions();
  return (
    <dl className={styles['errata']}>
      {algorithm.errata.map(({ name, sentence, preset: id }) => {
        const preset = presetById(id);
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {sentence}{' '}
              {preset !== undefined && (
                <Button size="small" label={`Show it: ${name}`} onClick={() => actions.openPreset(preset)}>
                  Show it
                </Button>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
