/** Where the run has nothing for a part to show: a preset that has. */
import type { ReactElement } from 'react';
import { presetById } from '../../sim/index.ts';
import { useActions } from '../../store/playgroundContext.tsx';
import { Button, type ButtonProps } from '../ui/Button.tsx';

interface ExampleButtonProps extends Pick<ButtonProps, 'size'> {
  /** Its id. */
  readonly preset: string;
}

export function ExampleButton({ preset: id, ...look }: ExampleButtonProps): ReactElement {
  const { openPreset } = useActions();
  const preset = presetById(id);
  if (preset === undefined) throw new Error(`There is no preset ${id}.`);
  return (
    <Button {...look} onClick={() => openPreset(preset)}>
      Try an example
    </Button>
  );
}
