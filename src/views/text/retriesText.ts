/** What marks of half the size mean; shown only where there are any. */
export const RETRIES_TEXT = 'half marks are retries';
