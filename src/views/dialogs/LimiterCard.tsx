import type { ReactElement, ReactNode } from 'react';
import type { Limiter } from '../../sim/index.ts';
import styles from './LimiterDialog.module.css';

/** What a limiter is, in words, with what can be done with it. */
export function LimiterCard({
  limiter,
  action,
}: {
  readonly limiter: Limiter;
  readonly action: ReactNode;
}): ReactElement {
  const { name, family, idea, rule, source, editions, errata, knobs } = limiter;
  return (
    <article className={styles['card']}>
      {/* Scrolling areas take focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['told']} tabIndex={0} role="group" aria-label={`About ${name}`}>
        <p className="label">{family}</p>
        <h3 className={styles['heading']}>{name}</h3>
        <p>{idea}</p>
        <h4>Rule</h4>
        <p>{rule}</p>
        <h4>Source</h4>
        <p>
          {source.includes(',') ? 'Documents' : 'Document'} {source}
        </p>
        {knobs.length > 0 && (
          <>
            <h4>Options</h4>
            <ul>
              {knobs.map(({ id, label, help }) => (
                <li key={id}>
                  {label}. <span className={styles['soft']}>{help}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {errata.length > 0 && (
          <>
            <h4>{editions.length > 1 ? 'Defects as published †' : 'Defects'}</h4>
            <dl>
              {errata.map((erratum) => (
                <div key={erratum.name}>
                  <dt>{erratum.name}</dt>
                  <dd className={styles['soft']}>{erratum.sentence}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
      <div className={styles['action']}>{action}</div>
    </article>
  );
}
