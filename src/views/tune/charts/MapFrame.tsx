/** The axes of the map, which Recharts draws: again only when their values change. */
import { memo, type ReactElement } from 'react';
import { LineChart, XAxis, YAxis } from 'recharts';
import { AXIS_LOOK, TUNE_MARGIN } from './chartLook.ts';
import styles from './charts.module.css';
import { mapTicks } from './mapAxes.ts';
import { tickText } from './mapText.ts';
import { TUNE_GUTTERS, tunePlot } from './plotFrame.ts';

interface MapFrameProps {
  readonly width: number;
  readonly height: number;
  readonly xValues: readonly number[];
  readonly yValues: readonly number[];
  readonly xUnit: string;
  readonly yUnit: string;
}

/** The cells are on the canvas. */
const NO_DATA: readonly never[] = [];

export const MapFrame = memo(function MapFrame(props: MapFrameProps): ReactElement {
  const { width, height, xValues, yValues, xUnit, yUnit } = props;
  const plot = tunePlot(width, height);
  return (
    <LineChart
      width={width}
      height={height}
      margin={TUNE_MARGIN}
      data={NO_DATA}
      accessibilityLayer={false}
      className={styles['chart'] ?? ''}
    >
      <XAxis
        dataKey="x"
        type="number"
        domain={[-0.5, xValues.length - 0.5]}
        allowDataOverflow
        ticks={mapTicks(xValues, Math.floor(plot.width / 48))}
        {...AXIS_LOOK}
        height={TUNE_GUTTERS.bottom}
        tickFormatter={(index: number) => tickText(xUnit, xValues[index] ?? 0)}
      />
      <YAxis
        type="number"
        domain={[-0.5, yValues.length - 0.5]}
        allowDataOverflow
        ticks={mapTicks(yValues, Math.floor(plot.height / 16))}
        {...AXIS_LOOK}
        width={TUNE_GUTTERS.left}
        tickFormatter={(index: number) => tickText(yUnit, yValues[index] ?? 0)}
      />
    </LineChart>
  );
});
