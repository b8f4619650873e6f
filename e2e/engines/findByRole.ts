/** Found in the page as a user of assistive technology finds it, in the same way in each engine. */

/** What the page shows of an element. */
export interface Seen {
  /** Its centre, in the viewport. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  /** Of a field. */
  readonly value: string;
  /** `aria-valuetext`. */
  readonly valueText: string;
  readonly disabled: boolean;
  /** Whether something else is in front of its centre. */
  readonly covered: boolean;
}

/**
 * The only visible element of that role and name, scrolled into view, or null. It runs in the page, so it is
 * one function: the accessible name is worked out only as far as our own page needs.
 *
 * @param name a regular expression for the whole name
 * @param within the label of what it is in; empty for anywhere
 * @throws Error for two of them
 */
export function findByRole(role: string, name: string, within: string): Seen | null {
  const tags: Record<string, string> = {
    button: 'button',
    textbox: 'input[type=text],input:not([type]),textarea',
    heading: 'h1,h2,h3,h4',
    radio: 'input[type=radio]',
  };
  const selector = `[role=${role}],${tags[role] ?? 'none'}`;
  const elementsIn = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? elementsIn(each.shadowRoot) : [])]);
  const nameOf = (element: Element): string => {
    const root = element.getRootNode() as Document;
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const by = ids.map((id) => root.getElementById(id)?.textContent ?? '').join(' ');
    const [label] = (element as Partial<HTMLInputElement>).labels ?? [];
    return by || (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent);
  };
  const frontmostAt = (x: number, y: number): Element | null => {
    let front = document.elementFromPoint(x, y);
    while (front?.shadowRoot) {
      const inner = front.shadowRoot.elementFromPoint(x, y);
      if (inner === null || inner === front) break;
      front = inner;
    }
    return front;
  };

  const pattern = new RegExp(`^(?:${name})$`);
  const found = elementsIn(document).filter(
    (each) =>
      each.matches(selector) &&
      (each.getAttribute('role') ?? role) === role &&
      each.closest('[aria-hidden=true],[inert]') === null &&
      each.checkVisibility() &&
      (within === '' || each.closest(`[aria-label="${within}"]`) !== null) &&
      pattern.test(nameOf(each).trim()),
  );
  const [element] = found;
  if (element === undefined) return null;
  if (found.length > 1) throw new Error(`There are ${found.length} elements of role ${role} named ${name}.`);
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const front = frontmostAt(x, y);
  return {
    x,
    y,
    width: box.width,
    text: element.textContent,
    value: (element as Partial<HTMLInputElement>).value ?? '',
    valueText: element.getAttribute('aria-valuetext') ?? '',
    disabled: element.getAttribute('aria-disabled') === 'true' || element.matches(':disabled'),
    covered: !element.contains(front),
  };
}
