/** A chart of Tune: its title, what it shows in a sentence, and the same figures as a table. */
import { Suspense, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { CsvValue } from '../../../sim/index.ts';
import { observeSize } from '../../charts/observers.ts';
import { SaveTable } from '../../files/SaveTable.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './ChartCard.module.css';

export interface ChartCardProps {
  readonly title: string;
  readonly subtitle: ReactNode;
  /** Whether it shows an earlier answer, or none yet. */
  readonly busy: boolean;
  /** Why there is nothing to show; null if there is. */
  readonly problem: string | null;
  /** The dialog of its picture; null while there is nothing to show, or an earlier answer. */
  readonly renderPicture: ((onClose: () => void) => ReactNode) | null;
  readonly tools?: ReactNode;
  readonly table: ReactNode;
  /** The same exactly, the head first. */
  readonly figures: () => readonly (readonly CsvValue[])[];
  /** The chart for so many CSS pixels; null while there is nothing to show. */
  readonly children: (width: number, height: number) => ReactNode;
}

export function ChartCard({
  title,
  subtitle,
  busy,
  problem,
  renderPicture,
  tools,
  table,
  figures,
  children,
}: ChartCardProps): ReactElement {
  const [asTable, setAsTable] = useState(false);
  const [pictured, setPictured] = useState(false);
  return (
    <section className={styles['card']} aria-label={title} aria-busy={busy}>
      <header className={styles['head']}>
        <h2>{title}</h2>
        <div className={styles['actions']}>
          <Button
            variant="quiet"
            size="small"
            label={`${title} as a picture…`}
            disabled={renderPicture === null}
            onClick={() => setPictured(true)}
          >
            Picture…
          </Button>
          <Button
            variant="quiet"
            size="small"
            label={asTable ? `${title} as a chart` : `${title} as a table`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Chart' : 'Table'}
          </Button>
        </div>
      </header>
      {pictured && <Suspense>{renderPicture?.(() => setPictured(false))}</Suspense>}
      <p className={styles['subtitle']}>{subtitle}</p>
      {tools}
      {problem === null && asTable && (
        <div>
          <SaveTable what={title.toLowerCase()} rows={figures} />
        </div>
      )}
      {problem !== null && <p className={styles['problem']}>{problem}</p>}
      {problem === null && asTable && (
        // It scrolls, so keys must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles['table']} tabIndex={0} role="group" aria-label={`${title}, table`}>
          {table}
        </div>
      )}
      {problem === null && !asTable && <Sized busy={busy}>{children}</Sized>}
    </section>
  );
}

function Sized({ busy, children }: Pick<ChartCardProps, 'busy' | 'children'>): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<readonly [width: number, height: number] | null>(null);
  useEffect(() => {
    const element = box.current;
    return element === null ? undefined : observeSize(element, (width, height) => setSize([width, height]));
  }, []);
  return (
    <div ref={box} className={styles['plot']}>
      {size !== null &&
        size[0] > 0 &&
        size[1] > 0 &&
        (children(size[0], size[1]) ?? (busy && <p className="label">Working it out…</p>))}
    </div>
  );
}
