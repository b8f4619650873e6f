import { useRef, type ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './ExactnessDialog.module.css';

export default function ExactnessDialog(): ReactElement {
  const actions = useActions();
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="How exact is this" width={640} initialFocus={content}>
      {/* Scrolling areas take focus, and this text scrolls where the window is low. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={content} className={styles['prose']} tabIndex={0} role="group" aria-label="How exact is this">
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
          <h3>What the figures mean</h3>
          <dl>
            <dt>Level</dt>
            <dd>
              What the limiter itself counts: tokens left, entries kept, water, seconds ahead. It is computed from the
              formula that decides, at any instant, not drawn between samples. The hatched side is the one that refuses.
            </dd>
            <dt>Window count</dt>
            <dd>How many permits were given to one key in the T before that instant, whatever the limiter counts.</dd>
            <dt>Peak in T</dt>
            <dd>
              The most permits in effect within any stretch of T, wherever it begins, for the one key for which it is
              worst. T is the lane’s own. ▲ means more than n.
            </dd>
            <dt>Retry-After</dt>
            <dd>
              The shortest wait after which the same request, alone, would be admitted, rounded up to whole seconds as
              the header wants it.
            </dd>
            <dt>†</dt>
            <dd>
              The lane runs the code that its source prints, defects included. Without it, the lane runs what the
              source’s prose promises.
            </dd>
          </dl>
        </section>
        <section>
          <h3>What is left out</h3>
          <p>
            A request takes no time and goes over no network, and one limiter sees them all. Where many fall on one
            pixel the chart shows how many, and each curve’s least and greatest value.
          </p>
        </section>
      </div>
    </Dialog>
  );
}
