/** What was done names Ctrl+Z for what undoes it. Where the main input is touch, Undo is a button and the words name that. */
export function undoWords(text: string, hasKeys: boolean): string {
  return hasKeys ? text : text.replace('Ctrl+Z undoes this.', 'Undo takes it back.').replace('Ctrl+Z', 'Undo');
}
