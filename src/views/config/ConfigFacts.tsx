/** What is known of a product besides its config: how, where its counts are, and what surprises people who use it. */
import type { ReactElement } from 'react';
import { catalogueEntryById, type Options } from '../../sim/index.ts';
import { totalNodes } from '../../store/clusterEdits.ts';
import { useClusterActions } from '../../store/clusterHooks.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { evidenceTexts } from '../text/evidenceText.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './ConfigTab.module.css';
import { productFacts, whereText, type WhereCounted } from './configText.ts';

/** How its rule is known, shortly; its card says all. */
export function Evidence({ product }: { readonly product: string }): ReactElement | null {
  const entry = catalogueEntryById(product);
  const [evidence] = entry === undefined ? [] : evidenceTexts(entry);
  return evidence === undefined ? null : <p className="label">{evidence}</p>;
}

interface ConfigFactsProps {
  readonly product: string;
  /** Of the product's lane. */
  readonly options: Options;
  /** Whether the lane is of this product, alone: a stack is one for all nodes. */
  readonly isOwn: boolean;
}

export function ConfigFacts({ product, options, isOwn }: ConfigFactsProps): ReactElement {
  const facts = productFacts(product, options);
  return (
    <Group label="It matters here" className={styles['facts']}>
      <p>{catalogueEntryById(product)?.summary}</p>
      {facts !== null && <Where isDistributed={isOwn && isPerProcess(product)} where={facts.where} />}
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

/** Whether a cluster runs a process of it on every node. A limiter without a story stays one ideal: links decide the same. */
function isPerProcess(product: string): boolean {
  return catalogueEntryById(product)?.story?.runs === 'per process';
}

interface WhereProps {
  readonly where: WhereCounted;
  /** Whether the lane has a state on each node of a cluster. */
  readonly isDistributed: boolean;
}

/** Where its counts are; for one that counts per process, what several of them do, one click away. */
function Where({ where, isDistributed }: WhereProps): ReactElement {
  const nodes = useAppState(({ scenario }) => (scenario.cluster === undefined ? null : totalNodes(scenario.cluster)));
  const { addCluster } = useClusterActions();
  return (
    <>
      <p>{whereText(where, isDistributed ? nodes : null)}</p>
      {isDistributed && nodes === null && (
        <Locked by="cluster">
          <Button label="Show it on 3 nodes" onClick={addCluster}>
            Show
          </Button>
        </Locked>
      )}
    </>
  );
}
