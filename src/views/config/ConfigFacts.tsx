/** What is known of a product besides its config: how, where its counts are, and what surprises people who use it. */
import type { ReactElement } from 'react';
import { catalogueEntryById, citation, type Options } from '../../sim/index.ts';
import { evidenceTexts } from '../text/evidenceText.ts';
import { Group } from '../ui/Group.tsx';
import styles from './ConfigTab.module.css';
import { productFacts, WHERE_TEXTS } from './configText.ts';

/** How its rule is known, shortly; its card says all. */
export function Evidence({ product }: { readonly product: string }): ReactElement | null {
  const entry = catalogueEntryById(product);
  if (entry === undefined) return null;
  const { story, sources } = entry;
  if (story !== undefined) return <p className="label">{evidenceTexts(story)[0]}</p>;
  const [source] = sources.slice(-1);
  return source === undefined ? null : <p className="label">{citation(source)}</p>;
}

interface ConfigFactsProps {
  readonly product: string;
  /** Of the product's lane. */
  readonly options: Options;
}

export function ConfigFacts({ product, options }: ConfigFactsProps): ReactElement {
  const facts = productFacts(product, options);
  return (
    <Group label="It matters here" className={styles['facts']}>
      <p>{catalogueEntryById(product)?.summary}</p>
      {facts !== null && <p>{WHERE_TEXTS[facts.where]}</p>}
      {facts !== null && facts.traps.length > 0 && (
        <ul>
          {facts.traps.map((trap) => (
            <li key={trap}>{trap}</li>
          ))}
        </ul>
      )}
    </Group>
  );
}
