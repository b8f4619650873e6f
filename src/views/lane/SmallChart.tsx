import type { ReactElement, ReactNode } from 'react';
import type { Tick } from '../format/ticks.ts';
import styles from './SmallChart.module.css';

/** Size of the whole chart, and the margins around its plot. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function plotOf({ width, height, left, right, top, bottom }: ChartSize): { width: number; height: number } {
  return { width: width - left - right, height: height - top - bottom };
}

export interface SmallChartProps {
  readonly label: string;
  /** The id of the text alternative. */
  readonly describedBy: string;
  readonly size: ChartSize;
  /** Above the plot. */
  readonly title: string;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly xOf: (value: number) => number;
  readonly yOf: (value: number) => number;
  /** Distance from the plot to the baseline of the tick labels. */
  readonly labelDrop: number;
  /** Below the ticks. */
  readonly xTitle?: string;
  readonly children: ReactNode;
}

/** A small static chart: two axes with ticks; children are drawn relative to the plot's top left corner. */
export function SmallChart(props: SmallChartProps): ReactElement {
  const { label, describedBy, size, title, xTicks, yTicks, xOf, yOf, labelDrop, xTitle, children } = props;
  const plot = plotOf(size);
  return (
    <svg
      className={styles['chart']}
      viewBox={`${-size.left} ${-size.top} ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
    >
      <text className={styles['tick']} x={-size.left} y={-size.top + 11}>
        {title}
      </text>
      {yTicks.map(({ at, label: text }) => (
        <g key={at} transform={`translate(0 ${yOf(at)})`}>
          <path className={styles['grid']} d={`M0 0H${plot.width}`} />
          <text className={styles['tick']} x={-6} dy="0.35em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, label: text }) => (
        <text key={at} className={styles['tick']} x={xOf(at)} y={plot.height + labelDrop} textAnchor="middle">
          {text}
        </text>
      ))}
      {xTitle !== undefined && (
        <text className={styles['tick']} x={plot.width / 2} y={plot.height + 30} textAnchor="middle">
          {xTitle}
        </text>
      )}
      {children}
      <path className={styles['axis']} d={`M0 0V${plot.height}H${plot.width}`} />
    </svg>
  );
}
