/**
 * What the axes of all charts have in common. Ticks, their texts and the grid are ours: what Recharts would work out itself
 * costs more than all the rest of a chart, above all the sizes of texts, which it looks up in the DOM.
 */
import type { ReactElement } from 'react';
import { CartesianGrid, type XAxisTickContentProps, type YAxisTickContentProps } from 'recharts';

export const AXIS_OF_TICKS = {
  interval: 0,
  niceTicks: 'none',
  tickLine: false,
  fontSize: 12,
  letterSpacing: 0,
} as const;

/** A tick's text, beside or below its axis. */
export function AxisText(props: XAxisTickContentProps | YAxisTickContentProps): ReactElement {
  const { x, y, textAnchor, verticalAnchor, index, payload, tickFormatter } = props;
  const dy = verticalAnchor === 'start' ? '0.71em' : '0.355em';
  return (
    <text x={x} y={y} dy={dy} textAnchor={textAnchor}>
      {tickFormatter?.(payload.value, index)}
    </text>
  );
}

/** Horizontal lines over the whole plot. @param ys CSS pixels from the top of the chart */
export function GridLines({ ys }: { readonly ys: readonly number[] }): ReactElement | null {
  if (ys.length === 0) return null;
  return (
    <CartesianGrid
      vertical={false}
      horizontalPoints={[...ys]}
      verticalCoordinatesGenerator={none}
      stroke="var(--grid)"
    />
  );
}

const none = (): number[] => [];
