/** Asks for a file of exported works. */

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
  try {
    return await file.text();
  } catch (error) {
    throw new Error(`${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}
