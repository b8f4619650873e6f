/** The map as a table, the greatest value of what goes up in its last row. */
import type { ReactElement } from 'react';
import { CELL } from '../../../tune/cell.ts';
import type { MapCells } from '../../../tune/index.ts';
import { figureText, valueText, type MapShown } from './mapText.ts';

export function MapTable({
  x,
  y,
  xValues,
  yValues,
  measure,
  cells,
}: MapShown & { readonly cells: MapCells }): ReactElement {
  return (
    <table aria-label="Map">
      <thead>
        <tr>
          <th scope="col">
            {y.id}, by {x.id}
          </th>
          {xValues.map((value) => (
            <th key={value} scope="col">
              {valueText(x, value)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {yValues.map((value, row) => (
          <tr key={value}>
            <th scope="row">{valueText(y, value)}</th>
            {xValues.map((each, column) => {
              const cell = row * xValues.length + column;
              return (
                <td key={each}>
                  {cells.state[cell] === CELL.cannotRun ? 'cannot run' : figureText(cells, cell, measure)}
                  {cells.state[cell] === CELL.failed && <Failed />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Failed(): ReactElement {
  return (
    <>
      <span aria-hidden> ✕</span>
      <span className="visually-hidden">, a goal fails</span>
    </>
  );
}
