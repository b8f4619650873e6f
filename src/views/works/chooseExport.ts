/** Asks for a file of exported works. */
import { HEAD_BYTES, recogniseFile } from '../../sim/index.ts';

/** Of works with logs each has up to 8 MB. In more bytes may be more characters than Chromium has in one text. */
const MAX_MEGABYTES = 500;

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
  const megabytes = file.size / 1024 / 1024;
  if (megabytes > MAX_MEGABYTES)
    throw new Error(`${file.name} is ${Math.round(megabytes)} MB; the limit is ${MAX_MEGABYTES} MB.`);
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
