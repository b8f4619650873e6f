/**
 * Keeps the page right while the browser translates it. Translators such as Chrome's take text nodes out of the page and put
 * <font> elements in their places, with the translation. React, which has made the nodes, goes on writing into them, where
 * nobody sees it, and throws when it is to remove one or to insert something before it.
 *
 * So what is written into a node while it is out puts it back, for the translator to find; and what is removed, or stands
 * after something new, is looked for where the translator has put it. Until a <font> appears, which is none of ours,
 * nothing is changed.
 */

/** By text node that is out of the page, what stands in its place, and the other way round. */
const standIns = new WeakMap<Node, Element>();
const originals = new WeakMap<Node, Text>();

const isFont = (node: Node | null): node is HTMLFontElement => node instanceof HTMLFontElement;

export function followTranslation(): void {
  let hasBegun = false;
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') putBack(target);
      for (const text of removedNodes) {
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (standIn === undefined || !(text instanceof Text) || text.isConnected || originals.has(standIn)) continue;
        standIns.set(text, standIn);
        originals.set(standIn, text);
        observer.observe(text, { characterData: true });
        if (!hasBegun) findWhatIsMoved();
        hasBegun = true;
      }
    }
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });
}

/** With its neighbours: translators take what stands in one element for one sentence. */
function putBack(text: Node): void {
  if (text.isConnected) return;
  for (const standIn of standIns.get(text)?.parentNode?.childNodes ?? []) {
    const original = originals.get(standIn);
    if (original === undefined) continue;
    originals.delete(standIn);
    (standIn as Element).replaceWith(original);
  }
}

/** What is seen of a node: itself, or what stands in its place. */
const shownAs = (node: Node): Node => (node.parentNode === null ? (standIns.get(node) ?? node) : node);

/** The methods by which React changes what is in the page. */
interface Methods {
  removeChild: (this: Node, child: Node) => Node;
  insertBefore: (this: Node, child: Node, before: Node | null) => Node;
}

function findWhatIsMoved(): void {
  const methods: Methods = Node.prototype;
  const { removeChild, insertBefore } = methods;
  methods.removeChild = function (child) {
    const shown = shownAs(child);
    if (shown.parentNode !== null) removeChild.call(shown.parentNode, shown);
    return child;
  };
  methods.insertBefore = function (child, before) {
    let next = before === null ? null : shownAs(before);
    while (next !== null && next.parentNode !== this) next = next.parentNode;
    return insertBefore.call(this, child, next);
  };
}
