/** Tune: the traffic, who of it would be refused, and what other limits would do to it. */
import type { ReactElement, ReactNode } from 'react';
import type { Layout } from '../hooks/useLayout.ts';
import styles from './Tune.module.css';
import { TuneFoot } from './TuneFoot.tsx';

interface TuneProps {
  readonly layout: Layout;
  /** The policy, where the window has no row for it at its head. */
  readonly policy: ReactNode;
}

export default function Tune({ layout, policy }: TuneProps): ReactElement {
  return (
    <>
      <div className={styles['body']} data-width={layout.width} />
      {policy}
      <TuneFoot />
    </>
  );
}
