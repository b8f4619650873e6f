/** Writes a text that changes often, without React; a node that has a text keeps it and gets another content. */
export function writeText(element: Element, text: string): void {
  const node = element.firstChild;
  if (node instanceof Text && node === element.lastChild) {
    if (node.data !== text) node.data = text;
  } else if (element.textContent !== text) element.textContent = text;
}
