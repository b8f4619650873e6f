import { Fragment, useRef, type ReactElement } from 'react';
import { glossary, TERMS } from '../../glossary.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './ExactnessDialog.module.css';

export default function ExactnessDialog(): ReactElement {
  const actions = useActions();
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="How exact is this?" width={640} initialFocus={content}>
      {/* Scrolling areas take focus, and this text scrolls in low windows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={content} className={styles['prose']} tabIndex={0} role="group" aria-label="How exact is this?">
        <section>
          <h3>Time</h3>
          <p>
            Time is virtual, in whole microseconds. Your computer’s clock decides nothing: playing only moves the
            playhead over a finished run. Requests at one instant are decided in the order of the phases, and within a
            phase in the order it sends them.
          </p>
        </section>
        <section>
          <h3>Arithmetic</h3>
          <p>
            A rate of n per T is never divided out. Limiters count in ticks, chosen so that a microsecond and a permit
            are each a whole number of them, and compare whole numbers below 2⁵³, which are exact on every computer. A
            lane whose policy needs larger ones does not run, and says so: nothing is rounded. Levels are divided only
            for display; waits are rounded up to the next microsecond.
          </p>
        </section>
        <section>
          <h3>The same everywhere</h3>
          <p>
            Random arrivals come from the scenario’s seed, and logarithms from the simulator’s own arithmetic, since
            browsers differ in the last digits. The same scenario gives the same decisions in every browser and on the
            command line, and a link replays the run, not just its settings.
          </p>
        </section>
        <section>
          <h3>Words</h3>
          <dl>
            {TERMS.map((term) => (
              <Fragment key={term}>
                <dt className={term.length > 1 ? styles['term'] : undefined}>{term}</dt>
                <dd>
                  {glossary[term].text}
                  {glossary[term].seeAlso && ` See also: ${glossary[term].seeAlso.join(', ')}.`}
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
        <section>
          <h3>What is left out</h3>
          <p>
            A limiter in one process sees every request the moment it arrives, and deciding takes no time. Distributed
            schemes have only the latency, clocks, costs and faults that the scenario describes. Where many requests
            share a pixel, the chart shows how many, and each curve’s extremes.
          </p>
        </section>
        {import.meta.env.PROD && (
          <p>
            <a href="./licences.txt">Third-party licences</a>
          </p>
        )}
      </div>
    </Dialog>
  );
}
