/** What is known of a product besides its config: how, where its counts are, and what surprises people who use it. */
import type { ReactElement } from 'react';
import { catalogueEntryById, runsOnNodes, type SystemStory } from '../../sim/index.ts';
import { totalNodes } from '../../store/clusterEdits.ts';
import { useClusterActions } from '../../store/clusterHooks.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { evidenceTexts } from '../text/evidenceText.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './ConfigTab.module.css';
import { whereText } from './configText.ts';

/** How its rule is known, shortly; its card says all. */
export function Evidence({ product }: { readonly product: string }): ReactElement | null {
  const entry = catalogueEntryById(product);
  const [evidence] = entry === undefined ? [] : evidenceTexts(entry);
  return evidence === undefined ? null : <p className="label">{evidence}</p>;
}

interface ConfigFactsProps {
  readonly product: string;
  /** Whether the lane is of this product, alone: a stack is one for all nodes. */
  readonly isOwn: boolean;
}

export function ConfigFacts({ product, isOwn }: ConfigFactsProps): ReactElement {
  const { summary, story } = catalogueEntryById(product) ?? {};
  return (
    <Group label="It matters here" className={styles['facts']}>
      <p>{summary}</p>
      {story !== undefined && <Where isDistributed={isOwn && hasStatePerNode(story)} where={story.runs} />}
      {story !== undefined && story.traps.length > 0 && (
        <ul>
          {story.traps.map((trap) => (
            <li key={trap}>{trap}</li>
          ))}
        </ul>
      )}
    </Group>
  );
}

function hasStatePerNode(story: SystemStory): boolean {
  return runsOnNodes(story) && story.runs === 'per process';
}

interface WhereProps {
  readonly where: SystemStory['runs'];
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
