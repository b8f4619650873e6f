import { formatCount } from '../format/numbers.ts';

/** False where it is refused or there is no clipboard (as without https); users can still copy the text manually. */
export async function tryCopy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** `Link copied, 412 characters.` */
export function copiedText(length: number): string {
  return `Link copied, ${formatCount(length)} characters.`;
}
