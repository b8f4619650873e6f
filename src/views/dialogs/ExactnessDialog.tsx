import { Fragment, useRef, type ReactElement } from 'react';
import { glossary, TERMS } from '../../glossary.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './ExactnessDialog.module.css';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export default function ExactnessDialog(): ReactElement {
  const actions = useActions();
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="How exact is this?" width={640} initialFocus={content}>
      {/* Scrolling areas take focus, and this text scrolls where the window is low. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={content} className={styles['prose']} tabIndex={0} role="group" aria-label="How exact is this?">
        <section>
          <h3>Time</h3>
          <p>
            Time here is virtual and counted in whole microseconds. No clock of your computer decides anything: playing
            only moves the playhead over a run that is already computed. Requests of one instant are decided one after
            the other, in the order of the phases and within a phase in its own.
          </p>
        </section>
        <section>
          <h3>Arithmetic</h3>
          <p>
            A rate of n per T is never turned into a fraction. The limiters count in ticks, chosen so that a microsecond
            and a permit are both whole numbers of them, and compare whole numbers below 2⁵³, which every computer holds
            exactly. A scenario that would need larger ones is refused and says so; it is not rounded. Levels are
            divided out only to be shown, and waits are rounded up to the next microsecond.
          </p>
        </section>
        <section>
          <h3>The same everywhere</h3>
          <p>
            Random arrivals come from the seed in the scenario, and logarithms from the simulator’s own arithmetic,
            since those of browsers differ in their last digits. So the same scenario gives the same decisions in the
            browser and on the command line, and a link replays the run, not just its settings.
          </p>
        </section>
        <section>
          <h3>Words</h3>
          <dl>
            {TERMS.map((term) => (
              <Fragment key={term}>
                <dt>{capitalized(term)}</dt>
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
            A limiter of one process sees every request the moment it arrives, and deciding takes no time. Several
            processes have only the latency, clocks, costs and faults that the scenario describes. Where many requests
            share one pixel, the chart shows how many, and each curve’s minimum and maximum.
          </p>
        </section>
      </div>
    </Dialog>
  );
}
