import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Glyph, type GlyphName } from './Glyph.tsx';

interface ButtonLook {
  /** Outlined unless told; `quiet` has no border, `primary` is filled with ink. */
  readonly variant?: 'outline' | 'quiet' | 'primary';
  /** 32 high (44 for a finger); `small` 24, `large` 48. */
  readonly size?: 'small' | 'regular' | 'large';
  /** A button that stays down: `aria-pressed`, filled while it is. */
  readonly pressed?: boolean;
  /**
   * It can be reached and read, and does nothing. Not the attribute of that name, which would take the focus away from
   * under whoever just pressed Undo for the last time.
   */
  readonly disabled?: boolean;
  /** A press by pointer leaves the focus where it is, so that Space goes on sending. */
  readonly keepsFocus?: boolean;
}

type NativeButtonProps = Omit<
  ComponentProps<'button'>,
  'aria-pressed' | 'disabled' | 'type' | 'aria-label' | 'children'
>;

export interface ButtonProps extends NativeButtonProps, ButtonLook {
  readonly children: ReactNode;
  /** The name where the words alone would not say it: `Scenario: Edge burst`. */
  readonly label?: string;
  /** In a form, the button that Enter presses. */
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
  function handleMouseDown(event: MouseEvent<HTMLButtonElement>): void {
    if (keepsFocus) event.preventDefault();
    onMouseDown?.(event);
  }

  function handleClick(event: MouseEvent<HTMLButtonElement>): void {
    if (disabled) event.preventDefault();
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
      aria-disabled={disabled || undefined}
      onClick={handleClick}
      onMouseDown={handleMouseDown}
      onPointerDown={disabled ? undefined : onPointerDown}
    />
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'label' | 'submit'> {
  /** Its name: there is no word to be seen. */
  readonly label: string;
  readonly glyph: GlyphName;
  readonly glyphSize?: number;
  readonly round?: boolean;
}

/** A square, or a circle, with a glyph: only for play, step, ⋯, ✕ and the grip; everything else has words. */
export function IconButton({
  glyph,
  glyphSize = 12,
  round = false,
  variant = 'quiet',
  className,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Button {...rest} variant={variant} className={cx('button--icon', round && 'button--round', className)}>
      <Glyph name={glyph} size={glyphSize} ink />
    </Button>
  );
}
