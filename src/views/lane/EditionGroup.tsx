import { useId, type ReactElement } from 'react';
import type { CatalogueEntry, Edition } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { useDisabled } from '../ui/Disabled.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './EditionGroup.module.css';
import { Errata } from './Errata.tsx';
import type { LaneProps } from './laneProps.ts';

export const EDITION_TEXTS: { readonly [E in Edition]: { readonly label: string; readonly help: string } } = {
  corrected: { label: 'Corrected', help: 'Behaves as the source’s prose describes.' },
  published: { label: 'As published †', help: 'Behaves as the source’s code does:' },
};

/** Which edition of its limiter the lane runs, and the errata of the published one. */
export function EditionGroup({
  index,
  lane,
  entry,
}: LaneProps & { readonly entry: CatalogueEntry }): ReactElement | null {
  const actions = useActions();
  const id = useId();
  const why = useDisabled();
  const { editions, errata } = entry;
  if (editions.length < 2 && errata.length === 0) return null;
  const defects = <Errata entry={entry} />;
  if (editions.length < 2) {
    return (
      <Group label="Defects" className={styles['edition']}>
        {defects}
      </Group>
    );
  }
  return (
    <Group label="Edition" className={styles['edition']}>
      {editions.map((edition) => (
        <div key={edition}>
          <label className={styles['radio']}>
            <input
              type="radio"
              name={`edition of lane ${index + 1}`}
              checked={lane.edition === edition}
              disabled={why !== null}
              title={why ?? undefined}
              aria-describedby={`${id}-${edition}`}
              onChange={() => actions.setEdition(index, edition)}
            />
            {EDITION_TEXTS[edition].label}
          </label>
          <div id={`${id}-${edition}`} className={styles['editionHelp']}>
            <p className="label">{EDITION_TEXTS[edition].help}</p>
            {edition === 'published' && defects}
          </div>
        </div>
      ))}
    </Group>
  );
}
