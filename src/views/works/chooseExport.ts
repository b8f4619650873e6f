/** Asks for a file of exported works. */
import { HEAD_BYTES, recogniseFile } from '../../sim/index.ts';

/** Far more than any export: a larger file was picked by mistake and would only block the page. */
const MAX_BYTES = 64 * 1024 * 1024;

/** @param onChosen gets a function that reads the file's text, or throws an error with a sentence for the user */
export function chooseExport(onChosen: (read: () => Promise<string>) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) onChosen(() => readText(file));
  });
  input.click();
}

async function readText(file: File): Promise<string> {
  if (file.size > MAX_BYTES) {
    throw new Error(`${file.name} is ${Math.round(file.size / 1024 / 1024)} MB; the limit is 64 MB.`);
  }
  let foreign: string;
  try {
    const kind = recogniseFile(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), file.name);
    if (kind === null) return await file.text();
    foreign = kind;
  } catch (error) {
    throw new Error(`${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
  throw new Error(`${file.name} looks like ${foreign}. Import reads what Export all saves.`);
}
