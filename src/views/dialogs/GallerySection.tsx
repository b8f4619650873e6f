/** The gallery beside the presets: scenarios that others added, each with its source, and what is wrong with a file. */
import type { ReactElement } from 'react';
import type { GalleryItem } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import type { Found } from '../search/search.ts';
import { ScenarioCard } from './ScenarioCard.tsx';
import styles from './PresetsDialog.module.css';

export const FROM_OTHERS = 'From others';

interface GallerySectionProps {
  readonly found: readonly Found<GalleryItem>[];
  readonly problems: readonly string[];
}

export function GallerySection({ found, problems }: GallerySectionProps): ReactElement {
  return (
    <section aria-label={FROM_OTHERS}>
      <h3 className={styles['group']}>
        {FROM_OTHERS} <span className={styles['question']}>What happened elsewhere, and what would have helped?</span>
      </h3>
      {problems.map((problem) => (
        <p key={problem} className={styles['problem']} role="note">
          {problem}
        </p>
      ))}
      <ul className={styles['cards']}>
        {found.map(({ item, why }) => (
          <li key={item.file} className={styles['sourced']}>
            <GalleryCard item={item} why={why} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function GalleryCard({ item, why }: Found<GalleryItem>): ReactElement {
  const { openExample } = useActions();
  const { title, question, tags, source, scenario, opensAt, lanes } = item;
  return (
    <>
      <ScenarioCard
        title={title}
        description={question}
        scenario={scenario}
        outcomes={lanes}
        why={why}
        onOpen={() => openExample(scenario, opensAt)}
        below={<span className={styles['tags']}>{tags.join(' · ')}</span>}
      />
      {source !== undefined && (
        <a className={styles['link']} href={source.url} target="_blank" rel="noreferrer">
          {source.name}
        </a>
      )}
    </>
  );
}
