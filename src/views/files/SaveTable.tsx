/** A button that saves a table's figures as CSV, exact and without units in the cells. */
import type { ReactElement } from 'react';
import { csvTable, type CsvValue } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { fileName, saveCsv } from './saveFile.ts';

interface SaveTableProps {
  /** What is saved: `figures of all lanes`. It is part of the file's name. */
  readonly what: string;
  /** Where several stand together, what each is for. */
  readonly text?: string;
  /** The head first. */
  readonly rows: () => readonly (readonly CsvValue[])[];
}

export function SaveTable({ what, text = 'Save as CSV', rows }: SaveTableProps): ReactElement {
  const store = useStoreApi();
  const { say } = useActions();
  const save = (): void => {
    const name = fileName(store.getState().scenario.title, 'csv', what);
    saveCsv([csvTable(rows())], name);
    say(`Saved as ${name}.`);
  };
  return (
    <Button size="small" label={`${text}: ${what}`} onClick={save}>
      {text}
    </Button>
  );
}
