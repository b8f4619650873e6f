/** A limiter described in words: idea, rule, state per key, sources, options, editions and defects. */
import type { ReactElement } from 'react';
import {
  catalogueEntryById,
  citation,
  type CatalogueEntry,
  type Edition,
  type Lane,
  type SystemStory,
} from '../../sim/index.ts';
import { Errata } from '../lane/Errata.tsx';
import { evidenceTexts } from '../text/evidenceText.ts';
import { optionText } from '../text/optionText.ts';
import styles from './LimiterDescription.module.css';

export interface LimiterDescriptionProps {
  readonly entry: CatalogueEntry;
  /** A lane that runs it: its edition and option values are then named. */
  readonly lane: Lane | null;
  /** One level below the heading with the limiter's name. */
  readonly heading: 'h3' | 'h4';
}

export function LimiterDescription({ entry, lane, heading: Heading }: LimiterDescriptionProps): ReactElement {
  const { summary, rule, sources, storedPerKey, knobs, errata, story } = entry;
  const evidence = evidenceTexts(entry);
  return (
    <div className={styles['about']}>
      <p>{summary}</p>
      <Heading>Rule</Heading>
      <p>{rule}</p>
      <Heading>Kept per key</Heading>
      <p>{storedPerKey}</p>
      {evidence.length > 0 && <Heading>How we know</Heading>}
      {evidence.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {story !== undefined && <Story story={story} heading={Heading} />}
      {sources.length > 0 && <Heading>{sources.length === 1 ? 'Source' : 'Sources'}</Heading>}
      {sources.map((id) => (
        <p key={id}>{citation(id)}</p>
      ))}
      {knobs.length > 0 && (
        <>
          <Heading>Options</Heading>
          <dl>
            {knobs.map((knob) => (
              <div key={knob.id}>
                <dt>
                  {knob.label}: {optionText(knob, lane?.options[knob.id])}
                </dt>
                <dd>{knob.help}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <EditionList entry={entry} lane={lane} heading={Heading} />
      {errata.length > 0 && (
        <>
          <Heading>{errata.length === 1 ? 'Defect as published †' : 'Defects as published †'}</Heading>
          <Errata entry={entry} />
        </>
      )}
    </div>
  );
}

const WHERE_TEXTS: { readonly [R in SystemStory['runs']]: string } = {
  'per process': 'Each process has counts of its own.',
  'per server': 'Each server has counts of its own, which its processes share.',
  'in Redis': 'The counts are in Redis, and all processes share them.',
  managed: 'The counts are the vendor’s.',
};

interface StoryProps extends Pick<LimiterDescriptionProps, 'heading'> {
  readonly story: SystemStory;
}

/** A real system: what it decides like, where it runs, and what surprises people who use it. */
function Story({ story, heading: Heading }: StoryProps) {
  const { equals, runs, traps } = story;
  return (
    <>
      {equals !== undefined && <p>Decides as {equals}.</p>}
      <Heading>Where it runs</Heading>
      <p>{WHERE_TEXTS[runs]}</p>
      {traps.length > 0 && (
        <>
          <Heading>{traps.length === 1 ? 'Trap' : 'Traps'}</Heading>
          <ul>
            {traps.map((trap) => (
              <li key={trap}>{trap}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const EDITION_TEXTS: { readonly [E in Edition]: string } = {
  corrected: 'Corrected: does what the source’s prose promises.',
  published: 'As published †: does what the source’s code does.',
};

/** Nothing where the corrected edition is the only one. */
function EditionList({ entry, lane, heading: Heading }: LimiterDescriptionProps): ReactElement | null {
  const { editions, errata } = entry;
  if (editions.length === 1 && editions[0] === 'corrected') return null;
  const against =
    editions.length === 1 ? catalogueEntryById(errata.find((one) => one.correctedBy)?.correctedBy ?? '') : undefined;
  return (
    <>
      <Heading>{editions.length === 1 ? 'Edition' : 'Editions'}</Heading>
      <ul>
        {editions.map((edition) => (
          <li key={edition}>
            {EDITION_TEXTS[edition]}
            {editions.length > 1 && lane?.edition === edition && <b> This lane runs it.</b>}
          </li>
        ))}
        {against !== undefined && <li>{against.name} does what the source promises.</li>}
      </ul>
    </>
  );
}
