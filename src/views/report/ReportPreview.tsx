// Blocks, items, rows and cells have no identity but their place.
/* oxlint-disable react/no-array-index-key */
/** A report as it will be read. */
import type { ReactElement } from 'react';
import type { Picture } from '../picture/picture.ts';
import { PictureCanvas } from '../picture/PictureCanvas.tsx';
import { withUnits } from '../format/units.ts';
import { type ReportBlock, type ReportTable } from './blocks.ts';
import styles from './ReportPreview.module.css';

interface ReportPreviewProps {
  readonly blocks: readonly ReportBlock[];
  readonly picture: Picture;
}

export function ReportPreview({ blocks, picture }: ReportPreviewProps): ReactElement {
  return (
    // It scrolls, so keys must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['preview']} tabIndex={0} role="group" aria-label="Preview">
      {blocks.map((block, index) => (
        <Block key={index} block={block} picture={picture} />
      ))}
    </div>
  );
}

function Block({ block, picture }: { readonly block: ReportBlock; readonly picture: Picture }): ReactElement {
  switch (block.kind) {
    case 'title':
      return <h3 className={styles['title']}>{withUnits(block.text)}</h3>;
    case 'heading':
      return <h4>{withUnits(block.text)}</h4>;
    case 'paragraph':
      return <p>{withUnits(block.text)}</p>;
    case 'code':
      return (
        <p>
          <code>{withUnits(block.text)}</code>
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={index}>{withUnits(item)}</li>
          ))}
        </ul>
      );
    case 'table':
      return <Table table={block} />;
    case 'picture':
      return <PictureCanvas picture={picture} />;
    case 'link':
      return (
        <p>
          <a href={block.address} target="_blank" rel="noreferrer">
            {withUnits(block.text)}
          </a>
        </p>
      );
  }
}

function Table({ table: { name, head, rows, figuresFrom } }: { readonly table: ReportTable }): ReactElement {
  const figure = (index: number): string | undefined => (index < figuresFrom ? undefined : styles['figure']);
  return (
    <table className={styles['table']} aria-label={name}>
      <thead>
        <tr>
          {head.map((text, index) => (
            <th key={index} scope="col" className={figure(index)}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((text, index) =>
              index === 0 ? (
                <th key={index} scope="row">
                  {withUnits(text)}
                </th>
              ) : (
                <td key={index} className={figure(index)}>
                  {withUnits(text)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
