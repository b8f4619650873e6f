/** A small chart of the drawer, with the way to its picture. */
import { Suspense, useMemo, useState, type ReactElement } from 'react';
import { SmallChart, type SmallChartProps } from '../charts/SmallChart.tsx';
import { plotHeightOf, plotWidthOf } from '../charts/smallChartModel.ts';
import type { SmallChartSubject } from '../picture/smallChartPicture.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/lazyPart.ts';

const ChartPictureDialog = lazyPart(() => import('./ChartPictureDialog.tsx'));

type PicturedChartProps = Omit<SmallChartProps, 'label' | 'chart'> & { readonly subject: SmallChartSubject };

export function PicturedChart({ subject, size, ...titles }: PicturedChartProps): ReactElement {
  const { name, chartFor } = subject;
  const chart = useMemo(() => chartFor(plotWidthOf(size), plotHeightOf(size)), [chartFor, size]);
  const [pictured, setPictured] = useState(false);
  return (
    <div>
      <SmallChart label={name} size={size} chart={chart} {...titles} />
      <Button variant="quiet" size="small" label={`${name} as a picture…`} onClick={() => setPictured(true)}>
        Picture…
      </Button>
      {pictured && (
        <Suspense>
          <ChartPictureDialog subject={subject} onClose={() => setPictured(false)} />
        </Suspense>
      )}
    </div>
  );
}
