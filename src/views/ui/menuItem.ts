/** What a menu may have in it. */
interface Action {
  readonly kind?: 'action';
  readonly label: string;
  /** The keyboard shortcut for the same action: `Alt+↑`. */
  readonly shortcut?: string | undefined;
  /** Why it cannot be chosen, or that it cannot. */
  readonly disabled?: string | boolean | null;
  /** Called once the menu has closed and its button has the focus again, so that a dialog returns the focus there. */
  readonly onSelect: () => void;
}

interface Choice {
  readonly kind: 'choice';
  /** The heading of the choices. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

interface Toggle {
  readonly kind: 'toggle';
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

interface Separator {
  readonly kind: 'separator';
}

export type MenuItem = Action | Choice | Toggle | Separator;
