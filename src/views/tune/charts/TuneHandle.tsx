/**
 * Something in one of Tune's charts that the hand drags: a line or a point over the plot. A drag is one undo step, applied
 * while it lasts. By keyboard the policy's sliders do the same, so this is hidden from it.
 */
import { useRef, type ReactElement, type ReactNode } from 'react';
import type { Plot } from '../../charts/viewport.ts';
import { useActions } from '../../../store/playgroundContext.tsx';
import type { Scenario } from '../../../sim/index.ts';
import { useDrag, type Drag } from '../../ui/useDrag.ts';
import styles from './TuneHandle.module.css';

export interface TuneHandleProps {
  readonly plot: Plot;
  /** `change of n`: how undo names it. */
  readonly label: string;
  readonly title: string;
  /** The scenario with what is dragged at that place: shares of the plot from its left and from its bottom. */
  readonly change: (before: Scenario, x: number, y: number) => Scenario;
  /** Scales hold still while it is held. */
  readonly onHold: (held: boolean) => void;
  /** What is pressed; it is placed in CSS pixels of the plot. */
  readonly children: ReactNode;
}

export function TuneHandle({ plot, label, title, change, onHold, children }: TuneHandleProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const actions = useActions();
  const { handlers } = useDrag<HTMLElement>((event): Drag | null => {
    const area = box.current;
    const held = event.currentTarget.firstElementChild?.getBoundingClientRect();
    if (area === null || held === undefined) return null;
    // Taken hold of beside its middle, or by its name, it does not jump there.
    const aside = {
      x: event.clientX - (held.left + held.width / 2),
      y: event.clientY - (held.top + held.height / 2),
    };
    const edit = actions.startLaneDrag();
    return {
      threshold: 0,
      onStart: () => onHold(true),
      onMove({ x, y }) {
        const { left, bottom, width, height } = area.getBoundingClientRect();
        edit.update(label, (before) => change(before, (x - aside.x - left) / width, (bottom - y + aside.y) / height));
      },
      onEnd: () => onHold(false),
      onCancel() {
        edit.revert();
        onHold(false);
      },
    };
  });
  return (
    <div
      ref={box}
      className={styles['plot']}
      style={{ left: plot.x, top: plot.y, width: plot.width, height: plot.height }}
      aria-hidden
    >
      <div className={styles['handle']} title={title} {...handlers}>
        {children}
      </div>
    </div>
  );
}
