/** Reads XML as strictly as these tests need: well-formed or an error. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, not that of its children. */
  readonly text: string;
}

const TOKEN = /<\?[^>]*\?>|<\/([\w:-]+)>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function decoded(text: string): string {
  const decodedText = text.replace(/&[^;\s]*;?/g, (entity) => {
    const character = ENTITIES[entity];
    if (character === undefined) throw new Error(`${entity} is no entity`);
    return character;
  });
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(decodedText) || !decodedText.isWellFormed())
    throw new Error('a character that XML does not admit');
  return decodedText;
}

/** @throws {Error} if it is not well-formed */
export function parseXml(source: string): XmlElement {
  type Open = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null) throw new Error(`not XML at ${source.slice(at, at + 80)}`);
    const [, closed, opened, attributes = '', alone, text] = match;
    const current = open.at(-1) as Open;
    if (text !== undefined) current.text += decoded(text);
    if (closed !== undefined) {
      if (closed !== current.name) throw new Error(`</${closed}> closes <${current.name}>`);
      open.pop();
    }
    if (opened === undefined) continue;
    const made: Open = { name: opened, attributes: {}, children: [], text: '' };
    for (const [, name = '', value = ''] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
      if (name in made.attributes) throw new Error(`${name} twice`);
      made.attributes[name] = decoded(value);
    }
    current.children.push(made);
    if (alone === '') open.push(made);
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is not closed`);
  return root;
}

/** All elements of that name, in the order of the file. */
export function elementsOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsOf(child, name)]);
}
