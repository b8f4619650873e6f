/** What a limiter is, in words: idea, rule, what it keeps, where it comes from, its editions, defects and options. */
import type { ReactElement } from 'react';
import { describedById, type Choosable, type Edition, type Lane } from '../../sim/index.ts';
import { Errata } from '../lane/Errata.tsx';
import { optionText } from '../lanes/optionText.ts';
import styles from './About.module.css';

export interface AboutProps {
  readonly limiter: Choosable;
  /** A lane that has it: then its edition and the values of its options are named. */
  readonly lane: Lane | null;
  /** What its headings are: one below that of the limiter's name. */
  readonly heading: 'h3' | 'h4';
}

export function About({ limiter, lane, heading: Heading }: AboutProps): ReactElement {
  const { idea, rule, source, kept, knobs, errata } = limiter;
  return (
    <div className={styles['about']}>
      <p className={styles['idea']}>{idea}</p>
      <Heading>Rule</Heading>
      <p>{rule}</p>
      <Heading>Kept for each key</Heading>
      <p>{kept}</p>
      <Heading>Source</Heading>
      <p>
        {source.includes(',') ? 'Documents' : 'Document'} {source}
      </p>
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
      <Editions limiter={limiter} lane={lane} heading={Heading} />
      {errata.length > 0 && (
        <>
          <Heading>{errata.length === 1 ? 'Defect as published †' : 'Defects as published †'}</Heading>
          <Errata limiter={limiter} />
        </>
      )}
    </div>
  );
}

const EDITIONS: { readonly [E in Edition]: string } = {
  corrected: 'Corrected: does what the source’s prose promises.',
  published: 'As published †: does what the source’s code does.',
};

/** Where there is more than one, or only the source's own. */
function Editions({ limiter, lane, heading: Heading }: AboutProps): ReactElement | null {
  const { editions, errata } = limiter;
  if (editions.length === 1 && editions[0] === 'corrected') return null;
  const against = editions.length === 1 ? describedById(errata.find((one) => one.against)?.against ?? '') : undefined;
  return (
    <>
      <Heading>{editions.length === 1 ? 'Edition' : 'Editions'}</Heading>
      <ul>
        {editions.map((edition) => (
          <li key={edition}>
            {EDITIONS[edition]}
            {editions.length > 1 && lane?.edition === edition && <b> It runs here.</b>}
          </li>
        ))}
        {against !== undefined && <li>{against.name} keeps what it promises.</li>}
      </ul>
    </>
  );
}
