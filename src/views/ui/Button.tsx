import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { useDisabled } from './Disabled.tsx';
import { Glyph, type GlyphName } from './Glyph.tsx';

interface ButtonLook {
  /** Outlined by default; `quiet` has no border, `primary` is filled with ink. */
  readonly variant?: 'outline' | 'quiet' | 'primary';
  /** 32 px high (44 on touch screens); `small` is 24, `large` 48. */
  readonly size?: 'small' | 'regular' | 'large';
  /** Makes a toggle button: sets `aria-pressed`, filled while true. */
  readonly pressed?: boolean;
  /**
   * Stays focusable and readable but does nothing. The native `disabled` attribute would drop the focus of a user who
   * has just pressed Undo for the last time.
   */
  readonly disabled?: boolean;
  /** A pointer press leaves the focus where it is, so that Space keeps sending. */
  readonly keepsFocus?: boolean;
}

type NativeButtonProps = Omit<
  ComponentProps<'button'>,
  'aria-pressed' | 'disabled' | 'type' | 'aria-label' | 'children'
>;

export interface ButtonProps extends NativeButtonProps, ButtonLook {
  readonly children: ReactNode;
  /** The accessible name where the text alone is not enough: `Scenario: Edge burst`. */
  readonly label?: string;
  /** Makes it the form's submit button, which Enter presses. */
  readonly submit?: boolean;
}

export function Button({
  variant = 'outline',
  size = 'regular',
  pressed,
  disabled = false,
  keepsFocus = false,
  submit = false,
  label,
  className,
  onClick,
  onMouseDown,
  onPointerDown,
  ...native
}: ButtonProps): ReactElement {
  const why = useDisabled();
  const off = disabled || why !== null;

  function handleMouseDown(event: MouseEvent<HTMLButtonElement>): void {
    if (keepsFocus) event.preventDefault();
    onMouseDown?.(event);
  }

  function handleClick(event: MouseEvent<HTMLButtonElement>): void {
    if (off) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...native}
      type={submit ? 'submit' : 'button'}
      className={cx(
        'button',
        variant !== 'outline' && `button--${variant}`,
        size !== 'regular' && `button--${size}`,
        className,
      )}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={off || undefined}
      title={why ?? native.title}
      onClick={handleClick}
      onMouseDown={handleMouseDown}
      onPointerDown={off ? undefined : onPointerDown}
    />
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'label' | 'submit'> {
  /** The accessible name, and what a pointer reads: the button shows no text. */
  readonly label: string;
  /** The key that does the same, for those who read the tooltip. */
  readonly shortcut?: string | undefined;
  readonly glyph: GlyphName;
  readonly glyphSize?: number;
  readonly round?: boolean;
}

/** A square or round button with a glyph: only for play, step, ⋯, ✕ and the grip; all others have text. */
export function IconButton({
  glyph,
  glyphSize = 12,
  round = false,
  variant = 'quiet',
  shortcut,
  className,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Button
      title={shortcut === undefined ? rest.label : `${rest.label} (${shortcut})`}
      {...rest}
      variant={variant}
      className={cx('button--icon', round && 'button--round', className)}
    >
      <Glyph name={glyph} size={glyphSize} ink />
    </Button>
  );
}
